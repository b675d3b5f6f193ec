"""A database moves to a server and back, whole; what is interrupted goes on."""

import asyncio
import hashlib
import json
import re
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path

import pytest

from bot.home import Home
from bot.runtime.process_lock import hold_daemon_lock
from bot.services.tables import CORPORA, SCHEMAS
from indexer.errors import UserError
from indexer.scopes import ADMIN, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.database import Database, open_database
from indexer.store.engine.copying import Table
from indexer.store.engine.postgresql.opening import open_postgresql
from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.postgresql.tables import list_copied
from indexer.store.engine.server import Server
from indexer.store.writer import Writer
from tests.canaries import CANARY, READERS, SCOPES, everything_told, plant
from tests.daemon import multis
from tests.homes.keeping import names, unpack
from tests.indexer.factories import NOW, Index
from tests.postgresql.databases import WHOLE, Databases
from tests.postgresql.server import OWNER, READER

TABLES = list_copied(SCHEMAS)


@pytest.fixture
async def server(databases: Databases) -> AsyncIterator[Server]:
    """An empty database."""
    async with databases.open_server("") as server:
        yield server


async def keep_home(folder: Path, name: str = "") -> Path:
    """A home of an earlier version as this one goes on with it, with rows in nearly all tables."""
    unpack(name or names()[-1], folder)
    home = folder / "home"
    async with open_database(home / "data" / "multis.db", *SCHEMAS):
        pass
    return home


async def migrate(home: Path, server: Server) -> tuple[int, str]:
    return await multis(home, "migrate", "--to", server.owner, "--reader", server.reader)


Rows = dict[str, list[tuple[object, ...]]]


def read_file(home: Path) -> Rows:
    with closing(sqlite3.connect(home / "data" / "multis.db")) as db:
        return {table.name: list(map(tuple, db.execute(write_query(table)))) for table in TABLES}


def read_server(server: Server) -> Rows:
    with closing(PostgresSession(server.owner)) as db:
        return {table.name: list(map(tuple, db.execute(write_query(table)))) for table in TABLES}


def write_query(table: Table) -> str:
    columns, key = ", ".join(table.columns), ", ".join(table.key)
    return f"SELECT {columns} FROM {table.name} ORDER BY {key}"  # noqa: S608 - names of the schema


def configured(home: Path) -> Mapping[str, object]:
    found: Mapping[str, object] = json.loads((home / "config.json").read_text())
    return found


def hash_file(home: Path) -> str:
    return hashlib.sha256((home / "data" / "multis.db").read_bytes()).hexdigest()


def test_every_table_has_a_key() -> None:
    assert [table.name for table in TABLES if not table.key] == []
    assert {"files", "chunks", "inbox", "memory_items", "postings"} <= {
        table.name for table in TABLES
    }


@pytest.mark.parametrize("name", names())
async def test_a_kept_home_moves_whole(name: str, tmp_path: Path, server: Server) -> None:
    home = await keep_home(tmp_path, name)
    before, file = read_file(home), hash_file(home)
    code, told = await migrate(home, server)
    assert code == 0, told
    assert f"All {len(TABLES)} tables are equal" in told
    assert read_server(server) == before
    assert hash_file(home) == file
    assert configured(home)["database"] == {"url": server.owner, "reader": server.reader}
    assert read_file_numbers(home).items() <= read_numbers(server).items()


async def test_a_move_that_is_killed_goes_on(tmp_path: Path, server: Server) -> None:
    """Also one that begins after the end of another: until all is there, nobody opens it."""
    home = await keep_home(tmp_path)
    before, file = read_file(home), hash_file(home)
    for steps in (3, 5, 30):
        await kill_after(steps, home, server)
        with pytest.raises(UserError, match="was interrupted"):
            async with open_all(server):
                pass
    assert sum(map(len, read_server(server).values())) > 38  # nothing is copied twice
    assert "database" not in configured(home)
    code, told = await migrate(home, server)
    assert code == 0, told
    assert read_server(server) == before
    assert hash_file(home) == file
    assert count_disabled(server) == 0


