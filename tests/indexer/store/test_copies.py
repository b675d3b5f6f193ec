"""Before a database is migrated it is copied, or else left as it is."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from indexer.errors import UserError
from indexer.store.copies import KEPT, Copies, list_copies
from indexer.store.database import Schema, open_database
from tests.fakes import FakeClock

FIRST = Schema("notes", ("CREATE TABLE notes (text TEXT);",))
SECOND = Schema("notes", (*FIRST.steps, "ALTER TABLE notes ADD COLUMN author TEXT;"))
OTHER = Schema("other", ("CREATE TABLE other (a);",))


@pytest.fixture
def copies(tmp_path: Path) -> Copies:
    return Copies(tmp_path / "backups", lambda: "0.2.0", FakeClock())


async def opened(path: Path, copies: Copies, *schemas: Schema) -> None:
    async with open_database(path, *schemas, copies=copies):
        pass


async def written(path: Path, copies: Copies) -> Path:
    """A database with one note, as the first version left it."""
    async with open_database(path, FIRST, copies=copies) as database:
        await database.write("INSERT INTO notes VALUES ('kept')", ())
    return path


def columns(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [row[1] for row in db.execute("PRAGMA table_info(notes)")]


async def test_what_is_migrated_is_copied_first(tmp_path: Path, copies: Copies) -> None:
    path = await written(tmp_path / "m.db", copies)
    await opened(path, copies, SECOND)
    (copy,) = list_copies(path, copies.folder)
    assert copy.name == "m-before-0.2.0-20260211-120000-000000.db"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert (columns(copy), columns(path)) == (["text"], ["text", "author"])
    await opened(copy, copies, FIRST)  # the older version takes it for its own
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT text FROM notes").fetchall() == [("kept",)]


async def test_a_copy_is_whole_while_another_process_writes(tmp_path: Path, copies: Copies) -> None:
    path = await written(tmp_path / "m.db", copies)
    async with open_database(path, FIRST) as running:
        await running.write("INSERT INTO notes VALUES ('in the log only')", ())
        await opened(path, copies, SECOND)
    (copy,) = list_copies(path, copies.folder)
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT count(*) FROM notes").fetchone() == (2,)


async def test_a_new_file_and_one_that_is_up_to_date_need_no_copy(
    tmp_path: Path, copies: Copies
) -> None:
    path = await written(tmp_path / "m.db", copies)
    await opened(path, copies, FIRST)
    assert list_copies(path, copies.folder) == []


async def test_a_part_that_is_new_counts_as_a_change(tmp_path: Path, copies: Copies) -> None:
    path = await written(tmp_path / "m.db", copies)
    await opened(path, copies, FIRST, OTHER)
    assert len(list_copies(path, copies.folder)) == 1


async def test_the_last_few_are_kept(tmp_path: Path) -> None:
    clock, path = FakeClock(), tmp_path / "m.db"
    copies = Copies(tmp_path / "backups", lambda: "0.2.0", clock)
    await written(path, copies)
    made = []
    for _ in range(KEPT + 2):
        clock.forward(days=1)
        made.append(copies.make(path))
    assert set(list_copies(path, copies.folder)) == set(made[-KEPT:])


async def test_what_a_killed_process_left_of_a_copy_goes(tmp_path: Path, copies: Copies) -> None:
    path = await written(tmp_path / "m.db", copies)
    copies.folder.mkdir(parents=True)
    left = copies.folder / "m-before-0.1.0-20260101-120000-000000.partial"
    left.write_text("what is forgotten since")
    await opened(path, copies, SECOND)
    assert not left.exists()


async def test_without_a_copy_nothing_is_changed(tmp_path: Path, copies: Copies) -> None:
    path = await written(tmp_path / "m.db", copies)
    copies.folder.write_text("in the way")
    with pytest.raises(UserError, match=r"0\.2\.0 needs to migrate m\.db .* Nothing was changed"):
        await opened(path, copies, SECOND)
    assert columns(path) == ["text"]
    copies.folder.unlink()
    await opened(path, copies, SECOND)
    assert columns(path) == ["text", "author"]


async def test_a_failed_migration_changes_no_part(tmp_path: Path, copies: Copies) -> None:
    path = await written(tmp_path / "m.db", copies)
    broken = Schema("other", ("CREATE TABLE other (a); CREATE TABLE other (a);",))
    with pytest.raises(sqlite3.OperationalError):
        await opened(path, copies, SECOND, broken)
    assert columns(path) == ["text"]


async def test_opening_needs_no_lock_where_nothing_is_to_be_done(
    tmp_path: Path, copies: Copies
) -> None:
    path = await written(tmp_path / "m.db", copies)
    with closing(sqlite3.connect(path, isolation_level=None)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        await opened(path, copies, FIRST)
