"""A segment of the inverted index in memory: up to 65,536 rows, immutable once built.

It caches which readers may see which rows; only one thread may query it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from indexer.search.bm25_arrays import NONE, Mask, Numbers, Postings
from indexer.store.terms import HASH_BYTES, TermRow, hash_term

ROWS = 1 << 16  # of a segment: a posting of 64 bits has 40 of the hash, 16 of its row, 8 of a count
REMEMBERED = 8  # masks that a segment caches
_ROW_SHIFT, _TERM_SHIFT = np.uint64(8), np.uint64(24)
_ROW_MASK = np.uint64(ROWS - 1)

Words = npt.NDArray[np.uint64]


def hash_terms(terms: Iterable[str]) -> Words:
    """Hash terms in the way that segments store them."""
    hashes = b"".join(hash_term(term).ljust(8, b"\0") for term in terms)
    return np.frombuffer(hashes, "<u8")


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """Rows and their postings, sorted by term and then by row."""

    ids: npt.NDArray[np.int64]  # (rows,)
    acls: tuple[str, ...]  # distinct
    marks: Mapping[
        str, list[int]
    ]  # each token of an acl -> the numbers of the `acls` that contain it
    acl: npt.NDArray[np.uint16]  # (rows,), numbers of `acls`
    lengths: Numbers  # (rows,)
    dead: Mask  # (rows,)
    terms: Words  # (terms,), ascending hashes
    starts: npt.NDArray[np.int64]  # (terms + 1,), where a term's postings begin
    rows: npt.NDArray[np.uint16]  # (postings,)
    counts: npt.NDArray[np.uint8]  # (postings,), weighted frequencies
    living: int  # number of rows that are not dead
    length: float  # total length of the living rows
    masks: dict[tuple[frozenset[str], ...], Mask] = field(
        default_factory=dict
    )  # see `find_matching`

    @property
    def memory(self) -> int:
        """Bytes."""
        row = sum(each.nbytes for each in (self.ids, self.acl, self.lengths, self.dead))
        masks = sum(each.nbytes for each in self.masks.values())
        postings = (self.terms, self.starts, self.rows, self.counts)
        return row + masks + sum(each.nbytes for each in postings)

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
        rows, counts = self.rows[own], self.counts[own]
        if self.living == len(self.ids):
            return Postings(rows, counts)
        alive = ~self.dead[rows]
        return Postings(rows[alive], counts[alive])

    def find_matching(self, wanted: tuple[frozenset[str], ...]) -> Mask:
        """Mark the rows with a token of each set; cached, because the same people ask again."""
        if wanted not in self.masks:
            if len(self.masks) >= REMEMBERED:
                self.masks.clear()
            self.masks[wanted] = self._find_matching_acls(wanted)[self.acl]
        return self.masks[wanted]

    def _find_matching_acls(self, wanted: Sequence[frozenset[str]]) -> Mask:
        """Mark those of `acls` with a token of each set."""
        allowed = np.ones(len(self.acls), np.bool_)
        for tokens in wanted:
            having = np.zeros(len(self.acls), np.bool_)
            having[[n for token in tokens for n in self.marks.get(token, ())]] = True
            allowed &= having
        return allowed

    def without(self, ids: Iterable[int]) -> Self:
        """Return the segment with these rows marked as dead."""
        gone = np.isin(self.ids, np.fromiter(ids, np.int64))
        if not gone.any():
            return self
        dead = self.dead | gone
        living = len(dead) - int(np.count_nonzero(dead))
        return replace(self, dead=dead, living=living, length=float(self.lengths[~dead].sum()))


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
        marks=_index_tokens(acls),
        acl=acl,
        lengths=lengths,
        dead=np.zeros(len(ids), np.bool_),
        terms=hashes[first],
        starts=np.append(first, len(words)),
        rows=((words >> _ROW_SHIFT) & _ROW_MASK).astype(np.uint16),
        counts=words.astype(np.uint8),
        living=len(ids),
        length=float(lengths.sum()),
    )


def _index_tokens(acls: Sequence[str]) -> Mapping[str, list[int]]:
    marks: dict[str, list[int]] = {}
    for n, acl in enumerate(acls):
        for token in acl.split():
            marks.setdefault(token, []).append(n)
    return marks


def merge_segments(segments: Sequence[Segment]) -> Segment:
    """Merge the living rows of several segments, at most `ROWS`, into one."""
    names: dict[str, int] = {}
    words, acl = [], []
    start = 0
    for segment in segments:
        words.append(_repack_postings(segment, start))
        own = segment.acl[~segment.dead]
        acl.append(_renumber(own, segment.acls, names))
        start += len(own)
    return _invert(
        np.concatenate(words),
        np.concatenate([segment.ids[~segment.dead] for segment in segments]),
        tuple(names),
        np.concatenate(acl),
        np.concatenate([segment.lengths[~segment.dead] for segment in segments]),
    )


def _renumber(
    acl: npt.NDArray[np.uint16], acls: Sequence[str], names: dict[str, int]
) -> npt.NDArray[np.uint16]:
    """Renumber `acl` by `names`, to which the acls that rows use are added if they are new."""
    used, own = np.unique(acl, return_inverse=True)
    numbers = [names.setdefault(acls[n], len(names)) for n in used]
    return np.array(numbers, np.uint16)[own]


def _repack_postings(segment: Segment, start: int) -> Words:
    """Pack the postings of the living rows again, with the rows numbered from `start`."""
    number = (np.cumsum(~segment.dead) - 1 + start).astype(np.uint64)
    hashes = np.repeat(segment.terms, np.diff(segment.starts))
    alive = ~segment.dead[segment.rows]
    rows = number[segment.rows[alive]] << _ROW_SHIFT
    counts = segment.counts[alive].astype(np.uint64)
    return (hashes[alive] << _TERM_SHIFT) | rows | counts
