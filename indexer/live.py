"""The index in memory, kept equal to the database while it is searched.

It loads in the background and offers nothing until then. Before each search it takes in what was
committed since, by this process or another; after a large change it does so in the background, and
FTS5 answers meanwhile.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

from indexer.corpus import Corpus
from indexer.lexical import Snapshot
from indexer.maintenance import Maintenance, Version, open_maintenance
from indexer.query import Query, Reach
from indexer.scoring import Proposal
from indexer.segment import ROWS

AT_ONCE = 100_000  # rows that are searched in a millisecond; more go to another thread
SOON = 5000  # rows that are taken in while the question waits


class LiveIndex:
    """One corpus in memory; made by `open_live`."""

    def __init__(self, maintenance: Maintenance, corpus: Corpus) -> None:
        self._maintenance = maintenance
        self._snapshot = Snapshot(corpus)
        self._version: Version | None = None  # None until all is loaded
        self._turn = asyncio.Lock()
        self._under_way: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        return self._snapshot.corpus.name

    @property
    def memory(self) -> int:
        """Bytes that the index holds now."""
        return self._snapshot.memory

    async def propose(
        self, query: Query, reach: Reach, count: int, version: tuple[int, int]
    ) -> Proposal | None:
        """The rows worth a look; None while the index is behind `version` or not made for this."""
        if query.common or any(term.prefix for term in query.terms):
            return None
        if not await self._is_at(version):
            return None
        if self._snapshot.living <= AT_ONCE:
            return self._snapshot.best(query, reach, count)
        return await asyncio.to_thread(self._snapshot.best, query, reach, count)

    async def load(self) -> None:
        """Take in all rows, a segment at a time, so that nothing else waits long."""
        async with self._turn:
            reached = await self._maintenance.version(self._snapshot.corpus)
            last = 0
            while rows := await self._maintenance.term_rows(self._snapshot.corpus, last, ROWS):
                self._snapshot = await asyncio.to_thread(self._snapshot.changed, (), rows)
                last = rows[-1].id
            # What changes meanwhile is read before or after; the next question finds out.
            self._version = replace(reached, last_row=last)

    async def loaded(self) -> None:
        """Wait until what was under way is taken in."""
        if self._under_way is not None:
            await self._under_way

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Do `work` in the background, one at a time."""
        self._under_way = asyncio.create_task(work)

    async def close(self) -> None:
        if self._under_way is not None:
            self._under_way.cancel()
            with suppress(asyncio.CancelledError):
                await self._under_way

    async def _is_at(self, version: tuple[int, int]) -> bool:
        """Whether the index has all that `version` has, after taking in what is little."""
        if self._version is None:
            return False
        if self._version.rows == version:
            return True
        if sum(version) - sum(self._version.rows) <= SOON:
            await self._catch_up()
            return True
        if self._under_way is None or self._under_way.done():
            self.start(self._catch_up())
        return False

    async def _catch_up(self) -> None:
        async with self._turn:
            if self._version is None:
                return
            corpus = self._snapshot.corpus
            reached, stale, rows = await self._maintenance.changes(corpus, self._version)
            self._snapshot = await asyncio.to_thread(self._snapshot.changed, stale, rows)
            self._version = reached


@asynccontextmanager
async def open_live(path: Path, corpus: Corpus) -> AsyncIterator[LiveIndex]:
    """The index of a corpus in memory, loading in the background from the first moment."""
    async with open_maintenance(path) as maintenance:
        live = LiveIndex(maintenance, corpus)
        live.start(live.load())
        try:
            yield live
        finally:
            await live.close()
