"""Measures of ranking quality: binary relevance, means over questions."""

from collections.abc import Collection, Sequence
from math import log2

from msgspec import Struct


class Measures(Struct, frozen=True):
    """Means over `queries` questions; `session` is 0 where there are no sessions."""

    queries: int
    recall5: float
    recall10: float
    ndcg10: float
    mrr10: float
    session5: float = 0.0


def recall(ranking: Sequence[str], relevant: Collection[str], depth: int) -> float:
    return len(set(ranking[:depth]) & set(relevant)) / len(relevant)


def ndcg(ranking: Sequence[str], relevant: Collection[str], depth: int) -> float:
    gains = [1 / log2(rank + 2) for rank, each in enumerate(ranking[:depth]) if each in relevant]
    ideal = [1 / log2(rank + 2) for rank in range(min(depth, len(relevant)))]
    return sum(gains) / sum(ideal)


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str], depth: int) -> float:
    hits = (1 / (rank + 1) for rank, each in enumerate(ranking[:depth]) if each in relevant)
    return next(hits, 0.0)


def measure(rankings: Sequence[Sequence[str]], relevant: Sequence[Collection[str]]) -> Measures:
    """Compute recall, nDCG and MRR over all questions."""
    pairs = list(zip(rankings, relevant, strict=True))
    count = len(pairs) or 1
    return Measures(
        queries=len(pairs),
        recall5=sum(recall(*pair, 5) for pair in pairs) / count,
        recall10=sum(recall(*pair, 10) for pair in pairs) / count,
        ndcg10=sum(ndcg(*pair, 10) for pair in pairs) / count,
        mrr10=sum(reciprocal_rank(*pair, 10) for pair in pairs) / count,
    )
