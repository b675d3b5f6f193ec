"""Joins sections into one, with the pages and lines of each."""

from collections.abc import Sequence

from msgspec.structs import replace

from indexer.documents import Section
from indexer.text.line_numbers import shift_marks


def join_sections(group: Sequence[Section], like: Section) -> Section:
    """Return one section with the texts of all, each below its title, and all else as in `like`."""
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
    return replace(
        like,
        text="\n\n".join(texts),
        pages=(known[0][0], known[-1][1]) if known else None,
        line=group[0].line,
        turns=tuple(turns),
        lines=tuple(marks),
    )
