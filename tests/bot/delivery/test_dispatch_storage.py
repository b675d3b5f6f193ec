"""Replies wait while disk or database cannot take them, and are sent once."""

import asyncio
import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.delivery.dispatch import Dispatcher
from bot.delivery.inbox import Inbox, InboxEntry
from bot.delivery.outbox import ClaimLostError
from bot.delivery.schema import INBOX
from bot.messages import Answer, Draft, IncomingMessage, Reply
from bot.runtime.background import open_background
from indexer.errors import ServerAwayError
from indexer.store.database import Database, open_database
from tests.bot.delivery.dispatching import Handler, running
from tests.factories import a_message
from tests.fakes import FakeClock, FakePlatform


class SmallDisk:
    """Makes SQLite itself report a full disk, by not letting the file grow."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def forbid_growth(self) -> None:
        await self._limit(1)  # SQLite takes the present size for the least it may be

    async def allow_growth(self) -> None:
        await self._limit(1_000_000)

    async def _limit(self, pages: int) -> None:
        async with self._database.transaction() as db:
            await db.execute(f"PRAGMA max_page_count = {pages}")


async def test_a_reply_waits_while_the_disk_is_full_and_is_not_asked_for_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    platform, asked, pauses = FakePlatform(), 0, 0
    long = "x" * 100_000

    async def answers_at_length(message: IncomingMessage) -> Answer:
        nonlocal asked
        asked += 1
        await disk.forbid_growth()
        yield Reply(long)

    async def pause(_: float) -> None:
        nonlocal pauses
        pauses += 1
        if pauses == 3:
            await disk.allow_growth()

    async with (
        open_database(tmp_path / "m.db", INBOX) as database,
        open_background() as background,
    ):
        disk = SmallDisk(database)
        dispatch = Dispatcher(Inbox(database, FakeClock()), answers_at_length, background, pause)
        await dispatch.resume({"test": platform})
        await dispatch.accept(a_message())
        await background.wait_until_idle()
    assert (asked, platform.sent) == (1, ["7: " + long])
    assert caplog.text.count("the database is away: database or disk is full") == 1


async def test_a_message_is_handled_again_when_the_server_of_the_database_is_back(
    tmp_path: Path,
) -> None:
    platform, asked = FakePlatform(), 0

    async def answer(message: IncomingMessage) -> Answer:
        nonlocal asked
        asked += 1
        yield Draft("Half")
        if asked < 3:
            raise ServerAwayError("no route to host")
        yield Reply("Whole")

    async with (
        open_database(tmp_path / "m.db", INBOX) as database,
        open_background() as background,
    ):
        dispatch = Dispatcher(Inbox(database, FakeClock()), answer, background)
        await dispatch.resume({"test": platform})
        await dispatch.accept(a_message())
        await background.wait_until_idle()
        assert await Inbox(database, FakeClock()).list_open(["test"]) == []
    assert (asked, platform.sent) == (3, ["7: Whole"])


async def test_a_reply_waits_while_the_disk_is_too_full_for_what_an_adapter_keeps(
    tmp_path: Path,
) -> None:
    full = [OSError(errno.ENOSPC, "No space left on device"), OSError(errno.EIO, "I/O error")]

    def keep() -> None:
        if full:
            raise full.pop()

    platform = FakePlatform(once_sent=keep)
    async with running(tmp_path, Handler(), platform) as dispatch:
        await dispatch.accept(a_message("hi"))
    assert platform.sent == ["7: hi", *["7: (repeated) hi"] * 2]
    async with open_database(tmp_path / "m.db", INBOX) as database:
        assert await Inbox(database, FakeClock()).list_open(["test"]) == []


async def test_a_reply_waits_while_another_program_holds_the_database(tmp_path: Path) -> None:
    platform, asked, pauses = FakePlatform(), 0, 0
    path = tmp_path / "m.db"

    async def answers(message: IncomingMessage) -> Answer:
        nonlocal asked
        asked += 1
        other.execute("BEGIN IMMEDIATE")
        yield Reply("at last")

    async def pause(_: float) -> None:
        nonlocal pauses
        pauses += 1
        if pauses == 3:
            other.execute("ROLLBACK")

    async with open_database(path, INBOX) as database, open_background() as background:
        async with database.transaction() as db:
            await db.execute("PRAGMA busy_timeout = 0")  # so that nobody waits here for real
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            dispatch = Dispatcher(Inbox(database, FakeClock()), answers, background, pause)
            await dispatch.resume({"test": platform})
            await dispatch.accept(a_message())
            await background.wait_until_idle()
    assert (asked, pauses, platform.sent) == (1, 3, ["7: at last"])


async def test_what_was_sent_is_not_sent_again_because_that_could_not_be_written_down(
    tmp_path: Path,
) -> None:
    path, pauses = tmp_path / "m.db", 0

    def hold() -> None:
        if not other.in_transaction:
            other.execute("BEGIN IMMEDIATE")

    async def pause(_: float) -> None:
        nonlocal pauses
        pauses += 1
        if other.in_transaction and pauses % 3 == 0:
            other.execute("ROLLBACK")

    async with open_database(path, INBOX) as database, open_background() as background:
        async with database.transaction() as db:
            await db.execute("PRAGMA busy_timeout = 0")  # so that nobody waits here for real
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            platform = FakePlatform(once_sent=hold)
            dispatch = Dispatcher(Inbox(database, FakeClock()), Handler(), background, pause)
            await dispatch.resume({"test": platform})
            await dispatch.accept(a_message("one\ntwo"))
            await background.wait_until_idle()
    assert (pauses >= 6, platform.sent) == (True, ["7: one", "7: two"])


async def test_a_database_held_before_the_reply_is_looked_for_is_told_as_what_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    platform, path, pauses = FakePlatform(), tmp_path / "m.db", 0

    async def pause(_: float) -> None:
        nonlocal pauses
        pauses += 1
        if other.in_transaction and pauses == 4:
            other.execute("ROLLBACK")

    async with open_database(path, INBOX) as database, open_background() as background:
        async with database.transaction() as db:
            await db.execute("PRAGMA busy_timeout = 0")  # so that nobody waits here for real
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            dispatch = Dispatcher(Inbox(database, FakeClock()), Handler(), background, pause)
            await dispatch.resume({"test": platform})
            await dispatch.accept(a_message("hi"))
            other.execute("BEGIN IMMEDIATE")
            await background.wait_until_idle()
    assert platform.sent == ["7: hi"]
    assert "the database is away" in caplog.text
    assert "test is away" not in caplog.text


async def test_who_lost_a_message_to_another_process_sends_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A process that was stopped for a while answers beside the one that took over."""
    platform, other = FakePlatform(), FakePlatform()
    begun, stopped = asyncio.Event(), asyncio.Event()

    async def slow(message: IncomingMessage) -> Answer:
        begun.set()
        await stopped.wait()
        yield Reply("from the first")

    async def quick(message: IncomingMessage) -> Answer:
        yield Reply("from the second")

    async with running(tmp_path, slow, platform) as first:
        await first.accept(a_message())
        await begun.wait()
        async with running(tmp_path, quick, other):
            pass
        stopped.set()
    assert (platform.sent, other.sent) == ([], ["7: from the second"])
    assert "was taken over by another process" in caplog.text


