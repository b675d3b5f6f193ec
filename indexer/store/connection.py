"""SQLite connections with a thread each, so that the disk never blocks the event loop."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Self, TypeVar, cast

import aiosqlite

from indexer.store.authorizer import GuardedConnection, Readable
from indexer.store.engine.session import Session
from indexer.store.engine.sqlite import BUSY_SECONDS

CACHE_KIB = 1024  # of a connection that answers; the operating system caches the file as well
SMALL_CACHE_KIB = 512  # of a connection that reads each row only once
ROWS_AT_ONCE = 64  # fetched by a cursor

T = TypeVar("T")


class Connection(aiosqlite.Connection):
    """Runs what it is given one after the other, in its own thread."""

    def __init__(self, connect: Callable[[], Session], iter_chunk_size: int = ROWS_AT_ONCE) -> None:
        # Its thread does with any session what it does with SQLite's own connection.
        super().__init__(cast(Callable[[], sqlite3.Connection], connect), iter_chunk_size)

    async def __aenter__(self) -> Self:
        try:
            await super().__aenter__()
        except BaseException:
            # The thread still posts a callback to this loop; join it before the loop can close.
            await asyncio.to_thread(self._thread.join)
            raise
        return self

    async def run(self, work: Callable[[Session], T]) -> T:
        """Run `work` with the connection in its thread, in a single round trip."""
        return await self.submit(work)

    def submit(self, work: Callable[[Session], T]) -> asyncio.Future[T]:
        """Queue `work` now; the thread runs it after all that was queued before."""
        if not self._running:
            raise ValueError("the connection is closed")
        future = asyncio.get_running_loop().create_future()
        session = cast(Session, self._conn)  # what the connector opens
        self._tx.put_nowait((future, partial(work, session)))
        return future


class Reader(Connection):
    """A connection that cannot write; opened by `open_reader`."""


@asynccontextmanager
async def open_reader(
    path: Path, readable: Readable, cache_kib: int = CACHE_KIB
) -> AsyncIterator[Reader]:
    """Open a connection that can read only what is `readable`."""
    connect = partial(GuardedConnection, path, readable, cache_kib, BUSY_SECONDS)
    reader = Reader(connect)
    async with reader:
        try:
            yield reader
        finally:
            await reader.interrupt()  # nobody waits for a query that is still running


@contextmanager
def hold_snapshot(db: Session) -> Iterator[None]:
    """Let several statements see the same state of the database."""
    db.begin_reading()
    try:
        yield
    finally:
        db.rollback()
