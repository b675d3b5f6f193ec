import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.store.database import Schema, open_database
from indexer.store.transactions import GroupCommit

NOTES = Schema("notes", ("CREATE TABLE notes (text TEXT);",))
Change = Callable[[sqlite3.Connection], int]


def note(text: str) -> Change:
    """Build a change that writes a note and returns how many there are."""

    def write(db: sqlite3.Connection) -> int:
        db.execute("INSERT INTO notes (text) VALUES (?)", (text,))
        return int(db.execute("SELECT count(*) FROM notes").fetchone()[0])

    return write


def fail(db: sqlite3.Connection) -> int:
    db.execute("INSERT INTO notes (text) VALUES ('half')")
    raise ZeroDivisionError


@pytest.fixture
def db() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("CREATE TABLE notes (text TEXT)")
    return connection


def list_notes(db: sqlite3.Connection) -> list[str]:
    return [str(row[0]) for row in db.execute("SELECT text FROM notes ORDER BY rowid")]


def watch_commits(db: sqlite3.Connection) -> list[str]:
    """Return a list that grows with each COMMIT."""
    commits = list[str]()
    db.set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None)
    return commits


def test_changes_that_wait_share_a_commit_and_each_has_its_own_result(
    db: sqlite3.Connection,
) -> None:
    commits, group = watch_commits(db), GroupCommit()
    changes = [group.add(note(text)) for text in "abc"]
    assert [change(db) for change in changes] == [1, 2, 3]
    assert list_notes(db) == ["a", "b", "c"]
    assert len(commits) == 1


def test_a_change_that_comes_later_has_a_commit_of_its_own(db: sqlite3.Connection) -> None:
    commits, group = watch_commits(db), GroupCommit()
    assert group.add(note("a"))(db) == 1
    assert group.add(note("b"))(db) == 2
    assert len(commits) == 2


def test_one_that_fails_takes_nothing_of_the_others_with_it(db: sqlite3.Connection) -> None:
    group = GroupCommit()
    first, bad, last = group.add(note("a")), group.add(fail), group.add(note("b"))
    assert first(db) == 1
    with pytest.raises(ZeroDivisionError):
        bad(db)
    assert last(db) == 2
    assert list_notes(db) == ["a", "b"]
    assert not db.in_transaction


def test_when_the_commit_fails_nothing_counts_as_made(db: sqlite3.Connection) -> None:
    db.executescript(
        "CREATE TABLE owners (id INTEGER PRIMARY KEY);"
        "CREATE TABLE owned (id INTEGER REFERENCES owners DEFERRABLE INITIALLY DEFERRED);"
        "PRAGMA foreign_keys = ON;"
    )
    group = GroupCommit()
    good = group.add(note("a"))
    bad = group.add(lambda db: db.execute("INSERT INTO owned VALUES (7)").rowcount)
    assert good(db) == 1
    with pytest.raises(sqlite3.IntegrityError):
        bad(db)
    assert list_notes(db) == ["a"]


def test_a_transaction_takes_in_no_more_after_its_time(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("indexer.store.transactions.LONGEST", -1)
    commits, group = watch_commits(db), GroupCommit()
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
