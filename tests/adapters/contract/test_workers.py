"""What every adapter owes where several workers share the work: one dies, and another goes on."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import pytest
from msgspec import Struct

from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.server import Server
from tests.adapters.contract.drivers import on
from tests.adapters.contract.people import count_replies, shows
from tests.adapters.contract.platform import Can, Platform, configure
from tests.daemon import Daemon, a_daemon, until
from tests.postgresql.databases import WHOLE, Databases

pytestmark = pytest.mark.timeout(600)  # two daemons, on whatever machine
PATIENCE = 120.0  # seconds


class Pair(Struct):
    """Two workers; the first one leads."""

    first: Daemon
    second: Daemon
    server: Server

    def move_reminders(self, earlier: int) -> None:
        """Move what is due by so many seconds: nobody waits for it."""
        with closing(PostgresSession(self.server.owner)) as db:
            db.execute("UPDATE reminders SET due_at = due_at - ?", (earlier,))

    async def kill_first(self) -> None:
        await self.first.kill()
        await until(lambda: self.second.heard("STATUS=Leading"), "a new one that leads", PATIENCE)


@pytest.fixture
async def pair(platform: Platform, tmp_path: Path, databases: Databases) -> AsyncIterator[Pair]:
    async with databases.open_server(WHOLE) as server:
        database = {"url": server.owner, "reader": server.reader, "workers": True}
        configure(tmp_path, platform, database=database)
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(at_work(tmp_path, "first"))
            await until(lambda: first.heard("STATUS=Leading"), "one that leads", PATIENCE)
            second = await stack.enter_async_context(at_work(tmp_path, "second"))
            yield Pair(first, second, server)


@asynccontextmanager
async def at_work(home: Path, name: str) -> AsyncIterator[Daemon]:
    async with a_daemon(home, start=False, name=name) as daemon:
        await daemon.ready(PATIENCE)
        yield daemon


@on(Can.DAEMON)
async def test_another_worker_answers_what_the_killed_one_was_told_and_nothing_twice(
    platform: Platform, pair: Pair
) -> None:
    await platform.say("/reminders")
    await shows(platform, "You have no reminders")
    await platform.say("/usage")
    await pair.kill_first()
    await shows(platform, "no answers from the model")
    await platform.say("/docs")
    await shows(platform, "Nothing is indexed yet")
    await platform.say("/nonsense")
    await shows(platform, "Unknown command")
    assert count_replies(await platform.shown()) == 4


@on(Can.DAEMON)
async def test_a_choice_that_the_killed_worker_offered_is_taken_by_another(
    platform: Platform, pair: Pair
) -> None:
    await platform.say("Remind me in 30 minutes to call Jo")
    await shows(platform, "I'll remind you")
    pair.move_reminders(earlier=3600)
    await shows(platform, "Reminder: call Jo")
    await pair.kill_first()
    await platform.choose("Done")
    await shows(platform, "Done: “call Jo”")
    shown = await platform.shown()
    told = [text for text in shown if "Reminder: call Jo" in text]
    assert len([text for text in told if not text.startswith("(repeated) ")]) == 1
