"""Connections with a thread of their own: no disk ever stops the event loop."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

import aiosqlite

BUSY_SECONDS = 10.0
CACHE_KIB = 1024  # of each connection that answers: the system keeps the file in memory as well
SMALL_CACHE_KIB = 512  # of one that reads each row but once
ROWS_AT_ONCE = 64  # that a cursor fetches

Parameters = Sequence[object] | Mapping[str, object]
T = TypeVar("T")


class Connection(aiosqlite.Connection):
    """Does what is asked of it one after another."""

    async def __aenter__(self) -> Self:
        try:
            await super().__aenter__()
        except BaseException:
            # Its thread has a last word for this loop, which may end with us.
            await asyncio.to_thread(self._thread.join)
            raise
        return self

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """`work` with the connection, in its thread: one way there and back, however much it is."""
        done: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call] # theirs
        return done


class Reader(Connection):
    """Cannot write; made by `open_reader`."""


@asynccontextmanager
async def open_reader(
    path: Path, guarded: frozenset[str], cache_kib: int = CACHE_KIB
) -> AsyncIterator[Reader]:
    """It reads the `guarded` tables inside `visible` only."""
    reader = Reader(partial(_connect, path, guarded, cache_kib), ROWS_AT_ONCE)
    async with reader:
        try:
            yield reader
        finally:
            await reader.interrupt()  # whoever asked what is still being looked for has gone


def _connect(path: Path, guarded: frozenset[str], cache_kib: int) -> sqlite3.Connection:
    def refuse(
        action: int, table: str | None, column: str | None, _db: str | None, inside: str | None
    ) -> int:
        # SQLite asks once per column; `inside` names the innermost view or CTE that reads it.
        goes_round = table in guarded and bool(column) and inside != "visible"
        if action == sqlite3.SQLITE_READ and goes_round:
            return sqlite3.SQLITE_DENY
        return sqlite3.SQLITE_OK

    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA query_only = ON")
    connection.execute(f"PRAGMA cache_size = -{cache_kib}")
    connection.set_authorizer(refuse)
    return connection


@contextmanager
def hold_snapshot(db: sqlite3.Connection) -> Iterator[None]:
    """Several statements see the same state of the database."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.rollback()
