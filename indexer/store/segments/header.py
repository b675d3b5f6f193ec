"""The rows of a segment: their ids, lengths and scopes, without their postings."""

import json
from collections.abc import Sequence
from typing import Self

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from indexer.store.segments.inversion import TailRow
from indexer.store.segments.packing import (
    Numbers,
    pack_ascending,
    pack_numbers,
    unpack_ascending,
    unpack_numbers,
)

Mask = npt.NDArray[np.bool_]


class Header(Struct, frozen=True):
    """The rows of a segment, in the order of their numbers."""

    ids: Numbers
    lengths: npt.NDArray[np.uint32]
    acl: npt.NDArray[np.uint16]  # numbers of `acls`
    acls: tuple[str, ...]
    dead: Mask

    @property
    def living(self) -> int:
        return int(np.count_nonzero(~self.dead))

    @classmethod
    def from_rows(cls, rows: Sequence[TailRow]) -> Self:
        names = {acl: n for n, acl in enumerate(dict.fromkeys(row.acl for row in rows))}
        return cls(
            np.array([row.id for row in rows], np.int64),
            np.array([row.length for row in rows], np.uint32),
            np.array([names[row.acl] for row in rows], np.uint16),
            tuple(names),
            np.zeros(len(rows), np.bool_),
        )

    @classmethod
    def join(cls, headers: Sequence["Header"]) -> Self:
        """Join the living rows of several segments, in their order."""
        names: dict[str, int] = {}
        acl = [renumber(each.acl[~each.dead], each.acls, names) for each in headers]
        ids = np.concatenate([each.ids[~each.dead] for each in headers])
        return cls(
            ids,
            np.concatenate([each.lengths[~each.dead] for each in headers]),
            np.concatenate(acl),
            tuple(names),
            np.zeros(len(ids), np.bool_),
        )

    def mark_dead(self, ids: Sequence[int] | Numbers) -> Mask:
        """Return the rows that are dead once these are."""
        return self.dead | np.isin(self.ids, np.asarray(ids, np.int64))


class PackedHeader(Struct, frozen=True):
    """A header as it is stored."""

    ids: bytes
    lengths: bytes
    acl: bytes
    acls: str
    dead: bytes

    @classmethod
    def pack(cls, header: Header) -> Self:
        return cls(
            pack_ascending(header.ids),
            pack_numbers(header.lengths),
            pack_numbers(header.acl),
            json.dumps(header.acls),
            pack_dead(header.dead),
        )

    def unpack(self) -> Header:
        ids = unpack_ascending(self.ids)
        dead = np.zeros(len(ids), np.bool_)
        dead[unpack_numbers(self.dead)] = True
        acl = unpack_numbers(self.acl).astype(np.uint16)
        return Header(ids, unpack_numbers(self.lengths), acl, tuple(json.loads(self.acls)), dead)


def pack_dead(dead: Mask) -> bytes:
    return pack_numbers(np.flatnonzero(dead))


def renumber(
    acl: npt.NDArray[np.uint16], acls: Sequence[str], names: dict[str, int]
) -> npt.NDArray[np.uint16]:
    """Renumber `acl` by `names`, to which the acls that rows use are added if they are new."""
    used, own = np.unique(acl, return_inverse=True)
    numbers = [names.setdefault(acls[n], len(names)) for n in used]
    return np.array(numbers, np.uint16)[own]
