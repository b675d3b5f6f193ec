"""Keeps the vectors of one corpus in memory, equal to the database."""

import asyncio
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from indexer.embedding.vector_index import BitIndex, Mask
from indexer.search.query import SearchFilter, matches_acl
from indexer.store.corpus import Corpus
from indexer.store.vectors import VectorRow, VectorRows

BLOCK = 4096  # vectors that are loaded at once
AT_ONCE = 20_000  # rows that are compared in less time than another thread takes to start


class LiveVectors:
    """Follows the vectors of one model. Rows it finds may be gone: `visible` decides."""

    def __init__(self, rows: VectorRows, corpus: Corpus, model: str) -> None:
        self._rows = rows
        self._corpus = corpus
        self._model = model
        self._bits = BitIndex()
        self._acls: dict[str, int] = {}
        self._acl: npt.NDArray[np.uint32] = np.zeros(
            0, np.uint32
        )  # by row: number of its acl in `_acls`
        self._stored = 0  # sequence number of the last loaded vector
        self._removal: int | None = None  # the last removal that was applied
        self._loaded = False
        self._turn = asyncio.Lock()

    async def load(self) -> None:
        """Load all vectors, a block at a time, so that nobody waits long."""
        self._removal = (await self._rows.read_mark(self._corpus)).removal
        while await self._load_block():
            pass
        self._loaded = True

    async def find_nearest(self, meaning: bytes, within: SearchFilter) -> list[int]:
        """Find the rows within the filter that are likely to be nearest, in no order."""
        if self._loaded:
            await self._catch_up()
        async with self._turn:
            if len(self._bits.ids) <= AT_ONCE:
                return self._compare(meaning, within)
            return await asyncio.to_thread(self._compare, meaning, within)

    def _compare(self, meaning: bytes, within: SearchFilter) -> list[int]:
        return self._bits.find_nearest(meaning, self._build_mask(within.list_tokens()))

    def _build_mask(self, wanted: Sequence[frozenset[str]]) -> Mask | None:
        allowed = np.array([matches_acl(acl, wanted) for acl in self._acls], np.bool_)
        # A removed row has the id -1; the index itself ignores it.
        return None if allowed.all() else allowed[self._acl[self._bits.ids]]

    async def _catch_up(self) -> None:
        now = await self._rows.read_mark(self._corpus)
        if self._removal != now.removal:
            await self._remove_stale(self._removal or 0, now.removal)
        while await self._load_block():
            pass

    async def _remove_stale(self, since: int, until: int) -> None:
        """Remove stale rows, and add again those that only moved to another scope."""
        async with self._turn:
            stale = await self._rows.list_removed(self._corpus, since)
            moved = await self._rows.list_current(self._corpus, self._model, stale)
            self._bits.remove(stale)
            self._add(moved)
            self._removal = until

    async def _load_block(self) -> bool:
        """Load the next block; returns whether there may be more."""
        async with self._turn:
            fresh = await self._rows.list_stored(self._corpus, self._model, self._stored, BLOCK)
            if len(fresh) > BLOCK // 8:
                await asyncio.to_thread(self._add, fresh)
            else:
                self._add(fresh)
            self._stored = max((each.seq for each in fresh), default=self._stored)
            return len(fresh) == BLOCK

    def _add(self, rows: Sequence[VectorRow]) -> None:
        if not rows:
            return
        self._bits.add((each.row, each.vector) for each in rows)
        room = max(each.row for each in rows) + 1
        if room > len(self._acl):
            self._acl = np.append(self._acl, np.zeros(room + room // 8 - len(self._acl), np.uint32))
        for each in rows:
            self._acl[each.row] = self._acls.setdefault(each.acl, len(self._acls))