async def kill_after(steps: int, home: Path, server: Server) -> None:
    command = (sys.executable, "-m", "tests.postgresql.interrupted", str(steps), str(home))
    process = await asyncio.create_subprocess_exec(*command, server.owner, server.reader)
    assert await process.wait() == -signal.SIGKILL


async def test_a_file_that_changed_since_is_copied_from_the_start(
    tmp_path: Path, server: Server
) -> None:
    home = await keep_home(tmp_path)
    await kill_after(30, home, server)
    async with open_database(home / "data" / "multis.db", *SCHEMAS) as database:
        await database.write("DELETE FROM files WHERE id = (SELECT min(id) FROM files)", ())
    code, told = await migrate(home, server)
    assert code == 0, told
    assert read_server(server) == read_file(home)


async def test_a_home_that_was_not_told_is_told_again(tmp_path: Path, server: Server) -> None:
    """Killed after the last row, and before config.json was written."""
    home = await keep_home(tmp_path)
    config = (home / "config.json").read_text()
    assert (await migrate(home, server))[0] == 0
    (home / "config.json").write_text(config)
    code, told = await migrate(home, server)
    assert (code, "tables are equal" in told) == (0, True), told
    (home / "config.json").write_text(config)
    with closing(PostgresSession(server.owner)) as db:
        db.execute("DELETE FROM files WHERE id = (SELECT max(id) FROM files)")
    code, told = await migrate(home, server)
    assert (code, "The copy of files is not equal" in told) == (1, True), told
    assert "database" not in configured(home)
    assert len(read_server(server)["files"]) == len(read_file(home)["files"]) - 1  # left alone


async def test_what_is_refused(tmp_path: Path, databases: Databases, server: Server) -> None:
    home = await keep_home(tmp_path)
    with hold_daemon_lock(Home(home)):
        assert "Stop it first" in await refuse(home, server)
    assert "second login" in await refuse(home, Server(server.owner, server.owner))
    async with databases.open_server(WHOLE) as full:
        assert "already has tables of multis" in await refuse(home, full)
    away = Server(server.owner.replace(f"{OWNER}@", "stranger@"), server.reader)
    assert 'role "stranger" does not exist' in await refuse(home, away)
    assert "Missing: --reader" in await refuse(home, Server(server.owner, ""))
    with closing(sqlite3.connect(home / "data" / "multis.db")) as db:
        db.execute("UPDATE migrations SET version = version - 1 WHERE part = 'index'")
        db.commit()
    assert "older multis" in await refuse(home, server)
    with closing(sqlite3.connect(home / "data" / "multis.db")) as db:
        db.execute("UPDATE migrations SET version = version + 2 WHERE part = 'index'")
        db.commit()
    assert "newer multis" in await refuse(home, server)
    assert "database" not in configured(home)
    with closing(PostgresSession(server.owner)) as db:
        assert not db.has_table("files")


async def refuse(home: Path, server: Server) -> str:
    code, told = await migrate(home, server)
    assert code == 1, told
    return told


@pytest.mark.parametrize("right", ["multis", "pg_read_all_data"])
async def test_a_reader_with_rights_of_others_is_refused(
    right: str, tmp_path: Path, databases: Databases, server: Server
) -> None:
    """Whoever may act as the owner sees every row, and so does a reader of all data."""
    home = await keep_home(tmp_path)
    databases.run(f"GRANT {right} TO {READER}")
    try:
        assert "second login" in await refuse(home, server)
    finally:
        databases.run(f"REVOKE {right} FROM {READER}")


