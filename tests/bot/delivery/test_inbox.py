"""Messages and replies are kept across a crash: each test reopens the file where it matters."""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.delivery.inbox import Inbox, InboxEntry
from bot.delivery.schema import INBOX
from bot.messages import (
    Attachment,
    Attempt,
    Chat,
    Choice,
    IncomingMessage,
    Notice,
    Reply,
    Source,
)
from bot.messages.codec import dump, load_message
from indexer.store.database import Database, Schema, open_database
from tests.factories import a_message
from tests.fakes import FakeClock


@asynccontextmanager
async def an_inbox(folder: Path) -> AsyncIterator[Inbox]:
    async with open_database(folder / "m.db", INBOX) as database:
        yield Inbox(database, FakeClock())


async def a_stored(inbox: Inbox, text: str = "hello", *, key: str = "") -> InboxEntry:
    entry = await inbox.store(a_message(text, key=key))
    assert entry is not None
    return entry


async def test_a_message_is_read_back_whole_after_a_restart(tmp_path: Path) -> None:
    said = a_message("what is it?", attachments=(Attachment("a.pdf", 9, "ref"),))
    async with an_inbox(tmp_path) as inbox:
        await inbox.store(said)
    async with an_inbox(tmp_path) as inbox:
        assert [entry.message for entry in await inbox.list_open(["test"])] == [said]


def a_file(text: str = "", *, sender: str = "7", album: str = "x") -> IncomingMessage:
    sent = a_message(text, sender=sender, chat="g", attachments=(Attachment("a.pdf", 9, "ref"),))
    return replace(sent, album=album)


async def list_labels(inbox: Inbox, *messages: IncomingMessage) -> list[str]:
    """List what is known of the album of each message as it arrives."""
    stored = [await inbox.store(each) for each in messages]
    return [each.message.beside for each in stored if each]


async def test_a_file_of_an_album_knows_the_label_of_those_before_it(tmp_path: Path) -> None:
    async with an_inbox(tmp_path) as inbox:
        for captions, known in (
            (("", "the lease", ""), ["first", "none", "none"]),
            (("kb", "", "the lease", ""), ["first", "kb", "kb", "none"]),
            (("the lease", "kb", ""), ["first", "none", "none"]),
            (("", "Admin ", "kb", ""), ["first", "none", "admin", "admin"]),
            (("the lease\nadmin", "", ""), ["first", "admin", "admin"]),
        ):
            files = [a_file(each, album=str(captions)) for each in captions]
            assert await list_labels(inbox, *files) == known
        assert await list_labels(inbox, a_message("admin"), a_message()) == ["", ""]


async def test_the_label_of_an_album_is_of_one_person_in_one_chat(tmp_path: Path) -> None:
    async with an_inbox(tmp_path) as inbox:
        others = [
            a_file(sender="3"),
            a_file(album="y"),
            replace(a_file(), chat=Chat("test", "h", private=True)),
            replace(a_file(), forwarded=True),
        ]
        assert await list_labels(inbox, a_file("admin"), *others) == ["first"] * 5
        assert await list_labels(inbox, a_file()) == ["admin"]


async def test_the_label_of_an_album_lasts_over_a_restart_and_beside_thousands(
    tmp_path: Path,
) -> None:
    clock = FakeClock()
    async with open_database(tmp_path / "m.db", INBOX) as database:
        inbox = Inbox(database, clock)
        entry = await inbox.store(a_file("the lease\nadmin"))
        assert entry is not None
        await inbox.finish(entry)
        for number in range(1001):
            await inbox.store(a_file(sender="3", album=str(number)))
        clock.forward(days=6)
        await inbox.prune()
    async with open_database(tmp_path / "m.db", INBOX) as database:
        inbox = Inbox(database, clock)
        assert await list_labels(inbox, a_file()) == ["admin"]
        last = (await inbox.list_open(["test"]))[-1]
        assert last.message.beside == "admin"
        async with database.transaction() as db:
            kept = await db.execute_fetchall("SELECT * FROM inbox WHERE id = ?", (entry.id,))
        assert "lease" not in str([tuple(row) for row in kept])


async def test_half_of_an_emoji_is_stored_as_a_question_mark(tmp_path: Path) -> None:
    async with an_inbox(tmp_path) as inbox:
        entry = await inbox.store(a_message("half \ud83d emoji", name="B\ude00b", key="\ud83d"))
        assert entry is not None
        assert (entry.message.text, entry.message.sender.name) == ("half ? emoji", "B?b")
        assert [each.message for each in await inbox.list_open(["test"])] == [entry.message]
        await inbox.store_reply(entry, Reply("an answer \ud83d"))
        assert (await inbox.load_reply(entry)) == Reply("an answer ?")


