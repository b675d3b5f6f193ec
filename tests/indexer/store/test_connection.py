"""Read-only connections: a consistent state when asked for, and no thread left when closed."""

import asyncio
import json
import os
import sqlite3
import threading
from pathlib import Path

import pytest

from indexer.store.authorizer import Readable
from indexer.store.connection import hold_snapshot, open_reader
from indexer.store.engine.session import Session
from indexer.store.engine.sqlite import SqliteSession

NOTES = Readable(plain=frozenset({"notes"}))
COUNT = "SELECT count(*) FROM notes"
LONG = "SELECT count(*) FROM json_each(?1) a, json_each(?1) b, json_each(?1) c"
MANY = json.dumps([0] * 1000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "notes.db"
    write(path, "PRAGMA journal_mode = WAL")
    write(path, "CREATE TABLE notes (text TEXT)")
    return path


def write(path: Path, sql: str) -> None:
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute(sql)
    other.close()


def counted(db: Session) -> int:
    return int(db.execute(COUNT).fetchone()[0])


def held(path: Path) -> bool:
    """Whether this process has the file open."""
    links = (Path("/proc/self/fd") / name for name in os.listdir("/proc/self/fd"))
    return any(str(link.readlink()).startswith(str(path)) for link in links if link.is_symlink())


async def test_one_state_is_seen_whatever_is_committed_meanwhile(path: Path) -> None:
    def look(db: Session) -> list[int]:
        with hold_snapshot(db):
            seen = [counted(db)]
            write(path, "INSERT INTO notes VALUES ('new')")
            seen.append(counted(db))
        return [*seen, counted(db)]

    async with open_reader(path, NOTES) as reader:
        assert await reader.run(look) == [0, 0, 1]


async def test_closing_ends_what_nobody_waits_for_any_more(path: Path) -> None:
    begun, ended = threading.Event(), list[str]()

    def long(db: Session) -> None:
        assert isinstance(db, SqliteSession)
        db.set_progress_handler(begun.set, 1000)  # the statement itself has begun
        try:
            db.execute(LONG, (MANY,)).fetchall()
        except sqlite3.OperationalError as error:
            ended.append(str(error))

    async with open_reader(path, NOTES) as reader:
        asking = asyncio.create_task(reader.run(long))
        await asyncio.to_thread(begun.wait)
        asking.cancel()
        await asyncio.wait({asking})
    assert ended == ["interrupted"]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system lists no open files")
async def test_a_closed_reader_keeps_no_file_open(path: Path) -> None:
    async with open_reader(path, NOTES) as reader:
        await reader.run(counted)
        assert held(path)
    assert not held(path)
