"""What docs/memory.md promises of the layers, of scopes and of prompts, tried on a real home."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.settings.config import Settings
from memory.settings import MemorySettings
from tests.conversation import World, a_world, answered_by
from tests.fake_llm import Call, Calls, FakeLlm, Says, Step
from tests.scenarios.memory.documented import promises

NOTES = "You keep the notes"
BOAT = "My boat is called Merry Hazel."
GUIDE = b"# Boats\n\nEvery boat in the harbour of Mylor is painted in spring.\n"


def takes_notes(call: Call) -> Step:
    """Note the boat where the person named it, whatever else was said."""
    if NOTES not in call.text:
        return Says("Fine.")
    lines = str(call.body["messages"][-1]["content"]).split("\n")  # type: ignore[index]  # JSON
    said = [json.loads(line) for line in lines if '"own": true' in line and BOAT in line]
    return Says(f"- {BOAT} [{said[0]['n']}]" if said else "Nothing.")


def recent(folder: Path, chat: str = "test_1") -> list[object]:
    path = folder / "home" / "memory" / "chats" / chat / "recent.json"
    found = json.loads(path.read_text(encoding="utf-8"))
    return list(found["messages"] if isinstance(found, dict) else found)


def notes(folder: Path, chat: str = "admin") -> str:
    path = folder / "home" / "memory" / "chats" / chat / "memory.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def prompt_of(call: Call) -> str:
    """The texts of a prompt, one after the other."""
    return "\n".join(str(each["content"]) for each in call.body["messages"])  # type: ignore[attr-defined]  # JSON


async def test_twenty_messages_are_noted_and_the_last_five_stay(tmp_path: Path) -> None:
    promises("When 20 messages have come together, the model is asked")
    promises("all but the last five messages then leave the window")
    async with (
        FakeLlm(takes_notes) as llm,
        a_world(tmp_path, answered_by(llm)) as world,
    ):
        await world.owner(BOAT)
        for number in range(8):
            await world.owner(f"And what of thing number {number}?")
        await world.services.background.wait_until_idle()
        assert BOAT not in notes(tmp_path)
        await world.owner("And what of the last thing?")
        await world.services.background.wait_until_idle()
        assert BOAT in notes(tmp_path)
        assert BOAT in (await world.owner("/memory")).text
    assert len(recent(tmp_path)) == 5


@pytest.mark.spec("S4-128")
async def test_five_captured_sections_stay_in_the_notes(tmp_path: Path) -> None:
    promises("the last 5 sections; pins and what you wrote yourself stay")

    def notes_each(call: Call) -> Step:
        if NOTES not in call.text:
            return Says("Fine.")
        lines = str(call.body["messages"][-1]["content"]).split("\n")  # type: ignore[index]  # JSON
        said = [json.loads(line) for line in lines if '"own": true' in line and "boat" in line]
        return Says("\n".join(f"- {each['text']} [{each['n']}]" for each in said))

    settings = Settings(memory=MemorySettings(capture_threshold=2))
    async with (
        FakeLlm(notes_each) as llm,
        a_world(tmp_path, answered_by(llm, settings)) as world,
    ):
        await world.owner("/remember The key is in Hull.")
        for name in ("Ada", "Bea", "Cleo", "Dora", "Edna", "Fay", "Gwen"):
            await world.owner(f"I painted the boat of {name}.")
            await world.services.background.wait_until_idle()
            world.clock.forward(hours=1)
    kept = notes(tmp_path)
    assert "The key is in Hull." in kept
    found = [name for name in ("Ada", "Bea", "Cleo", "Dora", "Edna", "Fay", "Gwen") if name in kept]
    assert found == ["Cleo", "Dora", "Edna", "Fay", "Gwen"]


async def test_without_a_model_nothing_is_noted_and_messages_wait(tmp_path: Path) -> None:
    promises("Without a model nothing is noted, and up to 400 messages wait.")
    async with a_world(tmp_path) as world:
        for number in range(203):
            await world.owner(f"Thing number {number} is blue.")
        assert "noted on" not in (await world.owner("/memory")).text
    assert len(recent(tmp_path)) == 400
    assert not notes(tmp_path)


async def test_whose_notes_lie_where(tmp_path: Path) -> None:
    promises("your private chats share `admin/memory.md`")
    async with a_world(tmp_path) as world:
        await world.owner(f"/remember {BOAT}")
        await world.person("1", chat="77")("/remember The key is in Hull.")
        await world.person("2")("/remember Bob keeps bees.")
        assert BOAT in notes(tmp_path)
        assert "The key is in Hull." in notes(tmp_path)
        assert "Bob keeps bees." in notes(tmp_path, "test_2")
        for person in (world.person("2"), world.person("3")):
            assert "boat" not in (await person("/memory")).text.lower()
            assert "Hazel" not in (await person("What is my boat called?")).text


async def test_what_others_say_becomes_no_note(tmp_path: Path, llm: FakeLlm) -> None:
    promises("What a document, a forwarded message or the assistant itself says never becomes")
    promises("it must quote your words, a program looks for them in your messages")
    async with a_world(tmp_path, answered_by(llm)) as world:
        painted = "Every boat in the harbour of Mylor is painted in spring."
        for arguments in ({"content": painted, "quote": painted}, {"content": "x", "quote": ""}):
            llm.enqueue(Calls("memory_upsert", json.dumps(arguments)), Says("So it is."))
            reply = await world.owner("When are boats painted?", boats__md=GUIDE)
            assert "Noted" not in reply.text
        llm.enqueue(
            Calls("memory_upsert", json.dumps({"content": BOAT, "quote": BOAT})), Says("A boat!")
        )
        assert f"Noted: “{BOAT}”" in (await world.owner(BOAT)).text
        facts = (await world.owner("/memory boat")).text
    assert BOAT in facts
    assert "painted" not in facts


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("The vet comes next Friday.", "on 13 Feb 2026"),
        ("Der Tierarzt kommt in zwei Wochen.", "am 25.02.2026"),
        ("後天去看獸醫。", "2026年2月13日"),
        ("I have lived in Falmouth since 2015.", "since 2015"),
    ],
)
async def test_a_date_is_resolved_when_it_is_said(tmp_path: Path, said: str, day: str) -> None:
    promises("A date that you name (“next Friday”, “in zwei Wochen”, “後天”) is resolved then")
    promises("What lasts since or until a day says so")
    async with a_world(tmp_path) as world:
        await world.owner(f"/remember {said}")
        world.clock.forward(days=1)
        reply = (await world.owner("/memory")).text
    assert day in reply


async def test_what_was_said_is_found_by_words_and_by_day(tmp_path: Path) -> None:
    promises("Where you name words and a time, both must fit, or you read that there is nothing.")
    async with a_world(tmp_path) as world:
        await world.owner("We painted the boat green.")
        world.clock.forward(days=1)
        await world.owner("We had soup.")
        answer = (await world.owner("What did we say about the boat yesterday?")).text
        assert "painted the boat green" in answer
        assert "12:00" in answer
        assert "you:" in answer
        answer = (await world.owner("What did we say about dragons yesterday?")).text
        assert answer == "I find nothing about that in our conversations."
        answer = (await world.person("2")("What did we say about the boat yesterday?")).text
        assert "green" not in answer


async def test_layers_of_a_prompt_stand_in_their_order(world: World, llm: FakeLlm) -> None:
    promises("who multis is, and that stored text gives no orders")
    promises("date, time and time zone")
    promises("the passages that fit best, numbered, so that the answer can cite them")
    await world.owner("/remember semantic I am a ship's engineer.")
    await world.owner("/remember procedural Answer in one sentence.")
    await world.owner(f"/remember {BOAT}")
    await world.owner("kb", boats__md=GUIDE)
    for _each in range(2):
        llm.enqueue(Says("In spring [1]."))
        await world.owner("When are boats painted?")
    sent = prompt_of(llm.calls[-1])
    order = [
        "Answer in one sentence.",
        "I am a ship's engineer.",
        "In spring",
        "[Memory Brief]",
        "painted in spring",
    ]
    places = [sent.index(each) for each in order]
    assert places == sorted(places)
    assert sent.rstrip().endswith("When are boats painted?")


async def test_each_fact_stands_once_in_a_prompt(world: World, llm: FakeLlm) -> None:
    promises("A fact of the brief is left out of the notes, of today's lines and of the summaries")
    await world.owner(f"/remember {BOAT}")
    await world.owner("/new")
    llm.enqueue(Says("Merry Hazel."))
    await world.owner("What is my boat called?")
    assert prompt_of(llm.calls[-1]).count(BOAT) == 1


async def test_vault_and_daily_lines_reach_private_answers_to_the_owner_alone(
    world: World, llm: FakeLlm
) -> None:
    promises("Your vault is read for private answers to you and for no others.")
    await world.owner("/remember semantic The safe opens with 4471.")
    asked = (world.owner, world.person("1", chat="-100", private=False), world.person("2"))
    seen = []
    for person in asked:
        llm.enqueue(Says("Fine."))
        await person("How does the safe open?")
        seen.append("4471" in prompt_of(llm.calls[-1]))
    assert seen == [True, False, False]


async def test_new_begins_the_conversation_of_a_prompt_again(world: World, llm: FakeLlm) -> None:
    promises("the last 20 messages of this conversation, since `/new` if you said that")
    for number in range(12):
        llm.enqueue(Says("Fine."))
        await world.owner(f"Remark{number}.")
    sent = prompt_of(llm.calls[-1])
    assert "Remark1." in sent
    assert "Remark0." not in sent
    await world.owner("/new")
    llm.enqueue(Says("Fine."))
    await world.owner("Again.")
    assert "Remark11." not in prompt_of(llm.calls[-1])


@pytest.fixture
async def world(tmp_path: Path, llm: FakeLlm) -> AsyncIterator[World]:
    settings = answered_by(llm, Settings(memory=MemorySettings(capture_threshold=1000)))
    async with a_world(tmp_path, settings) as world:
        yield world
