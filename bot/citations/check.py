"""Checks every `[n]` of an answer against the passage it names.

A mark belongs to what stands before it, back to the mark before or the beginning of the sentence;
one that opens a sentence belongs to what follows. Marks next to each other support a statement
together, and each must add to it. A mark that names no passage of this prompt, or one that does not
support its statement (`bot.citations.support` says how that is decided), is removed.

A sentence without marks that states something is held against the passages too: it gets the mark of
the one that supports it. What no passage and nothing else in the prompt supports carries a note in
the answer's language, and the answer's end says how many do.

Other things stand in brackets too: `x = [1, 2]` and `x[1]` are values, and a reference [12] that a
passage has behind the same word, where no passage has that number, is the document's own. They are
text. An answer made of quotations is not searched for marks: whoever built it recorded them.
"""

import re
import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Self

from msgspec import Struct

from bot.citations.marks import (
    CODE,
    Mark,
    find_marks,
    is_indexable,
    order_spans,
    overlaps,
    strip_marks,
)
from bot.citations.sources import CheckedAnswer, build_source
from bot.citations.statement import ParsedPassage, parse_passage
from bot.citations.support import find_contributors, select_candidates, supports
from bot.citations.unverified import (
    find_statement_end,
    format_count,
    format_note,
    get_note,
    states_something,
    strip_notes,
)
from bot.messages.marked_text import MarkedText, join_marked
from bot.rendering.passages import format_location
from indexer.documents import Hit
from indexer.inference.entailment import CITED, UNCITED
from indexer.text.sentences import find_sentence_ends

STRIPPED = 256  # answers kept without their marks: each prompt of a conversation repeats them
_CELLS = 2  # of a row, with the empty one before its first bar
_SPACE = re.compile(r"\s*")

NONE: Mapping[str, int] = MappingProxyType({})


class _Claim(Struct, frozen=True):
    text: str
    marks: tuple[Mark, ...]
    is_marked: bool = True


def check_citations(
    answer: str,
    hits: Sequence[Hit],
    question: str = "",
    known: Sequence[str] = (),
    confirmed: Mapping[str, int] = NONE,
) -> CheckedAnswer:
    """Return `answer` with the marks that hold; `hits` as numbered in the prompt, from 1.

    `question` helps with very short statements, such as "Yes [1]". `known` are other texts of the
    prompt, such as notes: what they support needs no mark.
    `confirmed` says which passage supports a statement that rules left open.
    """
    marks = find_marks(answer, hits)
    bare = strip_marks(answer, marks)
    claims = [*_split_claims(bare, marks), *(_list_unmarked(bare, marks) if hits else ())]
    support = _Support(hits, question, known, confirmed)
    unsupported: list[str] = []
    kept: dict[Mark, tuple[int, ...]] = {}
    notes: set[Mark] = set()
    for claim in claims:
        held = support.find(claim)
        kept |= _keep_once(claim, held)
        if not held and not (not claim.is_marked and support.is_known(claim.text)):
            notes.add(claim.marks[-1])
            unsupported.append(claim.text)
    cited = sorted({n for numbers in kept.values() for n in numbers})
    ordered = {mark: kept[mark] for mark in sorted(kept, key=lambda each: (each.start, each.end))}
    note = get_note(bare) if notes else ""
    rewritten = _rewrite_marks(answer, bare, ordered, (notes, note))
    count = format_count(note, len(notes)) if notes and len(claims) > 1 else ""
    whole = join_marked("\n\n", (rewritten, MarkedText(count)))
    return CheckedAnswer(
        whole.text,
        tuple(build_source(n, hits[n - 1]) for n in cited),
        sum(len(set(mark.numbers) - set(support.held.get(mark, ()))) for mark in marks),
        whole.marks,
        tuple(unsupported),
    )


def _keep_once(claim: _Claim, held: Collection[int]) -> dict[Mark, tuple[int, ...]]:
    """Keep each number once for a claim: `[2][2]` is `[2]`."""
    kept: dict[Mark, tuple[int, ...]] = {}
    used: set[int] = set()
    for mark in claim.marks:
        numbers = mark.numbers if claim.is_marked else tuple(sorted(held)[:1])
        kept[mark] = tuple(n for n in numbers if n in held and n not in used)
        used.update(kept[mark])
    return kept


