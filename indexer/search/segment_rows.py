"""The rows of a segment: which of them a reader may see, and which are left.

It caches which readers may see which rows; only one thread may query it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from typing import Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

from indexer.search.bm25_arrays import Ids, LengthNorm, Mask, Numbers, Postings, Rows

REMEMBERED = 8  # masks that a segment caches
TOGETHER = 1 << 17  # rows that are scored in one step: more of them leave the processor's cache

Scalar = TypeVar("Scalar", bound=np.generic)
NormKey = tuple[tuple[frozenset[str], ...], LengthNorm]  # the scopes of a reader, the norm


@dataclass(frozen=True, slots=True, eq=False)
class SegmentRows:
    """Up to 65,536 rows, by number; immutable once built."""

    ids: npt.NDArray[np.integer]  # (rows,)
    acls: tuple[str, ...]  # distinct
    marks: Mapping[
        str, list[int]
    ]  # each token of an acl -> the numbers of the `acls` that contain it
    acl: npt.NDArray[np.uint16]  # (rows,), numbers of `acls`
    lengths: npt.NDArray[np.integer] | Numbers  # (rows,)
    dead: Mask  # (rows,)
    living: int  # number of rows that are not dead
    masks: dict[tuple[frozenset[str], ...], Mask] = field(
        default_factory=dict, kw_only=True
    )  # see `find_matching`

    @property
    def rows_memory(self) -> int:
        """Bytes."""
        cached = sum(each.nbytes for each in self.masks.values())
        return cached + sum(each.nbytes for each in (self.ids, self.acl, self.lengths, self.dead))

    def find_matching(self, wanted: tuple[frozenset[str], ...]) -> Mask:
        """Mark the rows with a token of each set; cached, because the same people ask again."""
        if wanted not in self.masks:
            if len(self.masks) >= REMEMBERED:
                self.masks.clear()
            self.masks[wanted] = self._find_matching_acls(wanted)[self.acl]
        return self.masks[wanted]

    def compute_norms(self, scopes: tuple[frozenset[str], ...], norm: LengthNorm) -> Numbers:
        """Return the norm of each row; infinite for those without a token of each set."""
        return norm.compute(self.lengths, self.find_matching(scopes) if scopes else None)

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
        return replace(self, dead=dead, living=len(dead) - int(np.count_nonzero(dead)))

    def take_living(self, found: Postings) -> Postings:
        """Take the postings of the living rows."""
        if self.living == len(self.ids):
            return found
        alive = ~self.dead[found.rows]
        return Postings(found.rows[alive], found.counts[alive])


def index_tokens(acls: Sequence[str]) -> Mapping[str, list[int]]:
    """Map each token to the numbers of the acls that contain it."""
    marks: dict[str, list[int]] = {}
    for n, acl in enumerate(acls):
        for token in acl.split():
            marks.setdefault(token, []).append(n)
    return marks


Segments_co = TypeVar("Segments_co", bound=SegmentRows, covariant=True)
Segments = TypeVar("Segments", bound=SegmentRows)


@dataclass(frozen=True, slots=True, eq=False)
class SegmentGroup(Generic[Segments_co]):
    """Segments whose rows are scored in one step, numbered from the first to the last."""

    segments: Sequence[Segments_co]
    starts: Sequence[int]  # the number of the first row of each segment
    norms: dict[NormKey, Numbers] = field(default_factory=dict)  # see `find_norms`

    def collect(
        self, find: Callable[[Segments_co], Sequence[Postings]]
    ) -> "GroupPostings[Segments_co]":
        """Return what is found in each segment."""
        return self, list(map(find, self.segments))

    @property
    def memory(self) -> int:
        """Bytes, without those of the segments."""
        return sum(each.nbytes for each in self.norms.values())

    def find_matching(self, wanted: tuple[frozenset[str], ...]) -> Mask:
        """Mark the rows with a token of each set."""
        return _join([each.find_matching(wanted) for each in self.segments])

    def find_norms(self, scopes: tuple[frozenset[str], ...], norm: LengthNorm) -> Numbers:
        """Return the norm of each row; infinite for those without a token of each set.

        The last are cached.
        """
        if (scopes, norm) not in self.norms:
            self.norms.clear()
            own = [each.compute_norms(scopes, norm) for each in self.segments]
            self.norms[scopes, norm] = _join(own)
        return self.norms[scopes, norm]

    def find_ids(self, rows: Rows) -> Ids:
        """Return the ids of some rows, ascending by their numbers."""
        bounds = [*np.searchsorted(rows, self.starts).tolist(), len(rows)]
        own = zip(self.segments, self.starts, pairwise(bounds), strict=True)
        return _join([each.ids[rows[i:j] - start] for each, start, (i, j) in own])


# The postings of each term in each segment of a group, in any of its forms.
GroupPostings = tuple[SegmentGroup[Segments_co], Sequence[Sequence[Postings]]]


def group_segments(segments: Iterable[Segments]) -> list[SegmentGroup[Segments]]:
    """Group segments, the largest first: its best rows tell how good those of others must be."""
    groups, room = list[list[Segments]](), 0
    for each in sorted(segments, key=lambda each: -len(each.ids)):
        if len(each.ids) > room:
            groups.append([])
            room = TOGETHER
        groups[-1].append(each)
        room -= len(each.ids)
    return list(map(_build_group, groups))


def _build_group(segments: Sequence[Segments]) -> SegmentGroup[Segments]:
    starts = accumulate((len(each.ids) for each in segments), initial=0)
    return SegmentGroup(segments, list(starts)[:-1])


def _join(arrays: Sequence[npt.NDArray[Scalar]]) -> npt.NDArray[Scalar]:
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)
