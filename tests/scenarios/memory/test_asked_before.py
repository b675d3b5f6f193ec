"""A conversation that is over answers with what was told in it, never with what was asked.

Without a model, as everybody tries multis first: whatever a passage says may become the answer.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.settings.config import Settings
from memory.settings import MemorySettings
from tests.conversation import World, a_world, answered_by
from tests.fake_llm import Call, FakeLlm, Says

GUIDE = (Path(__file__).parents[3] / "examples" / "guesthouse.md").read_bytes()
TOLD = "My boiler was serviced in May by Hansen and Sons."
ASKED = (
    "When is check-out on Sundays?",  # answered by the guide
    "do you have a sauna?",  # by nothing
    "what is the pin code of the safe",
    "breakfast time",
    "packed breakfast for the early ferry",
    "Tell me who lives in the tower.",
    "How late is breakfast served? And may dogs come along?",
)
# As a conversation stood in its file before what was told had a list of its own.
COURSE = "Asked:\n\n" + "".join(f"- {each}\n" for each in (*ASKED, TOLD))


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as world:
        await world.owner("kb", guide__md=GUIDE)
        yield world


async def talk(world: World, *said: str) -> None:
    """A conversation with the owner from its beginning until it is in the index."""
    for line in said:
        await world.owner(line)
        world.clock.forward(seconds=10)
    await world.owner("/new")
    await world.services.background.wait_until_idle()
    await world.services.owner_memory.run_sync()


@pytest.mark.parametrize("question", ASKED)
async def test_what_was_asked_before_is_answered_as_if_it_had_not_been(
    world: World, question: str
) -> None:
    first = (await world.owner(question)).text
    await talk(world, *ASKED)
    assert (await world.owner(question)).text == first


async def test_an_answer_that_was_given_before_is_no_source_of_the_next(world: World) -> None:
    answer = (await world.owner(ASKED[0])).text.partition(" [1]")[0].removeprefix("- ")
    await talk(world, ASKED[0], answer, "I see.")
    reply = await world.owner(ASKED[0])
    assert answer in reply.text
    assert [source.scope for source in reply.sources] == ["kb"]


async def test_what_was_told_is_an_answer_later(world: World) -> None:
    await talk(world, *ASKED, TOLD)
    reply = await world.owner("What did I tell you about who serviced my boiler?")
    assert reply.text.startswith(f"- {TOLD} [")
    assert "?" not in reply.text


async def test_a_conversation_kept_by_an_older_multis_answers_with_no_question_either(
    world: World,
) -> None:
    first = [(await world.owner(question)).text for question in ASKED]
    vault = world.services.owner_memory.vault
    await vault.append_session("test:1", world.clock(), "2026-11-21T09:33:02.000Z", COURSE)
    await world.services.owner_memory.run_sync()
    assert [(await world.owner(question)).text for question in ASKED] == first
    assert TOLD in (await world.owner("Who serviced the boiler in May?")).text


def answers(call: Call) -> Says:
    notes = "You keep the notes" in call.text
    return Says("- The boiler was serviced in May [3] {fact}" if notes else "I cannot tell.")


async def test_a_model_reads_what_was_told_and_no_old_question(tmp_path: Path) -> None:
    async with FakeLlm(answers) as llm:
        settings = answered_by(llm, Settings(memory=MemorySettings(capture_threshold=6)))
        async with a_world(tmp_path, settings) as world:
            await world.owner("kb", guide__md=GUIDE)
            await talk(world, "Who lives in the tower?", TOLD, "do you have a sauna?")
            await world.owner("When was my boiler serviced?")
    prompt = [call.text for call in llm.calls if "You keep the notes" not in call.text][-1]
    assert prompt.count("The boiler was serviced in May ") == 1  # as a fact, with its day
    assert TOLD in prompt.partition("<passage-")[2]
    assert "tower" not in prompt
    assert "sauna" not in prompt