class _Support:
    """Finds which passages support a claim; each is parsed when first needed."""

    def __init__(
        self,
        hits: Sequence[Hit],
        question: str,
        known: Sequence[str],
        confirmed: Mapping[str, int],
    ) -> None:
        self._confirmed = confirmed
        self._hits = hits
        self._question = question
        self._known = known
        self.held: dict[Mark, tuple[int, ...]] = {}

    def find(self, claim: _Claim) -> set[int]:
        """Find the numbers of the passages that support `claim`, alone or together."""
        named = [n for mark in claim.marks for n in mark.numbers]
        confirmed = self._confirmed.get(claim.text, 0)
        if confirmed and (confirmed in named or not claim.is_marked):
            self.held |= dict.fromkeys(claim.marks, (confirmed,))
            return {confirmed}
        if not claim.is_marked:
            named = select_candidates(claim.text, [each.chunk.text for each in self._hits])
        passages = {n: self._parse(n) for n in named if n <= len(self._hits)}
        held = _find_supporting(claim.text, passages, self._question, is_marked=claim.is_marked)
        self.held |= {mark: tuple(n for n in mark.numbers if n in held) for mark in claim.marks}
        return held

    def _parse(self, n: int) -> ParsedPassage:
        hit = self._hits[n - 1]
        return parse_passage(hit.chunk.text, format_location(hit))

    def is_known(self, text: str) -> bool:
        """Tell if another text of the prompt supports a statement."""
        candidates = select_candidates(text, self._known)
        return any(supports(parse_passage(self._known[n - 1]), text) for n in candidates)


@lru_cache(maxsize=STRIPPED)
def strip_citations(answer: str) -> str:
    """Remove marks and notes: in later prompts the numbers mean other passages."""
    return strip_notes(strip_marks(answer, find_marks(answer)))


def _split_claims(bare: str, marks: Sequence[Mark]) -> Iterator[_Claim]:
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
            yield _Claim(f"{row} {bare[begin:stop].strip()}".strip(), tuple(group))


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


def _find_supporting(
    text: str, named: Mapping[int, ParsedPassage], question: str, *, is_marked: bool
) -> set[int]:
    demands = CITED if is_marked else UNCITED
    alone = {n for n, passage in named.items() if supports(passage, text, question, demands)}
    if alone or len(named) < 2 or not is_marked:
        return alone
    parts = find_contributors(list(named.values()), text)
    return {n for n, adds in zip(named, parts, strict=True) if adds}


def _list_unmarked(bare: str, marks: Sequence[Mark]) -> Iterator[_Claim]:
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
            yield _Claim(bare[start:end].strip(), (Mark(place, place, at, ()),), is_marked=False)


def _rewrite_marks(
    answer: str,
    bare: str,
    kept: Mapping[Mark, tuple[int, ...]],
    noted: tuple[Collection[Mark], str],
) -> MarkedText:
    notes, note = noted
    parts: list[MarkedText] = []
    done = 0
    space = ""
    for mark, numbers in kept.items():
        parts.append(MarkedText(answer[done : mark.start]))
        # The space before a mark that goes is left to a neighbour that stays.
        space = _get_leading_space(answer, mark) or (space if done == mark.start else "")
        done = mark.end
        if numbers:
            apart = mark.start == mark.end or is_indexable(bare[max(0, mark.at - 2) : mark.at])
            space = space or (" " if apart else "")
            parts += [MarkedText(space), *(MarkedText(f"[{n}]", (0,)) for n in numbers)]
            space = ""
        elif mark in notes:
            parts.append(MarkedText(f" {format_note(note)}"))
    return join_marked("", [*parts, MarkedText(answer[done:])])


def _get_leading_space(answer: str, mark: Mark) -> str:
    return re.match(r"\s*", answer[mark.start : mark.end])[0]  # type: ignore[index]  # always found
