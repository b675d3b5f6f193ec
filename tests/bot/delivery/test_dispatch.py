"""A message is handled once and its reply arrives once, whatever the platform does meanwhile."""

import asyncio
import errno
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.delivery.batching import QUIET
from bot.delivery.dispatch import Dispatcher
from bot.delivery.inbox import INBOX, Inbox
from bot.delivery.outbox import ClaimLostError
from bot.messages import Answer, Chat, Choice, Draft, Handle, IncomingMessage, Notice, Reply
from bot.runtime.background import open_background
from indexer.store.database import Database, open_database
from tests.factories import NOON, a_message
from tests.fakes import FakeClock, FakePlatform

HOUR = timedelta(hours=1)


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


class Handler:
    """Answers with the message's own text, and remembers what it was asked."""

    def __init__(self) -> None:
        self.handled: list[str] = []

    async def __call__(self, message: IncomingMessage) -> Answer:
        yield Draft(f"thinking of {message.text}")
        self.handled += [each.text for each in message.missed or (message,)]
        yield Reply(message.text)


Say = Callable[[IncomingMessage], object]


@asynccontextmanager
async def running(
    folder: Path, handle: Handle, platform: FakePlatform
) -> AsyncIterator[Dispatcher]:
    quiet = asyncio.Event()

    async def no_pause(seconds: float) -> None:
        if seconds == QUIET:
            await quiet.wait()

    async with (
        open_database(folder / "m.db", INBOX) as database,
        open_background() as background,
    ):
        dispatch = Dispatcher(Inbox(database, FakeClock()), handle, background, no_pause)
        await dispatch.resume({"test": platform})
        yield dispatch
        quiet.set()
        await background.wait_until_idle()


async def test_a_message_is_drafted_and_answered(tmp_path: Path) -> None:
    platform = FakePlatform()
    async with running(tmp_path, Handler(), platform) as dispatch:
        await dispatch.accept(a_message("hi"))
    assert (platform.drafts, platform.sent) == (["thinking of hi"], ["7: hi"])


async def test_a_redelivered_message_is_handled_once(tmp_path: Path) -> None:
    platform, handler = FakePlatform(), Handler()
    async with running(tmp_path, handler, platform) as dispatch:
        for _ in range(3):
            await dispatch.accept(a_message("hi", key="5"))
    async with running(tmp_path, handler, platform) as dispatch:
        await dispatch.accept(a_message("hi", key="5"))
    assert (handler.handled, platform.sent) == (["hi"], ["7: hi"])


async def test_while_the_platform_is_away_the_reply_waits_and_nothing_is_handled_again(
    tmp_path: Path,
) -> None:
    platform, handler = FakePlatform(faults=["away", "away", "away"]), Handler()
    async with running(tmp_path, handler, platform) as dispatch:
        await dispatch.accept(a_message("hi"))
    assert (handler.handled, platform.sent) == (["hi"], ["7: (repeated) hi"])


async def test_a_part_whose_confirmation_was_cut_off_is_repeated_and_marked(tmp_path: Path) -> None:
    platform = FakePlatform(faults=["", "cut"])
    async with running(tmp_path, Handler(), platform) as dispatch:
        await dispatch.accept(a_message("one\ntwo\nthree"))
    assert platform.sent == ["7: one", "7: two", "7: (repeated) two", "7: three"]


async def test_what_a_crash_left_unanswered_is_answered_after_the_restart(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INBOX) as database:
        await Inbox(database, FakeClock()).store(a_message("left behind"))
    platform = FakePlatform()
    async with running(tmp_path, Handler(), platform):
        pass
    assert platform.sent == ["7: left behind"]


async def test_what_a_crash_left_unsent_is_sent_without_asking_again(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INBOX) as database:
        inbox = Inbox(database, FakeClock())
        entry = await inbox.store(a_message("question"))
        assert entry
        await inbox.store_reply(entry, Reply("one\ntwo"))
        await inbox.create_receipt(entry).begin(0, 2)
        await inbox.create_receipt(entry).confirm(0, "1")
    platform, handler = FakePlatform(), Handler()
    async with running(tmp_path, handler, platform):
        pass
    assert (handler.handled, platform.sent) == ([], ["7: two"])


