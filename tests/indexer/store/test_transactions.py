import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.store.database import Schema, open_database
from indexer.store.engine.session import Session
from indexer.store.engine.sqlite import SqliteSession
from indexer.store.transactions import DiskSync, GroupCommit

NOTES = Schema("notes", ("CREATE TABLE notes (text TEXT);",))
Change = Callable[[Session], int]


def note(text: str) -> Change:
    """Build a change that writes a note and returns how many there are."""

    def write(db: Session) -> int:
        db.execute("INSERT INTO notes (text) VALUES (?)", (text,))
        return int(db.execute("SELECT count(*) FROM notes").fetchone()[0])

    return write


def fail(db: Session) -> int:
    db.execute("INSERT INTO notes (text) VALUES ('half')")
    raise ZeroDivisionError


@pytest.fixture
def db() -> SqliteSession:
    connection = SqliteSession(":memory:", isolation_level=None)
    connection.execute("CREATE TABLE notes (text TEXT)")
    return connection


def list_notes(db: Session) -> list[str]:
    return [str(row[0]) for row in db.execute("SELECT text FROM notes ORDER BY rowid")]


def watch_commits(db: Session) -> list[str]:
    """Return a list that grows with each COMMIT."""
    assert isinstance(db, SqliteSession)
    commits = list[str]()
    db.set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None)
    return commits


def test_changes_that_wait_share_a_commit_and_each_has_its_own_result(
    db: SqliteSession,
) -> None:
    commits, group = watch_commits(db), group_all()
    changes = [group.add(note(text)) for text in "abc"]
    assert [change(db) for change in changes] == [1, 2, 3]
    assert list_notes(db) == ["a", "b", "c"]
    assert len(commits) == 1


def test_a_change_that_comes_later_has_a_commit_of_its_own(db: SqliteSession) -> None:
    commits, group = watch_commits(db), group_all()
    assert group.add(note("a"))(db) == 1
    assert group.add(note("b"))(db) == 2
    assert len(commits) == 2


def group_all() -> GroupCommit:
    """Group all that waits, on a machine however busy."""
    return GroupCommit(DiskSync(), longest=600)


def watch_statements(db: SqliteSession) -> list[str]:
    """Return a list that grows with each commit and each change of how commits are made."""
    seen = list[str]()
    kept = ("COMMIT", "PRAGMA synchronous")
    db.set_trace_callback(lambda sql: seen.append(sql) if sql.startswith(kept) else None)
    return seen


FULL, NORMAL = "PRAGMA synchronous = FULL", "PRAGMA synchronous = NORMAL"


def test_changes_that_wait_for_the_disk_wait_once_together_with_others(
    db: SqliteSession,
) -> None:
    seen, group = watch_statements(db), group_all()
    kept = [group.add(note(text), on_disk=text in "bd") for text in "abcd"]
    assert [change(db) for change in kept] == [1, 2, 3, 4]
    assert seen == [FULL, "COMMIT"]
    assert group.add(note("e"))(db) == 5
    assert seen == [FULL, "COMMIT", NORMAL, "COMMIT"]


def test_one_that_comes_during_a_commit_that_does_not_wait_for_the_disk_is_not_in_it(
    db: SqliteSession,
) -> None:
    seen, group = watch_statements(db), group_all()
    later = list[Change]()

    def write(connection: Session) -> int:
        later.append(group.add(note("b"), on_disk=True))
        return note("a")(connection)

    assert group.add(write)(db) == 1
    assert seen == [NORMAL, "COMMIT"]
    assert later[0](db) == 2
    assert seen == [NORMAL, "COMMIT", FULL, "COMMIT"]


def test_one_that_is_alone_after_a_failure_waits_for_the_disk_if_it_has_to(
    db: SqliteSession,
) -> None:
    seen, group = watch_statements(db), group_all()
    first, bad = group.add(note("a")), group.add(fail)
    last = group.add(note("b"), on_disk=True)
    assert first(db) == 1
    with pytest.raises(ZeroDivisionError):
        bad(db)
    assert last(db) == 2
    assert seen[-2:] == [FULL, "COMMIT"]


def test_one_that_could_not_begin_is_not_made_later(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    db, other = (SqliteSession(path, isolation_level=None, timeout=0) for _ in range(2))
    db.execute("CREATE TABLE notes (text TEXT)")
    group = group_all()
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        group.add(note("a"))(db)
    other.rollback()
    assert group.add(note("b"))(db) == 1
    assert list_notes(db) == ["b"]
    db.close()
    other.close()


def test_one_that_fails_takes_nothing_of_the_others_with_it(db: SqliteSession) -> None:
    group = group_all()
    first, bad, last = group.add(note("a")), group.add(fail), group.add(note("b"))
    assert first(db) == 1
    with pytest.raises(ZeroDivisionError):
        bad(db)
    assert last(db) == 2
    assert list_notes(db) == ["a", "b"]
    assert not db.in_transaction


def test_when_the_commit_fails_nothing_counts_as_made(db: SqliteSession) -> None:
    db.executescript(
        "CREATE TABLE owners (id INTEGER PRIMARY KEY);"
        "CREATE TABLE owned (id INTEGER REFERENCES owners DEFERRABLE INITIALLY DEFERRED);"
        "PRAGMA foreign_keys = ON;"
    )
    group = group_all()
    good = group.add(note("a"))
    bad = group.add(lambda db: db.execute("INSERT INTO owned VALUES (7)").rowcount)
    assert good(db) == 1
    with pytest.raises(sqlite3.IntegrityError):
        bad(db)
    assert list_notes(db) == ["a"]


def test_a_transaction_takes_in_no_more_after_its_time(db: SqliteSession) -> None:
    commits, group = watch_commits(db), GroupCommit(DiskSync(), longest=-1)
    changes = [group.add(note(text)) for text in "abc"]
    assert [change(db) for change in changes] == [1, 2, 3]
    assert len(commits) == 3


async def test_what_tasks_write_meanwhile_is_committed_at_once_also_where_one_gave_up(
    tmp_path: Path,
) -> None:
    may_go_on = threading.Event()
    async with open_database(tmp_path / "m.db", NOTES) as database:
        commits = await database.change(watch_commits)
        busy = asyncio.create_task(database.change(lambda _db: may_go_on.wait(10)))
        tasks = [asyncio.create_task(database.change_together(note(text))) for text in "abc"]
        for _ in range(20):
            await asyncio.sleep(0)
        tasks[1].cancel()
        commits.clear()
        may_go_on.set()
        await busy
        assert [await tasks[0], await tasks[2]] == [1, 3]
        assert len(commits) == 2
