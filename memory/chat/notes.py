"""The text of memory.md, which a person and multis share: captured, pinned and other sections.

The heading of a captured section is a time, `## 2026-11-21T09:30:00.000Z`, that of a pinned one a
time and `(pinned)`. Everything else was written by a person: it stays to the letter, and only they
remove it.
"""

import re
from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct

PINNED = "(pinned)"
HEADING = re.compile(r"^#{1,2} ", re.MULTILINE)
STALE = re.compile(r" \(until \d{4}-\d\d-\d\d\)$")
STAMPED = re.compile(r"## \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?: \(pinned\))?$")
ESCAPED = re.compile(r"^\\(?=#{1,2} )", re.MULTILINE)


class Section(Struct, frozen=True):
    """A heading and the text below it, exactly as in the file; the first may have no heading."""

    text: str

    @property
    def heading(self) -> str:
        return self.text.partition("\n")[0].rstrip() if HEADING.match(self.text) else ""

    @property
    def body(self) -> str:
        return self.text[len(self.text.partition("\n")[0]) if self.heading else 0 :].strip()

    @property
    def pinned(self) -> bool:
        return self._stamped and self.heading.endswith(PINNED)

    @property
    def captured(self) -> bool:
        return self._stamped and not self.pinned

    @property
    def _stamped(self) -> bool:
        """True if the heading is a complete time: `## 2026 in Norway` is a person's."""
        return bool(STAMPED.match(self.heading))

    def pins(self, text: str) -> bool:
        """Tell if this is the pinned section that says `text`."""
        return self.pinned and _normalize(self.body) == _normalize(text)


def split_sections(notes: str) -> list[Section]:
    """Split `notes` before each heading; the parts joined are `notes` again."""
    starts = [match.start() for match in HEADING.finditer(notes)]
    edges = [0, *starts, len(notes)]
    texts = (notes[start:end] for start, end in pairwise(edges))
    return [Section(text) for text in texts if text]


def add_captured(notes: str, stamp: str, body: str, keep: int) -> str:
    """Add a captured section headed `stamp` unless there is one; keep only the last `keep`."""
    heading = f"## {stamp}"
    if any(section.heading == heading for section in split_sections(notes)):
        return notes
    return prune(_append_section(notes, f"{heading}\n\n{_escape_headings(body)}\n"), keep)


def add_pinned(notes: str, stamp: str, text: str) -> str:
    """Add a section that pruning never drops, unless `text` is pinned already."""
    if any(section.pins(text) for section in split_sections(notes)):
        return notes
    return _append_section(notes, f"## {stamp} {PINNED}\n\n{_escape_headings(text)}\n")


def mark_stale(notes: str, note: str, day: str) -> str:
    """Append `(until DAY)` to each captured line that says `note`."""
    return join_sections(
        Section(mark_stale_lines(section.text, note, day)) if section.captured else section
        for section in split_sections(notes)
    )


def mark_stale_lines(text: str, note: str, day: str) -> str:
    mark = f" (until {day})"  # not translated: STALE finds it again
    stale = _normalize(f"- {note}")
    return "".join(
        f"{line.rstrip()}{mark}\n" if _normalize(line) == stale else line
        for line in text.splitlines(keepends=True)
    )


def correct_lines(text: str, gone: str, back: str, day: str) -> str:
    """In captured lines, mark `gone` as stale and unmark `back`; either may be empty."""
    marked = mark_stale_lines(text, gone, day) if gone else text
    return "".join(
        f"- {parse_note(line)}\n" if back and _is_stale(line, back) else line
        for line in marked.splitlines(keepends=True)
    )


def correct_notes(notes: str, gone: str, back: str, stamp: str, *, pin: bool) -> str:
    """Correct all captured sections; replace a pinned `gone` by `back`, which `pin` pins anyway."""
    parts = [
        Section(correct_lines(each.text, gone, back, stamp[:10])) if each.captured else each
        for each in split_sections(notes)
    ]
    kept = [each for each in parts if not (gone and each.pins(gone))]
    pins = bool(back) and (pin or len(kept) < len(parts))
    return add_pinned(join_sections(kept), stamp, back) if pins else join_sections(kept)


def extend_pin(notes: str, short: str, long: str, stamp: str) -> str:
    """Replace a pinned `short` by `long`, which says more; captured lines stay, both being true."""
    kept = [each for each in split_sections(notes) if not each.pins(short)]
    text = join_sections(kept)
    return notes if text == notes else add_pinned(text, stamp, long)


def parse_note(line: str) -> str:
    """Return the note in a line of a captured section, without its bullet and `(until DAY)`."""
    return STALE.sub("", line.strip().removeprefix("- "))


def _is_stale(line: str, note: str) -> bool:
    return bool(STALE.search(line.rstrip())) and _normalize(parse_note(line)) == _normalize(note)


def prune(notes: str, keep: int) -> str:
    """Drop the oldest captured sections beyond `keep`; nothing else is touched."""
    parts = split_sections(notes)
    captured = [number for number, section in enumerate(parts) if section.captured]
    gone = frozenset(captured[: max(0, len(captured) - keep)])
    return join_sections(section for number, section in enumerate(parts) if number not in gone)


def join_sections(parts: Iterable[Section]) -> str:
    return "".join(section.text for section in parts)


def _escape_headings(text: str) -> str:
    """Escape lines that look like headings: one inside a note would end its section."""
    return HEADING.sub(lambda found: "\\" + found.group(), text.strip())


def unescape_headings(text: str) -> str:
    """Return the body of a section as it was said."""
    return ESCAPED.sub("", text)


def _normalize(text: str) -> str:
    """Unescape and join lines, so that a note of several lines equals a fact, which has one."""
    return " ".join(unescape_headings(text).split())


def _append_section(notes: str, section: str) -> str:
    above = notes.rstrip("\n")
    return f"{above}\n\n{section}" if above else section
