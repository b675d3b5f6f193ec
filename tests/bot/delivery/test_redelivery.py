"""A crash between what a message did and its stored reply: the inbox hands it out again."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.messages import Reply
from indexer.scopes import ADMIN
from tests.conversation import OWNER, World, a_world, answered_by
from tests.factories import a_message
from tests.fake_llm import FakeLlm, Says


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as world:
        for said in ("The tea is green.", "The canary sings.", "Tomatoes are red."):
            await world.owner(f"/remember {said}")
        yield world


async def twice(world: World, text: str) -> list[Reply]:
    """What is answered at first, which is lost, and then."""
    message = a_message(text, sender=OWNER)
    answers = []
    for _ in range(2):
        answers += [each async for each in world.bot.handle(message) if isinstance(each, Reply)]
        world.clock.forward(minutes=1)
    return answers


async def facts(world: World) -> list[str]:
    told = (await world.owner("/memory")).text.partition("Facts, each")[2]
    return sorted(re.findall(r"^\d+\. (.*?) \(.*pinned.*\)$", told, re.MULTILINE))


async def test_one_change_is_taken_back(world: World) -> None:
    first, second = await twice(world, "/undo")
    assert first.text == "Undone: I no longer have “Tomatoes are red.”"
    assert second.text == "Undone. /memory shows what I know now."
    assert await facts(world) == ["The canary sings.", "The tea is green."]
    assert "canary" in (await world.owner("/undo")).text


async def test_what_is_forgotten_is_told_again(world: World) -> None:
    world.clock.forward(minutes=1)
    first, second = await twice(world, "/forget tea")
    said, *_ = first.text.splitlines()
    assert "1 fact" in said
    assert said in second.text
    assert second.choices == first.choices


async def test_what_conversations_left_is_told_again(world: World) -> None:
    await world.services.owner_memory.vault.append_extracted(world.clock(), ["Zoe has the key."])
    first, second = await twice(world, "/forget Zoe")
    assert second == first
    assert "1 line about conversations" in second.text
    await world.owner("/forget undo")
    assert "1 line about conversations" in (await world.owner("/forget Zoe")).text


async def test_one_forgetting_comes_back(world: World) -> None:
    for words in ("tea", "canary"):
        await world.owner(f"/forget {words}")
        world.clock.forward(minutes=1)
    first, second = await twice(world, "/forget undo")
    assert second == first
    assert await facts(world) == ["The canary sings.", "Tomatoes are red."]


async def test_one_forgetting_of_what_conversations_left_comes_back(world: World) -> None:
    vault = world.services.owner_memory.vault
    await vault.append_extracted(world.clock(), ["Zoe has the key.", "Mia has the boat."])
    for words in ("Zoe", "Mia"):
        await world.owner(f"/forget {words}")
        world.clock.forward(minutes=1)
    first, second = await twice(world, "/forget undo")
    assert second == first
    assert second.text == "Restored: 1 line about conversations."
    assert await vault.list_extracted() == ["Mia has the boat."]


async def test_what_is_remembered_as_the_answer_is_the_answer(tmp_path: Path) -> None:
    async with (
        FakeLlm(lambda _: Says("At ten.")) as llm,
        a_world(tmp_path, answered_by(llm)) as world,
    ):
        llm.enqueue(Says("At nine."))
        first, second = await twice(world, "When does the ferry leave?")
        assert (first.text, second.text) == ("At nine.", "At nine.")
        window = await world.services.memories.get(f"test:{OWNER}", ADMIN).read_window()
        assert [each.content for each in window if each.role == "assistant"] == ["At nine."]


async def test_what_a_crash_interrupted_is_not_called_known(world: World) -> None:
    first, second = await twice(world, "/remember Mia has the boat.")
    assert (first.text, second.text) == ("Noted and pinned.", "Noted and pinned.")
    assert (await world.owner("/remember Mia has the boat.")).text == "I already have that."
