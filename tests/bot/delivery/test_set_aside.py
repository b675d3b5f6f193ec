"""What the process died with three times is set aside; nothing else is blamed for it."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

from bot.delivery.crash_guard import CrashGuard
from bot.delivery.dispatch import Dispatcher, sort_suspects_last
from bot.delivery.inbox import Inbox, InboxEntry
from bot.delivery.places import Places
from bot.delivery.retry import Outages
from bot.delivery.schema import INBOX
from bot.delivery.set_aside import LAST_WORD
from bot.messages import Answer, Chat, Draft, IncomingMessage, Notice, Receipt, Reply
from bot.runtime.background import open_background
from indexer.store.database import Database, open_database
from tests.factories import a_message
from tests.fakes import FakeClock, FakePlatform

ANN = Chat("test", "1", private=True)


async def echo(message: IncomingMessage) -> Answer:
    yield Reply(message.text)


async def tell(messages: Mapping[int, IncomingMessage]) -> Sequence[Notice]:
    return [Notice(ANN, Reply(f"set aside: {each.text}")) for each in messages.values()]


async def die_with(database: Database, *entries: InboxEntry) -> None:
    """The process begins these and is killed: nothing is taken back."""
    for each in entries:
        await Inbox(database, FakeClock()).begin(each)


async def start(database: Database, platform: FakePlatform) -> None:
    """The next process, until nothing is left to do."""
    async with open_background() as background:
        dispatch = Dispatcher(Inbox(database, FakeClock()), echo, background)
        await dispatch.resume({"test": platform}, tell)
        await background.wait_until_idle()


async def a_stored(database: Database, text: str, sender: str = "7") -> InboxEntry:
    entry = await Inbox(database, FakeClock()).store(a_message(text, sender=sender))
    assert entry
    return entry


async def test_the_third_death_sets_it_aside_and_the_rest_is_answered(tmp_path: Path) -> None:
    platform = FakePlatform()
    async with open_database(tmp_path / "m.db", INBOX) as database:
        poison, other = await a_stored(database, "poison"), await a_stored(database, "harmless")
        for _ in range(3):
            await die_with(database, poison)
        await start(database, platform)
        await start(database, platform)
        assert sorted(platform.sent) == ["1: set aside: poison", "7: harmless"]
        inbox = Inbox(database, FakeClock())
        assert [each.id for each in await inbox.list_set_aside()] == [poison.id]
        assert await inbox.count_pending() == (0, 0)
        assert await inbox.find_oldest() is None
        assert other.id != poison.id


class GrowingPlatform(FakePlatform):
    """Names the message that a reply becomes."""

    async def deliver(
        self, chat: Chat, replies: AsyncIterator[Draft | Reply], receipt: Receipt
    ) -> None:
        grown = receipt.draft
        await super().deliver(chat, replies, receipt)
        if grown:
            self.sent[-1] = f"{self.sent[-1]} in {grown}"


async def test_what_grew_for_it_is_closed_with_a_word_once(tmp_path: Path) -> None:
    platform = GrowingPlatform(faults=["away"])
    async with open_database(tmp_path / "m.db", INBOX) as database:
        poison, inbox = await a_stored(database, "poison"), Inbox(database, FakeClock())
        await inbox.create_receipt(poison).keep_draft("41")
        for _ in range(3):
            await die_with(database, poison)
        await start(database, platform)
        await start(database, platform)
        assert sorted(platform.sent) == ["1: set aside: poison", f"7: {LAST_WORD} in 41"]
        assert await inbox.release(poison.id)
        await start(database, platform)
    assert platform.sent[2:] == ["7: poison"]


async def test_what_grew_for_a_dropped_message_is_closed_with_a_word_once(tmp_path: Path) -> None:
    """Nothing that was said is kept for that."""
    platform = GrowingPlatform()
    async with open_database(tmp_path / "m.db", INBOX) as database:
        poison, inbox = await a_stored(database, "canary"), Inbox(database, FakeClock())
        await inbox.create_receipt(poison).keep_draft("41")
        await inbox.set_aside([poison.id], ())
        assert await inbox.drop(poison.id)
        assert not await inbox.drop(poison.id)
        assert "canary" not in await read_messages(database)
        await start(database, platform)
        await start(database, platform)
        assert platform.sent == [f"7: {LAST_WORD} in 41"]
        assert await read_messages(database) == [""]


async def test_no_word_takes_the_place_of_a_part_that_was_sent(tmp_path: Path) -> None:
    platform = GrowingPlatform()
    async with open_database(tmp_path / "m.db", INBOX) as database:
        poison, inbox = await a_stored(database, "poison"), Inbox(database, FakeClock())
        receipt = inbox.create_receipt(poison)
        await receipt.keep_draft("41")
        await inbox.store_reply(poison, Reply("one and two"))
        await receipt.begin(0, 2)
        await inbox.set_aside([poison.id], ())
        await inbox.drop(poison.id)
        await start(database, platform)
    assert platform.sent == []


async def read_messages(database: Database) -> list[str]:
    async with database.read_committed() as db:
        rows = await db.execute_fetchall("SELECT message FROM inbox")
    return [str(row["message"]) for row in rows]


async def test_a_reply_that_began_to_be_sent_is_not_overwritten(tmp_path: Path) -> None:
    platform = GrowingPlatform()
    async with open_database(tmp_path / "m.db", INBOX) as database:
        poison, inbox = await a_stored(database, "poison"), Inbox(database, FakeClock())
        await inbox.create_receipt(poison).keep_draft("41")
        await inbox.store_reply(poison, Reply("half"))
        await inbox.create_receipt(poison).begin(0, 1)
        for _ in range(3):
            await die_with(database, poison)
        await start(database, platform)
    assert platform.sent == ["1: set aside: poison"]


async def test_two_deaths_do_not(tmp_path: Path) -> None:
    platform = FakePlatform()
    async with open_database(tmp_path / "m.db", INBOX) as database:
        entry = await a_stored(database, "unlucky")
        for _ in range(2):
            await die_with(database, entry)
        await start(database, platform)
    assert platform.sent == ["7: unlucky"]


async def test_a_reply_that_cannot_be_sent_alive_is_set_aside_with_its_message(
    tmp_path: Path,
) -> None:
    platform = FakePlatform()
    async with open_database(tmp_path / "m.db", INBOX) as database:
        entry = await a_stored(database, "question")
        inbox = Inbox(database, FakeClock())
        await inbox.store_reply(entry, Reply("deadly to send"))
        for _ in range(3):
            await die_with(database, entry)
        await start(database, platform)
        assert platform.sent == ["1: set aside: question"]
        assert await inbox.count_pending() == (0, 0)
        assert await inbox.release(entry.id)
        await start(database, platform)
        assert platform.sent[1:] == ["7: deadly to send"]


async def test_an_outage_and_a_stop_are_no_tries(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INBOX) as database:
        await a_stored(database, "patient")
        platform = FakePlatform(faults=["away"] * 9)
        async with open_background() as background:
            waits = asyncio.Event()

            async def wait(_: float) -> None:
                waits.set()
                await asyncio.Event().wait()

            dispatch = Dispatcher(Inbox(database, FakeClock()), echo, background, wait)
            await dispatch.resume({"test": platform})
            await waits.wait()
            (entry,) = await Inbox(database, FakeClock()).list_open(["test"])
            assert entry.tries == 0
            await background.stop(drain=0)
        (entry,) = await Inbox(database, FakeClock()).list_open(["test"])
        assert entry.tries == 0


async def test_a_message_in_work_at_a_stop_counts_no_try(tmp_path: Path) -> None:
    begun = asyncio.Event()

    async def hang(message: IncomingMessage) -> Answer:
        begun.set()
        await asyncio.Event().wait()
        yield Reply("never")

    async with open_database(tmp_path / "m.db", INBOX) as database:
        await a_stored(database, "slow")
        async with open_background() as background:
            dispatch = Dispatcher(Inbox(database, FakeClock()), hang, background)
            await dispatch.resume({"test": FakePlatform()})
            await begun.wait()
            (entry,) = await Inbox(database, FakeClock()).list_open(["test"])
            assert entry.tries == 1
            await background.stop(drain=0)
        (entry,) = await Inbox(database, FakeClock()).list_open(["test"])
        assert entry.tries == 0


async def test_suspects_run_one_after_another_and_others_beside_them(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INBOX) as database:
        guard = CrashGuard(Inbox(database, FakeClock()), Outages(), Places(lambda _: False))
        running, most, go = set[int](), 0, asyncio.Event()

        async def work(entry: InboxEntry) -> None:
            nonlocal most
            async with guard.watch(entry):
                running.add(entry.id)
                most = max(most, len([n for n in running if n < 10]))
                if entry.id == 10:
                    go.set()
                await go.wait()
                running.discard(entry.id)

        suspects = [InboxEntry(n, a_message(sender=str(n)), tries=1) for n in range(3)]
        fresh = InboxEntry(10, a_message(sender="10"))
        await asyncio.gather(*(work(each) for each in (*suspects, fresh)))
    assert most == 1


async def test_what_comes_after_a_suspect_in_its_chat_waits_for_it(tmp_path: Path) -> None:
    platform = FakePlatform()
    async with open_database(tmp_path / "m.db", INBOX) as database:
        first, _second = await a_stored(database, "one"), await a_stored(database, "two")
        await die_with(database, first)
        await start(database, platform)
    assert platform.sent == ["7: one", "7: two"]


def test_chats_without_suspects_come_first_and_the_order_in_a_chat_stays() -> None:
    entries = [
        InboxEntry(1, a_message(sender="7")),
        InboxEntry(2, a_message(sender="7"), tries=2),
        InboxEntry(3, a_message(sender="8"), tries=1),
        InboxEntry(4, a_message(sender="9")),
    ]
    assert [each.id for each in sort_suspects_last(entries)] == [4, 3, 1, 2]


async def test_a_released_message_is_taken_up_while_the_program_runs(tmp_path: Path) -> None:
    arrived = asyncio.Event()
    platform = FakePlatform(once_sent=arrived.set)
    async with open_database(tmp_path / "m.db", INBOX) as database:
        entry = await a_stored(database, "poison")
        for _ in range(3):
            await die_with(database, entry)
        async with open_background() as background:
            inbox = Inbox(database, FakeClock())
            dispatch = Dispatcher(inbox, echo, background)
            await dispatch.resume({"test": platform})
            background.run_forever("released messages", dispatch.follow_news)
            elsewhere = Inbox(database, FakeClock())  # such as `multis inbox retry`
            assert await elsewhere.release(entry.id)
            assert not await elsewhere.release(entry.id)
            inbox.news.set()
            await arrived.wait()
            await background.wait_until_idle()
    assert platform.sent == ["7: poison"]


async def test_another_death_after_a_release_sets_it_aside_at_once(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INBOX) as database:
        entry, inbox = await a_stored(database, "poison"), Inbox(database, FakeClock())
        for _ in range(3):
            await die_with(database, entry)
        await start(database, FakePlatform())
        await inbox.release(entry.id)
        await die_with(database, entry)
        platform = FakePlatform()
        await start(database, platform)
    assert platform.sent == ["1: set aside: poison"]


async def test_a_dropped_message_keeps_its_key_and_nothing_that_was_said(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INBOX) as database:
        entry, inbox = await a_stored(database, "canary"), Inbox(database, FakeClock())
        await inbox.store_reply(entry, Reply("canary"))
        assert not await inbox.drop(entry.id)
        await inbox.set_aside([entry.id], ())
        assert await inbox.drop(entry.id)
        assert await inbox.store(entry.message) is None
        assert await inbox.list_set_aside() == []
        async with database.read_committed() as db:
            rows = await db.execute_fetchall(
                "SELECT message FROM inbox UNION ALL SELECT reply FROM outbox"
            )
        assert [tuple(each) for each in rows] == [("",)]
