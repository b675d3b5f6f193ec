"""Proposes candidates with FTS5 where no index in memory does: the best rows with any of the words.

FTS5 spends its time on ranking, not on matching, and most matches contain only the commonest of the
words. So a row without any of the rarer words is not ranked if it cannot be among the best: if the
highest score that its words can reach is below that of the last of the best (MaxScore, Turtle and
Flood 1995).
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
from indexer.store.door import match

# The first limit for the highest score of the commonest words together, as a share of the rarest
# words' scores: the best rows contain some of these. If the limit turns out to be too high, the
# score of the last row found is the next limit.
SHARE = 0.35
RAREST = 5
LEAST = 1e-6  # the rarity that FTS5 gives a word which half of the rows contain

_BEST = """
    SELECT rowid, -bm25({fts}, :main, :side, 1, 0) AS score
    FROM {fts} WHERE {fts} MATCH :wanted ORDER BY score DESC LIMIT :count
"""
_HAVING = "SELECT count(*) FROM {fts} WHERE {fts} MATCH :wanted"


class ScoredRow(NamedTuple):
    """A row's id with its score, higher is better."""

    row: int
    score: float


@dataclass(frozen=True, slots=True)
class WeightedQuery:
    """The words of a question that any row contains, with their highest scores, ascending."""

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
        """Count the commonest words that together score less than `limit` at most; never all."""
        within = sum(worth < limit for worth in accumulate(self.worths))
        return min(within, len(self.worths) - 1)


def _max_score(term: Term, having: int, rows: int) -> float:
    """Return the limit of a term's score in FTS5's BM25: infinitely often in an empty text."""
    rarity = log((rows - having + 0.5) / (having + 0.5)) if having < rows else 0.0
    return term.weight * max(rarity, LEAST) * (K1 + 1)


@dataclass(frozen=True, slots=True)
class FullText:
    """FTS5 over a corpus of `rows` rows."""

    db: sqlite3.Connection
    corpus: Corpus
    rows: int

    def propose(self, query: Query, within: SearchFilter, count: int) -> Proposal:
        """Propose the `count` best rows that the filter lets through, by FTS5's own BM25."""
        forms = query.forms
        of_forms = self._count_rows_per_term(forms)
        words = WeightedQuery.weigh(forms, of_forms, self.rows)
        return Proposal(
            self._find_best(words, within, count), self._count_rows_per_word(query, of_forms)
        )

    def _count_rows_per_term(self, query: Query) -> list[int]:
        """Count the rows with each term."""
        return list(map(self._count, format_terms(query)))

    def _count(self, expression: str) -> int:
        ((count,),) = match(self.db, self.corpus, _HAVING, wanted=expression)
        return int(count)

    def _count_rows_per_word(self, query: Query, of_forms: Iterable[int]) -> list[int]:
        """Count the rows with each term, in any of its forms."""
        each = zip(of_forms, query.forms.terms, strict=True)
        return [
            self._count_any_form(query, [next(each) for _ in term.forms]) for term in query.terms
        ]

    def _count_any_form(self, query: Query, forms: Iterable[tuple[int, Term]]) -> int:
        """Count the rows with the commonest form, and those with only others: usually few."""
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
        expression = format_match(wanted, within)
        rows = match(
            self.db,
            corpus,
            _BEST,
            main=corpus.main,
            side=corpus.side,
            wanted=expression,
            count=count,
        )
        return [ScoredRow(*row) for row in rows]
