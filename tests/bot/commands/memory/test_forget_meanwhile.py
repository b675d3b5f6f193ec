"""/forget while an answer is written in another of the owner's chats: it does not come back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from bot.messages import Draft
from tests.conversation import Conversation, World, a_world, answered_by
from tests.fake_llm import FakeLlm, Says

FACT = "The code of the garage is sunflower"
QUESTION = "What is the code of the garage?"
ANSWER = f"{FACT}, as you told me before, and nobody has said anything else of it since then."
PACE = 0.05  # seconds for each word of an answer


@asynccontextmanager
async def answering(world: World, chat: Conversation) -> AsyncIterator[None]:
    """Have the question answered in `chat`; what is done meanwhile is done in mid-answer."""
    grows = asyncio.Event()

    async def ask() -> None:
        async with aclosing(world.bot.handle(chat.write(QUESTION))) as items:
            async for item in items:
                if isinstance(item, Draft) and "code" in item.text:
                    grows.set()

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(ask())
        await grows.wait()
        yield


async def list_said(chat: Conversation, world: World) -> str:
    """Return the recent messages of the chat, and what a search of conversations finds."""
    async with world.services.people._database.read_committed() as db:
        rows = await db.execute_fetchall("SELECT content FROM transcripts")
    folders = world.services.home.chats
    kept = [each.read_text() for each in folders.glob("*/recent.json")]
    return "".join([*kept, *(str(row["content"]) for row in rows)])


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with (
        FakeLlm(lambda _call: Says(ANSWER), PACE) as llm,
        a_world(tmp_path, answered_by(llm)) as world,
    ):
        await world.owner(f"/remember {FACT}")
        yield world


async def test_what_is_forgotten_in_mid_answer_does_not_come_back(world: World) -> None:
    other = world.person("1", chat="77")
    async with answering(world, other):
        reply = await world.owner("/forget sunflower")
    assert "Forgotten" in reply.text
    assert "sunflower" not in await list_said(other, world)


async def test_an_answer_that_begins_later_is_kept(world: World) -> None:
    other = world.person("1", chat="77")
    await world.owner("/forget sunflower")
    world.clock.now += timedelta(seconds=1)
    async with answering(world, other):
        pass
    assert "sunflower" in await list_said(other, world)


async def test_somebody_elses_forgetting_takes_nothing_from_an_answer(world: World) -> None:
    guest = world.person("2")
    await guest("/remember The hut is locked")
    async with answering(world, world.owner):
        await guest("/forget hut")
    assert "sunflower" in await list_said(world.owner, world)
