"""Joins the sections of documents that have so many that each says hardly anything.

A file of a hundred thousand lines `def` would else be as many passages, and fill the index. No word
is lost: the sections are gathered into passages of the usual size, each below what all of them are
below.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from indexer.documents import Section
from indexer.i18n import N_
from indexer.ingest.joined_sections import join_sections

MOST = 50_000  # sections; address books and mailboxes have some thousands
SIZE = 2_000  # characters of what is joined
JOINED = N_(
    "It has {count} sections, more than I keep apart. I joined them into longer passages, "
    "so search and citations in it are less exact. Nothing was left out."
)


def join_crowded(sections: Sequence[Section]) -> list[Section]:
    """Return the sections as they are, or if there are too many, joined to the usual size."""
    if len(sections) <= MOST:
        return [*sections]
    return [_join(group) for group in _gather(sections)]


def _gather(sections: Sequence[Section]) -> Iterator[list[Section]]:
    group, size = list[Section](), 0
    for each in sections:
        length = len(each.title) + len(each.text) + 3
        if group and size + length > SIZE:
            yield group
            group, size = [], 0
        group.append(each)
        size += length
    yield group


def _join(group: Sequence[Section]) -> Section:
    first, path = group[0], _find_common_path(group)
    like = Section(
        title=path[-1] if path else first.title,
        text="",
        path=path,
        level=len(path) if len(group) > 1 else first.level,
        element_type=group[-1].element_type if path else "paragraph",
    )
    return join_sections(group, like)


def _find_common_path(group: Sequence[Section]) -> tuple[str, ...]:
    levels = zip(*(each.path for each in group), strict=False)
    return tuple(titles[0] for titles in takewhile(lambda titles: len(set(titles)) == 1, levels))
