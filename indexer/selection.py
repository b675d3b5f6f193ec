"""Which of the candidates a reader gets: use as a tie-breaker, nothing twice, no section alone."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from indexer.analysis import tokens
from indexer.folding import fold
from indexer.ranking import RRF_K, RankingSettings, activation, blended, reciprocal_ranks, shown
from indexer.terms import BOUNDARY

SAME = 0.9  # of their different terms that two passages share: then they are the same
PER_SECTION = 2  # passages, as long as others are left
SESSION = 0.3  # of the mean of a session's three best that each of its turns gains
EVIDENCE = 3  # turns of a session that speak for it
NAMED = 1.2  # times what a turn is worth if the question names its speaker and no other


@dataclass(frozen=True, slots=True)
class Ranked:
    """A visible row with the named parts of its score."""

    row: sqlite3.Row
    parts: dict[str, float]
    score: float  # their sum
    fused: bool = False  # whether the score is from 0 to 1 already

    @classmethod
    def of(cls, row: sqlite3.Row, parts: dict[str, float], *, fused: bool = False) -> Self:
        return cls(row, parts, sum(parts.values()), fused)

    def having(self, part: str, worth: float) -> Self:
        """The same with one more part."""
        return replace(self, parts={**self.parts, part: worth}, score=self.score + worth)

    @property
    def shown(self) -> float:
        """The score for a reader: from 0 to 1, higher is better."""
        return min(self.score, 1.0) if self.fused else shown(self.score)


def ordered(ranked: Iterable[Ranked]) -> list[Ranked]:
    """The best first; among equals the one stored first, so that an order is always the same."""
    return sorted(ranked, key=lambda each: (-each.score, each.row["id"]))


def by_use(ranked: Sequence[Ranked], settings: RankingSettings, now: datetime) -> list[Ranked]:
    """The same with what recent use adds, worked out for this moment."""
    best = max((each.score for each in ranked), default=0.0)
    return ordered(_used(each, best, settings, now.timestamp()) for each in ranked)


def _used(each: Ranked, best: float, settings: RankingSettings, now: float) -> Ranked:
    accesses = each.row["accesses"]
    if not accesses:
        return each
    ages = [now - int(at) for at in accesses.split(",")]
    base = activation(ages, settings.decay_rate)
    return each.having("use", blended(each.score, base, best, settings) - each.score)


def fused(
    ranked: Sequence[Ranked],
    nearness: Mapping[int, float],
    settings: RankingSettings,
    weight: float,
) -> list[Ranked]:
    """Words and meaning together; `nearness` are the cosines of rows, those without have none yet.

    With the specification's fusion the parts are what each rank adds.
    """
    if settings.fusion == "rrf":
        return _by_rank(ranked, nearness)
    words = max((each.score for each in ranked), default=0.0) or 1.0
    sense = max(nearness.values(), default=0.0) or 1.0
    return ordered(
        _convex(each, words, max(nearness[each.row["id"]], 0.0) / sense, weight)
        if each.row["id"] in nearness
        else _convex(each, words, 0.0, 0.0)
        for each in ranked
    )


def _convex(each: Ranked, best: float, nearness: float, weight: float) -> Ranked:
    parts = {name: (1 - weight) * worth / best for name, worth in each.parts.items()}
    return Ranked.of(each.row, {**parts, "meaning": weight * nearness}, fused=True)


def _by_rank(ranked: Sequence[Ranked], nearness: Mapping[int, float]) -> list[Ranked]:
    rows = [each.row["id"] for each in ranked if each.score > 0]
    near = sorted(nearness, key=lambda row: -nearness[row])
    words, meaning, most = reciprocal_ranks(rows), reciprocal_ranks(near), 2 / (RRF_K + 1)
    return ordered(
        Ranked.of(
            each.row,
            {
                "words": words.get(each.row["id"], 0.0) / most,
                "meaning": meaning.get(each.row["id"], 0.0) / most,
            },
            fused=True,
        )
        for each in ranked
    )


def by_speaker(ranked: Sequence[Ranked], question: str) -> list[Ranked]:
    """The same, with the speaker's own turns first where the question names one of the speakers."""
    asked = set(map(fold, tokens(question)))
    names = {each.row["speaker"] for each in ranked}
    named = [name for name in names if asked & set(map(fold, tokens(name)))]
    if len(named) != 1:
        return list(ranked)
    return ordered(_own(each, named[0]) for each in ranked)


def _own(each: Ranked, speaker: str) -> Ranked:
    own = each.row["speaker"] == speaker
    return each.having("speaker", (NAMED - 1) * each.score if own else 0.0)


def by_session(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The same, with those first whose session has more that answers."""
    scores: dict[tuple[int, str], list[float]] = {}
    for each in ranked:
        scores.setdefault(_session(each.row), []).append(each.score)
    gains = {
        session: SESSION * sum(sorted(found)[-EVIDENCE:]) / EVIDENCE
        for session, found in scores.items()
    }
    return ordered(
        Ranked.of(each.row, {**each.parts, "session": gains[_session(each.row)]}) for each in ranked
    )


def _session(row: sqlite3.Row) -> tuple[int, str]:
    return (row["file_id"], row["session"])


def distinct(ranked: Sequence[Ranked], limit: int) -> list[Ranked]:
    """The first `limit`: near-identical ones once, two of a section as long as others are left."""
    chosen: list[Ranked] = []
    spare: list[Ranked] = []
    seen: list[frozenset[str]] = []
    sections: dict[tuple[str, ...], int] = {}
    for each in ranked:
        if len(chosen) == limit:
            break
        words = frozenset(each.row["main"].partition(BOUNDARY)[0].split())
        if any(_same(words, other) for other in seen):
            continue
        seen.append(words)
        section = _section(each.row)
        sections[section] = sections.get(section, 0) + 1
        (chosen if sections[section] <= PER_SECTION else spare).append(each)
    return chosen + spare[: limit - len(chosen)]


def _section(row: sqlite3.Row) -> tuple[str, ...]:
    return (row["file_path"], row["section_path"], row["name"])


def _same(words: frozenset[str], others: frozenset[str]) -> bool:
    shared = len(words & others)
    return bool(shared) and shared >= SAME * len(words | others)
