import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from indexer.errors import UserError
from indexer.store.connection import CACHE_KIB, Connection
from indexer.store.database import LARGE_CACHE_KIB, Database, Schema, open_database
from indexer.store.engine.session import Session
from indexer.store.engine.sqlite import SqliteSession

NOTES = Schema(
    "notes",
    ("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, scope TEXT);",),
    records=frozenset({"notes"}),
)


async def count(path: Path) -> int:
    async with open_database(path, NOTES) as database, database.transaction() as db:
        rows = list(await db.execute_fetchall("SELECT count(*) FROM notes"))
        return int(rows[0][0])


async def test_a_transaction_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    async with open_database(path, NOTES) as database:
        with pytest.raises(ZeroDivisionError):
            async with database.transaction() as db:
                await db.execute("INSERT INTO notes (text) VALUES ('half')")
                raise ZeroDivisionError
    assert await count(path) == 0


async def test_what_must_outlive_a_power_cut_is_synced_and_the_rest_is_not(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", NOTES) as database:
        for on_disk, level in ((False, 1), (True, 2), (False, 1)):
            async with database.transaction(on_disk=on_disk) as db:
                rows = list(await db.execute_fetchall("PRAGMA synchronous"))
                assert rows[0][0] == level


async def test_a_task_that_is_cancelled_at_any_moment_leaves_no_transaction_open(
    tmp_path: Path,
) -> None:
    async with open_database(tmp_path / "m.db", NOTES) as database:

        async def write() -> None:
            async with database.transaction(on_disk=True) as db:
                await db.execute("INSERT INTO notes (text) VALUES ('half')")
                await asyncio.sleep(60)

        for steps in range(12):
            task = asyncio.create_task(write())
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
            async with database.transaction() as db:
                rows = list(await db.execute_fetchall("SELECT count(*) FROM notes"))
            assert rows[0][0] == 0


async def test_a_large_write_gets_memory_until_it_is_given_back(tmp_path: Path) -> None:
    async def cache(database: Database, *, large: bool) -> int:
        async with database.transaction(large=large) as db:
            return -int(next(iter(await db.execute_fetchall("PRAGMA cache_size")))[0])

    async with open_database(tmp_path / "m.db", NOTES) as database:
        assert await cache(database, large=False) == CACHE_KIB
        assert await cache(database, large=True) == LARGE_CACHE_KIB
        assert await cache(database, large=False) == LARGE_CACHE_KIB
        await database.free_caches()
        assert await cache(database, large=False) == CACHE_KIB


async def test_one_tasks_rollback_does_not_undo_another_tasks_rows(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    begun = asyncio.Event()

    async with open_database(path, NOTES) as database:

        async def fails() -> None:
            async with database.transaction() as db:
                await db.execute("INSERT INTO notes (text) VALUES ('lost')")
                begun.set()
                await asyncio.sleep(0)
                raise ZeroDivisionError

        async def works() -> None:
            await begun.wait()
            async with database.transaction() as db:
                await db.execute("INSERT INTO notes (text) VALUES ('kept')")

        await asyncio.gather(fails(), works(), return_exceptions=True)
    assert await count(path) == 1


async def test_the_thread_goes_on_with_the_next_change_while_the_loop_is_busy(
    tmp_path: Path,
) -> None:
    first_may_end, second_has_run = threading.Event(), threading.Event()
    async with open_database(tmp_path / "m.db", NOTES) as database:
        changes = asyncio.gather(
            database.change(lambda _db: first_may_end.wait(10)),
            database.change(lambda _db: second_has_run.set()),
        )
        for _ in range(20):
            await asyncio.sleep(0)
        first_may_end.set()
        assert second_has_run.wait(5)  # the loop stands still
        await changes


async def test_a_transaction_waits_for_the_changes_before_it(tmp_path: Path) -> None:
    first_may_end = threading.Event()

    def write(db: Session) -> None:
        db.execute("INSERT INTO notes (text) VALUES ('first')")
        first_may_end.wait(10)

    async with open_database(tmp_path / "m.db", NOTES) as database:

        async def read_in_transaction() -> int:
            async with database.transaction() as db:
                return len(list(await db.execute_fetchall("SELECT * FROM notes")))

        seen = asyncio.gather(database.change(write), read_in_transaction())
        for _ in range(20):
            await asyncio.sleep(0)
        first_may_end.set()
        _nothing, rows = await seen
        assert rows == 1


async def test_each_reader_reads_what_its_schemas_name(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", NOTES) as database:
        assert list(await database.records.execute_fetchall("SELECT text FROM notes")) == []
        with pytest.raises(sqlite3.DatabaseError, match="prohibited"):
            await database.reader.execute_fetchall("SELECT text FROM notes")


def _drop_authorizer(db: Session) -> None:
    assert isinstance(db, SqliteSession)
    db.set_authorizer(None)


async def test_a_reader_cannot_write(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", NOTES) as database:
        for reader in (database.reader, database.records):
            with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
                await reader.execute_fetchall("DELETE FROM notes")
            await reader.run(_drop_authorizer)
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                await reader.execute_fetchall("DELETE FROM notes")


async def test_migrations_run_once_and_in_order(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    later = Schema("notes", (*NOTES.steps, "ALTER TABLE notes ADD COLUMN author TEXT;"))
    assert await count(path) == 0
    for _ in range(2):
        async with open_database(path, later) as database, database.transaction() as db:
            await db.execute("INSERT INTO notes (text, author) VALUES ('a', 'ann')")


async def test_a_failed_migration_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    broken = Schema("notes", (*NOTES.steps, "CREATE TABLE more (a); CREATE TABLE more (a);"))
    await count(path)
    with pytest.raises(sqlite3.OperationalError):
        async with open_database(path, broken):
            pass
    assert await count(path) == 0


async def test_a_newer_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    await count(path)
    with pytest.raises(UserError, match="newer multis"):
        async with open_database(path, Schema("notes", ())):
            pass


@pytest.mark.sqlite("PostgreSQL keeps older versions out by its leases")
async def test_an_older_version_that_is_open_writes_no_more_into_newer_tables(
    tmp_path: Path,
) -> None:
    path, insert = tmp_path / "m.db", "INSERT INTO notes (text) VALUES ('a')"
    newer = Schema("notes", (*NOTES.steps, "ALTER TABLE notes ADD title TEXT;"))
    async with open_database(path, NOTES) as older:
        await older.write(insert, ())
        async with open_database(path, newer) as database:
            await database.write(insert, ())
        with pytest.raises(UserError, match="newer multis"):
            await older.write(insert, ())
        with pytest.raises(UserError, match="newer multis"):
            await older.change(lambda db: db.execute(insert))
        with pytest.raises(UserError, match="newer multis"):
            async with older.transaction() as db:
                await db.execute(insert)
        async with older.read_committed() as db:
            assert await seen(db) == ["a", "a"]
        with pytest.raises(UserError, match="newer multis"):
            await asyncio.wait_for(older.wait_until_newer(), 5)


@pytest.mark.sqlite("PostgreSQL keeps older versions out by its leases")
@pytest.mark.parametrize("way", ["write", "change", "transaction"])
async def test_whoever_runs_an_older_version_learns_of_a_refused_change(
    tmp_path: Path, way: str
) -> None:
    path, insert = tmp_path / "m.db", "INSERT INTO notes (text) VALUES ('a')"
    newer = Schema("notes", (*NOTES.steps, "ALTER TABLE notes ADD title TEXT;"))
    async with open_database(path, NOTES) as older:
        ended = asyncio.create_task(older.wait_until_newer())
        async with open_database(path, newer):
            pass
        with pytest.raises(UserError, match="newer multis"):
            if way == "write":
                await older.write(insert, ())
            elif way == "change":
                await older.change(lambda db: db.execute(insert))
            else:
                async with older.transaction() as db:
                    await db.execute(insert)
        with pytest.raises(UserError, match="newer multis"):
            await asyncio.wait_for(ended, 5)


async def seen(db: Connection) -> list[str]:
    return [row["text"] for row in await db.execute_fetchall("SELECT text FROM notes")]


async def test_a_snapshot_sees_one_state_whatever_others_write(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    async with (
        open_database(path, NOTES) as other,
        open_database(path, NOTES) as database,
        database.snapshot() as db,
    ):
        assert await seen(db) == []
        await other.write("INSERT INTO notes (text) VALUES (?)", ("new",))
        assert await seen(db) == []


async def test_a_file_that_lacks_no_step_is_opened_and_read_while_another_writes(
    tmp_path: Path,
) -> None:
    path = tmp_path / "m.db"
    async with (
        open_database(path, NOTES) as other,
        other.transaction(),
        asyncio.timeout(5),
        open_database(path, NOTES) as database,
    ):
        async with database.read_committed() as db:
            assert await seen(db) == []
        async with database.snapshot() as db:
            assert await seen(db) == []
