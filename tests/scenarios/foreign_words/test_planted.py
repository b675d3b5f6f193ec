"""What somebody else planted: the owner may look it up, and no prompt or tool of theirs holds it.

The owner's tools do what the prompt says, so a text of another chat must never get in there.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexer.documents import Chunk
from indexer.scopes import Scope, Visibility
from tests.conversation import World, a_world, answered_by
from tests.fake_llm import Calls, FakeLlm, Says
from tests.scenarios.scene import MALLORY, UNLIMITED

MARK = "mongoose"
PLANTED = f"The harbour password is {MARK}."
OWN = "The harbour password is changed in May."
QUESTION = "What is the harbour password?"
EVERYTHING = Visibility.unrestricted()


@pytest.fixture
async def world(tmp_path: Path, llm: FakeLlm) -> AsyncIterator[World]:
    async with a_world(tmp_path, answered_by(llm, UNLIMITED)) as world:
        await plant(world)
        yield world


async def plant(world: World) -> None:
    """The owner's and Mallory's: a file, a fact and the summary of a conversation each."""
    for person, text in ((world.owner, OWN), (world.person(MALLORY), PLANTED)):
        await person("admin", letter__md=text.encode())
        await person(f"/remember {text}")
    summary = Chunk("mem-2", "Conversation", PLANTED)
    await world.services.writer.add_memory(Scope.of_chat("test:2"), summary, world.clock())
    assert MARK in (await world.owner(f"/search {QUESTION}")).text


async def test_no_prompt_of_the_owner_holds_it(world: World, llm: FakeLlm) -> None:
    await world.owner(QUESTION)
    assert OWN in llm.calls[-1].text
    assert MARK not in llm.calls[-1].text


@pytest.mark.parametrize("tool", ["search_documents", "memory_search", "memory_query"])
async def test_no_tool_of_the_owner_finds_it(world: World, llm: FakeLlm, tool: str) -> None:
    llm.enqueue(Calls(tool, f'{{"query": "{QUESTION}"}}'), Says("Done."))
    await world.owner("Please look it up.")
    prompt, result = (call.text.count("harbour password is changed") for call in llm.calls)
    assert result > prompt
    assert MARK not in llm.calls[-1].text


@pytest.mark.parametrize("command", ["/memory", "/export"])
async def test_no_list_of_the_owners_facts_names_it(world: World, command: str) -> None:
    told = (await world.owner(command)).text
    assert OWN in told
    assert MARK not in told


async def test_its_id_opens_no_fact(world: World) -> None:
    found_facts = await world.services.owner_memory.facts.list_facts(
        EVERYTHING, now=world.clock(), limit=9
    )
    (planted,) = (each.id for each in found_facts if MARK in each.value.text)
    for deed in ("", " history", " source", " pin"):
        assert "no longer exists" in (await world.owner(f"/fact {planted}{deed}")).text


async def test_its_id_is_no_reason_to_show_it(world: World) -> None:
    """/why knows ids alone, of an answer that may be older than what its reader may see."""
    own = world.services.owner_memory
    found_facts = await own.facts.list_facts(EVERYTHING, now=world.clock(), limit=9)
    hits = await world.services.store.search(EVERYTHING, QUESTION, limit=9, now=world.clock())
    chunks, facts = [hit.chunk.chunk_id for hit in hits], [fact.id for fact in found_facts]
    await world.services.last_answers.record("test:1", chunks, facts, world.clock())
    why = await world.owner("/why")
    planted = [hit.chunk.chunk_id for hit in hits if MARK in hit.chunk.text]
    assert OWN in why.text
    assert MARK not in why.text
    assert planted
    assert not [choice for choice in why.choices if choice.message.split()[-1] in planted]


async def test_without_a_model_no_answer_to_the_owner_holds_it(tmp_path: Path) -> None:
    async with a_world(tmp_path, UNLIMITED) as world:
        await plant(world)
        told = (await world.owner(QUESTION)).text
        assert "changed in May" in told
        assert MARK not in told