async def test_the_newest_message_of_each_chat_is_known_after_a_restart(tmp_path: Path) -> None:
    async def send(inbox: Inbox, text: str, chat: str, *references: str) -> None:
        entry = await inbox.store(a_message(text, chat=chat))
        assert entry is not None
        await inbox.store_reply(entry, Reply(text))
        receipt = inbox.create_receipt(entry)
        for part, reference in enumerate(references):
            await receipt.begin(part, len(references))
            await receipt.confirm(part, reference)
        await inbox.finish(entry)

    async with an_inbox(tmp_path) as inbox:
        await send(inbox, "one", "a", "8", "9")
        await send(inbox, "two", "a", "10")
        await send(inbox, "three", "b", "100")
        await send(inbox, "an edit of an older one", "b", "99")
        (notice,) = [await inbox.store_notice(Notice(a_message("", chat="c").chat, Reply("hi")))]
        receipt = inbox.create_notice_receipt(notice)
        await receipt.begin(0, 1)
        await receipt.confirm(0, "101")
    async with an_inbox(tmp_path) as inbox:
        entry = await a_stored(inbox, "four")
        await inbox.create_receipt(entry).keep_draft("?101")
        newest = await inbox.create_receipt(entry).list_newest()
    kept = {(chat.partition(":")[2], reference) for chat, reference in newest}
    assert kept == {("a", "10"), ("b", "100"), ("b", "99"), ("c", "101")}


async def level(database: Database) -> int:
    """How the last transaction was committed: 2 outlives a power cut, 1 the process alone."""
    async with database.read_committed() as db:
        return int(next(iter(await db.execute_fetchall("PRAGMA synchronous")))[0])


async def test_a_message_and_its_answer_outlive_a_power_cut(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INBOX) as database:
        inbox = Inbox(database, FakeClock())
        await inbox.prune()
        assert await level(database) == 1
        entry = await a_stored(inbox)
        assert await level(database) == 2
        await inbox.prune()
        assert await level(database) == 1
        await inbox.store_reply(entry, Reply("yes"))
        assert await level(database) == 1
        receipt = inbox.create_receipt(entry)
        await receipt.begin(0, 1)
        assert await level(database) == 2
        await receipt.confirm(0, "77")
        assert await level(database) == 1
        await receipt.keep_draft("78")
        assert await level(database) == 2
        await receipt.confirm(0, "77")
        await receipt.withdraw(1)
        assert await level(database) == 2, "what was refused would be marked as repeated"


async def test_the_same_key_is_stored_once(tmp_path: Path) -> None:
    async with an_inbox(tmp_path) as inbox:
        await a_stored(inbox, key="5")
        assert await inbox.store(a_message(key="5")) is None


async def test_two_platforms_may_use_the_same_key(tmp_path: Path) -> None:
    async with an_inbox(tmp_path) as inbox:
        await a_stored(inbox, key="5")
        assert await inbox.store(a_message(key="5", platform="other"))


async def test_only_the_asking_platforms_messages_are_open_and_in_order(tmp_path: Path) -> None:
    async with an_inbox(tmp_path) as inbox:
        for text in ("first", "second"):
            await a_stored(inbox, text)
        await inbox.store(a_message("elsewhere", platform="other"))
        done = await a_stored(inbox, "done")
        await inbox.finish(done)
        assert [e.message.text for e in await inbox.list_open(["test"])] == ["first", "second"]


async def test_an_answer_is_kept_whole_and_the_first_one_stays(tmp_path: Path) -> None:
    source = Source(1, "doc:1", "/a.pdf", "a.pdf", 2, 3, "kb")
    reply = Reply("yes [1]", (Choice("more", "/show doc:1"),), (source,))
    async with an_inbox(tmp_path) as inbox:
        entry = await a_stored(inbox)
        await inbox.store_reply(entry, reply)
        await inbox.store_reply(entry, Reply("another"))
        assert await inbox.load_reply(entry) == reply
        assert await inbox.count_pending() == (0, 1)


async def test_a_part_is_sent_repeated_or_skipped_by_what_is_known_of_it(tmp_path: Path) -> None:
    async with an_inbox(tmp_path) as inbox:
        entry = await a_stored(inbox)
        await inbox.store_reply(entry, Reply("text"))
        receipt = inbox.create_receipt(entry)
        assert await receipt.begin(0, 2) is Attempt.SEND
        await receipt.confirm(0, "77")
        assert await receipt.begin(1, 2) is Attempt.SEND
    async with an_inbox(tmp_path) as inbox:
        receipt = inbox.create_receipt(entry)
        assert await receipt.begin(0, 2) is Attempt.SKIP
        assert await receipt.begin(1, 2) is Attempt.REPEAT


async def test_a_part_that_was_refused_counts_as_never_tried(tmp_path: Path) -> None:
    async with an_inbox(tmp_path) as inbox:
        entry = await a_stored(inbox)
        await inbox.store_reply(entry, Reply("text"))
        receipt = inbox.create_receipt(entry)
        await receipt.begin(0, 1)
        await receipt.withdraw(0)
        assert await receipt.begin(0, 1) is Attempt.SEND
        assert await receipt.begin(0, 1) is Attempt.REPEAT
        await receipt.withdraw(0)
        assert await receipt.begin(0, 1) is Attempt.REPEAT, "the first try may have been seen"


