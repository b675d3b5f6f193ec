"""Proposes candidates by FTS5's postings of the rows that a reader may see.

FTS5 finds the occurrences of each word; BM25 is computed here from the visible rows alone. FTS5's
own `bm25` counts the rows of all scopes: by it a reader could tell what others have.

This is for a process that answers once: loading numpy takes longer than one search without.
"""

from collections import Counter
from collections.abc import Mapping
from heapq import nsmallest

from msgspec import Struct

from indexer.scopes import Visibility
from indexer.search.bm25 import Proposal, compute_rarities, take_best
from indexer.search.query import Query, SearchFilter, Term, is_in_other_fields
from indexer.search.ranking import length_norm, saturate
from indexer.store.corpus import MAX_COUNT, Corpus, Statistics
from indexer.store.door import (
    EVERYWHERE,
    MAIN_SIDE,
    TEXT,
    list_occurrences,
    list_rows_with_tokens,
    list_visible_rows,
)
from indexer.store.engine.session import Session

Counts = dict[int, int]  # of a term by row, weighted, in units of the corpus


class ScopedFullText(Struct, frozen=True):
    """FTS5's postings of a corpus, of the rows that one reader may see."""

    db: Session
    corpus: Corpus
    statistics: Statistics  # of the visible rows
    lengths: Mapping[int, int]  # of the visible rows by id

    def propose(self, query: Query, within: SearchFilter, count: int) -> Proposal:
        """Propose the `count` best of the visible rows that the filter lets through."""
        found = [self._count_term(term, query) for term in query.terms]
        having = [len(each) for each in found]
        scores = self._score(found, compute_rarities(query, having, self.statistics))
        if tokens := [token for each in within.list_other_tokens() for token in each]:
            listed = list_rows_with_tokens(self.db, self.corpus, tokens)
            scores = {row: scores[row] for row in scores.keys() & set(_parse_numbers(listed))}
        best = nsmallest(2 * count, scores.items(), key=lambda each: (-each[1], each[0]))
        rows, worths = [row for row, _ in best], [worth for _, worth in best]
        return Proposal(take_best(rows, worths, count), having)

    def _score(self, found: list[Counts], rarities: list[float]) -> dict[int, float]:
        scores: dict[int, float] = {}
        unit, average = self.corpus.unit, self.statistics.average
        for rarity, counts in zip(rarities, found, strict=True):
            for row, times in counts.items():
                norm = length_norm(self.lengths[row] / unit, average)
                scores[row] = scores.get(row, 0.0) + rarity * saturate(times / unit, norm)
        return scores

    def _count_term(self, term: Term, query: Query) -> Counts:
        """Count a term in the visible rows, in any of its forms."""
        if query.common:
            return dict.fromkeys(self._find_rows(term), self.corpus.unit)
        counts: Counts = {}
        for form in term.forms:
            for row, times in self._weigh_form(form, term.prefix).items():
                counts[row] = counts.get(row, 0) + times
        return counts

    def _weigh_form(self, form: str, prefix: bool) -> Counts:
        """Count a form's occurrences by their weights, as far as a posting in memory does."""
        fields = MAIN_SIDE if prefix or is_in_other_fields(form) else EVERYWHERE
        counts: Counts = {}
        listed = list_occurrences(self.db, self.corpus, form, fields, prefix)
        for doc, times in Counter(_parse_numbers(listed)).items():
            if abs(doc) in self.lengths:
                worth = times * (self.corpus.main if doc > 0 else self.corpus.side)
                counts[abs(doc)] = counts.get(abs(doc), 0) + worth
        return {row: min(times, MAX_COUNT) for row, times in counts.items()}

    def _find_rows(self, term: Term) -> set[int]:
        """Find the visible rows that contain one of the commonest words."""
        listed = (list_occurrences(self.db, self.corpus, form, TEXT) for form in term.forms)
        found = (abs(row) for each in listed for row in _parse_numbers(each))
        return {row for row in found if row in self.lengths}


def load_lengths(db: Session, visibility: Visibility, corpus: Corpus) -> dict[int, int]:
    """Load the lengths of the rows that a reader may see, by id."""
    listed = list_visible_rows(db, visibility, corpus)
    return dict(zip(_parse_numbers(listed.ids), _parse_numbers(listed.lengths), strict=True))


def _parse_numbers(listed: str) -> list[int]:
    return [int(each) for each in listed.split(",")] if listed else []