async def test_a_message_that_gets_no_reply_is_done(tmp_path: Path) -> None:
    async def silent(message: IncomingMessage) -> Answer:
        return
        yield

    async with running(tmp_path, silent, FakePlatform()) as dispatch:
        await dispatch.accept(a_message())
    async with open_database(tmp_path / "m.db", INBOX) as database:
        assert await Inbox(database, FakeClock()).list_open(["test"]) == []


async def test_a_pressed_button_is_handled_as_its_message(tmp_path: Path) -> None:
    asked: list[str] = []

    async def offers(message: IncomingMessage) -> Answer:
        asked.append(message.text)
        yield Reply("which?", (Choice("kb", "/index a kb"),))

    platform = FakePlatform()
    async with running(tmp_path, offers, platform) as dispatch:
        await dispatch.accept(a_message("/index a"))
    async with running(tmp_path, offers, platform) as dispatch:
        await dispatch.accept(a_message("", pressed=platform.buttons[0]))
    assert asked == ["/index a", "/index a kb"]


OWNER = Chat("test", "1", private=True)


async def tells_the_owner(message: IncomingMessage) -> Answer:
    yield Reply("asked", notices=(Notice(OWNER, Reply("Bob asks", (Choice("Yes", "/yes"),))),))


async def test_a_notice_reaches_a_chat_that_asked_for_nothing(tmp_path: Path) -> None:
    platform = FakePlatform(faults=["", "away"])
    async with running(tmp_path, tells_the_owner, platform) as dispatch:
        await dispatch.accept(a_message())
    assert sorted(platform.sent) == ["1: (repeated) Bob asks", "7: asked"]


async def test_a_notice_that_a_crash_left_unsent_is_sent_once_after_the_restart(
    tmp_path: Path,
) -> None:
    async with open_database(tmp_path / "m.db", INBOX) as database:
        await Inbox(database, FakeClock()).store_notice(Notice(OWNER, Reply("Bob asks")))
    platform = FakePlatform()
    for _ in range(2):
        async with running(tmp_path, tells_the_owner, platform):
            pass
    assert platform.sent == ["1: Bob asks"]


async def test_the_button_of_a_notice_belongs_to_the_chat_it_was_sent_to(tmp_path: Path) -> None:
    platform = FakePlatform()
    async with running(tmp_path, tells_the_owner, platform) as dispatch:
        await dispatch.accept(a_message())
    async with open_database(tmp_path / "m.db", INBOX) as database:
        inbox = Inbox(database, FakeClock())
        for sender, text in (("1", "/yes"), ("7", "")):
            entry = await inbox.store(a_message("", pressed=platform.buttons[0], sender=sender))
            assert entry
            assert entry.message.text == text


async def test_a_night_offline_is_answered_with_one_message(tmp_path: Path) -> None:
    platform, handler = FakePlatform(), Handler()
    async with running(tmp_path, handler, platform) as dispatch:
        for n in range(3):
            await dispatch.accept(replace(a_message(f"old {n}"), sent_at=NOON - 7 * HOUR))
        await dispatch.accept(replace(a_message("fresh"), sent_at=NOON - 5 * HOUR))
    assert handler.handled == ["old 0", "old 1", "old 2", "fresh"]
    assert len(platform.sent) == 2


async def test_pieces_are_gathered_again_after_a_crash_and_answered_once(tmp_path: Path) -> None:
    paste = "word " * 800
    async with open_database(tmp_path / "m.db", INBOX) as database:
        for text in (paste, "end"):
            await Inbox(database, FakeClock()).store(a_message(text))
    platform, handler = FakePlatform(), Handler()
    for _ in range(2):
        async with running(tmp_path, handler, platform):
            pass
    assert handler.handled == [paste + "end"]


async def test_what_was_answered_in_time_is_sent_however_late(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INBOX) as database:
        inbox = Inbox(database, FakeClock())
        entry = await inbox.store(replace(a_message(), sent_at=NOON - 30 * HOUR))
        assert entry
        await inbox.store_reply(entry, Reply("in time"))
    platform = FakePlatform()
    async with running(tmp_path, Handler(), platform):
        pass
    assert platform.sent == ["7: in time"]


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
