"""FTS5 proposes rows where no index in memory does: the best of all that have any of the words.

FTS5 spends its time on ranking, not on matching, and most of what matches has but the commonest of
the words. So a row that has none of the rarer ones is not ranked where it cannot be among the best:
where all that its words can be worth is less than the last of the best is worth (MaxScore, Turtle
and Flood 1995).
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import log
from operator import attrgetter, itemgetter
from typing import NamedTuple

from indexer.search.bm25 import Proposal
from indexer.search.query import (
    BooleanQuery,
    Query,
    SearchFilter,
    Term,
    format_match,
    format_terms,
    format_unfiltered_match,
)
from indexer.search.ranking import K1
from indexer.store.corpus import Corpus

# What the commonest words may be worth together for a start, of what the rarest of them are worth:
# the best rows have some of these. If that turns out to be too much, the last of what was found
# tells how much it may be.
SHARE = 0.35
RAREST = 5
LEAST = 1e-6  # the rarity that FTS5 gives a word which half of the rows have

_BEST = """
    SELECT rowid, -bm25({fts}, {main}, {side}, 1, 0) AS score
    FROM {fts} WHERE {fts} MATCH ? ORDER BY score DESC LIMIT ?
"""
_HAVING = "SELECT count(*) FROM {fts} WHERE {fts} MATCH ?"


class ScoredRow(NamedTuple):
    """A row with its score, the higher the better."""

    row: int
    score: float


@dataclass(frozen=True, slots=True)
class WeightedQuery:
    """The words of a question that some row has, and what each is worth at most, ascending."""

    query: Query
    worths: Sequence[float]

    @classmethod
    def weigh(cls, query: Query, having: Sequence[int], rows: int) -> "WeightedQuery":
        found = [
            (_max_score(term, n, rows), term)
            for term, n in zip(query.terms, having, strict=True)
            if n
        ]
        found.sort(key=itemgetter(0))
        terms = tuple(term for _, term in found)
        return cls(Query(terms, query.common), [worth for worth, _ in found])

    def count_commonest(self, limit: float) -> int:
        """How many of the commonest are worth less than `limit` together; never all."""
        within = sum(worth < limit for worth in accumulate(self.worths))
        return min(within, len(self.worths) - 1)


def _max_score(term: Term, having: int, rows: int) -> float:
    """A term's share in FTS5's BM25 where it stands endlessly often in a text of no length."""
    rarity = log((rows - having + 0.5) / (having + 0.5)) if having < rows else 0.0
    return term.weight * max(rarity, LEAST) * (K1 + 1)


@dataclass(frozen=True, slots=True)
class FullText:
    """FTS5 over a corpus that has so many rows."""

    db: sqlite3.Connection
    corpus: Corpus
    rows: int

    def propose(self, query: Query, within: SearchFilter, count: int) -> Proposal:
        """The `count` best of the rows within reach, by FTS5's own BM25."""
        forms = query.forms
        of_forms = self._count_rows_per_term(forms)
        words = WeightedQuery.weigh(forms, of_forms, self.rows)
        return Proposal(
            self._find_best(words, within, count), self._count_rows_per_word(query, of_forms)
        )

    def _count_rows_per_term(self, query: Query) -> list[int]:
        """How many rows have each term."""
        return list(map(self._count, format_terms(query)))

    def _count(self, expression: str) -> int:
        sql = _HAVING.format(fts=self.corpus.fts)
        (count,) = self.db.execute(sql, (expression,)).fetchone()
        return int(count)

    def _count_rows_per_word(self, query: Query, of_forms: Iterable[int]) -> list[int]:
        """How many rows have each term in any of its forms."""
        each = zip(of_forms, query.forms.terms, strict=True)
        return [
            self._count_any_form(query, [next(each) for _ in term.forms]) for term in query.terms
        ]

    def _count_any_form(self, query: Query, forms: Iterable[tuple[int, Term]]) -> int:
        """The rows of the commonest form, and those that have but the others: most often few."""
        (most, first), *others = sorted(forms, key=itemgetter(0), reverse=True)
        rarer = tuple(form for having, form in others if having)
        if not rarer:
            return most
        beyond = BooleanQuery(replace(query, terms=rarer), excluded=replace(query, terms=(first,)))
        return most + self._count(format_unfiltered_match(beyond))

    def _find_best(self, words: WeightedQuery, within: SearchFilter, count: int) -> list[int]:
        if not words.worths:
            return []
        limit = SHARE * sum(words.worths[-RAREST:]) if within.list_tokens() else 0.0
        common = words.count_commonest(limit)
        found = self._rank(words.query.require(common), within, count)
        fewer = words.count_commonest(found[-1].score if len(found) == count else 0.0)
        if fewer < common:
            found += self._rank(words.query.require(fewer, common), within, count)
            found.sort(key=attrgetter("score"), reverse=True)
        return [each.row for each in found[:count]]

    def _rank(self, wanted: BooleanQuery, within: SearchFilter, count: int) -> list[ScoredRow]:
        corpus = self.corpus
        sql = _BEST.format(fts=corpus.fts, main=corpus.main, side=corpus.side)
        return [
            ScoredRow(*row) for row in self.db.execute(sql, (format_match(wanted, within), count))
        ]
