"""While files are indexed, the log of changes is moved into the file beside the writer."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from indexer.store.database import Database, Schema, open_database
from indexer.store.engine.session import Session
from indexer.store.engine.sqlite import (
    CHANGES,
    LOG_PAGES,
    LONG_LOG_PAGES,
    Checkpoints,
    checkpoint,
)

pytestmark = pytest.mark.sqlite("its log beside the file")

NOTES = Schema("notes", ("CREATE TABLE notes (text TEXT);",))
PAGE = "x" * 4096


async def finish_others() -> None:
    """Wait for what the database does in the background."""
    current = asyncio.current_task()
    await asyncio.gather(*(each for each in asyncio.all_tasks() if each is not current))


async def write(database: Database, *, large: bool) -> None:
    def insert(db: Session) -> None:
        db.execute("INSERT INTO notes VALUES (?)", (PAGE,))

    await database.change_together(insert, large=large)


async def read_number(database: Database, pragma: str) -> int:
    async with database.read_committed() as db:
        ((value,),) = await db.execute_fetchall(f"PRAGMA {pragma}")
    return int(value)


@pytest.mark.parametrize("large", [True, False])
async def test_many_large_changes_reach_the_file_before_the_log_is_long(
    tmp_path: Path, *, large: bool
) -> None:
    path = tmp_path / "m.db"
    async with open_database(path, NOTES) as database:
        before = path.stat().st_size
        for _ in range(CHANGES):
            await write(database, large=large)
        await finish_others()
        assert (path.stat().st_size > before + CHANGES * len(PAGE)) is large


async def test_the_writer_lets_the_log_grow_as_long_as_it_has_a_large_cache(
    tmp_path: Path,
) -> None:
    async with open_database(tmp_path / "m.db", NOTES) as database:
        await write(database, large=True)
        assert await read_number(database, "wal_autocheckpoint") == LONG_LOG_PAGES
        await database.free_caches()
        assert await read_number(database, "wal_autocheckpoint") == LOG_PAGES


async def test_the_log_is_emptied_after_a_checkpoint_that_is_under_way(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    async with open_database(path, NOTES) as database:
        for _ in range(CHANGES):
            await write(database, large=True)
        assert await database.empty_log()
        assert path.with_name("m.db-wal").stat().st_size == 0


async def test_one_checkpoint_runs_at_a_time() -> None:
    may_end = threading.Event()
    begun = list[int]()

    def run() -> None:
        begun.append(1)
        may_end.wait(10)

    checkpoints = Checkpoints(run, every=2)
    for _ in range(6):
        checkpoints.count_change()
    may_end.set()
    await checkpoints.finish()
    assert len(begun) == 1
    checkpoints.count_change()
    await checkpoints.finish()
    assert len(begun) == 2


async def test_no_checkpoint_begins_while_the_log_is_emptied() -> None:
    begun = list[int]()
    checkpoints = Checkpoints(lambda: begun.append(1), every=2)
    async with checkpoints.hold():
        for _ in range(4):
            checkpoints.count_change()
    await checkpoints.finish()
    assert not begun
    checkpoints.count_change()  # those that were held count as well
    await checkpoints.finish()
    assert begun == [1]


def test_a_checkpoint_waits_for_no_reader(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE notes (text)")
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO notes VALUES (?)", (PAGE,))
        checkpoint(path)
        db.execute("COMMIT")
        assert db.execute("SELECT count(*) FROM notes").fetchone() == (1,)


def test_a_checkpoint_makes_no_file(tmp_path: Path) -> None:
    checkpoint(tmp_path / "gone.db")
    assert not list(tmp_path.iterdir())
