"""Splits an answer into claims: what each group of marks vouches for, and what has no mark.

A mark belongs to what stands before it, back to the mark before or the beginning of the sentence;
one that opens a sentence belongs to what follows.
"""

import re
import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Self

from msgspec import Struct

from bot.citations.marks import CODE, Mark, order_spans, overlaps
from bot.citations.unverified import find_statement_end, states_something
from indexer.text.sentences import find_sentence_ends

_CELLS = 2  # of a row, with the empty one before its first bar
_SPACE = re.compile(r"\s*")


class Claim(Struct, frozen=True):
    """A statement of an answer and its marks; without one, the place where it would stand."""

    text: str
    marks: tuple[Mark, ...]
    is_marked: bool = True


def split_claims(bare: str, marks: Sequence[Mark]) -> Iterator[Claim]:
    """Split the answer into what each group of marks vouches for."""
    sentences = list(_split_sentences(bare))
    inside = _assign_marks(bare, marks, [start for start, _end in sentences])
    for sentence, (start, end) in enumerate(sentences):
        groups = _group_marks(bare, inside[sentence])
        ends = [*(group[0].at for group in groups[1:]), end]
        for position, group in enumerate(groups):
            begin = groups[position - 1][-1].at if position else start
            last = position == len(groups) - 1
            # A mark that opens the sentence vouches for what follows.
            stop = (
                group[0].at
                if not last and _has_words(bare[begin : group[0].at])
                else ends[position]
            )
            row = _find_row_name(bare[start:begin])
            yield Claim(f"{row} {bare[begin:stop].strip()}".strip(), tuple(group))


def _find_row_name(before: str) -> str:
    """Find what a row of a table is about, of which `before` stands before a cell."""
    cells = before.split("|")
    return cells[1].strip() if len(cells) > _CELLS and not cells[0].strip() else ""


def _split_sentences(bare: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in bare.splitlines(keepends=True):
        ends = (start, *find_sentence_ends(bare, start, start + len(line)))
        yield from pairwise(ends)
        start += len(line)


def _assign_marks(bare: str, marks: Sequence[Mark], starts: Sequence[int]) -> dict[int, list[Mark]]:
    """Return the marks of each sentence, by its place in `starts`."""
    layout = _Layout.read(bare)
    inside = defaultdict[int, list[Mark]](list)
    for mark in marks:
        inside[bisect_right(starts, _find_home(bare, layout, mark)) - 1].append(mark)
    return inside


class _Layout(Struct, frozen=True):
    """Where a text has letters, digits and line ends: found once, not again for each mark."""

    words: Sequence[int]
    breaks: Sequence[int]

    @classmethod
    def read(cls, text: str) -> Self:
        return cls(
            [place for place, character in enumerate(text) if character.isalnum()],
            [place for place, character in enumerate(text) if character == "\n"],
        )

    def find_word_before(self, place: int) -> int:
        """Find the last letter or digit before `place`; -1 if there is none."""
        at = bisect_left(self.words, place)
        return self.words[at - 1] if at else -1

    def find_line(self, place: int) -> tuple[int, int]:
        """Find where the line around `place` begins and ends."""
        at = bisect_left(self.breaks, place)
        return self.breaks[at - 1] + 1 if at else 0, [*self.breaks[at : at + 1], sys.maxsize][0]


def _find_home(bare: str, layout: _Layout, mark: Mark) -> int:
    """Find a position in the sentence that the mark belongs to."""
    start, end = layout.find_line(mark.at)
    before = layout.find_word_before(mark.at)
    if before < start and layout.find_word_before(end) >= mark.at:
        return _SPACE.match(bare, mark.at).end()  # type: ignore[union-attr]  # always found
    return max(before, 0)


def _group_marks(bare: str, marks: Sequence[Mark]) -> list[list[Mark]]:
    groups: list[list[Mark]] = []
    for mark in marks:
        if groups and not _has_words(bare[groups[-1][-1].at : mark.at]):
            groups[-1].append(mark)
        else:
            groups.append([mark])
    return groups


def _has_words(text: str) -> bool:
    return any(character.isalnum() for character in text)


def list_unmarked(bare: str, marks: Sequence[Mark]) -> Iterator[Claim]:
    """List the sentences without marks that state something, each with a place for one."""
    sentences = list(_split_sentences(bare))
    inside = _assign_marks(bare, marks, [start for start, _end in sentences])
    code = order_spans(found.span() for found in CODE.finditer(bare))
    for number, (start, end) in enumerate(sentences):
        at = start + find_statement_end(bare[start:end])
        if inside.get(number) or overlaps(code, at - 1, at + 1):
            continue
        if states_something(bare[start:end]):
            place = at + sum(each.end - each.start for each in marks if each.at <= at)
            yield Claim(bare[start:end].strip(), (Mark(place, place, at, ()),), is_marked=False)
