"""The database: one writer connection behind a lock, and readers that cannot bypass `visible`.

Every part of multis has its tables here, so that a message and its effects are one transaction.
Each part brings its own numbered migrations as a `Schema`.
"""

import asyncio
import hashlib
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from indexer.errors import NewerDatabaseError
from indexer.i18n import _
from indexer.store.authorizer import NOTHING, Readable
from indexer.store.connection import (
    CACHE_KIB,
    SMALL_CACHE_KIB,
    Connection,
    Reader,
    open_reader,
)
from indexer.store.copies import Copies
from indexer.store.engine.session import (
    Parameters,
    Row,
    Session,
    begin_reading,
    describe,
    empty_log,
    free_memory,
    measure,
)
from indexer.store.engine.sqlite import CheckedSession, Checkpoints, checkpoint
from indexer.store.transactions import DiskSync, GroupCommit, transact


def hash_text(text: str) -> str:
    """Return the SHA-256 of a text in hex; the SQL function `digest` does the same."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


# With SQLite's default of 2 MB, a commit into a large index takes up to a second; with 64 MB 30 ms.
LARGE_CACHE_KIB = 64 * 1024
RECORDS_CACHE_KIB = 128  # small tables


# Opens a connection that reads these tables for maintenance.
OpenMaintenance = Callable[[Readable], AbstractAsyncContextManager[Reader]]

T = TypeVar("T")


class Schema(Struct, frozen=True):
    """The tables of one part. `steps[n]` migrates version n to n + 1 and may use `digest(text)`."""

    part: str
    steps: tuple[str, ...]
    fresh: str = ""  # SQL for tables that were made just now, and so need no later upkeep
    searched: Readable = NOTHING  # by the reader that answers; it reads no other table
    records: frozenset[str] = frozenset()  # that `Database.records` reads


class Database:
    """The open database; lives as long as the process, opened by `open_database`."""

    def __init__(
        self,
        writer: Connection,
        reader: Reader,
        records: Reader,
        open_maintenance: OpenMaintenance,
        checkpoints: Checkpoints | None = None,
    ) -> None:
        self._writer = writer
        self._checkpoints = checkpoints
        self._turn = asyncio.Lock()
        self._large = False
        self._refused = asyncio.Event()
        self._refusal: NewerDatabaseError | None = None
        self._sync = DiskSync()
        self._group = GroupCommit(self._sync)
        self.reader = reader  # of documents, conversations and facts, as far as a person may see
        self.records = records  # of people, modes, usage: nothing that a search could show
        self.open_maintenance = open_maintenance

    async def wait_until_newer(self) -> None:
        """Wait for a change that is refused because the tables are newer; raise its error."""
        await self._refused.wait()
        if self._refusal:
            raise self._refusal

    @contextmanager
    def _note_refusal(self) -> Iterator[None]:
        try:
            yield
        except NewerDatabaseError as error:
            self._refusal = error
            self._refused.set()
            raise

    @asynccontextmanager
    async def read_committed(self) -> AsyncIterator[Connection]:
        """Yield the writer outside a transaction, to read committed data at a third of the cost."""
        async with self._turn:
            yield self._writer

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Connection]:
        """Yield the writer for reads that must see the same state; it takes no lock on the file."""
        async with self._turn:
            try:
                await self._writer.run(begin_reading)
                yield self._writer
            finally:
                await self._writer.rollback()

    @asynccontextmanager
    async def transaction(
        self, *, on_disk: bool = False, large: bool = False
    ) -> AsyncIterator[Connection]:
        """Yield the writer for one transaction, committed at the end, rolled back on any error.

        Every commit survives the end of the process. One that is `on_disk` also survives a power
        failure, and takes some milliseconds more. One that is `large` writes all over the file, and
        gets a large cache for it, which it keeps until `free_caches`.
        """
        # One connection serves every task: without the lock another task's commit would publish
        # our half-finished work.
        async with self._turn:
            try:
                await self._set_cache(large=large or self._large)
                # Inside `try`: if this is cancelled, the transaction begins all the same.
                with self._note_refusal():
                    await self._writer.run(partial(self._sync.begin, on_disk=on_disk))
                yield self._writer
            except BaseException:
                await self._writer.rollback()
                raise
            await self._writer.commit()

    async def change(
        self,
        work: Callable[[Session], T],
        *,
        on_disk: bool = False,
        large: bool = False,
    ) -> T:
        """Run `work` in a transaction in the writer's thread: one round trip for all it does.

        It is carried out also if the wait is cancelled.
        """
        run = partial(transact, work, sync=self._sync, on_disk=on_disk)
        return await self._submit(lambda: run, large=large)

    async def change_together(
        self,
        work: Callable[[Session], T],
        *,
        on_disk: bool = False,
        large: bool = False,
    ) -> T:
        """Like `change`, in one transaction with others that wait, unless one of them fails.

        `work` may run again: it changes nothing but the database.
        """
        return await self._submit(lambda: self._group.add(work, on_disk=on_disk), large=large)

    async def _submit(self, prepare: Callable[[], Callable[[Session], T]], *, large: bool) -> T:
        async with self._turn:
            await self._set_cache(large=large or self._large)
            result = self._writer.submit(prepare())
        # The next change is queued meanwhile: the thread goes on without waiting for this loop.
        with self._note_refusal():
            done = await result
        if self._large and self._checkpoints:
            self._checkpoints.count_change()
        return done

    async def write(self, sql: str, parameters: Parameters) -> None:
        """Execute and commit one statement, together with the changes that wait."""

        def execute(db: Session) -> None:
            db.execute(sql, parameters)

        await self.change_together(execute)

    async def fetch(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        """Return the rows that one statement reads of committed data, by the writer."""
        async with self.read_committed() as db:
            return list(await db.execute_fetchall(sql, parameters))

    async def describe(self) -> str:
        """Return the engine and its version."""
        async with self.read_committed() as db:
            return await db.run(describe)

    async def measure(self) -> int:
        """Return the size of the database in bytes."""
        async with self.read_committed() as db:
            return await db.run(measure)

    async def scrub(self, largest: float) -> bool:
        """Rewrite the file unless it has more than `largest` bytes, and empty the log beside it.

        Return False if the log could not be emptied because somebody still reads from it.
        """
        async with self._turn, self._hold_checkpoints():
            return await self._writer.run(lambda db: db.erase_deleted(largest))

    async def empty_log(self) -> bool:
        """Empty the log beside the file; return False if somebody reads from it."""
        async with self._turn, self._hold_checkpoints():
            return await self._writer.run(empty_log)

    def _hold_checkpoints(self) -> AbstractAsyncContextManager[None]:
        """Let no checkpoint run: until it ends, the log cannot be emptied."""
        return self._checkpoints.hold() if self._checkpoints else nullcontext()

    async def free_caches(self) -> None:
        """Free the memory of the caches; later statements read again what they need."""
        async with self._turn:
            await self._set_cache(large=False)
            await self._writer.run(free_memory)
        for reader in (self.reader, self.records):
            await reader.run(free_memory)

    async def _set_cache(self, *, large: bool) -> None:
        if large is not self._large:
            self._large = large
            kib = LARGE_CACHE_KIB if large else CACHE_KIB
            await self._writer.run(
                partial(_set_room, kib=kib, long=bool(large and self._checkpoints))
            )


def _set_room(db: Session, kib: int, *, long: bool) -> None:
    db.set_cache(kib)
    db.set_log(long=long)


@asynccontextmanager
async def open_database(
    path: Path, *schemas: Schema, copies: Copies | None = None
) -> AsyncIterator[Database]:
    """Open the database at `path`, creating and migrating it as needed.

    It raises a `NewerDatabaseError` if the file is newer than the program. A file that has to be
    migrated is first copied with `copies`.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    _create_private(path)
    searched = Readable.join(*(schema.searched for schema in schemas))
    records = Readable(frozenset[str]().union(*(schema.records for schema in schemas)))
    async with _connect(path, partial(_read_outdated, schemas)) as writer:
        await writer.run(lambda db: db.set_cache(CACHE_KIB))
        await writer.execute("PRAGMA journal_mode = WAL")
        await writer.create_function("digest", 1, hash_text, deterministic=True)
        await _migrate(writer, schemas, partial(copies.make, path) if copies else None)
        async with (
            open_reader(path, searched) as reader,
            open_reader(path, records, RECORDS_CACHE_KIB) as recorded,
        ):
            checkpoints = Checkpoints(partial(checkpoint, path))
            open_maintenance = partial(open_reader, path, cache_kib=SMALL_CACHE_KIB)
            try:
                yield Database(writer, reader, recorded, open_maintenance, checkpoints)
            finally:
                await checkpoints.finish()


