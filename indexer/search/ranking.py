"""Formulas that rank passages: pure functions over numbers, nothing stored, nothing cached.

BM25 with Lucene's inverse document frequency, which stays positive in the smallest collection:
FTS5's own falls to almost zero for a term that half of the rows contain.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal, TypeVar

from indexer.settings import Amount, Count, Share

K1 = 1.2
B = 0.75
ACCESSES = 50  # the latest ones, which count
NUDGE = 0.05  # of the best score: the most that use can add, so that it only breaks ties
RRF_K = 60

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """`search` in the configuration."""

    # `bounded`: words and meaning; use adds at most a twentieth of the best score; near-duplicates
    # once, and two passages a section before others had their turn. `specification`: the first of
    # `bm25 + activation_weight * activation` as they are, without vectors.
    mode: Literal["bounded", "specification"] = "bounded"
    fusion: Literal["convex", "rrf"] = "convex"  # how ranks by words and by meaning are joined
    # What the activation of past use is multiplied by in `specification`; no effect in `bounded`.
    activation_weight: Amount = 2.0
    passage_weight: Share = 0.45  # of vectors in a convex fusion, for passages
    turn_weight: Share = 0.35  # the same for turns of a conversation
    # Megabytes for what recent searches read of the index of words. More makes search in a large
    # collection faster, and less costs only time.
    cache_mb: Count = 24
    # Keep an FTS5 index of documents and conversations beside multis's own, for other programs and
    # for a start before that one is built. Without, files are indexed faster and take less space.
    fts5: bool = True


@dataclass(frozen=True, slots=True)
class RankingSettings(SearchSettings):
    """All settings that decide the order: how to search, and how fast past use loses weight."""

    decay_rate: float = 0.5  # `memory.decay_rate`, the d of ACT-R's sum of t^-d

    @property
    def is_as_specified(self) -> bool:
        """Return True if the formula of `specification` decides alone."""
        return self.mode == "specification"


def idf(having: int, rows: int) -> float:
    """Return the inverse document frequency of a term that `having` of `rows` rows contain."""
    return log(1 + (rows - having + 0.5) / (having + 0.5)) if having <= rows else 0.0


def length_norm(length: float, average: float) -> float:
    """Return what BM25 adds to a frequency in the denominator; it grows with the length."""
    return K1 * (1 - B + B * length / average) if average else K1


def saturate(frequency: float, norm: float) -> float:
    """Return the score of a term that occurs `frequency` times, before idf."""
    return frequency * (K1 + 1) / (frequency + norm)


def activation(ages: Iterable[float], decay: float) -> float:
    """Return the base-level activation of ACT-R, `ln(1 + sum t^-d)`.

    `ages` are in seconds, the latest first.
    """
    latest = [age for age, _ in zip(ages, range(ACCESSES), strict=False)]
    return log(1 + sum(max(age, 1.0) ** -decay for age in latest))


def blend(relevance: float, activation: float, best: float, settings: RankingSettings) -> float:
    """Add use to relevance, as specified or bounded by `NUDGE` times the best relevance."""
    if settings.is_as_specified:
        return relevance + settings.activation_weight * activation
    return relevance + NUDGE * best * activation / (1 + activation)


def scale_score(relevance: float) -> float:
    """Scale a relevance to a score from 0 to 1, higher is better, in the same order."""
    positive = max(relevance, 0.0)
    return positive / (1 + positive)


def fuse_ranks(*rankings: Sequence[Key]) -> dict[Key, float]:
    """Fuse rankings by reciprocal rank, `1 / (k + rank + 1)` with rank from 0."""
    fused: dict[Key, float] = {}
    for ranking in rankings:
        for rank, each in enumerate(ranking):
            fused[each] = fused.get(each, 0.0) + 1 / (RRF_K + rank + 1)
    return fused
