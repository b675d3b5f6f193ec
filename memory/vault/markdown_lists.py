"""Markdown lists under headings, as the vault's files hold them. Pure; all else in them stays."""

import re
from collections.abc import Iterator

ENTRY = re.compile(r"[ \t]*[-*+][ \t]+(?P<text>.*\S)[ \t]*$")
HEADING = re.compile(r"^(?P<marks>#{1,6})[ \t]+(?P<title>.*?)[ \t#]*$", re.MULTILINE)


def list_entries(text: str) -> list[str]:
    """The items of all lists in `text`, one line each, without their marks."""
    found = map(ENTRY.match, text.splitlines())
    return [match["text"] for match in found if match]


def collapse_whitespace(text: str) -> str:
    return " ".join(text.split())


def add_entry(text: str, entry: str, heading: str = "") -> str:
    """`text` with the item at the end of that section, which is made if need be; added once."""
    line = collapse_whitespace(entry)
    if not line or _normalize(line) in map(_normalize, list_entries(text)):
        return text
    above, below = _split_at_section(text, heading)
    last = above.rpartition("\n")[2]
    gap = "\n" if ENTRY.match(last) else "\n\n"
    return f"{above}{gap if above else ''}- {line}\n" + (f"\n{below}" if below else "")


def _split_at_section(text: str, heading: str) -> tuple[str, str]:
    """What goes above a new item of that section, and what below."""
    headings = list(HEADING.finditer(text)) if heading else []
    found = next((h for h in headings if h["title"].casefold() == heading.casefold()), None)
    if found is None:
        above = text.rstrip()
        gap = "\n\n" if above else ""
        return f"{above}{gap}## {heading}" if heading else above, ""
    higher = (
        other.start()
        for other in headings
        if other.start() > found.start() and len(other["marks"]) <= len(found["marks"])
    )
    end = next(higher, len(text))
    return text[:end].rstrip(), text[end:]


def remove_entry(text: str, entry: str) -> str:
    """`text` without the items that say `entry`."""
    return "".join(_replace_lines(text, entry, ""))


def remove_repeats(text: str, entry: str) -> str:
    """`text` without the items that say `entry` once more."""
    return "".join(_skip_repeats(text, entry))


def _skip_repeats(text: str, entry: str) -> Iterator[str]:
    seen = False
    for line in text.splitlines(keepends=True):
        match = ENTRY.match(line.rstrip("\r\n"))
        says = match is not None and _normalize(match["text"]) == _normalize(entry)
        if not (says and seen):
            yield line
        seen |= says


def replace_entry(text: str, entry: str, new: str) -> str:
    """`text` with `new` in the place of the item that says `entry`."""
    return "".join(_replace_lines(text, entry, collapse_whitespace(new)))


def _replace_lines(text: str, entry: str, new: str) -> Iterator[str]:
    for line in text.splitlines(keepends=True):
        match = ENTRY.match(line.rstrip("\r\n"))
        if not match or _normalize(match["text"]) != _normalize(entry):
            yield line
        elif new:
            yield line.replace(match["text"], new)


def drop_empty_headings(text: str) -> str:
    """`text` without headings that have nothing below them: a template tells a reader nothing."""
    kept: list[str] = []
    below = 0  # level of the heading that follows, 7 once there is text between
    for line in reversed(text.splitlines()):
        heading = HEADING.match(line)
        level = len(heading["marks"]) if heading else 0
        if level >= below and level:
            continue
        kept.append(line)
        below = level or (7 if line.strip() else below)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(reversed(kept))).strip()


def _normalize(entry: str) -> str:
    return collapse_whitespace(entry).casefold()
