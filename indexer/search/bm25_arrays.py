"""BM25 over arrays of postings, whichever index holds them."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Self

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from indexer.search.bm25 import SLACK, take_best
from indexer.search.ranking import K1, B
from indexer.store.corpus import Corpus, Statistics

SPARSE = 8  # where a term is in fewer rows than one of so many, sorting them is faster
COLUMNS = 1024  # groups of rows; at first only the best row of each is compared
SMALLEST = float(np.finfo(np.float32).smallest_subnormal)  # number above zero

Ids = npt.NDArray[np.integer]
Rows = npt.NDArray[np.intp]
Numbers = npt.NDArray[np.float32]
Scores = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


class Postings(Struct, frozen=True):
    """The rows that contain a term, by number and ascending, and how often."""

    rows: npt.NDArray[np.uint16] | Rows
    counts: npt.NDArray[np.uint8] | npt.NDArray[np.uint16] | Numbers


NONE = Postings(np.empty(0, np.uint16), np.empty(0, np.uint8))


def unite(forms: Sequence[Postings], size: int) -> Postings:
    """Return the postings of a term in any of its forms, among `size` rows."""
    if len(forms) == 1:  # as most terms have
        return forms[0]
    present = [each for each in forms if len(each.rows)]
    if len(present) < 2:
        return present[0] if present else NONE
    few = sum(len(each.rows) for each in present) * SPARSE < size
    return _unite_few(present) if few else _unite_many(present, size)


def _unite_few(present: Sequence[Postings]) -> Postings:
    rows = np.concatenate([each.rows for each in present])
    order = np.argsort(rows, kind="stable")
    rows = rows[order]
    counts = np.concatenate([each.counts for each in present], dtype=np.uint16)[order]
    first = np.concatenate(([True], rows[1:] != rows[:-1]))
    if first.all():
        return Postings(rows, counts)
    starts = np.flatnonzero(first)
    return Postings(rows[starts], np.add.reduceat(counts, starts, dtype=np.uint16))


def _unite_many(present: Sequence[Postings], size: int) -> Postings:
    first, *others = present
    counts = np.zeros(size, np.uint16)
    counts[first.rows] = first.counts
    for each in others:
        counts[each.rows] += each.counts.astype(np.uint16)
    rows = np.flatnonzero(counts != 0)  # numpy does this faster than on the counts
    return Postings(rows, counts[rows])


class LengthNorm(Struct, frozen=True):
    """Grows with a row's length; BM25 adds it to the frequency in the denominator. In units."""

    fixed: np.float32
    share: np.float32  # for each unit of a row's length

    @classmethod
    def build(cls, corpus: Corpus, statistics: Statistics) -> Self:
        average = statistics.average * corpus.unit
        share = B / average if average else 0.0
        scale = K1 * corpus.unit
        return cls(np.float32(scale * (1 - B)), np.float32(scale * share))

    def compute(
        self, lengths: npt.NDArray[np.integer] | Numbers, counted: Mask | None = None
    ) -> Numbers:
        """Return the norm of each row; infinite for those that do not count."""
        norms = lengths.astype(np.float32)
        norms *= self.share
        norms += self.fixed
        if counted is not None:
            norms[~counted] = np.inf
        return norms


class Matches(Struct, frozen=True):
    """The postings of all terms of a question, one segment after the other, each by term."""

    rows: Rows
    shares: Numbers  # of what its term adds at most; 0 for a row that does not count
    sizes: Sequence[int]  # of each segment's lists, one for each term
    terms: int

    norms: Numbers  # of all rows

    @classmethod
    def join(
        cls, found: Sequence[Sequence[Postings]], starts: Sequence[int], norms: Numbers
    ) -> Self:
        """Join the postings of each term in segments whose rows begin at `starts`."""
        lists = [each for of_segment in found for each in of_segment]
        rows = np.concatenate([each.rows for each in lists], dtype=np.intp)
        _shift(rows, [sum(len(each.rows) for each in of_segment) for of_segment in found], starts)
        counts = np.concatenate([each.counts for each in lists], dtype=np.float32)
        shares = norms.take(rows)
        shares += counts
        np.divide(counts, shares, out=shares)
        return cls(rows, shares, [len(each.rows) for each in lists], len(found[0]), norms)

    def count_rows(self) -> list[int]:
        """Count the rows of each term, of those that count."""
        counted = self.shares > 0
        bounds = pairwise(accumulate(self.sizes, initial=0))
        # Counting in slices takes a tenth of the time of summing all marks up.
        counts = [int(np.count_nonzero(counted[start:end])) for start, end in bounds]
        return [sum(counts[term :: self.terms]) for term in range(self.terms)]

    def score(self, rarities: Sequence[float], allowed: Mask | None) -> Scores:
        """Compute the BM25 of each row; 0 if it is not among the `allowed`."""
        most = np.array(rarities, np.float32) * np.float32(K1 + 1)
        worth = np.repeat(np.tile(most, len(self.sizes) // self.terms), self.sizes)
        worth *= self.shares
        # Half the bytes of `bincount`. Sums of 64 terms differ by less than half of `SLACK`.
        scores = np.zeros(len(self.norms), np.float32)
        np.add.at(scores, self.rows, worth)
        if allowed is not None:
            scores *= allowed
        return scores


def _shift(rows: Rows, sizes: Sequence[int], starts: Sequence[int]) -> None:
    """Number the rows of each segment, `sizes` of them, on from where it starts."""
    for (begin, end), start in zip(pairwise(accumulate(sizes, initial=0)), starts, strict=True):
        rows[begin:end] += start


def select_best(scores: Scores, count: int, least: float = 0.0) -> tuple[Rows, Scores]:
    """Return the `count` best rows and some more, with all that nearly tie, and their scores.

    Rows that score below `least` are no candidates.
    """
    rows = np.flatnonzero(scores >= max(least, _find_bound(scores, count), SMALLEST))
    return rows, scores[rows]


def find_least(scores: Scores, count: int) -> float:
    """Return the score below which no row is among the best; 0 if these are too few to tell."""
    if len(scores) < count:
        return 0.0
    return float(np.partition(scores, -count)[-count]) * (1 - SLACK)


def _find_bound(scores: Scores, count: int) -> float:
    """Return a score that the best rows reach, and few others.

    A column is every 1024th row: the maxima of all columns are found in one pass.
    """
    height = len(scores) // COLUMNS
    if height < 2 or count > COLUMNS:
        return find_least(scores, count)
    return find_least(scores[: height * COLUMNS].reshape(height, COLUMNS).max(axis=0), count)


def merge_best(found: Sequence[tuple[Ids, Scores]], count: int) -> list[int]:
    """Return the ids of the best of all parts, as `take_best` does; ties go to the lowest id."""
    ids = np.concatenate([each for each, _ in found])
    scores = np.concatenate([each for _, each in found])
    order = np.lexsort((ids, -scores))[: 2 * count]
    return take_best(ids[order].tolist(), scores[order].tolist(), count)