def _create_private(path: Path) -> None:
    """Create the file for its owner alone; SQLite gives those beside it the same mode."""
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))


@asynccontextmanager
async def _connect(path: Path, check: Callable[[Session], object]) -> AsyncIterator[Connection]:
    connection = Connection(partial(CheckedSession, path, check))
    async with connection:
        connection.row_factory = sqlite3.Row
        await connection.execute("PRAGMA foreign_keys = ON")
        # Deleted data is overwritten, which not every build of SQLite does by default.
        await connection.execute("PRAGMA secure_delete = ON")
        yield connection


async def _migrate(
    connection: Connection, schemas: Sequence[Schema], copy: Callable[[], object] | None
) -> None:
    """Run `copy`, then apply the missing steps of all parts in one transaction.

    Without missing steps nothing is written, so there is no wait for another process's lock.
    """
    outdated = partial(_read_outdated, schemas)
    if not await connection.run(outdated):
        return
    await connection.execute("BEGIN IMMEDIATE")
    try:
        missing = await connection.run(outdated)  # another process may have been faster
        has_rows = bool(await connection.run(_read_versions))
        if has_rows and missing and copy:
            await asyncio.to_thread(copy)
        for schema in missing:
            await connection.run(partial(_apply, schema))
    except BaseException:
        await connection.rollback()
        raise
    await connection.commit()


