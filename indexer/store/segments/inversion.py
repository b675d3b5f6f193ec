"""Inverts rows that wait in the tail into the postings of a segment."""

from array import array
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from indexer.store.corpus import MAX_COUNT, Corpus
from indexer.store.segments.packing import Numbers, PostingLists
from indexer.store.terms import BOUNDARY

_ROW_SHIFT, _TERM_SHIFT = np.uint64(8), np.uint64(24)

Words = npt.NDArray[np.uint64]


class TailRow(Struct, frozen=True):
    """A row that is in no segment yet; `seq` is its place in the tail."""

    seq: int
    id: int
    acl: str
    length: int
    main: str
    side: str
    common: str


class _Codes(dict[str, int]):
    """Numbers terms in the order of their first occurrence."""

    def __missing__(self, term: str) -> int:
        self[term] = number = len(self)
        return number


def invert_texts(corpus: Corpus, rows: Sequence[TailRow]) -> PostingLists:
    """Invert the words of text and title, counted by their weights."""
    return _invert(((row.main, corpus.main), (row.side, corpus.side)) for row in rows)


def invert_common_words(rows: Sequence[TailRow]) -> PostingLists:
    """Invert the commonest words, each of which counts once."""
    lists = _invert(((row.common, 1),) for row in rows)
    return PostingLists(lists.terms, lists.starts, lists.rows, np.ones_like(lists.counts))


def _invert(texts: Iterable[Iterable[tuple[str, int]]]) -> PostingLists:
    """Invert rows, each of which is some lines of terms with the weight of an occurrence."""
    codes = _Codes()
    found, sizes, marks = array("I"), list[int](), list[int]()
    for number, lines in enumerate(texts):
        for line, weight in lines:
            before = len(found)
            found.extend(map(codes.__getitem__, line.split()))
            sizes.append(len(found) - before)
            marks.append(number << 8 | weight)
    words = np.repeat(np.array(marks, np.uint64), sizes)
    ranks, terms = _rank_terms(codes)
    words |= ranks[np.frombuffer(found, np.uint32)] << _TERM_SHIFT
    return _group(words, terms)


def _rank_terms(codes: dict[str, int]) -> tuple[Words, list[str]]:
    """Return the place of each code among the sorted terms, and those terms."""
    terms = sorted(codes)
    ranks = np.empty(len(terms), np.uint64)
    ranks[[codes[term] for term in terms]] = np.arange(len(terms), dtype=np.uint64)
    return ranks, terms


def _group(words: Words, terms: list[str]) -> PostingLists:
    """Sum the weights of each term in each row; a word has term, row and weight in this order."""
    words.sort()
    keys = words >> _ROW_SHIFT
    first = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))[: len(words)]
    weights = (words & np.uint64(0xFF)).astype(np.int64)
    counts = np.minimum(np.add.reduceat(weights, first), MAX_COUNT) if len(first) else weights
    numbers = (words[first] >> _TERM_SHIFT).astype(np.int64)
    rows = (keys[first] & np.uint64(0xFFFF)).astype(np.uint16)
    return _drop_boundary(terms, numbers, rows, counts.astype(np.uint8))


def _drop_boundary(
    terms: list[str], numbers: Numbers, rows: npt.NDArray[np.uint16], counts: npt.NDArray[np.uint8]
) -> PostingLists:
    starts = np.searchsorted(numbers, np.arange(len(terms) + 1))
    if BOUNDARY not in terms:
        return PostingLists(terms, starts, rows, counts)
    place = terms.index(BOUNDARY)
    start, end = int(starts[place]), int(starts[place + 1])
    kept = np.delete(starts, place)
    kept[place:] -= end - start
    return PostingLists(
        [*terms[:place], *terms[place + 1 :]],
        kept,
        np.delete(rows, slice(start, end)),
        np.delete(counts, slice(start, end)),
    )
