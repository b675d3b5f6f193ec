"""The conversations of the page: where each begins, what it is called, deleted and restored."""

from datetime import timedelta

import pytest

from adapters.web.ports import NewEntry
from bot.desk.conversations import RESTORABLE, Conversation, Conversations
from bot.desk.transcript import Transcript
from bot.messages import Chat, UserError
from indexer.store.database import Database
from tests.fakes import FakeClock

ANN, BOB = Chat("web", "ann", private=True), Chat("web", "bob", private=True)


class Record:
    """Both halves of the record, as the page uses them."""

    def __init__(self, transcript: Transcript, conversations: Conversations) -> None:
        self.transcript = transcript
        self.conversations = conversations

    async def ask(self, text: str, chat: Chat = ANN) -> int:
        entry = NewEntry("asked", text, f"key-of-{text}", text)
        return await self.transcript.write(chat, entry)

    async def list_all(self) -> list[Conversation]:
        return await self.conversations.list_all(ANN)

    async def read(self) -> list[str]:
        return [each.content for each in await self.transcript.list_latest(ANN)]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def record(page: Database, clock: FakeClock) -> Record:
    return Record(Transcript(page, clock), Conversations(page, clock))


async def test_a_conversation_is_called_as_its_first_question(record: Record) -> None:
    await record.ask("/help")
    await record.ask("when does\nthe ferry leave?")
    await record.ask("and on Sundays?")
    (only,) = await record.list_all()
    assert (only.title, only.current) == ("when does the ferry leave?", True)


async def test_after_new_another_conversation_begins(record: Record, clock: FakeClock) -> None:
    await record.ask("first")
    await record.conversations.end_current(ANN)
    assert await record.read() == []
    clock.now += timedelta(minutes=1)
    await record.ask("second")
    assert [(each.title, each.current) for each in await record.list_all()] == [
        ("second", True),
        ("first", False),
    ]


async def test_an_answer_joins_its_question_though_a_new_one_has_begun(record: Record) -> None:
    await record.ask("first")
    await record.conversations.end_current(ANN)
    await record.ask("second")
    await record.transcript.write(ANN, NewEntry("told", "answer", "key-of-first"))
    assert await record.read() == ["second"]


async def test_a_persons_own_title_stays(record: Record) -> None:
    await record.ask("/help")
    (only,) = await record.list_all()
    await record.conversations.rename(ANN, only.id, "  The  ferry ")
    await record.ask("when?")
    assert [each.title for each in await record.list_all()] == ["The ferry"]


async def test_pinned_ones_come_first(record: Record, clock: FakeClock) -> None:
    await record.ask("first")
    (first,) = await record.list_all()
    await record.conversations.pin(ANN, first.id, pinned=True)
    await record.conversations.end_current(ANN)
    clock.now += timedelta(minutes=1)
    await record.ask("second")
    assert [each.title for each in await record.list_all()] == ["first", "second"]


async def test_what_is_deleted_can_be_restored_for_a_while(
    record: Record, clock: FakeClock
) -> None:
    await record.ask("first")
    (first,) = await record.list_all()
    await record.conversations.delete(ANN, first.id)
    assert await record.read() == []
    clock.now += RESTORABLE - timedelta(minutes=1)
    await record.transcript.tidy()
    await record.conversations.restore(ANN, first.id)
    assert await record.read() == ["first"]
    await record.conversations.delete(ANN, first.id)
    clock.now += RESTORABLE + timedelta(minutes=1)
    await record.transcript.tidy()
    assert await record.list_all() == []


async def test_nobody_changes_the_conversations_of_others(record: Record) -> None:
    await record.ask("first")
    (first,) = await record.list_all()
    for change in (
        record.conversations.delete(BOB, first.id),
        record.conversations.rename(BOB, first.id, "mine"),
        record.conversations.pin(BOB, first.id, pinned=True),
        record.conversations.restore(BOB, first.id),
    ):
        with pytest.raises(UserError):
            await change
    assert await record.list_all() == [first]
    assert await record.conversations.list_all(BOB) == []


async def test_a_secret_is_no_title(record: Record) -> None:
    await record.ask("4938")
    await record.transcript.remove(ANN, "key-of-4938")
    (only,) = await record.list_all()
    assert only.title == ""
