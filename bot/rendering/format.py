"""Fits texts into one line."""

from indexer.text.graphemes import cut_text


def shorten(text: str, room: int) -> str:
    """Shorten `text` to one line of at most `room` characters, cut between words if it has any."""
    line = " ".join(text.split())
    if len(line) <= room:
        return line
    # With the space that may follow, so that a word which just fits is kept.
    start = cut_text(line, room - 1)
    return (start.rpartition(" ")[0] or cut_text(line, room - 2)) + " …"
