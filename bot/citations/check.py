"""Checks every `[n]` of an answer against the passage it names.

Marks next to each other support a claim together (`bot.citations.claims` says which marks belong to
what), and each must add to it. A mark that names no passage of this prompt, or one that does not
support its statement (`bot.citations.support` says how that is decided), is removed.

A sentence without marks that states something is held against the passages too: it gets the mark of
the one that supports it. What no passage and nothing else in the prompt supports carries a note in
the answer's language, and the answer's end says how many do.

Other things stand in brackets too: `x = [1, 2]` and `x[1]` are values, and a reference [12] that a
passage has behind the same word, where no passage has that number, is the document's own. They are
text. An answer made of quotations is not searched for marks: whoever built it recorded them.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from msgspec import Struct

from bot.citations.claims import Claim, list_unmarked, split_claims
from bot.citations.marks import (
    Mark,
    find_marks,
    is_indexable,
    strip_marks,
)
from bot.citations.sources import CheckedAnswer, build_source
from bot.citations.statement import ParsedPassage, parse_passage
from bot.citations.support import find_contributors, select_candidates, supports
from bot.citations.unverified import (
    format_count,
    format_note,
    get_note,
    strip_notes,
)
from bot.messages.marked_text import MarkedText, join_marked
from bot.rendering.passages import format_location
from indexer.documents import Hit
from indexer.inference.entailment import CITED, UNCITED

STRIPPED = 256  # answers kept without their marks: each prompt of a conversation repeats them

NONE: Mapping[str, int] = MappingProxyType({})


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
    claims = [*split_claims(bare, marks), *(list_unmarked(bare, marks) if hits else ())]
    support = _Support(hits, question, known, confirmed)
    judgement = _judge_claims(claims, support)
    checked = _rewrite_answer(answer, bare, judgement)
    return CheckedAnswer(
        checked.text,
        tuple(build_source(n, hits[n - 1]) for n in judgement.list_cited()),
        support.count_removed(marks),
        checked.marks,
        tuple(judgement.unsupported),
    )


class _Judgement(Struct, frozen=True):
    """The numbers that each mark keeps, and the claims that nothing in the prompt supports."""

    claims: int
    kept: Mapping[Mark, tuple[int, ...]]
    notes: Collection[Mark]  # behind which it says that a claim is not verified
    unsupported: Sequence[str]

    def list_cited(self) -> list[int]:
        return sorted({n for numbers in self.kept.values() for n in numbers})


def _judge_claims(claims: Sequence[Claim], support: "_Support") -> _Judgement:
    kept: dict[Mark, tuple[int, ...]] = {}
    unsupported: list[Claim] = []
    for claim in claims:
        held = support.find(claim)
        kept |= _keep_once(claim, held)
        if not held and (claim.is_marked or not support.is_known(claim.text)):
            unsupported.append(claim)
    notes = {claim.marks[-1] for claim in unsupported}
    return _Judgement(len(claims), kept, notes, [claim.text for claim in unsupported])


def _rewrite_answer(answer: str, bare: str, judgement: _Judgement) -> MarkedText:
    """Rewrite the marks; of several claims, the end says how many are not verified."""
    notes = judgement.notes
    note = get_note(bare) if notes else ""
    rewritten = _rewrite_marks(answer, bare, judgement, note)
    count = format_count(note, len(notes)) if notes and judgement.claims > 1 else ""
    return join_marked("\n\n", (rewritten, MarkedText(count)))


def _keep_once(claim: Claim, held: Collection[int]) -> dict[Mark, tuple[int, ...]]:
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

    def find(self, claim: Claim) -> set[int]:
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

    def count_removed(self, marks: Sequence[Mark]) -> int:
        """Count the numbers of marks that were found not to support their claim."""
        return sum(len(set(mark.numbers) - set(self.held.get(mark, ()))) for mark in marks)

    def is_known(self, text: str) -> bool:
        """Tell if another text of the prompt supports a statement."""
        candidates = select_candidates(text, self._known)
        return any(supports(parse_passage(self._known[n - 1]), text) for n in candidates)


@lru_cache(maxsize=STRIPPED)
def strip_citations(answer: str) -> str:
    """Remove marks and notes: in later prompts the numbers mean other passages."""
    return strip_notes(strip_marks(answer, find_marks(answer)))


def _find_supporting(
    text: str, named: Mapping[int, ParsedPassage], question: str, *, is_marked: bool
) -> set[int]:
    demands = CITED if is_marked else UNCITED
    alone = {n for n, passage in named.items() if supports(passage, text, question, demands)}
    if alone or len(named) < 2 or not is_marked:
        return alone
    parts = find_contributors(list(named.values()), text)
    return {n for n, adds in zip(named, parts, strict=True) if adds}


def _rewrite_marks(answer: str, bare: str, judgement: _Judgement, note: str) -> MarkedText:
    parts: list[MarkedText] = []
    done = 0
    space = ""
    for mark in sorted(judgement.kept, key=lambda each: (each.start, each.end)):
        parts.append(MarkedText(answer[done : mark.start]))
        # The space before a mark that goes is left to a neighbour that stays.
        space = _get_leading_space(answer, mark) or (space if done == mark.start else "")
        done = mark.end
        if numbers := judgement.kept[mark]:
            apart = mark.start == mark.end or is_indexable(bare[max(0, mark.at - 2) : mark.at])
            space = space or (" " if apart else "")
            parts += [MarkedText(space), *(MarkedText(f"[{n}]", (0,)) for n in numbers)]
            space = ""
        elif mark in judgement.notes:
            parts.append(MarkedText(f" {format_note(note)}"))
    return join_marked("", [*parts, MarkedText(answer[done:])])


def _get_leading_space(answer: str, mark: Mark) -> str:
    return re.match(r"\s*", answer[mark.start : mark.end])[0]  # type: ignore[index]  # always found
