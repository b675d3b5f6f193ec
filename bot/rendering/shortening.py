"""Texts where there is room for one line of them."""


def shortened(text: str, room: int) -> str:
    """`text` in one line of at most `room` characters, cut between words where it has any."""
    line = " ".join(text.split())
    if len(line) <= room:
        return line
    # With the space that may follow, so that a word which just fits is kept.
    start = line[: room - 1]
    return (start.rpartition(" ")[0] or start[:-1]) + " …"
