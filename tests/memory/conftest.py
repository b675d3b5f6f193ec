"""A chat's memory with everything behind it: real files, a real database, a scripted model."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec import Struct

from indexer.scopes import Scope, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.database import Database, open_database
from indexer.store.schema import INDEX
from indexer.store.writer import Writer
from memory.capture.capture import Captures
from memory.capture.state import CaptureStore
from memory.chat.memory import ChatMemories, ChatMemory
from memory.conversations.recorder import ConversationRecorder
from memory.conversations.search import ConversationSearch
from memory.fact import Fact
from memory.facts.ledger import FactLedger
from memory.facts.reader import FactReader
from memory.facts.service import FactService
from memory.forgetting.retention import Retention
from memory.forgetting.service import Forgetting
from memory.messages import Exchange
from memory.reminders.schema import REMINDERS
from memory.schema import MEMORY
from memory.settings import MemorySettings
from tests.fakes import FakeClock
from tests.memory.conversation import START, turn
from tests.memory.model import Model

ANN = "telegram:1"


class World(Struct):
    database: Database
    memories: ChatMemories
    writer: Writer
    store: Store
    model: Model
    clock: FakeClock
    captures: Captures
    forgetting: Forgetting
    retention: Retention
    facts: FactService
    fact_reader: FactReader
    recorder: ConversationRecorder
    conversations: ConversationSearch

    def chat(self, key: str = ANN, scope: Scope | None = None) -> ChatMemory:
        return self.memories.get(key, scope or Scope.of_chat(key))

    async def say(self, chat: ChatMemory, exchange: Exchange) -> None:
        """Record an exchange as the product does: in the chat's memory, and to be searched."""
        await chat.record(exchange)
        await self.recorder.record(chat.folder.scope, chat.folder.chat, exchange)

    async def summaries(self, scope: Scope | None = None) -> list[str]:
        found = await self.writer.list_memories(scope or Scope.of_chat(ANN))
        return [memory.chunk.text for memory in found]

    async def load(self, scope: Scope | None = None) -> list[Fact]:
        """Load the facts that still hold."""
        visibility = Visibility.only(scope or Scope.of_chat(ANN))
        found = await self.fact_reader.list_facts(visibility, now=self.clock(), limit=999)
        return [fact for fact in found if not fact.value.validity.is_over(self.clock())]

    async def known(self, scope: Scope | None = None) -> list[str]:
        return [fact.value.content for fact in await self.load(scope)]

    async def talk(self, chat: ChatMemory, first: int, last: int) -> None:
        """Turns `first` up to but without `last`, each with a fact of its own."""
        for number in range(first, last):
            await chat.record(turn(number, f"Fact{number} is in drawer{number}."))

    async def capturing(self, chat: ChatMemory) -> asyncio.Task[None]:
        """A capture that has asked the model, which answers once its gate is open again."""
        self.model.gate.clear()
        capture = asyncio.create_task(self.captures.run(chat))
        await self.model.asked.wait()
        return capture


@pytest.fixture
def settings() -> MemorySettings:
    return MemorySettings()


# Of SQLite alone, for a database on a server takes half a second: the tests of the ledger of facts
# run on both engines, and so do those of the whole program in `tests/postgresql`.
@pytest.fixture
async def world(tmp_path: Path, settings: MemorySettings) -> AsyncIterator[World]:
    async with open_world(tmp_path, settings, FakeClock(START)) as opened:
        yield opened


@asynccontextmanager
async def open_world(
    folder: Path, settings: MemorySettings, clock: FakeClock
) -> AsyncIterator[World]:
    """Opened again on the same folder it is what a restart finds."""
    async with open_database(folder / "multis.db", INDEX, MEMORY, REMINDERS) as database:
        model, writer = Model(), Writer(database)
        memories = ChatMemories(folder / "chats", settings)
        facts, reader = FactService(database, writer), FactReader(database)
        store = CaptureStore(database)
        captures = Captures(store, writer, model, settings, clock, FactLedger(database).find_near)
        captures.add_follower(facts.record_captured)
        recorder = ConversationRecorder(database)
        search = Store(database, RankingSettings())
        yield World(
            database,
            memories,
            writer,
            search,
            model,
            clock,
            captures,
            Forgetting(database, writer, memories, captures, settings),
            Retention(database, writer, memories, settings),
            facts,
            reader,
            recorder,
            ConversationSearch(search, database),
        )


async def until_waiting(task: asyncio.Task[object]) -> None:
    """Until it can go no further by itself."""
    await asyncio.wait({task}, timeout=0.1)
    assert not task.done()
