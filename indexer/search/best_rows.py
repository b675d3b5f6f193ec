"""Chooses the rows of some segments that plain BM25 ranks first, among those a reader may see."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from indexer.search.bm25 import Proposal, compute_rarities
from indexer.search.bm25_arrays import (
    Ids,
    LengthNorm,
    Mask,
    Matches,
    Postings,
    Scores,
    find_least,
    merge_best,
    select_best,
)
from indexer.search.query import SearchFilter, WantedRows
from indexer.search.segment_rows import SegmentRows
from indexer.store.corpus import Statistics

Scalar = TypeVar("Scalar", bound=np.generic)

TOGETHER = 1 << 16  # rows that are scored in one step: more of them leave the processor's cache

SegmentPostings = tuple[SegmentRows, Sequence[Postings]]  # of each term, in any of its forms


def find_best(
    wanted: WantedRows, statistics: Statistics, found: Sequence[SegmentPostings]
) -> Proposal:
    """Return the best rows that the filter lets through, by plain BM25.

    `statistics` are those of the visible rows.
    """
    query, within, count = wanted.query, wanted.within, wanted.count
    if not found:
        return Proposal([], [0] * len(query.terms))
    scopes = tuple(within.list_scope_tokens())
    norm = LengthNorm.build(wanted.corpus, statistics)
    groups = _group(found)
    matches = [_join(each, scopes, norm) for each in groups]
    having = [sum(of_term) for of_term in zip(*(m.count_rows() for m in matches), strict=True)]
    rarities = compute_rarities(query, having, statistics)
    best, least = list[tuple[Ids, Scores]](), 0.0
    for group, own in zip(groups, matches, strict=True):
        scores = own.score(rarities, _find_narrowed(group, within))
        best.append(
            select_best(_join_arrays([rows.ids for rows, _ in group]), scores, count, least)
        )
        least = max(least, find_least(best[-1][1], count))
    return Proposal(merge_best(best, count), having)


def _group(found: Sequence[SegmentPostings]) -> list[list[SegmentPostings]]:
    """Group segments, the largest first: its best rows tell how good those of others must be."""
    groups, room = list[list[SegmentPostings]](), 0
    for each in sorted(found, key=lambda each: -len(each[0].ids)):
        if len(each[0].ids) > room:
            groups.append([])
            room = TOGETHER
        groups[-1].append(each)
        room -= len(each[0].ids)
    return groups


def _join(
    group: Sequence[SegmentPostings], scopes: tuple[frozenset[str], ...], norm: LengthNorm
) -> Matches:
    norms = _join_arrays([rows.find_norms(scopes, norm) for rows, _ in group])
    starts = accumulate((len(rows.ids) for rows, _ in group), initial=0)
    return Matches.join([postings for _, postings in group], list(starts)[:-1], norms)


def _find_narrowed(group: Sequence[SegmentPostings], within: SearchFilter) -> Mask | None:
    """Mark the rows that the filter lets through among the visible ones; None if all."""
    if not within.list_other_tokens():
        return None
    return _join_arrays([rows.find_matching(tuple(within.list_tokens())) for rows, _ in group])


def _join_arrays(arrays: Sequence[npt.NDArray[Scalar]]) -> npt.NDArray[Scalar]:
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)
