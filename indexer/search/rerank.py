"""Reranks candidates: fuses words and meaning, boosts by use, speaker, session, drops repeats."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from indexer.documents import Reason
from indexer.search.ranking import (
    RRF_K,
    RankingSettings,
    activation,
    blend,
    fuse_ranks,
    scale_score,
)
from indexer.store.engine.session import Row
from indexer.store.terms import BOUNDARY
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold

SAME = 0.9  # of their distinct terms: passages that share so many are the same
PER_SECTION = 2  # passages, as long as other sections have candidates
SESSION = 0.3  # each turn gains this share of the mean of its session's three best
EVIDENCE = 3  # best turns of a session that count for it
NAMED = 1.2  # factor for a turn if the question names its speaker and no other


class RankedRow(Struct, frozen=True):
    """A visible row with the named parts of its score."""

    row: Row
    parts: dict[str, float]
    score: float  # their sum
    bm25: float  # relevance by words alone
    model: str = ""  # the model whose cosine is part of the score, which then is from 0 to 1
    cosine: float | None = None
    rarest: float = 0.0  # the idf of a word that no other row contains

    @classmethod
    def from_parts(cls, row: Row, parts: dict[str, float], rarest: float = 0.0) -> Self:
        worth = sum(parts.values())
        return cls(row, parts, worth, worth, rarest=rarest)

    def with_fusion(self, parts: dict[str, float], model: str, cosine: float | None) -> Self:
        """Return the row with a score that combines words and meaning."""
        return replace(self, parts=parts, score=sum(parts.values()), model=model, cosine=cosine)

    def with_part(self, part: str, worth: float) -> Self:
        """Return the row with one more part in its score."""
        return replace(self, parts={**self.parts, part: worth}, score=self.score + worth)

    @property
    def bm25_alone(self) -> float:
        """BM25 of the words, without what else words add."""
        return self.parts["words"]

    @property
    def scaled_score(self) -> float:
        """The score for a reader: from 0 to 1, higher is better."""
        return min(self.score, 1.0) if self.model else scale_score(self.score)


def sort_by_score(ranked: Iterable[RankedRow]) -> list[RankedRow]:
    """Sort, the best first; ties go to the row stored first, so that the order is stable."""
    return sorted(ranked, key=lambda each: (-each.score, each.row["id"]))


def boost_used(
    ranked: Sequence[RankedRow], settings: RankingSettings, now: datetime
) -> list[RankedRow]:
    """Add to each score what past use is worth at `now`, and sort.

    The specification's formula has plain BM25, without the part for adjacent words.
    """
    if settings.is_as_specified:
        ranked = [RankedRow.from_parts(r.row, {"words": r.bm25_alone}, r.rarest) for r in ranked]
    best = max((each.score for each in ranked), default=0.0)
    return sort_by_score(_boost_use(each, best, settings, now.timestamp()) for each in ranked)


def _boost_use(each: RankedRow, best: float, settings: RankingSettings, now: float) -> RankedRow:
    accesses = each.row["accesses"]
    if not accesses:
        return each
    ages = [now - int(at) for at in accesses.split(",")]
    base = activation(ages, settings.decay_rate)
    return each.with_part("use", blend(each.score, base, best, settings) - each.score)


class Nearness(Struct, frozen=True):
    """The cosines of rows with a question, by `model`; rows without a vector are missing."""

    model: str
    cosines: Mapping[int, float]
    weight: float  # in a convex fusion

    def find_cosine(self, each: RankedRow) -> float | None:
        return self.cosines.get(each.row["id"])


def fuse(
    ranked: Sequence[RankedRow], near: Nearness, fusion: Literal["convex", "rrf"]
) -> list[RankedRow]:
    """Combine words and meaning; the parts are what each of them adds."""
    return sort_by_score(
        _fuse_by_rank(ranked, near) if fusion == "rrf" else _fuse_convex(ranked, near)
    )


def _fuse_convex(ranked: Sequence[RankedRow], near: Nearness) -> Iterator[RankedRow]:
    """Divide each kind by its best; a row without a vector so far counts by words alone."""
    words = max((each.score for each in ranked), default=0.0) or 1.0
    sense = max((near.find_cosine(each) or 0.0 for each in ranked), default=0.0) or 1.0
    for each in ranked:
        cosine = near.find_cosine(each)
        weight = 0.0 if cosine is None else near.weight
        parts = {name: (1 - weight) * worth / words for name, worth in each.parts.items()}
        parts["meaning"] = weight * max(cosine or 0.0, 0.0) / sense
        yield each.with_fusion(parts, near.model, cosine)


def _fuse_by_rank(ranked: Sequence[RankedRow], near: Nearness) -> Iterator[RankedRow]:
    """Divide reciprocal ranks by their maximum: the first of both lists scores 1."""
    found = [each for each in ranked if near.find_cosine(each) is not None]
    nearest = sorted(found, key=lambda each: -(near.find_cosine(each) or 0.0))
    words = fuse_ranks([each.row["id"] for each in ranked if each.score > 0])
    meaning = fuse_ranks([each.row["id"] for each in nearest])
    most = 2 / (RRF_K + 1)
    for each in ranked:
        row = each.row["id"]
        parts = {"words": words.get(row, 0.0) / most, "meaning": meaning.get(row, 0.0) / most}
        yield each.with_fusion(parts, near.model, near.find_cosine(each))


def boost_speaker(ranked: Sequence[RankedRow], question: str) -> list[RankedRow]:
    """Boost a speaker's own turns if the question names this speaker and no other."""
    words = set(map(fold, tokenize(question)))
    names = {each.row["speaker"] for each in ranked}
    named = [name for name in names if words & set(map(fold, tokenize(name)))]
    if len(named) != 1:
        return list(ranked)
    return sort_by_score(_boost_speaker(each, named[0]) for each in ranked)


