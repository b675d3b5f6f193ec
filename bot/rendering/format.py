"""Numbers as people read them."""

from datetime import timedelta

_UNITS = ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB"))
_SPANS = (("day", 86_400), ("hour", 3600), ("minute", 60))  # seconds


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def size(number: int) -> str:
    """Of so many bytes."""
    for unit, name in _UNITS:
        if round(number / unit, 1) >= 1:
            return f"{number / unit:.1f} {name}"
    return counted(number, "byte")


def span(length: timedelta) -> str:
    """Roughly, in the largest fitting unit: "3 hours"."""
    seconds = max(int(length.total_seconds()), 0)
    for unit, long in _SPANS:
        if seconds >= long:
            return counted(seconds // long, unit)
    return counted(seconds, "second")


def shorten(text: str, room: int) -> str:
    """Shorten `text` to one line of at most `room` characters, cut between words if it has any."""
    line = " ".join(text.split())
    if len(line) <= room:
        return line
    # With the space that may follow, so that a word which just fits is kept.
    start = line[: room - 1]
    return (start.rpartition(" ")[0] or start[:-1]) + " …"
