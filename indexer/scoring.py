"""The relevance of candidates to a question, worked out the same way whoever proposed them."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from indexer.corpus import Corpus, Statistics
from indexer.query import Query, Term
from indexer.ranking import bm25, idf, saturated

MOST = 255  # what a term's weighted frequency is cut to, here and in the index in memory
ADJACENT = 0.2  # what two neighbouring words of the question add where they stand side by side

Mark = tuple[int, int]  # where in a field a term of the question stands, and which


@dataclass(frozen=True, slots=True)
class Proposal:
    """The rows worth a look, in no order, and how many rows have each term of the question."""

    rows: list[int]
    having: list[int]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row's analysed fields, terms apart by spaces. `length` is in units of the corpus."""

    main: str
    side: str
    common: str
    length: int


def candidate(row: sqlite3.Row) -> Candidate:
    """The candidate in a row of `visible`."""
    return Candidate(row["main"], row["side"], row["common"], row["length"])


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores candidates for one question."""

    query: Query
    rarities: Sequence[float]  # of each term: idf times its weight in the question
    statistics: Statistics
    corpus: Corpus
    forms: Mapping[str, int]  # form -> the number of its term

    @classmethod
    def of(
        cls, query: Query, having: Sequence[int], statistics: Statistics, corpus: Corpus
    ) -> Self:
        """`having` counts the rows that have each term."""
        rarities = [
            term.weight * idf(rows, statistics.rows)
            for term, rows in zip(query.terms, having, strict=False)
        ]
        forms = {form: n for n, term in enumerate(query.terms) for form in term.forms}
        return cls(query, rarities, statistics, corpus, forms)

    def relevance(self, candidate: Candidate) -> dict[str, float]:
        """The parts of a candidate's relevance by name; their sum is what ranks."""
        length = candidate.length / self.corpus.unit
        if self.query.common or any(term.prefix for term in self.query.terms):
            counted = [self._present(term, candidate) for term in self.query.terms]
            return {"words": bm25(counted, self.rarities, length, self.statistics.average)}
        main, side = _marked(candidate.main, self.forms), _marked(candidate.side, self.forms)
        words = bm25(self._frequencies(main, side), self.rarities, length, self.statistics.average)
        return {"words": words, "adjacent": self._adjacent(main, length)}

    def _frequencies(self, main: Sequence[Mark], side: Sequence[Mark]) -> list[float]:
        counts = [0] * len(self.query.terms)
        for _, term in main:
            counts[term] += self.corpus.main
        for _, term in side:
            counts[term] += self.corpus.side
        return [min(count, MOST) / self.corpus.unit for count in counts]

    def _present(self, term: Term, candidate: Candidate) -> float:
        words = " ".join((candidate.main, candidate.side, candidate.common)).split()
        if term.prefix:
            return float(sum(word.startswith(term.forms[0]) for word in words))
        return float(any(form in words for form in term.forms))

    def _adjacent(self, main: Sequence[Mark], length: float) -> float:
        """What it adds that words which follow each other in the question do so in the text."""
        counts: dict[int, int] = {}
        for (at, first), (after, second) in pairwise(main):
            if after == at + 1 and second == first + 1:
                counts[first] = counts.get(first, 0) + 1
        return ADJACENT * sum(
            max(self.rarities[first], self.rarities[first + 1])
            * saturated(count, length, self.statistics.average)
            for first, count in counts.items()
        )


def _marked(line: str, forms: Mapping[str, int]) -> list[Mark]:
    return [(at, forms[word]) for at, word in enumerate(line.split()) if word in forms]
