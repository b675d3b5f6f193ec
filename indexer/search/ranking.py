"""How passages are ordered: pure functions over numbers, nothing stored, nothing cached.

BM25 with the inverse document frequency of Lucene, which stays positive in the smallest
collection: FTS5's own falls to almost nothing for a term that half of the rows have.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal, TypeVar

from indexer.settings import Amount, Share

K1 = 1.2
B = 0.75
ACCESSES = 50  # the latest that count
NUDGE = 0.05  # of the best score: what use can add at most, so that it decides among equals only
RRF_K = 60

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """`search` in the configuration."""

    mode: Literal["bounded", "specification"] = "bounded"  # how far use may move a result
    fusion: Literal["convex", "rrf"] = "convex"  # how ranks by words and by meaning are joined
    activation_weight: Amount = 2.0  # of `specification`
    passage_weight: Share = 0.45  # of vectors in a convex fusion, for passages
    turn_weight: Share = 0.35  # the same for turns of a conversation


@dataclass(frozen=True, slots=True)
class RankingSettings(SearchSettings):
    """All that decides an order: how to search, and how fast use is forgotten."""

    decay_rate: float = 0.5  # `memory.decay_rate`, the d of ACT-R's sum of t^-d


def idf(having: int, rows: int) -> float:
    """How rare a term is that `having` of `rows` rows have."""
    return log(1 + (rows - having + 0.5) / (having + 0.5)) if having <= rows else 0.0


def length_norm(length: float, average: float) -> float:
    """What stands beside a frequency in the fraction of BM25; it grows with the text's length."""
    return K1 * (1 - B + B * length / average) if average else K1


def saturate(frequency: float, norm: float) -> float:
    """What a term adds for occurring `frequency` times, before idf."""
    return frequency * (K1 + 1) / (frequency + norm)


def activation(ages: Iterable[float], decay: float) -> float:
    """Base-level activation of ACT-R, `ln(1 + sum t^-d)`; `ages` in seconds, the latest first."""
    latest = [age for age, _ in zip(ages, range(ACCESSES), strict=False)]
    return log(1 + sum(max(age, 1.0) ** -decay for age in latest))


def blend(relevance: float, activation: float, best: float, settings: RankingSettings) -> float:
    """Relevance with use: added as the specification has it, or bounded by `NUDGE` of the best."""
    if settings.mode == "specification":
        return relevance + settings.activation_weight * activation
    return relevance + NUDGE * best * activation / (1 + activation)


def scale_score(relevance: float) -> float:
    """A relevance as a score from 0 to 1, higher is better, in the same order."""
    positive = max(relevance, 0.0)
    return positive / (1 + positive)


def fuse_ranks(*rankings: Sequence[Key]) -> dict[Key, float]:
    """Reciprocal rank fusion, `1 / (k + rank + 1)` with rank from 0."""
    fused: dict[Key, float] = {}
    for ranking in rankings:
        for rank, each in enumerate(ranking):
            fused[each] = fused.get(each, 0.0) + 1 / (RRF_K + rank + 1)
    return fused
