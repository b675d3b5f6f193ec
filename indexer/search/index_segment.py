"""A segment of the inverted index in memory: up to 65,536 rows, immutable once built."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from indexer.search.bm25_arrays import NONE, Numbers, Postings
from indexer.search.segment_rows import SegmentRows, index_tokens
from indexer.store.segments.header import renumber
from indexer.store.terms import HASH_BYTES, TermRow, hash_term

ROWS = 1 << 16  # of a segment: a posting of 64 bits has 40 of the hash, 16 of its row, 8 of a count
_ROW_SHIFT, _TERM_SHIFT = np.uint64(8), np.uint64(24)
_ROW_MASK = np.uint64(ROWS - 1)

Words = npt.NDArray[np.uint64]


def hash_terms(terms: Iterable[str]) -> Words:
    """Hash terms in the way that segments store them."""
    hashes = b"".join(hash_term(term).ljust(8, b"\0") for term in terms)
    return np.frombuffer(hashes, "<u8")


@dataclass(frozen=True, slots=True, eq=False)
class Segment(SegmentRows):
    """Rows and their postings, sorted by term and then by row."""

    terms: Words  # (terms,), ascending hashes
    starts: npt.NDArray[np.int64]  # (terms + 1,), where a term's postings begin
    rows: npt.NDArray[np.uint16]  # (postings,)
    counts: npt.NDArray[np.uint8]  # (postings,), weighted frequencies

    @property
    def memory(self) -> int:
        """Bytes."""
        postings = (self.terms, self.starts, self.rows, self.counts)
        return self.rows_memory + sum(each.nbytes for each in postings)

    def find_postings(self, hashes: Words) -> list[Postings]:
        """Find the living rows that contain each term."""
        if not len(self.terms):
            return [NONE for _ in hashes]
        at = np.searchsorted(self.terms, hashes)
        present = self.terms[np.minimum(at, len(self.terms) - 1)] == hashes
        return [
            self._read_postings(int(n)) if has else NONE for n, has in zip(at, present, strict=True)
        ]

    def _read_postings(self, term: int) -> Postings:
        own = slice(int(self.starts[term]), int(self.starts[term + 1]))
        return self.take_living(Postings(self.rows[own], self.counts[own]))


def build_segment(rows: Sequence[TermRow]) -> Segment:
    """Build a segment from at most `ROWS` rows."""
    names = list(dict.fromkeys(row.acl for row in rows))
    numbers = {name: n for n, name in enumerate(names)}
    return _invert(
        _pack_postings(rows),
        np.fromiter((row.id for row in rows), np.int64, len(rows)),
        tuple(names),
        np.fromiter((numbers[row.acl] for row in rows), np.uint16, len(rows)),
        np.fromiter((row.length for row in rows), np.float32, len(rows)),
    )


def _pack_postings(rows: Sequence[TermRow]) -> Words:
    """Pack each posting into one word: hash, row, count, most significant first.

    Sorting the words inverts the index.
    """
    counts = np.frombuffer(b"".join(row.counts for row in rows), np.uint8)
    hashes = np.frombuffer(b"".join(row.hashes for row in rows), np.uint8)
    words = np.zeros((len(counts), 8), np.uint8)
    words[:, 0] = counts
    words[:, 8 - HASH_BYTES :] = hashes.reshape(-1, HASH_BYTES)
    sizes = np.fromiter((len(row.counts) for row in rows), np.int64, len(rows))
    numbers = np.repeat(np.arange(len(rows), dtype=np.uint64), sizes)
    numbers <<= _ROW_SHIFT
    packed = words.view("<u8").ravel()
    packed |= numbers
    return packed


def _invert(
    words: Words,
    ids: npt.NDArray[np.int64],
    acls: tuple[str, ...],
    acl: npt.NDArray[np.uint16],
    lengths: Numbers,
) -> Segment:
    words.sort()
    hashes = words >> _TERM_SHIFT
    first = np.flatnonzero(np.concatenate(([True], hashes[1:] != hashes[:-1])))[: len(words)]
    return Segment(
        ids=ids,
        acls=acls,
        marks=index_tokens(acls),
        acl=acl,
        lengths=lengths,
        dead=np.zeros(len(ids), np.bool_),
        terms=hashes[first],
        starts=np.append(first, len(words)),
        rows=((words >> _ROW_SHIFT) & _ROW_MASK).astype(np.uint16),
        counts=words.astype(np.uint8),
        living=len(ids),
    )


def merge_segments(segments: Sequence[Segment]) -> Segment:
    """Merge the living rows of several segments, at most `ROWS`, into one."""
    names: dict[str, int] = {}
    words, acl = [], []
    start = 0
    for segment in segments:
        words.append(_repack_postings(segment, start))
        own = segment.acl[~segment.dead]
        acl.append(renumber(own, segment.acls, names))
        start += len(own)
    return _invert(
        np.concatenate(words),
        np.concatenate([segment.ids[~segment.dead] for segment in segments]),
        tuple(names),
        np.concatenate(acl),
        np.concatenate([segment.lengths[~segment.dead] for segment in segments]),
    )


def _repack_postings(segment: Segment, start: int) -> Words:
    """Pack the postings of the living rows again, with the rows numbered from `start`."""
    number = (np.cumsum(~segment.dead) - 1 + start).astype(np.uint64)
    hashes = np.repeat(segment.terms, np.diff(segment.starts))
    alive = ~segment.dead[segment.rows]
    rows = number[segment.rows[alive]] << _ROW_SHIFT
    counts = segment.counts[alive].astype(np.uint64)
    return (hashes[alive] << _TERM_SHIFT) | rows | counts
