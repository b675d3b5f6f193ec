"""Joins sections of a line or two, such as "Ticscale: deprecated", with the one beside them.

Only in long documents where they are exceptions: in a page of notes, or a glossary, such a section
is what people look for. The passage is named by all its titles, and notes them for the outline.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from indexer.documents import HEADINGS, Section, format_headings
from indexer.ingest.joined_sections import join_sections

TINY = 100  # Latin letters, or signs that say as much
SIGN = 3  # letters that a Chinese, Japanese or Korean sign counts for
WIDE = "WF"
LARGEST = 2_000  # characters of what is joined: one passage
MANY = 50  # sections of a long document
RARE = 0.1  # of the sections
SEPARATOR = " · "


class JoinedSection(Struct, frozen=True):
    """A section, and what its passage notes of those that it was made of, if of several."""

    section: Section
    metadata: Mapping[str, str] = {}


def join_tiny(sections: Sequence[Section]) -> Iterator[JoinedSection]:
    """Yield the sections in order, tiny ones joined with the next beside them, or the last."""
    count = sum(map(is_tiny, sections))
    if not count or len(sections) < MANY or count > RARE * len(sections):
        yield from map(JoinedSection, sections)
        return
    for group in _gather(sections):
        yield _join(group)


def is_tiny(section: Section) -> bool:
    return len(section.text) < TINY and weigh(section.text) < TINY


def weigh(text: str) -> int:
    """Return about how many Latin letters say as much."""
    if text.isascii():
        return len(text)
    signs = sum(unicodedata.east_asian_width(letter) in WIDE for letter in text)
    return len(text) + (SIGN - 1) * signs


def _gather(sections: Sequence[Section]) -> list[list[Section]]:
    groups = list[list[Section]]()
    for each in sections:
        if groups and _belong_together(groups[-1], each):
            groups[-1].append(each)
        else:
            groups.append([each])
    return groups


def _belong_together(group: Sequence[Section], section: Section) -> bool:
    """Return whether a section stands beside those of a group, and either is tiny."""
    last = group[-1]
    beside = (last.path[:-1], last.level, last.element_type) == (
        *(section.path[:-1], section.level, section.element_type),
    )
    if not (beside and last.path and section.path):
        return False
    size = sum(len(each.text) + len(each.title) + 3 for each in (*group, section))
    return size <= LARGEST and (all(map(is_tiny, group)) or is_tiny(section))


def _join(group: Sequence[Section]) -> JoinedSection:
    if len(group) == 1:
        return JoinedSection(group[0])
    name = SEPARATOR.join(dict.fromkeys(each.title for each in group))
    like = replace(group[0], title=name, path=(*group[0].path[:-1], name))
    return JoinedSection(join_sections(group, like), {HEADINGS: format_headings(group)})