async def test_a_table_that_the_reader_sees_without_being_asked_is_named(
    tmp_path: Path, server: Server
) -> None:
    home = await keep_home(tmp_path)
    await kill_after(30, home, server)
    with closing(PostgresSession(server.owner)) as db:
        db.run_as_is("ALTER TABLE files DISABLE ROW LEVEL SECURITY")
    assert "sees rows of files" in await refuse(home, server)


async def test_who_sees_what_stays(tmp_path: Path, server: Server) -> None:
    """Each canary keeps to those who saw it before."""
    home = tmp_path / "home"
    async with open_database(home / "data" / "multis.db", *SCHEMAS) as database:
        for scope in SCOPES:
            await plant(build_index(database), scope)
        before = [
            await everything_told(build_index(database), seen) for seen, _ in READERS.values()
        ]
    code, told = await migrate(home, server)
    assert code == 0, told
    async with open_all(server) as database:
        index = build_index(database)
        for name, (seen, allowed) in READERS.items():
            told = await everything_told(index, seen)
            named = {scope for scope in SCOPES if f"{CANARY} of {scope.label}'" in told}
            assert named == allowed, name
        after = [await everything_told(index, seen) for seen, _ in READERS.values()]
        assert after == before
        await plant(index, ADMIN)  # triggers and numbers go on
        assert await index.store.search(Visibility.only(ADMIN), CANARY, limit=9, now=NOW)


def build_index(database: Database) -> Index:
    return Index(database, Store(database, RankingSettings()), Writer(database))


def open_all(server: Server) -> AbstractAsyncContextManager[Database]:
    return open_postgresql(server, *SCHEMAS, corpora=CORPORA)


async def test_it_comes_back(tmp_path: Path, server: Server) -> None:
    home = await keep_home(tmp_path)
    before, numbers, config = read_file(home), read_file_numbers(home), configured(home)
    assert (await migrate(home, server))[0] == 0
    async with open_all(server) as database:
        await plant(build_index(database), ADMIN)
    _code, told = await multis(home, "doctor", "--offline")
    assert "multis.db is from before the move" in told, told
    on_server = read_server(server)
    code, told = await multis(home, "migrate", "--to", "sqlite")
    assert code == 0, told
    assert read_file(home) == on_server != before
    assert read_file_numbers(home)["files"] > numbers["files"]
    assert configured(home) == config
    (copy,) = (home / "backups").glob("multis-before-*.db")
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT count(*) FROM files").fetchone() == (len(before["files"]),)
    code, told = await multis(home, "doctor", "--offline")
    assert "chunks_fts matches its texts" in told, told
    assert "is from before the move" not in told
    code, told = await multis(home, "search", CANARY)
    assert CANARY in told
    assert not list((home / "data").glob("*.new*"))


async def test_it_comes_back_only_as_far_as_the_disk_has_room(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = await keep_home(tmp_path)
    assert (await migrate(home, server))[0] == 0
    config = configured(home)
    monkeypatch.setenv("MULTIS_DOCUMENTS__FREE_BYTES", str(1 << 60))
    code, told = await multis(home, "migrate", "--to", "sqlite")
    assert code == 1
    assert "was not copied: Only" in told
    assert configured(home) == config
    assert not list((home / "data").glob("*.new*"))


def read_file_numbers(home: Path) -> dict[str, int]:
    """The last id that each table has given to a row."""
    with closing(sqlite3.connect(home / "data" / "multis.db")) as db:
        found = dict(db.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    return {name: last for name, last in found.items() if last}


def read_numbers(server: Server) -> dict[str, int]:
    found = "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'multis'"
    with closing(PostgresSession(server.owner)) as db:
        rows = db.execute(found).fetchall()
    return {re.sub("_[^_]+_seq$", "", name): last for name, last in rows if last}


def count_disabled(server: Server) -> int:
    """How many triggers are still off."""
    with closing(PostgresSession(server.owner)) as db:
        ((count,),) = db.execute("SELECT count(*) FROM pg_trigger WHERE tgenabled = 'D'")
        return int(count)
