"""The relevance of candidates to a question, worked out the same way whoever proposed them."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

from indexer.search.query import Query, Term
from indexer.search.ranking import idf, length_norm, saturate
from indexer.store.corpus import MAX_COUNT, Corpus, Statistics

ADJACENT = 0.2  # what two neighbouring words of the question add where they stand side by side

Mark = tuple[int, int]  # where in a field a term of the question stands, and which


@dataclass(frozen=True, slots=True)
class Proposal:
    """The rows worth a look, in no order, and how many rows have each term of the question."""

    rows: list[int]
    document_frequencies: list[int]


class Candidate(NamedTuple):
    """A row's analysed fields, terms apart by spaces. `length` is in units of the corpus."""

    main: str
    side: str
    common: str
    length: int


def read_candidate(row: sqlite3.Row) -> Candidate:
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
    by_presence: bool  # what is looked for is not among the terms of the fields

    @classmethod
    def for_query(
        cls, query: Query, having: Sequence[int], statistics: Statistics, corpus: Corpus
    ) -> Self:
        """`document_frequencies` counts the rows that have each term."""
        rarities = [
            term.weight * idf(rows, statistics.rows)
            for term, rows in zip(query.terms, having, strict=False)
        ]
        forms = {form: n for n, term in enumerate(query.terms) for form in term.forms}
        by_presence = query.common or any(term.prefix for term in query.terms)
        return cls(query, rarities, statistics, corpus, forms, by_presence)

    def score(self, candidate: Candidate) -> dict[str, float]:
        """The parts of a candidate's relevance by name; their sum is what ranks."""
        beside = length_norm(candidate.length / self.corpus.unit, self.statistics.average)
        if self.by_presence:
            return {"words": self._sum_bm25(self._count_in_words(candidate), beside)}
        main, side = (
            _find_marks(candidate.main, self.forms),
            _find_marks(candidate.side, self.forms),
        )
        words = self._sum_bm25(self._count_terms(main, side), beside)
        return {"words": words, "adjacent": ADJACENT * self._sum_bm25(_count_pairs(main), beside)}

    def _sum_bm25(self, frequencies: Mapping[int, float], beside: float) -> float:
        """BM25 of the terms that a text has, or of its pairs: a pair is as rare as its second."""
        return sum(
            self.rarities[term] * saturate(frequency, beside)
            for term, frequency in frequencies.items()
        )

    def _count_terms(self, main: Sequence[Mark], side: Sequence[Mark]) -> dict[int, float]:
        counts: dict[int, int] = {}
        for _, term in main:
            counts[term] = counts.get(term, 0) + self.corpus.main
        for _, term in side:
            counts[term] = counts.get(term, 0) + self.corpus.side
        return {term: min(times, MAX_COUNT) / self.corpus.unit for term, times in counts.items()}

    def _count_in_words(self, candidate: Candidate) -> dict[int, float]:
        """The long way, for what the index in memory does not hold."""
        words = " ".join((candidate.main, candidate.side, candidate.common)).split()
        found = ((n, _count_occurrences(term, words)) for n, term in enumerate(self.query.terms))
        return {n: float(times) for n, times in found if times}


def _find_marks(line: str, forms: Mapping[str, int]) -> list[Mark]:
    return [(at, forms[word]) for at, word in enumerate(line.split()) if word in forms]


def _count_pairs(main: Sequence[Mark]) -> dict[int, float]:
    """How often words that follow each other in the question do so in the text, by the second."""
    counts: dict[int, float] = {}
    for (at, first), (after, second) in pairwise(main):
        if after == at + 1 and second == first + 1:
            counts[second] = counts.get(second, 0) + 1
    return counts


def _count_occurrences(term: Term, words: Sequence[str]) -> int:
    if term.prefix:
        return sum(word.startswith(term.forms[0]) for word in words)
    return int(any(form in words for form in term.forms))
