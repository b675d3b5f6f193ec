"""What one worker writes on the page, the others show: entries, growing answers, a sign-out."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import psycopg
import pytest
from msgspec import Struct

from adapters.web.hub import Hub, Listener
from bot.desk.relay import CHANNEL, WorkersRelay
from bot.desk.tables import open_page
from bot.home import Home
from bot.messages import Draft
from bot.services.database_state import DatabaseState
from indexer.store.database import Database
from indexer.store.engine.postgresql.lease import prepare_lease
from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.postgresql.workers import begin_serving, join_workers, leave_workers
from indexer.store.engine.server import DatabaseSettings, Server
from tests.daemon import until
from tests.postgresql.databases import WHOLE, Databases

ANN, BOB = "web:ann", "web:bob"
CANARY = Draft("the canary sings in the quartzlocker")


class Worker(Struct):
    number: int
    hub: Hub
    database: Database


@pytest.fixture
async def server(databases: Databases) -> AsyncIterator[Server]:
    async with databases.open_server(WHOLE) as server:
        with closing(PostgresSession(server.owner)) as db:
            prepare_lease(db)
        yield server


@pytest.fixture
async def workers(tmp_path: Path, server: Server) -> AsyncIterator[tuple[Worker, Worker]]:
    async with a_worker(tmp_path, server) as one, a_worker(tmp_path, server) as two:
        yield one, two


@asynccontextmanager
async def a_worker(folder: Path, server: Server) -> AsyncIterator[Worker]:
    settings = DatabaseSettings(server.owner, server.reader, workers=True)
    with closing(PostgresSession(server.owner)) as db:
        number = join_workers(db, "host", 42)
        assert number
        begin_serving(db, number)
    async with AsyncExitStack() as stack:
        opening = open_page(Home(folder), settings=settings, worker=number)
        database = await stack.enter_async_context(opening)
        relay, heard = WorkersRelay(database, number, pace=0.0), asyncio.Event()

        def hear(word: str) -> None:
            heard.set()
            relay.hear(word)

        hub = Hub(relay)
        relay.attach(hub)
        words = DatabaseState(database, settings).follow_words(number, (CHANNEL,), hear)
        for work in (words, relay.run()):
            task = asyncio.create_task(work)
            stack.push_async_callback(end, task)
        await heard.wait()
        yield Worker(number, hub, database)


async def end(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def hears(listener: Listener, wanted: Callable[[dict[str, Draft | None]], bool]) -> None:
    seen = dict[str, Draft | None]()

    def there() -> bool:
        seen.update(listener.take_drafts())
        return wanted(seen)

    await until(there, "a draft", seen=lambda: seen)


async def test_an_answer_grows_on_a_page_that_another_worker_serves(
    workers: tuple[Worker, Worker],
) -> None:
    one, two = workers
    with two.hub.open_listener(ANN) as page:
        one.hub.put_draft(ANN, "question", Draft("Check-out"))
        await hears(page, lambda seen: seen.get("question") == Draft("Check-out"))
        one.hub.put_draft(ANN, "question", Draft("Check-out is at eleven."))
        await hears(page, lambda seen: seen.get("question") == Draft("Check-out is at eleven."))
        one.hub.put_draft(ANN, "question", None)
        await hears(page, lambda seen: "question" in seen and seen["question"] is None)


async def test_a_page_that_opens_meanwhile_shows_what_there_is(
    workers: tuple[Worker, Worker],
) -> None:
    one, two = workers
    with two.hub.open_listener(ANN) as first:
        one.hub.put_draft(ANN, "question", Draft("Check-out"))
        await hears(first, lambda seen: "question" in seen)
    with two.hub.open_listener(ANN) as page:
        await hears(page, lambda seen: seen.get("question") == Draft("Check-out"))


async def test_nobody_elses_page_shows_it(workers: tuple[Worker, Worker]) -> None:
    one, two = workers
    with two.hub.open_listener(BOB) as other, two.hub.open_listener(ANN) as page:
        one.hub.put_draft(ANN, "question", CANARY)
        await hears(page, lambda seen: seen.get("question") == CANARY)
        one.hub.put_draft(BOB, "other", Draft("Bob's"))
        await hears(other, lambda seen: seen == {"other": Draft("Bob's")})


async def test_pages_are_woken_where_something_was_written_or_somebody_signed_out(
    workers: tuple[Worker, Worker],
) -> None:
    one, two = workers
    for deed in (one.hub.wake, one.hub.end):
        with two.hub.open_listener(ANN) as page:
            await page.wait_for_news(5.0)  # what there is at first
            deed(ANN)
            assert await page.wait_for_news(30.0)


async def test_what_a_worker_that_died_wrote_is_shown_no_more(
    workers: tuple[Worker, Worker], server: Server
) -> None:
    one, two = workers
    with two.hub.open_listener(ANN) as page:
        one.hub.put_draft(ANN, "question", CANARY)
        await hears(page, lambda seen: seen.get("question") == CANARY)
    with closing(PostgresSession(server.owner)) as db:
        leave_workers(db, one.number)
    with two.hub.open_listener(ANN) as page:
        await page.wait_for_news(5.0)
        await hears(page, lambda seen: seen.get("question") is None)


async def test_the_server_carries_neither_a_name_nor_a_word(
    workers: tuple[Worker, Worker], server: Server
) -> None:
    """Whoever may connect may listen, also the login that sees no row."""
    one, two = workers
    connection = await psycopg.AsyncConnection.connect(server.reader, autocommit=True)
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}".encode())
        with two.hub.open_listener(ANN) as page:
            one.hub.put_draft(ANN, "question", CANARY)
            await hears(page, lambda seen: seen.get("question") == CANARY)
        async for told in connection.notifies(timeout=30, stop_after=1):
            assert "ann" not in told.payload
            assert "canary" not in told.payload
            break
        else:
            raise AssertionError("nothing was heard")
