"""A message is handled once and its reply arrives once, whatever the platform does meanwhile."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.background import open_background
from bot.dispatch import Dispatch
from bot.inbox import INBOX, Inbox
from bot.messages import Answer, Choice, Draft, Handle, IncomingMessage, Reply
from indexer.database import open_database
from tests.factories import a_message
from tests.fakes import FakeClock, FakePlatform


class Handler:
    """Answers with the message's own text, and remembers what it was asked."""

    def __init__(self) -> None:
        self.handled: list[str] = []

    async def __call__(self, message: IncomingMessage) -> Answer:
        yield Draft(f"thinking of {message.text}")
        self.handled.append(message.text)
        yield Reply(message.text)


Say = Callable[[IncomingMessage], object]


@asynccontextmanager
async def running(folder: Path, handle: Handle, platform: FakePlatform) -> AsyncIterator[Dispatch]:
    async def no_pause(_: float) -> None:
        return None

    async with (
        open_database(folder / "m.db", INBOX) as database,
        open_background() as background,
    ):
        dispatch = Dispatch(Inbox(database, FakeClock()), handle, background, no_pause)
        await dispatch.resume({"test": platform})
        yield dispatch
        await background.idle()


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
        await Inbox(database, FakeClock()).put(a_message("left behind"))
    platform = FakePlatform()
    async with running(tmp_path, Handler(), platform):
        pass
    assert platform.sent == ["7: left behind"]


async def test_what_a_crash_left_unsent_is_sent_without_asking_again(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INBOX) as database:
        inbox = Inbox(database, FakeClock())
        entry = await inbox.put(a_message("question"))
        assert entry
        await inbox.answer(entry, Reply("one\ntwo"))
        await inbox.receipt(entry).begin(0, 2)
        await inbox.receipt(entry).confirm(0, "1")
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
        assert await Inbox(database, FakeClock()).open(["test"]) == []


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
