"""Events between two steps of an operation that is under way."""

import asyncio

from indexer.scopes import Scope
from indexer.store.writer import MemoryChunk, Writer
from memory.forgetting.service import Forgetting
from memory.messages import decode
from memory.settings import MemorySettings
from tests.memory.conftest import World


class Slow(Writer):
    """The index, which /forget has asked what there is and which lets it wait for the answer."""

    def __init__(self, world: World) -> None:
        super().__init__(world.database)
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def list_memories(self, scope: Scope) -> list[MemoryChunk]:
        found = await super().list_memories(scope)
        self.asked.set()
        await self.go.wait()
        return found


async def test_an_answer_that_comes_while_words_are_forgotten_leaves_none_of_them(
    world: World,
) -> None:
    chat, index, settings = world.chat(), Slow(world), MemorySettings()
    forgetting = Forgetting(world.database, index, world.memories, world.captures, settings)
    await world.talk(chat, 0, 10)
    capture = await world.capturing(chat)
    forgets = asyncio.create_task(forgetting.forget(chat, world.clock(), "Fact3"))
    await index.asked.wait()
    world.model.gate.set()
    await asyncio.wait({capture}, timeout=0.1)  # it has come as far as it can
    index.go.set()
    await asyncio.gather(capture, forgets)
    async with world.database.transaction() as db:
        rows = await db.execute_fetchall("SELECT said FROM note_sources")
    assert not [row["said"] for row in rows if "Fact3" in row["said"]]


def test_a_time_without_a_zone_is_that_of_all_our_files() -> None:
    told = '[{"role": "user", "content": "tea", "timestamp": "2026-11-21T09:30:00"}]'
    (message,) = decode(told)
    assert message.timestamp == "2026-11-21T09:30:00.000Z"
    assert decode(told.replace("09:30:00", "10:30:00+01:00")) == (message,)