async def test_the_name_of_a_growing_message_is_known_after_a_restart(tmp_path: Path) -> None:
    async with an_inbox(tmp_path) as inbox:
        entry = await a_stored(inbox)
        await inbox.create_receipt(entry).keep_draft("78")
    async with an_inbox(tmp_path) as inbox:
        (entry,) = await inbox.list_open(["test"])
        assert inbox.create_receipt(entry).draft == "78"


async def test_a_button_says_its_message_after_a_restart(tmp_path: Path) -> None:
    async with an_inbox(tmp_path) as inbox:
        entry = await a_stored(inbox)
        key = await inbox.create_receipt(entry).button(Choice("kb", '/index "/a b.pdf" kb'))
        assert len(key) <= 32
    async with an_inbox(tmp_path) as inbox:
        pressed = await inbox.store(a_message("", pressed=key))
        assert pressed is not None
        assert pressed.message.text == '/index "/a b.pdf" kb'


@pytest.mark.parametrize("chat", ["8", "9"])
async def test_a_button_of_another_chat_says_nothing(tmp_path: Path, chat: str) -> None:
    async with an_inbox(tmp_path) as inbox:
        key = await inbox.create_receipt(await a_stored(inbox)).button(
            Choice("canary", "/show canary")
        )
        pressed = await inbox.store(a_message("", pressed=key, sender=chat))
        assert pressed is not None
        assert pressed.message.text == ""


@pytest.mark.parametrize("table", ["inbox.message", "outbox.reply", "buttons.message"])
async def test_a_reader_cannot_read_what_was_said(tmp_path: Path, table: str) -> None:
    name, _, column = table.partition(".")
    async with open_database(tmp_path / "m.db", INBOX) as database:
        with pytest.raises(sqlite3.DatabaseError, match="prohibited"):
            await database.reader.execute_fetchall(f"SELECT {column} FROM {name}")  # noqa: S608  # fixed names


async def test_what_is_done_keeps_its_key_and_nothing_that_was_said(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INBOX) as database:
        inbox = Inbox(database, FakeClock())
        entry = await a_stored(inbox, "canary question", key="5")
        await inbox.store_reply(entry, Reply("canary answer"))
        await inbox.finish(entry)
        assert await inbox.store(a_message(key="5")) is None
        async with database.transaction() as db:
            kept = list(await db.execute_fetchall("SELECT message FROM inbox"))
            kept += list(await db.execute_fetchall("SELECT reply FROM outbox"))
    assert "canary" not in str([tuple(row) for row in kept])


async def test_what_is_answered_together_is_done_together(tmp_path: Path) -> None:
    async with an_inbox(tmp_path) as inbox:
        first, second = await a_stored(inbox), await a_stored(inbox)
        whole = InboxEntry(first.id, first.message, (second.id,))
        await inbox.store_reply(whole, Reply("both"))
        assert [entry.id for entry in await inbox.list_open(["test"])] == [first.id]
        await inbox.finish(whole)
        assert await inbox.list_open(["test"]) == []


async def test_old_keys_and_buttons_go_but_nothing_that_waits(tmp_path: Path) -> None:
    clock = FakeClock()
    async with open_database(tmp_path / "m.db", INBOX) as database:
        inbox = Inbox(database, clock)
        done, waiting = await a_stored(inbox, key="5"), await a_stored(inbox, "waiting")
        key = await inbox.create_receipt(done).button(Choice("a", "/help"))
        await inbox.finish(done)
        clock.forward(days=6)
        await inbox.prune()
        assert await inbox.store(a_message(key="5")) is None
        clock.forward(days=2)
        await inbox.prune()
        assert await inbox.store(a_message("again", key="5"))
        assert waiting.id in [entry.id for entry in await inbox.list_open(["test"])]
        clock.forward(days=90)
        await inbox.prune()
        pressed = await inbox.store(a_message("", pressed=key))
        assert pressed is not None
        assert pressed.message.text == ""


async def test_a_file_of_the_first_version_is_lifted_with_its_data(tmp_path: Path) -> None:
    first = Schema(INBOX.part, INBOX.steps[:1])
    said = a_message("kept")
    async with (
        open_database(tmp_path / "m.db", first) as database,
        database.transaction() as db,
    ):
        await db.execute(
            "INSERT INTO inbox (platform, key, chat, message, received_at)"
            " VALUES ('test', '1', 'test:7', ?, 0)",
            (dump(said),),
        )
    async with an_inbox(tmp_path) as inbox:
        assert [entry.message for entry in await inbox.list_open(["test"])] == [said]
        assert await inbox.store_notice(Notice(said.chat, Reply("hello")))
        assert await inbox.count_pending() == (1, 1)


def test_a_message_of_an_older_version_is_read() -> None:
    said = a_message("kept")
    assert load_message(json.dumps({**json.loads(dump(said)), "missed": 0})) == said
