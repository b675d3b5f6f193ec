"""The rows of a segment: which of them a reader may see, and which are left.

It caches which readers may see which rows; only one thread may query it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from indexer.search.bm25_arrays import LengthNorm, Mask, Numbers, Postings

REMEMBERED = 8  # masks that a segment caches


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
    norms: dict[tuple[tuple[frozenset[str], ...], LengthNorm], Numbers] = field(
        default_factory=dict, kw_only=True
    )  # see `find_norms`

    @property
    def rows_memory(self) -> int:
        """Bytes."""
        cached = sum(each.nbytes for each in (*self.masks.values(), *self.norms.values()))
        return cached + sum(each.nbytes for each in (self.ids, self.acl, self.lengths, self.dead))

    def find_matching(self, wanted: tuple[frozenset[str], ...]) -> Mask:
        """Mark the rows with a token of each set; cached, because the same people ask again."""
        if wanted not in self.masks:
            if len(self.masks) >= REMEMBERED:
                self.masks.clear()
            self.masks[wanted] = self._find_matching_acls(wanted)[self.acl]
        return self.masks[wanted]

    def find_norms(self, scopes: tuple[frozenset[str], ...], norm: LengthNorm) -> Numbers:
        """Return the norm of each row; infinite for those without a token of each set.

        The last are cached.
        """
        if (scopes, norm) not in self.norms:
            self.norms.clear()
            visible = self.find_matching(scopes) if scopes else None
            self.norms[scopes, norm] = norm.compute(self.lengths, visible)
        return self.norms[scopes, norm]

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
