"""The program on a server, from its settings to an answer."""

import asyncio
import json
from contextlib import closing
from pathlib import Path

import pytest

from bot.settings.config import Settings
from indexer.errors import ServerAwayError, UserError
from indexer.scopes import KB
from indexer.store.database import Schema
from indexer.store.engine.postgresql.lease import Tenure, prepare_lease, take_lease
from indexer.store.engine.postgresql.opening import open_postgresql
from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.server import DatabaseSettings, Server, build_server
from tests.adapters.fake_bot_api import FakeBotApi
from tests.conversation import a_world
from tests.daemon import a_daemon, multis, until, write_config
from tests.fake_llm import FakeLlm
from tests.postgresql.databases import WHOLE, Databases

FIRST = Schema("notes", ("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL);",))
END_OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def write_server(server: Server) -> dict[str, str]:
    return {"url": server.owner, "reader": server.reader}


def end_connections(server: Server) -> None:
    """What a restart of the server does to whoever is connected."""
    with closing(PostgresSession(server.owner)) as session:
        session.execute(END_OTHERS).fetchall()


def take_number(server: Server) -> Tenure:
    with closing(PostgresSession(server.owner)) as session:
        prepare_lease(session)
        taken = take_lease(session, "host", 1, force=False)
    assert taken
    return Tenure(taken.number)


def list_told(fake: FakeBotApi) -> list[str]:
    """List what was said, once each: what a kill interrupts may come again, and says so."""
    return list(dict.fromkeys(each.removeprefix("(repeated) ") for each in fake.world.texts()))


async def test_the_daemon_answers_also_after_a_kill_and_after_the_server_was_away(
    tmp_path: Path, databases: Databases
) -> None:
    (tmp_path / "lease.txt").write_text("The rent of the flat in Leeds is 900 pounds a month.")
    home = tmp_path / "home"
    fake = FakeBotApi()
    async with databases.open_server(WHOLE) as server, fake:
        write_config(home, fake, database=write_server(server))
        code, told = await multis(home, "index", "--scope", "kb", str(tmp_path / "lease.txt"))
        assert code == 0, told
        async with a_daemon(home) as daemon:
            fake.say("What is the rent in Leeds?")
            await until(lambda: len(fake.world.texts()) == 1, "an answer")
            end_connections(server)
            fake.say("/search Leeds")
            await until(lambda: len(fake.world.texts()) == 2, "what was found")
            await daemon.kill()
        fake.say("/remember the boiler is serviced in May")
        async with a_daemon(home):
            await until(lambda: len(list_told(fake)) == 3, "the note")
            code, told = await multis(home, "status", "--json")
            assert (code, json.loads(told)["documents"]) == (0, 1)
        texts = list_told(fake)
        assert ["900" in text for text in texts] == [True, True, False], texts
        code, told = await multis(home, "doctor", "--offline")
        assert "database: PostgreSQL" in told
        assert "FAIL" not in told.replace("FAIL  key", ""), told
        assert not (home / "data" / "multis.db").exists()


async def test_a_second_daemon_does_not_write_to_the_database(databases: Databases) -> None:
    """Also from another home, on another machine."""
    async with databases.open_server("") as server:
        lease = take_number(server)
        async with open_postgresql(server, FIRST, corpora=(), lease=lease):
            with pytest.raises(UserError, match="Another multis daemon"):
                async with open_postgresql(server, FIRST, corpora=(), lease=lease):
                    pass
            async with open_postgresql(server, FIRST, corpora=()):  # a command beside it
                pass
        async with open_postgresql(server, FIRST, corpora=(), lease=lease):
            pass


CONNECTED = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND pid <> pg_backend_pid() AND application_name IN ('multis', 'multis daemon')"
)


async def test_a_daemon_waits_a_moment_for_the_one_before_to_be_gone(databases: Databases) -> None:
    async with databases.open_server("") as server:
        lease = take_number(server)
        before = PostgresSession(server.owner, lease=lease)
        opening = asyncio.create_task(asyncio.to_thread(PostgresSession, server.owner, lease=lease))
        with closing(PostgresSession(server.owner)) as watching:
            await until(lambda: watching.execute(CONNECTED).fetchone()[0] == 2, "somebody waiting")
        before.close()
        (await opening).close()


