"""Packs the numbers of a segment into blobs, and reads them again."""

import zlib
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
from msgspec import Struct

ROWS = 1 << 16  # of a segment: a row's number fits into two bytes
TEXT, COMMON = 0, 1  # fields: words of text and title, weighted; the commonest words
DENSE = 16  # a term in more than a row of sixteen takes less as one bit for each row

Numbers = npt.NDArray[np.int64]
RowNumbers = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.uint8]
PackedPosting = tuple[int, str, bytes, bytes | None]  # field, term, rows, counts

_ONES: Counts = np.ones(ROWS, np.uint8)


class PostingLists(Struct, frozen=True):
    """The postings of the terms of one field, by term and then by row."""

    terms: Sequence[str]  # ascending
    starts: Numbers  # (terms + 1,), where a term's postings begin
    rows: RowNumbers
    counts: Counts


def pack_ascending(numbers: Numbers) -> bytes:
    """Pack numbers that mostly rise by one."""
    return zlib.compress(np.diff(numbers, prepend=0).astype("<i8").tobytes(), 1)


def unpack_ascending(packed: bytes) -> Numbers:
    return np.cumsum(np.frombuffer(zlib.decompress(packed), "<i8"))


def pack_numbers(numbers: npt.NDArray[np.integer]) -> bytes:
    """Pack numbers below 2^32."""
    return zlib.compress(numbers.astype("<u4").tobytes(), 1)


def unpack_numbers(packed: bytes) -> npt.NDArray[np.uint32]:
    return np.frombuffer(zlib.decompress(packed), "<u4")


def pack_postings(field: int, lists: PostingLists, size: int) -> Iterator[PackedPosting]:
    """Pack the postings of each term of a segment of `size` rows."""
    if not lists.terms:
        return
    rows, counts = lists.rows.astype("<u2").tobytes(), lists.counts.tobytes()
    starts = lists.starts.tolist()
    most = np.maximum.reduceat(lists.counts, lists.starts[:-1]).tolist()
    for term, start, end, top in zip(lists.terms, starts, starts[1:], most, strict=False):
        if top > 1:
            yield field, term, rows[2 * start : 2 * end], counts[start:end]
        elif (end - start) * DENSE > size:
            yield field, term, _pack_bits(lists.rows[start:end], size), None
        else:
            yield field, term, rows[2 * start : 2 * end], b""


def _pack_bits(rows: RowNumbers, size: int) -> bytes:
    marked = np.zeros(size, np.bool_)
    marked[rows] = True
    return np.packbits(marked).tobytes()


def unpack_posting(rows: bytes, counts: bytes | None) -> tuple[RowNumbers, Counts]:
    """Return the rows of a term, ascending, and its weighted frequency in each."""
    if counts is None:
        numbers = np.flatnonzero(np.unpackbits(np.frombuffer(rows, np.uint8))).astype(np.uint16)
    else:
        numbers = np.frombuffer(rows, "<u2")
    return numbers, np.frombuffer(counts, np.uint8) if counts else _ONES[: len(numbers)]