def _boost_speaker(each: RankedRow, speaker: str) -> RankedRow:
    own = each.row["speaker"] == speaker
    return each.with_part("speaker", (NAMED - 1) * each.score if own else 0.0)


def boost_sessions(ranked: Sequence[RankedRow]) -> list[RankedRow]:
    """Boost turns by how well the best turns of their session match."""
    scores: dict[tuple[int, str], list[float]] = {}
    for each in ranked:
        scores.setdefault(_session_key(each.row), []).append(each.score)
    gains = {
        session: SESSION * sum(sorted(found)[-EVIDENCE:]) / EVIDENCE
        for session, found in scores.items()
    }
    return sort_by_score(
        RankedRow.from_parts(each.row, {**each.parts, "session": gains[_session_key(each.row)]})
        for each in ranked
    )


def _session_key(row: Row) -> tuple[int, str]:
    return (row["file_id"], row["session"])


def pick_distinct(ranked: Sequence[RankedRow], limit: int) -> list[RankedRow]:
    """Pick `limit` rows: near-duplicates once, two per section as long as others are left."""
    chosen: list[RankedRow] = []
    spare: list[RankedRow] = []
    seen: list[frozenset[str]] = []
    sections: dict[tuple[str, ...], int] = {}
    for each in ranked:
        if len(chosen) == limit:
            break
        words = _list_terms(each.row)
        if any(_is_same(words, other) for other in seen):
            continue
        seen.append(words)
        section = _section_key(each.row)
        sections[section] = sections.get(section, 0) + 1
        (chosen if sections[section] <= PER_SECTION else spare).append(each)
    return chosen + spare[: limit - len(chosen)]


def list_left_out(
    ranked: Sequence[RankedRow], chosen: Iterable[RankedRow]
) -> Iterator[tuple[RankedRow, Reason]]:
    """Yield the rows that `pick_distinct` has not chosen of `ranked`, the best first, and why."""
    taken = {each.row["id"] for each in chosen}
    seen: list[frozenset[str]] = []
    sections: Counter[tuple[str, ...]] = Counter()
    for each in ranked:
        words = _list_terms(each.row)
        same = any(_is_same(words, other) for other in seen)
        full = sections[_section_key(each.row)] >= PER_SECTION
        if each.row["id"] not in taken:
            yield each, "repeated" if same else "section" if full else "limit"
        if not same:
            seen.append(words)
            sections[_section_key(each.row)] += 1


def _list_terms(row: Row) -> frozenset[str]:
    return frozenset(row["main"].partition(BOUNDARY)[0].split())


def _section_key(row: Row) -> tuple[str, ...]:
    return (row["file_path"], row["section_path"], row["name"])


def _is_same(words: frozenset[str], others: frozenset[str]) -> bool:
    small, large = sorted((len(words), len(others)))
    if not small or small < SAME * large:
        return False
    shared = len(words & others)
    return shared >= SAME * (small + large - shared)