async def test_a_connection_that_broke_fails_once_and_is_opened_anew(databases: Databases) -> None:
    async with databases.open_server("") as server:
        with closing(PostgresSession(server.owner)) as session:
            session.begin_change()
            end_connections(server)
            with pytest.raises(ServerAwayError):
                session.execute("SELECT 1")
            with pytest.raises(ServerAwayError):  # nothing goes on outside of the transaction
                session.execute("SELECT 1")
            session.rollback()
            end_connections(server)
            session.begin_change()  # on a new connection: the one before ended while it was idle
            assert session.execute("SELECT 1").fetchone()[0] == 1
            session.commit()


async def test_what_was_not_committed_when_the_connection_broke_is_not_taken_for_stored(
    databases: Databases,
) -> None:
    async with databases.open_server("") as server:
        with closing(PostgresSession(server.owner)) as session:
            session.begin_change()
            end_connections(server)
            with pytest.raises(ServerAwayError):
                session.commit()


SECOND = """
ALTER TABLE notes ADD COLUMN words INTEGER NOT NULL DEFAULT 0;
CREATE TABLE counts (name TEXT PRIMARY KEY, number INTEGER NOT NULL);
CREATE TRIGGER notes_counted AFTER INSERT ON notes BEGIN
    INSERT INTO counts VALUES ('notes', 1)
    ON CONFLICT (name) DO UPDATE SET number = number + 1;
END;
"""


async def test_tables_of_an_older_version_are_migrated_and_keep_their_rows(
    databases: Databases,
) -> None:
    async with databases.open_server("") as server:
        async with open_postgresql(server, FIRST, corpora=()) as database:
            await database.write("INSERT INTO notes (text) VALUES (?)", ("old",))
        newer = Schema("notes", (*FIRST.steps, SECOND))
        async with open_postgresql(server, newer, corpora=()) as database:
            for text in ("new", "newest"):
                await database.write("INSERT INTO notes (text) VALUES (?)", (text,))
            async with database.read_committed() as db:
                notes = await db.execute_fetchall("SELECT id, text, words FROM notes ORDER BY id")
                counts = await db.execute_fetchall("SELECT number FROM counts")
        assert [tuple(row) for row in notes] == [(1, "old", 0), (2, "new", 0), (3, "newest", 0)]
        assert [tuple(row) for row in counts] == [(2,)]
        with pytest.raises(UserError, match="newer multis"):
            async with open_postgresql(server, FIRST, corpora=()):
                pass


@pytest.mark.parametrize(
    ("url", "reader"),
    [
        ("mysql://a@host/b", "postgresql://c@host/b"),
        ("postgresql://a@host/b", ""),
        ("", "postgresql://c@host/b"),
    ],
)
def test_both_logins_have_to_be_named(url: str, reader: str) -> None:
    with pytest.raises(UserError, match=r"database\.url and database\.reader"):
        build_server(DatabaseSettings(url, reader))


async def test_facts_are_found_corrected_forgotten_and_brought_back(
    tmp_path: Path, databases: Databases, llm: FakeLlm
) -> None:
    del llm
    async with databases.open_server(WHOLE) as server:
        settings = Settings(database=DatabaseSettings(server.owner, server.reader))
        async with a_world(tmp_path, settings) as world:
            bob = world.person("2")
            await bob("/remember My dentist is Dr Lee")
            await bob("/remember My dentist is Dr Lee")
            assert (await bob("/memory")).text.count("Dr Lee") == 1
            assert "Dr Lee" not in (await world.person("3")("/memory")).text
            await bob("/forget dentist")
            assert "Dr Lee" not in (await bob("/memory")).text
            await bob("/forget undo")
            assert "Dr Lee" in (await bob("/memory")).text
            await world.person("2")(f"/search {KB.label}")
            assert set((await world.services.upkeep.mend()).values()) == {True}
