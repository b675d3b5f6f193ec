"""The relevance of candidates to a question, worked out the same way whoever proposed them."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from indexer.corpus import Corpus, Statistics
from indexer.query import Query, Term
from indexer.ranking import bm25, idf, saturated

MOST = 255  # what a term's weighted frequency is cut to, here and in the index in memory
ADJACENT = 0.2  # what two neighbouring words of the question add where they stand side by side


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row with its analysed fields. `length` is in units of the corpus."""

    row: int
    main: Sequence[str]
    side: Sequence[str]
    common: Sequence[str]
    length: int


def candidate(row: sqlite3.Row) -> Candidate:
    """The candidate in a row of `visible`."""
    fields = (row["main"].split(), row["side"].split(), row["common"].split())
    return Candidate(row["id"], *fields, row["length"])


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores candidates for one question. `having` counts the rows that have each term."""

    query: Query
    having: Sequence[int]
    statistics: Statistics
    corpus: Corpus

    def relevance(self, candidate: Candidate) -> dict[str, float]:
        """The parts of a candidate's relevance by name; their sum is what ranks."""
        frequencies = [self._frequency(term, candidate) for term in self.query.terms]
        length, average = candidate.length / self.corpus.unit, self.statistics.average
        words = bm25(frequencies, self._rarities(), length, average)
        return {"words": words, "adjacent": self._adjacent(candidate, length)}

    def _rarities(self) -> list[float]:
        rows = self.statistics.rows
        weighted = zip(self.query.terms, self.having, strict=True)
        return [term.weight * idf(having, rows) for term, having in weighted]

    def _frequency(self, term: Term, candidate: Candidate) -> float:
        if self.query.common:
            return float(any(form in candidate.common for form in term.forms))
        weighted = self.corpus.main * _count(term, candidate.main)
        weighted += self.corpus.side * _count(term, candidate.side)
        return min(weighted, MOST) / self.corpus.unit

    def _adjacent(self, candidate: Candidate, length: float) -> float:
        pairs = list(pairwise(self.query.terms))
        if not pairs or self.query.common:
            return 0.0
        side_by_side = _pairs(candidate.main)
        rarities = self._rarities()
        average = self.statistics.average
        return ADJACENT * sum(
            max(rarities[n : n + 2]) * saturated(count, length, average)
            for n, (first, second) in enumerate(pairs)
            if (count := _together(first, second, side_by_side))
        )


def _count(term: Term, words: Sequence[str]) -> int:
    if term.prefix:
        return sum(word.startswith(term.forms[0]) for word in words)
    return sum(words.count(form) for form in term.forms)


def _pairs(words: Sequence[str]) -> Mapping[tuple[str, str], int]:
    counts: dict[tuple[str, str], int] = {}
    for pair in pairwise(words):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def _together(first: Term, second: Term, counts: Mapping[tuple[str, str], int]) -> int:
    return sum(counts.get((one, other), 0) for one in first.forms for other in second.forms)
