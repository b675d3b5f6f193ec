"""Scores candidates by BM25, in the same way whichever index proposed them."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import compress, count, pairwise
from operator import neg
from typing import NamedTuple, Self

from msgspec import Struct

from indexer.search.query import Query, Term
from indexer.search.ranking import idf, length_norm, saturate
from indexer.store.corpus import MAX_COUNT, Corpus, Statistics
from indexer.store.engine.session import Row

# Scores of one row that are added up in another order, or with fewer digits, differ by less. Rows
# that nearly tie with the last candidate are proposed too, and exact scores decide: which index
# proposes must not matter, since that may depend on what others store.
SLACK = 1e-5

ADJACENT = 0.2  # weight of two consecutive words of the question that are adjacent in the text

LONG = 75  # characters of a field for each form that is looked for: shorter ones are split faster

# Where a word begins and ends in a field, by characters or by words; the number of its term.
Mark = tuple[int, int, int]


class Proposal(Struct, frozen=True):
    """Candidate rows, in no order, and how many visible rows contain each term of the question."""

    rows: list[int]
    document_frequencies: list[int]


class Candidate(NamedTuple):
    """A row's analyzed fields, terms separated by spaces; `length` is in units of the corpus."""

    main: str
    side: str
    common: str
    length: int


class Words(NamedTuple):
    """The analyzed fields of a row, terms separated by spaces."""

    main: str
    side: str
    common: str


def take_best(ids: Sequence[int], scores: Sequence[float], count: int) -> list[int]:
    """Return the first `count` of rows in their order, and those of the next that nearly tie."""
    least = scores[count - 1] * (1 - SLACK) if count <= len(scores) else 0.0
    end = bisect_right(scores, -least, key=neg)
    return list(ids[: max(min(count, len(ids)), min(end, 2 * count))])


def compute_rarities(query: Query, having: Sequence[int], statistics: Statistics) -> list[float]:
    """Return the idf of each term times its weight; `having` has the rows that contain it."""
    return [
        term.weight * idf(rows, statistics.rows)
        for term, rows in zip(query.terms, having, strict=False)
    ]


def read_candidate(row: Row) -> Candidate:
    """Read the candidate from a row of `visible`."""
    return Candidate(row["main"], row["side"], row["common"], row["length"])


def read_words(row: Row) -> Words:
    """Read the words of a row of a terms table."""
    return Words(row["main"], row["side"], row["common"])


class Scorer(Struct, frozen=True):
    """Scores candidates for one question."""

    query: Query
    rarities: Sequence[float]  # of each term: idf times its weight in the question
    statistics: Statistics
    corpus: Corpus
    forms: Mapping[str, int]  # form -> the number of its term
    by_presence: bool  # the terms are not among those of the fields: prefixes, the commonest words

    @classmethod
    def for_query(
        cls, query: Query, having: Sequence[int], statistics: Statistics, corpus: Corpus
    ) -> Self:
        """Create a scorer; `having` has the number of rows that contain each term."""
        rarities = compute_rarities(query, having, statistics)
        forms = {form: n for n, term in enumerate(query.terms) for form in term.forms}
        by_presence = query.common or any(term.prefix for term in query.terms)
        return cls(query, rarities, statistics, corpus, forms, by_presence)

    def score(self, candidate: Candidate) -> dict[str, float]:
        """Return the parts of a candidate's relevance by name; their sum is what ranks."""
        norm = length_norm(candidate.length / self.corpus.unit, self.statistics.average)
        if self.by_presence:
            return {"words": self._sum_bm25(self._count_in_words(candidate), norm)}
        main, side = (
            _find_marks(candidate.main, self.forms),
            _find_marks(candidate.side, self.forms),
        )
        words = self._sum_bm25(self._count_terms(main, side), norm)
        return {"words": words, "adjacent": ADJACENT * self._sum_bm25(_count_pairs(main), norm)}

    def _sum_bm25(self, frequencies: Mapping[int, float], norm: float) -> float:
        """Sum BM25 over a text's terms, or over its pairs: a pair is as rare as its second term."""
        worth, rarities = 0.0, self.rarities
        for term, frequency in frequencies.items():
            worth += rarities[term] * saturate(frequency, norm)
        return worth

    def _count_terms(self, main: Sequence[Mark], side: Sequence[Mark]) -> dict[int, float]:
        counts: dict[int, int] = {}
        for marks, weight in ((main, self.corpus.main), (side, self.corpus.side)):
            for _, _, term in marks:
                counts[term] = counts.get(term, 0) + weight
        unit = self.corpus.unit
        return {term: min(times, MAX_COUNT) / unit for term, times in counts.items()}

    def _count_in_words(self, candidate: Candidate) -> dict[int, float]:
        """Count in the text itself: the slow way, for what the index in memory does not hold."""
        words = Words(candidate.main, candidate.side, candidate.common)
        counts = (
            (n, count_in_words(self.corpus, self.query, term, words))
            for n, term in enumerate(self.query.terms)
        )
        return {n: times / self.corpus.unit for n, times in counts if times}


def _find_marks(line: str, forms: Mapping[str, int]) -> list[Mark]:
    """Find the words of a field that are one of `forms`, in their order."""
    if len(line) < LONG * len(forms):
        return _pick_marks(line, forms)
    text, marks = f" {line} ", list[Mark]()
    for form, term in forms.items():
        at = text.find(form)
        while at >= 0:
            end = at + len(form)
            if text[at - 1] == " " == text[end]:
                marks.append((at, end, term))
            at = text.find(form, end)
    return sorted(marks)


def _pick_marks(line: str, forms: Mapping[str, int]) -> list[Mark]:
    words = line.split()
    # Few are asked for: to look at each here takes half as long again.
    places = compress(count(), map(forms.__contains__, words))
    return [(at, at, forms[words[at]]) for at in places]


def _count_pairs(main: Sequence[Mark]) -> dict[int, float]:
    """Count the pairs of the question's consecutive words in the text, by the second word."""
    counts: dict[int, float] = {}
    for (_, end, first), (after, _, second) in pairwise(main):
        if after == end + 1 and second == first + 1:
            counts[second] = counts.get(second, 0) + 1
    return counts


def count_in_words(corpus: Corpus, query: Query, term: Term, words: Words) -> int:
    """Count a term by weight where it begins a word, or once where it is one of the commonest."""
    if query.common:
        present = set(" ".join(words).split())
        return corpus.unit if present.intersection(term.forms) else 0
    main, side = (_count_beginnings(line, term.forms[0]) for line in (words.main, words.side))
    return min(main * corpus.main + side * corpus.side, MAX_COUNT)


def _count_beginnings(line: str, beginning: str) -> int:
    return sum(word.startswith(beginning) for word in line.split())
