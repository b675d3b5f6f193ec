"""Proposes candidates as `scoped_fts` does, by numpy: many times as fast where that is loaded."""

from typing import Self

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field

from indexer.search.bm25 import Proposal, compute_rarities
from indexer.search.bm25_arrays import (
    NONE,
    Ids,
    LengthNorm,
    Mask,
    Matches,
    Numbers,
    Postings,
    merge_best,
    select_best,
    unite,
)
from indexer.search.query import Query, SearchFilter, Term, is_in_other_fields
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

REMEMBERED = 2  # readers whose rows are remembered
ROOM = 1 << 18  # rows that all postings remembered for a reader may have: some 3 MB

FormKey = tuple[str, str, bool]  # form, fields, whether it is the beginning of words


class KnownForms:
    """The postings of the forms asked for last, among the same rows.

    A question is searched in several wordings, and the next one often repeats its words.
    """

    def __init__(self) -> None:
        self._size = 0
        self._postings: dict[FormKey, Postings] = {}

    def find(self, key: FormKey) -> Postings | None:
        return self._postings.get(key)

    def keep(self, key: FormKey, found: Postings) -> Postings:
        """Keep the postings of a form; all others go first if there is no room."""
        size = len(found.rows) + 1
        if self._size + size > ROOM:
            self._postings.clear()
            self._size = 0
        self._postings[key] = found
        self._size += size
        return found


class VisibleRows(Struct, frozen=True):
    """The rows of a corpus that a reader may see, by id."""

    ids: Ids
    lengths: Numbers
    places: npt.NDArray[np.int32]  # by id: the place of the row in `ids`, -1 for all others
    known: "KnownForms"

    @classmethod
    def build(cls, ids: Ids, lengths: Ids, last: int) -> Self:
        """`last` is the last id of any row."""
        order = np.argsort(ids)
        places = np.full(last + 1, -1, np.int32)
        places[ids[order]] = np.arange(len(ids))
        return cls(ids[order], lengths[order].astype(np.float32), places, KnownForms())


RowsKey = tuple[str, tuple[int, int], frozenset[str] | None]  # corpus, version, tokens of scopes


class VisibleRowsCache(Struct, frozen=True):
    """The rows of the last readers, as long as nothing changes; used by one thread."""

    known: dict[RowsKey, VisibleRows] = field(default_factory=dict)

    def load(
        self, db: Session, corpus: Corpus, within: SearchFilter, statistics: Statistics
    ) -> VisibleRows:
        tokens = next(iter(within.list_scope_tokens()), None)  # None: those of all
        key = (corpus.name, statistics.version, tokens)
        if key not in self.known:
            if len(self.known) >= REMEMBERED:
                self.known.clear()
            listed = list_visible_rows(db, within.visibility, corpus)
            ids, lengths = parse_numbers(listed.ids), parse_numbers(listed.lengths)
            self.known[key] = VisibleRows.build(ids, lengths, listed.last)
        return self.known[key]


class ScopedArrays(Struct, frozen=True):
    """FTS5's postings of a corpus, of the rows that one reader may see."""

    db: Session
    corpus: Corpus
    statistics: Statistics  # of the visible rows
    visible: VisibleRows

    def propose(self, query: Query, within: SearchFilter, count: int) -> Proposal:
        """Propose the `count` best of the visible rows that the filter lets through."""
        found = [self._find_postings(term, query) for term in query.terms]
        having = [len(each.rows) for each in found]
        if not any(having):
            return Proposal([], having)
        norm = LengthNorm.build(self.corpus, self.statistics)
        matches = Matches.join([found], [0], norm.compute(self.visible.lengths))
        rarities = compute_rarities(query, having, self.statistics)
        scores = matches.score(rarities, self._find_narrowed(within))
        rows, best = select_best(scores, count)
        return Proposal(merge_best([(self.visible.ids[rows], best)], count), having)

    def _find_postings(self, term: Term, query: Query) -> Postings:
        if query.common:
            return self._find_presences(term)
        found = [self._count_weighted(form, term.prefix) for form in term.forms]
        return unite(found, len(self.visible.ids))

    def _count_weighted(self, form: str, prefix: bool) -> Postings:
        """Count a form's occurrences by their weights, as far as a posting in memory does."""
        fields = MAIN_SIDE if prefix or is_in_other_fields(form) else EVERYWHERE
        key = (form, fields, prefix)
        known = self.visible.known
        return known.find(key) or known.keep(key, self._load_weighted(key))

    def _load_weighted(self, key: FormKey) -> Postings:
        docs = parse_numbers(list_occurrences(self.db, self.corpus, *key))
        rows = self.visible.places[np.abs(docs)]
        seen = np.flatnonzero(rows >= 0)
        seen = seen[np.argsort(rows[seen], kind="stable")]
        weights = np.where(docs[seen] > 0, self.corpus.main, self.corpus.side)
        found = _sum_by_row(rows[seen], weights)
        return Postings(found.rows, np.minimum(found.counts, MAX_COUNT).astype(np.uint16))

    def _find_presences(self, term: Term) -> Postings:
        """Count the commonest words once."""
        listed = (list_occurrences(self.db, self.corpus, form, TEXT) for form in term.forms)
        docs = np.abs(np.concatenate([parse_numbers(each) for each in listed]))
        rows = np.sort(self.visible.places[np.unique(docs)])
        rows = rows[rows >= 0]
        return _sum_by_row(rows, np.full(len(rows), self.corpus.unit))

    def _find_narrowed(self, within: SearchFilter) -> Mask | None:
        """Mark the rows that the filter lets through among the visible ones; None if all."""
        tokens = [token for each in within.list_other_tokens() for token in each]
        if not tokens:
            return None
        rows = parse_numbers(list_rows_with_tokens(self.db, self.corpus, tokens))
        return np.isin(self.visible.ids, rows)


def _sum_by_row(rows: npt.NDArray[np.int32], weights: npt.NDArray[np.int64]) -> Postings:
    """Sum the weights of occurrences, whose rows are ascending."""
    if not len(rows):
        return NONE
    starts = np.flatnonzero(np.concatenate(([True], rows[1:] != rows[:-1])))
    sums = np.add.reduceat(weights, starts)
    return Postings(rows[starts].astype(np.intp), sums.astype(np.float32))


def parse_numbers(listed: str) -> npt.NDArray[np.int64]:
    return np.fromstring(listed, np.int64, sep=",") if listed else np.empty(0, np.int64)
