"""Chooses the rows of some segments that plain BM25 ranks first, among those a reader may see."""

from collections.abc import Sequence

from indexer.search.bm25 import Proposal, compute_rarities
from indexer.search.bm25_arrays import (
    Ids,
    LengthNorm,
    Mask,
    Matches,
    Scores,
    find_least,
    merge_best,
    select_best,
)
from indexer.search.query import SearchFilter, WantedRows
from indexer.search.segment_rows import GroupPostings, SegmentGroup, SegmentRows
from indexer.store.corpus import Statistics


def find_best(
    wanted: WantedRows, statistics: Statistics, found: Sequence[GroupPostings[SegmentRows]]
) -> Proposal:
    """Return the best rows that the filter lets through, by plain BM25.

    `statistics` are those of the visible rows.
    """
    query, within, count = wanted.query, wanted.within, wanted.count
    if not found:
        return Proposal([], [0] * len(query.terms))
    scopes = tuple(within.list_scope_tokens())
    norm = LengthNorm.build(wanted.corpus, statistics)
    matches = [
        Matches.join(postings, group.starts, group.find_norms(scopes, norm))
        for group, postings in found
    ]
    having = [sum(of_term) for of_term in zip(*(m.count_rows() for m in matches), strict=True)]
    rarities = compute_rarities(query, having, statistics)
    best, least = list[tuple[Ids, Scores]](), 0.0
    for (group, _), own in zip(found, matches, strict=True):
        rows, scores = select_best(own.score(rarities, _find_narrowed(group, within)), count, least)
        best.append((group.find_ids(rows), scores))
        least = max(least, find_least(scores, count))
    return Proposal(merge_best(best, count), having)


def _find_narrowed(group: SegmentGroup[SegmentRows], within: SearchFilter) -> Mask | None:
    """Mark the rows that the filter lets through among the visible ones; None if all."""
    if not within.list_other_tokens():
        return None
    return group.find_matching(tuple(within.list_tokens()))
