"""Connections with a thread of their own: no disk ever stops the event loop."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TypeVar

import aiosqlite

BUSY_SECONDS = 10.0
CACHE_KIB = 1024  # of each connection that answers: the system keeps the file in memory as well
SMALL_CACHE_KIB = 512  # of one that reads each row but once

Parameters = Sequence[object] | Mapping[str, object]
T = TypeVar("T")


class Connection(aiosqlite.Connection):
    """The one that writes."""

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """`work` with the connection, in its thread: one way there and back, however much it is."""
        done: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call] # theirs
        return done


class Reader:
    """Cannot write; made by `open_reader`; what is asked of it is done one after another."""

    def __init__(self, connection: sqlite3.Connection, thread: Executor) -> None:
        self._connection = connection
        self._thread = thread

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """`work` with the connection, in its thread, as `Connection` does it."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, work, self._connection)

    async def execute_fetchall(self, sql: str, parameters: Parameters = ()) -> list[sqlite3.Row]:
        """The rows of one statement."""
        return await self.run(lambda db: db.execute(sql, parameters).fetchall())


@asynccontextmanager
async def open_reader(
    path: Path, guarded: frozenset[str], cache_kib: int = CACHE_KIB
) -> AsyncIterator[Reader]:
    """It reads the `guarded` tables inside `visible` only."""
    loop = asyncio.get_running_loop()
    # SQLite wants to be used by the thread that opened it.
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
    try:
        connection = await loop.run_in_executor(thread, _connect, path, guarded, cache_kib)
        try:
            yield Reader(connection, thread)
        finally:
            connection.interrupt()  # whoever asked what is still being looked for has gone
            await loop.run_in_executor(thread, connection.close)
    finally:
        thread.shutdown(wait=False)


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
def one_state(db: sqlite3.Connection) -> Iterator[None]:
    """Several statements see the same state of the database."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.rollback()
