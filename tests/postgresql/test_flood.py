"""Any login of the database may speak on the channels of the workers: none of them is stopped."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import psycopg
import pytest

from bot.daemon.leading import follow_moves
from indexer.errors import ServerAwayError
from indexer.store.engine.postgresql.listening import MOST, follow_channels
from indexer.store.engine.postgresql.workers import ALL, MISSED
from indexer.store.engine.server import Server
from tests.daemon import until
from tests.postgresql.databases import Databases

FLOOD = "SELECT pg_notify('multis_workers', n || repeat('x', 100)) FROM generate_series(1, 50000) n"


@pytest.fixture
async def server(databases: Databases) -> AsyncIterator[Server]:
    async with databases.open_server("") as server:
        yield server


async def test_a_flood_is_left_behind_and_what_follows_is_heard(server: Server) -> None:
    heard = Counter[str]()

    def hear(word: str) -> None:
        heard[word] += 1

    following = asyncio.create_task(follow_channels(server.owner, 1, (ALL,), hear))
    try:
        await until(lambda: heard[MISSED] == 1, "the connection")
        async with await psycopg.AsyncConnection.connect(server.reader, autocommit=True) as other:
            await other.execute(FLOOD)
            await until(lambda: heard[MISSED] == 2, "the next connection")
            assert heard.total() <= MOST + 2
            await other.execute("SELECT pg_notify('multis_workers', 'after')")
            await until(lambda: heard["after"] == 1, "what follows")
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


async def test_words_of_a_move_that_come_together_are_one_look() -> None:
    looks, moved = Counter[str](), asyncio.Event()

    async def load() -> None:
        looks["all"] += 1
        if looks["all"] == 1:
            raise ServerAwayError("away")

    following = asyncio.create_task(follow_moves(moved, load))
    try:
        for _ in range(1000):
            moved.set()
        await until(lambda: looks["all"] == 2, "the look after the one that failed")
        assert not moved.is_set()
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
