"""Splits plain text at its headings: underlined, numbered, in capitals, or alone above text.

One line proves nothing, as it may be an item of a list or a line of an address: lines are headings
where others of their kind stand in the document, with text below them.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from indexer.parsing.formats.txt.candidates import ENDS, LONGEST, HeadingCandidate, find_candidates
from indexer.parsing.shared.drawn_tables import (
    DrawnTable,
    build_table_block,
    find_drawn_tables,
    iterate_around,
)
from indexer.parsing.shared.sections import Heading, TextBlock

MOST = 0.5  # of the lines with text: where more are headings, none is
FEWEST = {"numbered": 2, "hash": 2, "marked": 2, "colon": 2, "chapter": 2, "bare": 3}  # else 1
TITLE_WORDS = 3
LONG = 2_000  # characters; a shorter text without headings needs no title
ENOUGH = 200  # characters below each heading that nothing marks, on average
MOST_LINES = 500_000  # of a text that may have headings; logs and tables have more
LISTS = ("numbered", "hash", "marked", "colon", "bare", "chapter")  # where items look alike


def split_text(text: str, first_line: int) -> Iterator[Heading | TextBlock]:
    """Yield the headings, and the text between them; `first_line` is that of `text`."""
    if text.count("\n") > MOST_LINES:
        yield TextBlock(text, first_line)
        return
    lines = text.split("\n")
    tables = find_drawn_tables(lines)
    found = find_headings(_leave_out(tables, lines))
    starts = [(0, 0, None), *((each.start, each.end, (each, level)) for each, level in found)]
    ends = [*(each.start for each, _ in found), len(lines)]
    for (_, start, heading), end in zip(starts, ends, strict=True):
        if heading:
            title = heading[0].title.lstrip("#").strip()
            yield Heading(heading[1], title, first_line + heading[0].start)
        yield from _build_blocks(lines, tables, (start, end), first_line)


def _leave_out(tables: Sequence[DrawnTable], lines: Sequence[str]) -> list[str]:
    """Return the lines without those of tables, which are no headings."""
    left = [*lines]
    for table in tables:
        left[table.start : table.end] = [""] * (table.end - table.start)
    return left


def _build_blocks(
    lines: Sequence[str], tables: Sequence[DrawnTable], span: tuple[int, int], first_line: int
) -> Iterator[TextBlock]:
    inside = tables[bisect_left(tables, span[0], key=_get_start) :]
    inside = inside[: bisect_left(inside, span[1], key=_get_start)]
    for each in iterate_around(inside, *span):
        if isinstance(each, DrawnTable):
            yield build_table_block(each, first_line)
        else:
            yield _build_block(lines, *each, first_line)


def _get_start(table: DrawnTable) -> int:
    return table.start


def _build_block(lines: Sequence[str], start: int, end: int, first_line: int) -> TextBlock:
    while start < end and not lines[start].strip():
        start += 1
    while start < end and not lines[end - 1].strip():
        end -= 1
    return TextBlock("\n".join(lines[start:end]), first_line + start)


def find_headings(lines: Sequence[str]) -> list[tuple[HeadingCandidate, int]]:
    """Return the headings with their levels, in order."""
    chosen = _drop_rare(_drop_lists(_follow_numbers(find_candidates(lines)), lines))
    if any(each.style != "bare" for each in chosen) or _say_little(chosen, lines):
        chosen = [each for each in chosen if each.style != "bare"]
    if len(chosen) > MOST * sum(bool(line.strip()) for line in lines):
        return []
    return _choose_levels(_add_title(chosen, lines))


def _say_little(chosen: Sequence[HeadingCandidate], lines: Sequence[str]) -> bool:
    """Return whether what stands below each is too little to be found by itself."""
    return sum(map(len, lines)) < ENOUGH * len(chosen)


def _follow_numbers(candidates: Iterable[HeadingCandidate]) -> Iterator[HeadingCandidate]:
    """Yield the candidates, of numbered ones those whose number follows the last, or begins."""
    current: tuple[int, ...] = ()
    for each in candidates:
        number = each.number
        if not number or _may_follow(current, number):
            current = number or current
            yield each


def _may_follow(current: tuple[int, ...], number: tuple[int, ...]) -> bool:
    """Return whether 2.3 or 3 or 2.2.1 comes, after 2.2; 1 may come at any time."""
    depth = len(number) - 1
    if number[:depth] != current[:depth] and any(current):
        return False
    begins = number[depth] in (0, 1)
    return begins or (depth < len(current) and number[depth] == current[depth] + 1)


def _drop_lists(found: Iterable[HeadingCandidate], lines: Sequence[str]) -> list[HeadingCandidate]:
    """Return the candidates without those that are items: the next of its kind follows at once."""
    candidates, items = list(found), set[int]()
    for at, (above, below) in enumerate(pairwise(candidates)):
        apart = any(line.strip() for line in lines[above.end : below.start])
        alike = above.style == below.style and above.depth == below.depth
        touching = above.end == below.start or above.style in LISTS
        if alike and not apart and touching and above.style != "ruled":
            items |= {at, at + 1}
    return [each for at, each in enumerate(candidates) if at not in items]


def _drop_rare(candidates: Sequence[HeadingCandidate]) -> list[HeadingCandidate]:
    counts = Counter(each.style for each in candidates)
    return [each for each in candidates if counts[each.style] >= FEWEST.get(each.style, 1)]


def _add_title(chosen: list[HeadingCandidate], lines: Sequence[str]) -> list[HeadingCandidate]:
    """Put the document's title first: its first line, if it stands alone above much text."""
    if len(chosen) > 1 and chosen[0].start == 0 and _names_all(chosen[0]):
        return [replace(chosen[0], style="ruled", mark="title"), *chosen[1:]]
    several = len(chosen) > 1 if chosen else sum(map(len, lines)) > LONG
    first_line = chosen[0].start == 0 or chosen[0].style == "bare" if chosen else False
    if first_line or not several or not _is_title(lines[0].strip(), "".join(lines[1:2])):
        return chosen
    return [HeadingCandidate(0, 1, lines[0].strip(), "ruled", "title"), *chosen]


def _is_title(first: str, below: str) -> bool:
    """Return whether a first line stands alone and is no sentence."""
    if not 0 < len(first) <= LONGEST or below.strip() or first[-1] in ENDS:
        return False
    return any(map(str.isalpha, first)) and not first[0].islower() and "  " not in first


def _names_all(first: HeadingCandidate) -> bool:
    """Return whether a first line in capitals is long enough for the title of a document."""
    return first.style == "capitals" and len(first.title.split()) >= TITLE_WORDS


def _choose_levels(chosen: Sequence[HeadingCandidate]) -> list[tuple[HeadingCandidate, int]]:
    """Return each heading with its level: styles lie one below the other as they first appear."""
    kinds = list(dict.fromkeys(map(_name_kind, chosen)))
    return [(each, 1 + kinds.index(_name_kind(each)) + _count_depth(each)) for each in chosen]


def _name_kind(each: HeadingCandidate) -> str:
    if each.style == "numbered":
        each = replace(each, style="capitals") if each.title.isupper() else each
    return each.style if each.style in ("numbered", "capitals", "hash") else each.style + each.mark


def _count_depth(each: HeadingCandidate) -> int:
    return each.depth - 1 if each.style in ("numbered", "hash") else 0
