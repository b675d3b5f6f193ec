"""The page's tables on a server: who sees them, and what a file of before leaves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from adapters.web.ports import NewEntry
from bot.desk.sessions import Sessions, parse_guest
from bot.desk.tables import copy_back, open_page
from bot.desk.timings import Gauges
from bot.desk.transcript import Transcript
from bot.home import Home
from bot.messages import Chat
from indexer.errors import StorageError
from indexer.store.engine.postgresql.place import PAGE_PLACE
from indexer.store.engine.postgresql.session import (
    PostgresReader,
    PostgresSession,
)
from indexer.store.engine.server import DatabaseSettings, Server
from tests.fakes import FakeClock
from tests.postgresql.databases import WHOLE, Databases

ANN, BOB = Chat("web", "ann", private=True), Chat("web", "bob", private=True)
CANARY = "the canary sings in the quartzlocker"


@pytest.fixture
async def server(databases: Databases) -> AsyncIterator[Server]:
    async with databases.open_server(WHOLE) as server:
        yield server


def settings(server: Server) -> DatabaseSettings:
    return DatabaseSettings(server.owner, server.reader)


async def test_the_login_that_reads_sees_nothing_of_the_page(
    tmp_path: Path, server: Server
) -> None:
    async with open_page(Home(tmp_path), settings=settings(server)) as database:
        await Transcript(database, FakeClock()).write(ANN, NewEntry("told", CANARY))
        with closing(PostgresReader(server.reader)) as reader:
            for table in ("entries", "drafts", "sessions", "conversations"):
                with pytest.raises(StorageError, match="permission denied"):
                    reader.execute(f"SELECT * FROM multis_page.{table}").fetchall()  # noqa: S608 - ours


async def test_what_the_file_of_the_home_has_is_there_from_the_first_start(
    tmp_path: Path, server: Server
) -> None:
    home, clock = Home(tmp_path), FakeClock()
    async with open_page(home) as database:
        link = await Sessions(database, clock).offer(parse_guest("ann"))
        cookie, key = await Sessions(database, clock).enter(link)
        first = await Transcript(database, clock).write(
            ANN, NewEntry("asked", "what?\0", "key", "a")
        )
        await Gauges(database, clock).record_sample(5, 0, 0, 0)
    async with open_page(home, settings=settings(server)) as database:
        found = await Sessions(database, clock).find_person(cookie, key)
        assert found == parse_guest("ann")
        transcript = Transcript(database, clock)
        (entry,) = await transcript.list_latest(ANN)
        assert (entry.id, entry.content) == (first, "what?\ufffd")
        assert await transcript.list_latest(BOB) == []
        await transcript.write(ANN, NewEntry("told", "that", "key"))
    async with open_page(home, settings=settings(server)) as database:  # not copied again
        assert len(await Transcript(database, clock).list_latest(ANN)) == 2


async def test_it_comes_back_into_the_home_with_all_that_was_written(
    tmp_path: Path, server: Server
) -> None:
    home, clock = Home(tmp_path), FakeClock()
    async with open_page(home) as database:
        await Transcript(database, clock).write(ANN, NewEntry("asked", "what?", "key", "a title"))
    async with open_page(home, settings=settings(server)) as database:
        await Transcript(database, clock).write(ANN, NewEntry("told", "that", "key"))
        await Gauges(database, clock).record_sample(5, 0, 0, 0)
    await asyncio.to_thread(copy_back, home, settings(server))
    async with open_page(home) as database:
        found = await Transcript(database, clock).list_latest(ANN)
        assert [each.content for each in found] == ["what?", "that"]
        assert len(await Gauges(database, clock).list_samples(clock.now)) == 1
    assert len(list(home.copies.iterdir())) == 1


async def test_where_a_server_has_nothing_of_the_page_the_file_stays(
    tmp_path: Path, server: Server
) -> None:
    home, clock = Home(tmp_path), FakeClock()
    async with open_page(home) as database:
        await Transcript(database, clock).write(ANN, NewEntry("asked", "what?", "key"))
    await asyncio.to_thread(copy_back, home, settings(server))
    async with open_page(home) as database:
        assert len(await Transcript(database, clock).list_latest(ANN)) == 1


async def test_two_write_to_one_chat_and_the_numbers_have_one_order(
    tmp_path: Path, server: Server
) -> None:
    async with (
        open_page(Home(tmp_path), settings=settings(server)) as one,
        open_page(Home(tmp_path), settings=settings(server)) as other,
    ):
        clock = FakeClock()
        both = [Transcript(each, clock) for each in (one, other)]
        numbers = [await both[n % 2].write(ANN, NewEntry("told", str(n))) for n in range(6)]
        assert numbers == sorted(set(numbers))
        found = await both[0].list_since(ANN, 0)
        assert [each.content for each in found] == ["0", "1", "2", "3", "4", "5"]


async def test_a_writer_of_the_page_waits_for_no_writer_of_the_index(
    tmp_path: Path, server: Server
) -> None:
    async with open_page(Home(tmp_path), settings=settings(server)) as database:
        with closing(PostgresSession(server.owner)) as indexing:
            indexing.begin_change()
            await Transcript(database, FakeClock()).write(ANN, NewEntry("told", "at once"))
            indexing.rollback()
    with closing(PostgresSession(server.owner, place=PAGE_PLACE)) as db:
        assert db.has_table("drafts")
