"""One SQLite file: one writer connection behind a lock, and readers that cannot go round `visible`.

Every part of multis keeps its tables here, so that a turn and what follows from it are one
transaction. Each part brings its own numbered migrations as a `Schema`.
"""

import asyncio
import hashlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from indexer.errors import UserError
from indexer.store.connection import (
    BUSY_SECONDS,
    CACHE_KIB,
    ROWS_AT_ONCE,
    Connection,
    Parameters,
    Reader,
    open_reader,
)
from indexer.store.copies import Copies


def hash_text(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


# With SQLite's own 2 MB a commit into a large index takes up to a second; with 64 MB some 30 ms.
LARGE_CACHE_KIB = 64 * 1024


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one part. `steps[n]` migrates version n to n + 1; `digest(text)` is usable."""

    part: str
    steps: tuple[str, ...]
    guarded: frozenset[str] = frozenset()  # tables whose text is read through `visible` only


class Database:
    """Lives as long as the process; made by `open_database`."""

    def __init__(self, writer: Connection, reader: Reader) -> None:
        self._writer = writer
        self._turn = asyncio.Lock()
        self._on_disk: bool | None = None  # whether commits are synced; None: never said yet
        self._large = False
        self.reader = reader

    @asynccontextmanager
    async def read_committed(self) -> AsyncIterator[Connection]:
        """The writer between two transactions, to read what is committed: a third of the way."""
        async with self._turn:
            yield self._writer

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Connection]:
        """The writer, for reads that must see the same state; needs no lock of the file."""
        async with self._turn:
            try:
                await self._writer.execute("BEGIN")
                yield self._writer
            finally:
                await self._writer.rollback()

    @asynccontextmanager
    async def transaction(
        self, *, on_disk: bool = False, large: bool = False
    ) -> AsyncIterator[Connection]:
        """The writer, for one transaction: committed at the end, rolled back on any error.

        Every commit outlives the process. One that is `on_disk` outlives a power cut too, and
        takes some milliseconds for it. One that is `large` writes all over the file, and gets the
        memory for it until the next `free_caches`.
        """
        # One connection serves every task: without the lock another task's commit would publish
        # our half-finished work.
        async with self._turn:
            try:
                await self._set_sync(on_disk)
                await self._set_cache(large=large or self._large)
                # Not before `try`: whoever is cancelled while it begins has begun all the same.
                await self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
            except BaseException:
                await self._writer.rollback()
                raise
            await self._writer.commit()

    async def change(self, work: Callable[[sqlite3.Connection], T], *, large: bool = False) -> T:
        """`work` in a transaction and in the writer's thread, however many statements it has."""
        async with self.transaction(large=large) as db:
            return await db.run(work)

    async def write(self, sql: str, parameters: Parameters) -> None:
        """One statement, committed by itself: a third of the way of a transaction."""
        async with self._turn:
            await self._set_sync(on_disk=False)
            await self._writer.execute(sql, parameters)

    async def scrub(self, largest: float) -> None:
        """Write the file anew unless it has more bytes than that, and empty the log beside it."""
        async with self._turn:
            if await self._read_size() <= largest:
                await self._writer.execute("VACUUM")
            await self._writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    async def _read_size(self) -> int:
        rows = await self._writer.execute_fetchall(
            "SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size"
        )
        return int(next(iter(rows))["size"])

    async def free_caches(self) -> None:
        """Free what the caches hold; what comes next fetches again what it needs."""
        async with self._turn:
            await self._set_cache(large=False)
            await self._writer.execute("PRAGMA shrink_memory")
        await self.reader.execute_fetchall("PRAGMA shrink_memory")

    async def _set_cache(self, *, large: bool) -> None:
        if large is not self._large:
            self._large = large
            kib = LARGE_CACHE_KIB if large else CACHE_KIB
            await self._writer.execute(f"PRAGMA cache_size = -{kib}")

    async def _set_sync(self, on_disk: bool) -> None:
        if on_disk is not self._on_disk:
            self._on_disk = on_disk  # first: it is done even if waiting for it is cancelled
            await self._writer.execute(f"PRAGMA synchronous = {'FULL' if on_disk else 'NORMAL'}")


@asynccontextmanager
async def open_database(
    path: Path, *schemas: Schema, copies: Copies | None = None
) -> AsyncIterator[Database]:
    """Open `path`, made and migrated as needed; a newer file than the program is refused.

    A file that has to be migrated is first copied to where `copies` says.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    guarded = frozenset[str]().union(*(schema.guarded for schema in schemas))
    async with _connect(path) as writer:
        await writer.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        await writer.execute("PRAGMA journal_mode = WAL")
        await writer.create_function("digest", 1, hash_text, deterministic=True)
        await _migrate(writer, schemas, partial(copies.make, path) if copies else None)
        async with open_reader(path, guarded) as reader:
            yield Database(writer, reader)


@asynccontextmanager
async def _connect(path: Path) -> AsyncIterator[Connection]:
    # The wait for a lock is set before anything else: the switch to WAL needs one itself.
    connector = partial(sqlite3.connect, path, timeout=BUSY_SECONDS, isolation_level=None)
    connection = Connection(connector, iter_chunk_size=ROWS_AT_ONCE)
    async with connection:
        connection.row_factory = sqlite3.Row
        await connection.execute("PRAGMA foreign_keys = ON")
        # What is deleted is overwritten. Not every build of SQLite does so unless it is told.
        await connection.execute("PRAGMA secure_delete = ON")
        yield connection


async def _migrate(
    connection: Connection, schemas: Sequence[Schema], copy: Callable[[], object] | None
) -> None:
    """Apply the steps that this file lacks, of all parts or of none; `copy` goes before.

    Where it lacks none nothing is written, so nobody's lock has to be waited for.
    """
    if not _find_outdated(await _read_versions(connection), schemas):
        return
    await connection.execute("BEGIN IMMEDIATE")
    try:
        versions = await _read_versions(connection)  # another process may have been faster
        lacking = _find_outdated(versions, schemas)
        if versions and lacking and copy:
            await asyncio.to_thread(copy)
        for schema in lacking:
            await _apply(connection, schema, versions.get(schema.part, 0))
    except BaseException:
        await connection.rollback()
        raise
    await connection.commit()


async def _read_versions(connection: Connection) -> dict[str, int]:
    """Of each part; empty for a file that was just made."""
    made = await connection.execute_fetchall(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'"
    )
    if not list(made):
        return {}
    rows = await connection.execute_fetchall("SELECT part, version FROM migrations")
    return {row["part"]: int(row["version"]) for row in rows}


def _find_outdated(versions: Mapping[str, int], schemas: Sequence[Schema]) -> list[Schema]:
    """Those with steps to apply; a `UserError` if the file is newer than one of them."""
    for schema in schemas:
        version = versions.get(schema.part, 0)
        if version > len(schema.steps):
            raise UserError(
                f"The database was written by a newer multis ({schema.part} version {version}, "
                f"this program knows {len(schema.steps)}). Update multis, or restore a backup."
            )
    return [each for each in schemas if versions.get(each.part, 0) < len(each.steps)]


async def _apply(connection: Connection, schema: Schema, version: int) -> None:
    await connection.execute(
        "CREATE TABLE IF NOT EXISTS migrations (part TEXT PRIMARY KEY, version INTEGER NOT NULL)"
    )
    for step in schema.steps[version:]:
        for statement in _split_statements(step):
            await connection.execute(statement)
    await connection.execute(
        "INSERT INTO migrations (part, version) VALUES (?, ?)"
        " ON CONFLICT (part) DO UPDATE SET version = excluded.version",
        (schema.part, len(schema.steps)),
    )


def _split_statements(script: str) -> list[str]:
    """`executescript` commits first, which would tear a migration apart; so one by one."""
    statements, pending = [], ""
    for piece in script.split(";"):
        pending += piece + ";"
        if sqlite3.complete_statement(pending):
            statements.append(pending)
            pending = ""
    return [statement for statement in statements if statement.strip() != ";"]
