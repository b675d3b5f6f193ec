"""A message is handled once and its reply arrives once, whatever the platform does meanwhile."""

from datetime import timedelta
from pathlib import Path

from msgspec.structs import replace

from bot.delivery.inbox import Inbox
from bot.delivery.schema import INBOX
from bot.messages import Answer, Chat, Choice, IncomingMessage, Notice, Reply
from indexer.store.database import open_database
from tests.bot.delivery.dispatching import Handler, running
from tests.factories import NOON, a_message
from tests.fakes import FakeClock, FakePlatform

HOUR = timedelta(hours=1)


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
