"""Chooses the rows of some segments that plain BM25 ranks first, among those a reader may see."""

from collections.abc import Sequence

from indexer.search.bm25 import Proposal, compute_rarities
from indexer.search.bm25_arrays import LengthNorm, Matches, Postings, merge_best, select_best
from indexer.search.query import WantedRows
from indexer.search.segment_rows import SegmentRows
from indexer.store.corpus import Statistics

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
    scopes, others = tuple(within.list_scope_tokens()), tuple(within.list_other_tokens())
    visible = [rows.find_matching(scopes) if scopes else None for rows, _ in found]
    matches = [Matches.join(postings) for _, postings in found]
    counts = [each.count_rows(own) for each, own in zip(matches, visible, strict=True)]
    having = [sum(of_term) for of_term in zip(*counts, strict=True)]
    rarities = compute_rarities(query, having, statistics)
    norm = LengthNorm.build(wanted.corpus, statistics)
    best = []
    for (rows, _), each in zip(found, matches, strict=True):
        allowed = rows.find_matching((*scopes, *others)) if scopes or others else None
        best.append(select_best(rows.ids, each.score(rows.lengths, norm, rarities, allowed), count))
    return Proposal(merge_best(best, count), having)
