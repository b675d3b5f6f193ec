"""The inbox and the outbox of several workers with one database."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from dataclasses import asdict
from pathlib import Path

import pytest
from msgspec import Struct, field

from bot.delivery.inbox import Inbox, NewWork
from bot.delivery.outbox import ClaimLostError
from bot.delivery.set_aside import TRIES
from bot.delivery.sharing import AmongWorkers, InHand
from bot.messages import Attempt, Chat, IncomingMessage, Notice, Reply, Sender
from bot.messages.codec import dump
from bot.services.chat_moves import ChatMoves
from bot.services.tables import CORPORA, SCHEMAS
from indexer.errors import UnavailableError
from indexer.store.engine.postgresql.lease import Tenure, prepare_lease
from indexer.store.engine.postgresql.opening import open_postgresql
from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.postgresql.workers import begin_serving, join_workers, leave_workers
from indexer.store.engine.server import Server
from memory.chat.memory import ChatMemories
from memory.settings import MemorySettings
from tests.fakes import FakeClock
from tests.postgresql.databases import WHOLE, Databases

HERE = Chat("test", "7", private=True)
OLD, NEW = Chat("test", "-5", private=False), Chat("test", "-1005", private=False)
MOVE = (
    IncomingMessage("a", OLD, Sender("test", "-5", ""), "", moved_to="-1005"),
    IncomingMessage("b", NEW, Sender("test", "-5", ""), "", moved_from="-5"),
)
BOB = Sender("test", "7", "Bob")


class Worker(Struct):
    """A worker, as far as the inbox goes."""

    number: int
    inbox: Inbox
    moves: ChatMoves
    in_hand: InHand = field(default_factory=InHand)

    async def take(self) -> NewWork:
        work = await self.inbox.take_new(["test"], self.in_hand)
        self.in_hand.messages.update(each.id for each in work.entries)
        self.in_hand.notices.update(each.id for each in work.notices)
        return work

    async def take_texts(self) -> list[str]:
        return [each.message.text for each in (await self.take()).entries]

    async def store(self, text: str, chat: Chat = HERE) -> None:
        assert await self.inbox.store(IncomingMessage(text, chat, BOB, text)) is None


class Pair(Struct):
    server: Server
    one: Worker
    two: Worker

    def end(self, worker: Worker) -> None:
        """What the others do when the lease of a worker has run out."""
        with closing(PostgresSession(self.server.owner)) as session:
            leave_workers(session, worker.number)


@pytest.fixture
async def pair(databases: Databases, tmp_path: Path) -> AsyncIterator[Pair]:
    async with databases.open_server(WHOLE) as server, AsyncExitStack() as stack:
        workers = []
        memories = ChatMemories(tmp_path, MemorySettings())
        for host in ("one", "two"):
            with closing(PostgresSession(server.owner)) as session:
                prepare_lease(session)
                number = join_workers(session, host, 1)
                assert number
                begin_serving(session, number)
            lease = Tenure(number, shared=True)
            opened = open_postgresql(server, *SCHEMAS, corpora=CORPORA, lease=lease)
            database = await stack.enter_async_context(opened)
            inbox = Inbox(database, FakeClock(), sharing=AmongWorkers(number))
            workers.append(Worker(number, inbox, ChatMoves(database, memories, inbox)))
        yield Pair(server, *workers)


async def test_the_messages_of_a_chat_are_one_workers_in_their_order(pair: Pair) -> None:
    """Whoever stores them: the first to be given a chat is the first to have joined."""
    await pair.two.store("first")
    await pair.one.store("second")
    await pair.two.store("third")
    assert await pair.two.take_texts() == []
    assert await pair.one.take_texts() == ["first", "second", "third"]
    assert await pair.one.take_texts() == []
    await pair.two.store("fourth")
    assert await pair.one.take_texts() == ["fourth"]


async def test_what_one_that_ended_had_is_taken_over_and_its_answer_is_refused(pair: Pair) -> None:
    await pair.two.store("question")
    (entry,) = (await pair.one.take()).entries
    pair.end(pair.one)
    (taken,) = (await pair.two.take()).entries
    assert (taken.message.text, taken.claim) == ("question", entry.claim + 1)
    with pytest.raises((ClaimLostError, UnavailableError)):
        await pair.one.inbox.store_reply(entry, Reply("mine"))
    await pair.two.inbox.store_reply(taken, Reply("mine"))
    assert await pair.two.inbox.load_reply(taken) == Reply("mine")


async def test_a_claim_that_was_lost_is_refused_though_its_worker_is_alive(pair: Pair) -> None:
    await pair.two.store("question")
    (entry,) = (await pair.one.take()).entries
    await pair.two.inbox.take_over([entry])
    for refused in (
        pair.one.inbox.begin(entry),
        pair.one.inbox.store_reply(entry, Reply("mine")),
        pair.one.inbox.finish(entry),
    ):
        with pytest.raises(ClaimLostError):
            await refused


async def test_a_notice_is_sent_by_whoever_has_its_chat(pair: Pair) -> None:
    await pair.two.store("question")
    await pair.one.take()
    await pair.two.inbox.store_notice(Notice(HERE, Reply("The boiler is due.")))
    assert (await pair.two.take()).notices == []
    (notice,) = (await pair.one.take()).notices
    assert notice.reply.text == "The boiler is due."
    with pytest.raises(ClaimLostError):
        await pair.two.inbox.create_notice_receipt(notice).begin(0, 1)
    assert await pair.one.inbox.create_notice_receipt(notice).begin(0, 1) is Attempt.SEND


async def test_a_notice_that_was_stored_without_a_word_is_found(pair: Pair) -> None:
    """As a command beside the workers does."""
    with closing(PostgresSession(pair.server.owner)) as session:
        session.execute(
            "INSERT INTO outbox (chat, reply, created_at) SELECT ?, ?, 0",
            (json.dumps(asdict(HERE)), dump(Reply("Due."))),
        )
    found = [*(await pair.one.take()).notices, *(await pair.two.take()).notices]
    assert [each.reply.text for each in found] == ["Due."]


async def test_what_ended_workers_three_times_is_hopeless_and_others_of_a_live_one_are_not(
    pair: Pair,
) -> None:
    await pair.one.store("poison")
    (entry,) = (await pair.one.take()).entries
    for _each in range(TRIES):
        await pair.one.inbox.begin(entry)
    assert not (await pair.two.take()).hopeless  # it is in work
    pair.end(pair.one)
    work = await pair.two.take()
    assert [each.text for each in work.hopeless.values()] == ["poison"]
    assert work.entries == []


async def test_a_group_that_moves_stays_with_its_worker_though_another_one_was_told(
    pair: Pair,
) -> None:
    await pair.two.store("before", OLD)
    (entry,) = (await pair.one.take()).entries
    for each in MOVE:
        await pair.two.moves.follow(each)
    await pair.two.store("after", NEW)
    assert await pair.two.take_texts() == []
    assert await pair.one.take_texts() == ["after"]
    await pair.one.inbox.store_reply(entry, Reply("of before"))  # still its own
    assert pair.one.moves.find_chat(OLD) == OLD
    await pair.one.moves.load()
    assert pair.one.moves.find_chat(OLD) == NEW


async def test_a_group_that_had_two_workers_when_it_moved_has_one_and_nothing_is_lost(
    pair: Pair,
) -> None:
    await pair.two.store("before", OLD)
    (entry,) = (await pair.one.take()).entries
    await pair.one.store("early", NEW)
    assert await pair.two.take_texts() == ["early"]
    for each in MOVE:
        await pair.one.moves.follow(each)
    with pytest.raises(ClaimLostError):
        await pair.one.inbox.store_reply(entry, Reply("of before"))
    (taken,) = (await pair.two.take()).entries
    assert (taken.message.text, taken.message.chat) == ("before", NEW)
