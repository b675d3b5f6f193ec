"""Merges the postings of several segments, a range of terms at a time."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Self

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from indexer.store.segments.header import Header
from indexer.store.segments.packing import (
    ROWS,
    Counts,
    PackedPosting,
    PostingLists,
    RowNumbers,
    pack_postings,
    unpack_posting,
)

SourcePosting = tuple[int, str, int, bytes, bytes | None]  # field, term, source, rows, counts


class RowMap(Struct, frozen=True):
    """The new number of each row of each source; -1 for those that are dead."""

    numbers: npt.NDArray[np.int32]  # (sources, ROWS)
    size: int  # rows of the new segment

    @classmethod
    def build(cls, headers: Sequence[Header]) -> Self:
        numbers = np.full((len(headers), ROWS), -1, np.int32)
        start = 0
        for source, header in enumerate(headers):
            alive = np.flatnonzero(~header.dead)
            numbers[source, alive] = np.arange(start, start + len(alive))
            start += len(alive)
        return cls(numbers, start)


def merge_postings(found: Sequence[SourcePosting], rows: RowMap) -> Iterator[PackedPosting]:
    """Merge the postings of whole terms, in the order of field, term and source."""
    for field, own in groupby(sorted(found, key=lambda each: each[:3]), key=lambda each: each[0]):
        yield from pack_postings(field, _merge_field(list(own), rows), rows.size)


def _merge_field(found: Sequence[SourcePosting], rows: RowMap) -> PostingLists:
    unpacked = [unpack_posting(each[3], each[4]) for each in found]
    sizes = [len(numbers) for numbers, _ in unpacked]
    sources = np.repeat([each[2] for each in found], sizes)
    terms = list(dict.fromkeys(each[1] for each in found))
    places = {term: n for n, term in enumerate(terms)}
    place = np.repeat([places[each[1]] for each in found], sizes)
    new = rows.numbers[sources, _join_rows(unpacked)]
    alive = new >= 0
    return _number_terms(terms, place[alive], new[alive], _join_counts(unpacked)[alive])


def _join_rows(unpacked: Sequence[tuple[RowNumbers, Counts]]) -> RowNumbers:
    return np.frombuffer(b"".join(rows.tobytes() for rows, _ in unpacked), "<u2")


def _join_counts(unpacked: Sequence[tuple[RowNumbers, Counts]]) -> Counts:
    return np.frombuffer(b"".join(counts.tobytes() for _, counts in unpacked), np.uint8)


def _number_terms(
    terms: Sequence[str],
    place: npt.NDArray[np.intp],
    rows: npt.NDArray[np.int32],
    counts: Counts,
) -> PostingLists:
    """Return the postings of those terms that are left."""
    left, starts = np.unique(place, return_index=True)
    return PostingLists(
        [terms[n] for n in left.tolist()],
        np.append(starts, len(place)),
        rows.astype(np.uint16),
        counts,
    )
