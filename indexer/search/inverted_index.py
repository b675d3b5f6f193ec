"""BM25 in memory: proposes candidate rows a hundred times faster than FTS5.

A snapshot is a few immutable segments. A change adds a small segment and marks the rows that it
replaces as dead; small segments are merged. Rows that the reader may not see are removed before
anything is counted and the best are chosen.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Self

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from indexer.search.best_rows import find_best
from indexer.search.bm25 import Proposal
from indexer.search.bm25_arrays import Postings, unite
from indexer.search.index_segment import ROWS, Segment, Words, build_segment, hash_terms
from indexer.search.query import Query, SearchFilter, Term, WantedRows
from indexer.search.segment_rows import GroupPostings, SegmentGroup, group_segments
from indexer.store.corpus import Corpus, Statistics
from indexer.store.terms import TermRow

TIER = 8  # segments of about the same size are merged into one of the next size


class Snapshot(Struct, frozen=True):
    """The living rows of a corpus at one moment."""

    corpus: Corpus
    segments: tuple[Segment, ...] = ()
    groups: tuple[SegmentGroup[Segment], ...] = ()  # of these segments
    version: tuple[int, int] = (0, 0)  # rows ever added to the corpus and removed from it

    @property
    def living(self) -> int:
        return sum(segment.living for segment in self.segments)

    @property
    def memory(self) -> int:
        """Bytes."""
        own = sum(each.memory for each in self.segments)
        return own + sum(each.memory for each in self.groups)

    def apply(self, stale: Iterable[int], rows: Sequence[TermRow]) -> Self:
        """Return the snapshot without the rows `stale` and with `rows`."""
        gone = list(stale)
        kept = [segment.without(gone) for segment in self.segments] if gone else self.segments
        fresh = [build_segment(rows[start : start + ROWS]) for start in range(0, len(rows), ROWS)]
        return self._with_segments(each for each in (*kept, *fresh) if each.living)

    def find_mergeable(self) -> tuple[Segment, ...]:
        """Find segments to rewrite as one: one that is mostly dead, or several of similar size."""
        for segment in self.segments:
            if segment.living * 2 < len(segment.ids):
                return (segment,)
        small = sorted(
            (each for each in self.segments if each.living * 2 <= ROWS),
            key=lambda each: each.living,
        )
        tiers = (list(tier) for _, tier in groupby(small, key=_find_tier))
        return next((_take_fitting(tier) for tier in tiers if len(tier) >= TIER), ())

    def swap(self, group: Sequence[Segment], one: Segment) -> Self:
        """Return the snapshot with `one` in place of `group`, or itself if any of these is gone."""
        kept = [each for each in self.segments if each not in group]
        if len(kept) + len(group) != len(self.segments):
            return self
        return self._with_segments((*kept, one))

    def propose(
        self, query: Query, within: SearchFilter, count: int, statistics: Statistics
    ) -> Proposal | None:
        """Return candidate rows; None for queries that need what is not in memory."""
        if query.common or any(term.prefix for term in query.terms):
            return None
        return self.find_best(query, within, count, statistics)

    def find_best(
        self, query: Query, within: SearchFilter, count: int, statistics: Statistics
    ) -> Proposal:
        """Return the `count` best rows that the filter lets through, by plain BM25.

        `statistics` are those of the visible rows.
        """
        hashes = hash_terms(form for term in query.terms for form in term.forms)
        found = self.find_terms(query.terms, hashes)
        return find_best(WantedRows(self.corpus, query, within, count), statistics, found)

    def find_terms(self, terms: Sequence[Term], hashes: Words) -> list[GroupPostings[Segment]]:
        """Find the rows that contain each term; `hashes` are those of all forms of all terms."""
        return [
            group.collect(lambda segment: _find_terms(segment, terms, hashes))
            for group in self.groups
        ]

    def _with_segments(self, segments: Iterable[Segment]) -> Self:
        found = tuple(segments)
        return replace(self, segments=found, groups=tuple(group_segments(found)))


def _find_tier(segment: Segment) -> int:
    """Return the size class of a segment; within a class sizes differ by less than eight times."""
    return segment.living.bit_length() // 3


def _take_fitting(group: Sequence[Segment]) -> tuple[Segment, ...]:
    """Return the first segments of `group` that fit into one; of small ones two always fit."""
    totals = np.cumsum([segment.living for segment in group])
    return tuple(group[: int(np.searchsorted(totals, ROWS, side="right"))])


def _find_terms(segment: Segment, terms: Sequence[Term], hashes: Words) -> list[Postings]:
    """Find the rows that contain each term, in any of its forms."""
    each = iter(segment.find_postings(hashes))
    return [unite([next(each) for _ in term.forms], len(segment.ids)) for term in terms]