async def test_a_reply_that_another_process_sends_meanwhile_is_not_sent_twice(
    tmp_path: Path,
) -> None:
    async with open_database(tmp_path / "m.db", INBOX) as database:
        inbox = Inbox(database, FakeClock())
        entry = await inbox.store(a_message())
        assert entry
        await inbox.store_reply(entry, Reply("one"))
        await inbox.take_over(await inbox.list_open(["test"]))
        for step in (
            inbox.create_receipt(entry).begin(0, 1),
            inbox.create_receipt(entry).keep_draft("5"),
            inbox.store_reply(entry, Reply("two")),
            inbox.finish(entry),
        ):
            with pytest.raises(ClaimLostError):
                await step
        (taken,) = await inbox.list_open(["test"])
        assert (taken.answered, taken.draft) == (True, "")


class Ordered:
    """Answers in the order of the chat, as the bot does; the server is away for some at first."""

    def __init__(self, *away: str) -> None:
        self._away = list(away)
        self._lock = asyncio.Lock()
        self.handled: list[str] = []

    async def __call__(self, message: IncomingMessage) -> Answer:
        async with self._lock:
            yield Draft("Half")
            if message.text in self._away:
                self._away.remove(message.text)
                raise ServerAwayError("no route to host")
            self.handled.append(message.text)
            yield Reply(message.text)


@pytest.mark.parametrize("away", [["1"], ["1", "2"], ["2", "1", "1"], ["1", "2", "3", "2"]])
async def test_messages_that_begin_again_keep_their_order(tmp_path: Path, away: list[str]) -> None:
    platform, handle = FakePlatform(), Ordered(*away)
    async with running(tmp_path, handle, platform) as dispatch:
        for n in "1234":
            await dispatch.accept(a_message(n, key=n))
    assert platform.sent == ["7: 1", "7: 2", "7: 3", "7: 4"]
    assert handle.handled == ["1", "2", "3", "4"]


async def test_a_message_that_could_not_begin_is_not_overtaken(tmp_path: Path) -> None:
    platform, handle, others = FakePlatform(), Ordered(), asyncio.Event()

    class AwayOnce(Inbox):
        away = True

        async def begin(self, entry: InboxEntry) -> None:
            if self.away and entry.message.text == "1":
                self.away = False
                raise ServerAwayError("no route to host")
            await super().begin(entry)
            others.set()

    async def pause(_: float) -> None:
        await others.wait()
        for _n in range(100):  # the other one goes on as far as it can
            await asyncio.sleep(0)

    async with (
        open_database(tmp_path / "m.db", INBOX) as database,
        open_background() as background,
    ):
        dispatch = Dispatcher(AwayOnce(database, FakeClock()), handle, background, pause)
        await dispatch.resume({"test": platform})
        for n in "12":
            await dispatch.accept(a_message(n, key=n))
        await background.wait_until_idle()
    assert platform.sent == ["7: 1", "7: 2"]
    assert handle.handled == ["1", "2"]


async def test_what_goes_ahead_waits_for_nobody(tmp_path: Path) -> None:
    platform, stopped, tried = FakePlatform(), asyncio.Event(), 0

    async def answer(message: IncomingMessage) -> Answer:
        nonlocal tried
        if message.text == "stop":
            tried += 1
            if tried == 1:
                raise ServerAwayError("no route to host")
            stopped.set()
        elif not stopped.is_set():
            raise ServerAwayError("no route to host")
        yield Reply(message.text)

    async with (
        open_database(tmp_path / "m.db", INBOX) as database,
        open_background() as background,
    ):
        inbox = Inbox(database, FakeClock())
        dispatch = Dispatcher(inbox, answer, background, can_overtake=lambda m: m.text == "stop")
        await dispatch.resume({"test": platform})
        await dispatch.accept(a_message("long", key="1"))
        await dispatch.accept(a_message("stop", key="2"))
        await background.wait_until_idle()
    assert sorted(platform.sent) == ["7: long", "7: stop"]
