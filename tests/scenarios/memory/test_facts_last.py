"""What was said once need not be said again: facts told in one conversation serve every later one.

A scripted model stands for a real one: it notes what it is told with its tools, as a model does.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.settings.config import Settings
from memory.settings import MemorySettings
from tests.conversation import a_world, answered_by
from tests.fake_llm import Call, Calls, FakeLlm, Says

DARK = "I prefer dark mode in every editor."


@pytest.fixture
def settings(llm: FakeLlm) -> Settings:
    return answered_by(
        llm, Settings(memory=MemorySettings(recent_window=4, capture_threshold=1000))
    )


def noted(said: str, **arguments: object) -> tuple[Calls, Says]:
    """The model calls memory_upsert with the person's words, and then answers."""
    told = {"content": said, "quote": said, **arguments}
    return Calls("memory_upsert", json.dumps(told)), Says("Noted.")


def brief_of(call: Call) -> str:
    """The memory brief above the question; empty where there is none."""
    asked = str(call.body["messages"][-1]["content"])  # type: ignore[index]  # JSON
    return asked.partition("[Memory Brief]")[2].partition("\n</")[0]


def conversation_of(call: Call) -> str:
    return json.dumps(call.body["messages"][1:-1])  # type: ignore[index]  # JSON


@pytest.mark.spec("S1-1", "S1-37", "S1-44", "S1-45", "S1-46", "S1-47", "S1-48")
@pytest.mark.parametrize(
    ("said", "arguments", "line"),
    [
        (DARK, {"type": "preference", "importance": 8}, "[preference, importance:8]"),
        ("Project Aurora ships in May.", {"type": "project"}, "[project, importance:5]"),
        (
            "I must call Bob today.",
            {"type": "task", "scope": "short_term", "expires_in_days": 1},
            "[task, expires: 23h]",
        ),
    ],
    ids=["a preference", "a project", "a task"],
)
async def test_the_next_conversation_knows_what_was_told_in_the_last(
    tmp_path: Path,
    settings: Settings,
    llm: FakeLlm,
    said: str,
    arguments: dict[str, object],
    line: str,
) -> None:
    async with a_world(tmp_path, settings) as world:
        llm.enqueue(*noted(said, **arguments))
        assert f"Noted: “{said}”" in (await world.owner(said)).text
        await world.owner("/new")
    async with a_world(tmp_path, settings) as world:  # a restart, and another chat of theirs
        world.clock.forward(minutes=5)
        await world.person("1", chat="55")("Please set up my editor.")
    assert f"- {said} {line[:-1]}, said 2026-02-11" in brief_of(llm.calls[-1])
    assert said not in conversation_of(llm.calls[-1])


@pytest.mark.spec("S1-2", "S1-38")
async def test_a_fact_outlives_the_window_of_its_own_conversation(
    tmp_path: Path, settings: Settings, llm: FakeLlm
) -> None:
    async with a_world(tmp_path, settings) as world:
        llm.enqueue(*noted(DARK))
        await world.owner(DARK)
        for number in range(6):
            await world.owner(f"And what of thing number {number}?")
        await world.owner("Which mode do I prefer?")
    assert DARK not in conversation_of(llm.calls[-1])
    assert f"- {DARK}" in brief_of(llm.calls[-1])


async def test_what_a_capture_notes_is_a_fact_of_its_own(
    tmp_path: Path, settings: Settings, llm: FakeLlm
) -> None:
    often = replace(settings, memory=MemorySettings(capture_threshold=4))

    def captures(call: Call) -> bool:
        return "You keep the notes" in call.text

    def answers(call: Call) -> Says:
        return Says(f"- {DARK} [1] {{preference: editor mode}}" if captures(call) else "Fine.")

    llm.otherwise = answers
    async with a_world(tmp_path, often) as world:
        await world.owner(DARK)
        await world.owner("And what else is there?")
        await world.services.background.wait_until_idle()
        await world.owner("Hello")
    answered = [call for call in llm.calls if not captures(call)]
    line = f"- {DARK} [preference, importance:5, said 2026-02-11 in these words]"
    assert line in brief_of(answered[-1])


@pytest.mark.spec("S1-72")
async def test_each_message_brings_up_the_facts_that_bear_on_it(
    tmp_path: Path, settings: Settings, llm: FakeLlm
) -> None:
    async with a_world(tmp_path, settings) as world:
        for number in range(30):
            said = f"Drawer{number} holds the socks of cousin{number}."
            llm.enqueue(*noted(said, importance=9))
            await world.owner(said)
        llm.enqueue(*noted("The cellar key hangs by the stove.", importance=1))
        await world.owner("The cellar key hangs by the stove.")
        await world.owner("/new")
        await world.owner("Where is the key of the cellar?")
        assert brief_of(llm.calls[-1]).splitlines()[2].startswith("- The cellar key")
        await world.owner("What does drawer7 hold?")
    assert brief_of(llm.calls[-1]).splitlines()[2].startswith("- Drawer7 ")
