"""Edits lists under headings in Markdown files of the vault. Pure; everything else stays."""

import re
from collections.abc import Iterator

ENTRY = re.compile(r"[ \t]*+[-*+][ \t]++(?P<text>.*\S)[ \t]*+$")
HEADING = re.compile(r"^(?P<marks>#{1,6})[ \t]+(?P<title>(?:.*[^ \t#\n])?)[ \t#]*+$", re.MULTILINE)


def list_entries(text: str) -> list[str]:
    """Return the entries of all lists in `text`, one line each, without their bullets."""
    found = map(ENTRY.match, text.splitlines())
    return [match["text"] for match in found if match]


def collapse_whitespace(text: str) -> str:
    return " ".join(text.split())


def add_entry(text: str, entry: str, heading: str = "") -> str:
    """Add `entry` to the section `heading`, created if missing, unless a list has it already."""
    line = collapse_whitespace(entry)
    if not line or _normalize(line) in map(_normalize, list_entries(text)):
        return text
    above, below = _split_at_section(text, heading)
    last = above.rpartition("\n")[2]
    gap = "\n" if ENTRY.match(last) else "\n\n"
    return f"{above}{gap if above else ''}- {line}\n" + (f"\n{below}" if below else "")


def has_heading(text: str, title: str) -> bool:
    return any(found["title"].casefold() == title.casefold() for found in HEADING.finditer(text))


def _split_at_section(text: str, heading: str) -> tuple[str, str]:
    """Split `text` where a new entry of that section goes, whose heading is added if missing."""
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
    """Return `text` without the entries that say `entry`."""
    return "".join(_replace_lines(text, entry, ""))


def remove_repeats(text: str, entry: str) -> str:
    """Return `text` with only the first of the entries that say `entry`."""
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
    """Return `text` with `new` in place of the entries that say `entry`."""
    return "".join(_replace_lines(text, entry, collapse_whitespace(new)))


def _replace_lines(text: str, entry: str, new: str) -> Iterator[str]:
    for line in text.splitlines(keepends=True):
        match = ENTRY.match(line.rstrip("\r\n"))
        if not match or _normalize(match["text"]) != _normalize(entry):
            yield line
        elif new:
            yield line.replace(match["text"], new)


def drop_empty_headings(text: str) -> str:
    """Return `text` without headings that have nothing below them, as in an unused template."""
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
