"""Keeps the inverted index in memory equal to the database.

It loads in the background and is not used until then. Before each search it adds what was committed
since, by this process or another; after a large change it does so in the background, and FTS5
answers meanwhile.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from sqlite3 import Error

from indexer.search.index_segment import ROWS, merge_segments
from indexer.search.inverted_index import Snapshot
from indexer.store.corpus import Corpus
from indexer.store.maintenance import CorpusVersion, Maintenance, open_maintenance

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]

AT_ONCE = 200  # new rows that are added faster than another thread would start
SOON = 5000  # rows that are added while the question waits


class LiveIndex:
    """One corpus in memory; made by `open_live_index`."""

    def __init__(self, maintenance: Maintenance, corpus: Corpus) -> None:
        self._maintenance = maintenance
        self._snapshot = Snapshot(corpus)
        self._version: CorpusVersion | None = None  # None until all is loaded
        self._turn = asyncio.Lock()
        self._under_way: asyncio.Task[bool] | None = None
        self._failing = False

    @property
    def name(self) -> str:
        return self._snapshot.corpus.name

    @property
    def memory(self) -> int:
        """Bytes that the index holds now."""
        return self._snapshot.memory

    @property
    def index(self) -> Snapshot | None:
        """The latest snapshot; None while it loads."""
        return None if self._version is None else self._snapshot

    async def follow_to(self, version: tuple[int, int]) -> Snapshot | None:
        """Return the index at `version`; None while it loads or has too much to add."""
        if self._version is None:
            return None
        if sum(version) - sum(self._version.rows) > SOON:
            self._start_task(self._catch_up_and_merge)
            return None
        if self._version.rows != version and not await self._try(self._catch_up):
            return None
        if self._snapshot.find_mergeable():
            self._start_task(self._merge)
        return self._snapshot

    async def load(self) -> None:
        """Load all rows, a segment at a time, so that nothing else waits long."""
        async with self._turn:
            reached = await self._maintenance.read_version(self._snapshot.corpus)
            last = 0
            while rows := await self._maintenance.list_term_rows(self._snapshot.corpus, last, ROWS):
                self._snapshot = await asyncio.to_thread(self._snapshot.apply, (), rows)
                last = rows[-1].id
            # Changes made meanwhile may be read or not; the next question adds what is missing.
            self._publish(self._snapshot, replace(reached, last_row=last))

    async def wait_until_loaded(self) -> None:
        """Wait until the work under way is done."""
        if self._under_way is not None:
            await self._under_way

    def start(self) -> None:
        """Start to load in the background."""
        self._start_task(self.load)

    async def close(self) -> None:
        if self._under_way is not None:
            self._under_way.cancel()
            with suppress(asyncio.CancelledError):
                await self._under_way

    def _start_task(self, work: Work) -> None:
        """Do `work` in the background unless something else is under way."""
        if self._under_way is None or self._under_way.done():
            self._under_way = asyncio.create_task(self._try(work))

    async def _try(self, work: Work) -> bool:
        """Return whether `work` succeeded; a failure is logged once, and FTS5 answers."""
        try:
            await work()
        except Error as error:
            if not self._failing:
                log.error("cannot update the index of %s in memory: %s", self.name, error)
            self._failing = True
            return False
        self._failing = False
        return True

    async def _catch_up_and_merge(self) -> None:
        await self._catch_up()
        await self._merge()

    async def _catch_up(self) -> None:
        async with self._turn:
            if self._version is None:
                return
            changes = await self._maintenance.read_changes(self._snapshot.corpus, self._version)
            change = self._snapshot.apply
            if not changes.stale and len(changes.rows) <= AT_ONCE:
                changed = change((), changes.rows)
            else:
                changed = await asyncio.to_thread(change, changes.stale, changes.rows)
            self._publish(changed, changes.now)

    def _publish(self, snapshot: Snapshot, version: CorpusVersion) -> None:
        self._snapshot = replace(snapshot, version=version.rows)
        self._version = version

    async def _merge(self) -> None:
        """Merge segments while questions are answered from the present ones."""
        while group := self._snapshot.find_mergeable():
            one = await asyncio.to_thread(merge_segments, group)
            # If one of these was replaced meanwhile, `swap` changes nothing and it is tried again.
            self._snapshot = self._snapshot.swap(group, one)


@asynccontextmanager
async def open_live_index(path: Path, corpus: Corpus) -> AsyncIterator[LiveIndex]:
    """Open the index of a corpus in memory; it starts to load in the background at once."""
    async with open_maintenance(path, corpus) as maintenance:
        live = LiveIndex(maintenance, corpus)
        live.start()
        try:
            yield live
        finally:
            await live.close()
