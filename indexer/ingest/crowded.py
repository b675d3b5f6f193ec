"""Joins the sections of documents that have so many that each says hardly anything.

A file of a hundred thousand lines `def` would else be as many passages, and fill the index. No word
is lost: the sections are gathered into passages of the usual size, each below what all of them are
below.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from indexer.documents import Section
from indexer.i18n import N_
from indexer.text.line_numbers import shift_marks

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
    first, last = group[0], group[-1]
    path = _find_common_path(group)
    texts, marks, turns, offset = list[str](), list[tuple[int, int]](), list[tuple[int, int]](), 0
    for each in group:
        above = f"{each.title}\n" if each.path and not each.text.startswith(each.title) else ""
        start = offset + len(above)
        marks += [(offset, each.line)] if each.line else []
        marks += shift_marks(each.lines, 0, start)
        turns += [(offset, each.pages[0])] if each.pages and offset else []
        turns += [(start + at, page) for at, page in each.turns]
        texts.append(above + each.text)
        offset += len(texts[-1]) + 2
    known = [each.pages for each in group if each.pages]
    return Section(
        title=path[-1] if path else first.title,
        text="\n\n".join(texts),
        path=path,
        level=len(path) if len(group) > 1 else first.level,
        pages=(known[0][0], known[-1][1]) if known else None,
        line=first.line,
        element_type=last.element_type if path else "paragraph",
        turns=tuple(turns),
        lines=tuple(marks),
    )


def _find_common_path(group: Sequence[Section]) -> tuple[str, ...]:
    levels = zip(*(each.path for each in group), strict=False)
    return tuple(titles[0] for titles in takewhile(lambda titles: len(set(titles)) == 1, levels))
