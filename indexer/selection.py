"""Which of the candidates a reader gets: use as a tie-breaker, nothing twice, no section alone."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from indexer.analysis import tokens
from indexer.folding import fold
from indexer.ranking import RankingSettings, activation, blended
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

    @classmethod
    def of(cls, row: sqlite3.Row, parts: dict[str, float]) -> Self:
        return cls(row, parts, sum(parts.values()))


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
    added = blended(each.score, base, best, settings) - each.score
    return Ranked.of(each.row, {**each.parts, "use": added})


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
    return Ranked.of(each.row, {**each.parts, "speaker": (NAMED - 1) * each.score if own else 0.0})


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