def _read_outdated(schemas: Sequence[Schema], db: Session) -> list[Schema]:
    return find_outdated(_read_versions(db), schemas)


def _read_versions(db: Session) -> dict[str, int]:
    """Return the version of each part; none for a new file."""
    if not db.has_table("migrations"):
        return {}
    rows = db.execute("SELECT part, version FROM migrations")
    return {row["part"]: int(row["version"]) for row in rows}


def find_outdated(versions: Mapping[str, int], schemas: Sequence[Schema]) -> list[Schema]:
    """Return the schemas with steps to apply; a `NewerDatabaseError` if the file is newer."""
    for schema in schemas:
        version = versions.get(schema.part, 0)
        if version > len(schema.steps):
            raise NewerDatabaseError(
                _(
                    "The database was written by a newer multis (version {version} of {part}; this "
                    "program supports up to {supported}). Update multis or restore a backup.",
                    version=str(version),
                    part=schema.part,
                    supported=str(len(schema.steps)),
                )
            )
    return [each for each in schemas if versions.get(each.part, 0) < len(each.steps)]


def _apply(schema: Schema, db: Session) -> None:
    version = _read_versions(db).get(schema.part, 0)
    db.execute(
        "CREATE TABLE IF NOT EXISTS migrations (part TEXT PRIMARY KEY, version INTEGER NOT NULL)"
    )
    for step in (*schema.steps[version:], schema.fresh if not version else ""):
        run_script(db, step)
    db.execute(
        "INSERT INTO migrations (part, version) VALUES (?, ?)"
        " ON CONFLICT (part) DO UPDATE SET version = excluded.version",
        (schema.part, len(schema.steps)),
    )


def run_script(db: Session, script: str) -> None:
    """Execute the statements of a script in the transaction that is under way."""
    for statement in split_statements(script):
        db.execute(statement)


def split_statements(script: str) -> list[str]:
    """Split a script, since `executescript` would commit first and break up the migration."""
    statements, pending = [], ""
    for piece in script.split(";"):
        pending += piece + ";"
        if sqlite3.complete_statement(pending):
            statements.append(pending)
            pending = ""
    return [statement for statement in statements if statement.strip() != ";"]
