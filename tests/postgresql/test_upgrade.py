"""Workers of two versions: tables are changed only when none of the older version uses them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import closing

import pytest

from indexer.store.corpus import INDEXED
from indexer.store.database import Schema
from indexer.store.engine.postgresql.lease import Tenure, prepare_lease
from indexer.store.engine.postgresql.opening import open_postgresql
from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.postgresql.workers import begin_serving, join_workers, leave_workers
from indexer.store.engine.server import Server
from tests.indexer.earlier_rows import EARLIER, count_rows, write_as_earlier, write_as_now
from tests.postgresql.databases import Databases, open_tables

STEPS = ("CREATE TABLE herbs (name TEXT PRIMARY KEY);", "ALTER TABLE herbs ADD COLUMN bed TEXT;")
OLD, NEW = Schema("garden", STEPS[:1]), Schema("garden", STEPS)


@pytest.fixture
async def server(databases: Databases) -> AsyncIterator[Server]:
    async with databases.open_server("") as server:
        with closing(PostgresSession(server.owner)) as db:
            prepare_lease(db)
        yield server


def join(server: Server, *, serves: bool) -> int:
    with closing(PostgresSession(server.owner)) as db:
        number = join_workers(db, "host", 42)
        assert number
        if serves:
            begin_serving(db, number)
    return number


async def use(server: Server, number: int, schema: Schema) -> None:
    lease = Tenure(number, shared=True)
    opening = open_postgresql(server, schema, corpora=(), lease=lease)
    async with opening as database, database.read_committed() as db:
        await db.execute_fetchall("SELECT count(*) FROM herbs")


async def test_a_newer_worker_waits_until_the_older_ones_ended(server: Server) -> None:
    older, newer = join(server, serves=True), join(server, serves=False)
    await use(server, older, OLD)
    waiting = asyncio.create_task(use(server, newer, NEW))
    done, _pending = await asyncio.wait([waiting], timeout=2.0)
    assert not done
    await use(server, older, OLD)  # as before
    with closing(PostgresSession(server.owner)) as db:
        leave_workers(db, older)
    await waiting
    await use(server, newer, NEW)


async def test_one_of_the_same_version_starts_at_once(server: Server) -> None:
    first, second = join(server, serves=True), join(server, serves=False)
    await use(server, first, NEW)
    await use(server, second, NEW)


async def test_two_newer_ones_that_only_start_do_not_wait_for_each_other(server: Server) -> None:
    older, *newer = (join(server, serves=False) for _each in range(3))
    await use(server, older, OLD)
    with closing(PostgresSession(server.owner)) as db:
        leave_workers(db, older)
    await asyncio.gather(*(use(server, each, NEW) for each in newer))


async def test_rows_of_earlier_versions_and_new_ones_are_counted_once(databases: Databases) -> None:
    async with databases.open_server("") as server:
        async with open_postgresql(server, EARLIER, corpora=INDEXED) as database:
            await write_as_earlier(database, 3)
        async with open_tables(server) as database:
            await write_as_now(database, "The rent is 900.", "The boiler is old.")
            (counted,) = set(await count_rows(database))
            assert counted[0] == 5
