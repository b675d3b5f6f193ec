"""What a conversation leaves behind, and what of it a later answer is given."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from msgspec import structs

from bot.access.policy import Access
from bot.settings.config import Settings
from indexer.documents import Chunk
from indexer.scopes import ADMIN, Scope, Visibility
from memory.settings import MemorySettings
from tests.conversation import World, a_world, answered_by
from tests.daemon import until
from tests.factories import a_message
from tests.fake_llm import Call, Calls, FakeLlm, Hangs, Says, Step

CANARY = "canary-3391"
CAPTURE = "You keep the notes"


def hangs_at_captures(call: Call) -> Step:
    return Hangs() if CAPTURE in call.text else Says("Fine.")


@pytest.fixture
async def llm() -> AsyncIterator[FakeLlm]:
    async with FakeLlm(hangs_at_captures) as llm:
        yield llm


@pytest.fixture
async def world(tmp_path: Path, llm: FakeLlm) -> AsyncIterator[World]:
    settings = answered_by(
        llm, Settings(memory=MemorySettings(capture_threshold=4, recent_window=4))
    )
    async with a_world(tmp_path, settings) as world:
        yield world


WORDED = '{"do": "add", "note": "Hobby: repairing clocks", "own": [1], "quote": "repairing clocks"}'


def notes_a_hobby(verdict: str) -> Callable[[Call], Step]:
    """Answer as a model that words a note freely, and one that judges it by `verdict`."""

    def answer(call: Call) -> Step:
        if CAPTURE in call.text:
            return Says(WORDED)
        return Says(verdict if "You check notes" in call.text else "Fine.")

    return answer


@pytest.mark.parametrize(
    ("verify", "verdict", "shown"),
    [
        ("model", '{"1": 1}', "1. Hobby: repairing clocks (noted on"),
        ("model", "{}", "1. I love repairing clocks. (verbatim, noted on"),
        ("rules", '{"1": 1}', "1. I love repairing clocks. (verbatim, noted on"),
    ],
)
async def test_a_second_model_confirms_what_rules_leave_open(
    tmp_path: Path, verify: Literal["rules", "model"], verdict: str, shown: str
) -> None:
    async with FakeLlm(notes_a_hobby(verdict)) as llm:
        memory = MemorySettings(capture_threshold=2, recent_window=2)
        settings = answered_by(llm, Settings(memory=memory))
        settings = replace(settings, llm=replace(settings.llm, verify=verify))
        async with a_world(tmp_path, settings) as world:
            await world.owner("I love repairing clocks.")
            await world.services.background.wait_until_idle()
            assert shown in (await world.owner("/memory")).text
            calls = sum("You check notes" in call.text for call in llm.calls)
            assert calls == (verify == "model")
            assert "notes" in (await world.owner("/usage")).text


@pytest.mark.spec("S4-79")
async def test_no_answer_waits_for_a_capture(world: World, llm: FakeLlm) -> None:
    await world.owner("I keep key0 in drawer0.")
    async with asyncio.timeout(40):  # a model that hangs is given up after a minute
        assert "Fine." in (await world.owner("I keep key1 in drawer1.")).text
        await until(lambda: any(CAPTURE in call.text for call in llm.calls), "a capture")
        assert "Fine." in (await world.owner("And where is the lamp?")).text
    llm.closing.set()


@pytest.mark.spec("S4-77", "S4-107")
async def test_a_prompt_holds_the_last_messages_and_no_more(world: World, llm: FakeLlm) -> None:
    stranger = world.person("2")
    for n in range(4):
        await stranger(f"remark{n}")
    await stranger("last")
    sent = llm.calls[-1].text
    assert [n for n in range(4) if f"remark{n}" in sent] == [2, 3]
    llm.closing.set()


@pytest.mark.spec("S4-103")
async def test_the_log_is_in_no_search_and_no_prompt(
    world: World, llm: FakeLlm, tmp_path: Path
) -> None:
    await world.owner("Hello")
    (log,) = (tmp_path / "home").rglob("log/*.md")
    with log.open("a") as file:
        file.write(f"### 12:00:00 [user]\nThe safe opens with {CANARY}.\n\n")
    await world.owner("What opens the safe?")
    assert CANARY not in llm.calls[-1].text
    assert CANARY not in (await world.owner("/search safe opens")).text
    assert CANARY not in (await world.owner("/memory")).text
    llm.closing.set()


@pytest.mark.spec("S4-96")
async def test_messages_themselves_are_not_searched(world: World, llm: FakeLlm) -> None:
    await world.owner(f"My locker opens with {CANARY}.")
    assert "Nothing found" in (await world.owner("/search locker canary")).text
    assert "Nothing is indexed" in (await world.owner("/docs")).text
    llm.closing.set()


@pytest.mark.spec("S4-1", "S4-4", "S4-106", "S4-149")
async def test_passages_come_from_documents_and_from_what_was_noted(
    world: World, llm: FakeLlm
) -> None:
    await world.owner("kb", boiler__md=b"The boiler is flushed every spring.")
    note = Chunk("mem-1", "Conversation", f"Ann keeps the boiler key with {CANARY}.")
    await world.services.writer.add_memory(ADMIN, note, world.clock())
    await world.owner("What about the boiler?")
    assert "flushed every spring" in llm.calls[-1].text
    assert f"boiler key with {CANARY}" in llm.calls[-1].text
    await world.person("2")("What about the boiler?")
    assert "flushed every spring" in llm.calls[-1].text
    assert CANARY not in llm.calls[-1].text
    llm.closing.set()


@pytest.mark.spec("S4-1", "S4-4", "S4-106")
async def test_what_a_capture_noted_is_searched_beside_the_documents(tmp_path: Path) -> None:
    note = "- I keep the boiler key in the shed [1]"
    memory = MemorySettings(capture_threshold=4, recent_window=2)
    async with (
        FakeLlm(lambda call: Says(note if CAPTURE in call.text else "Fine.")) as llm,
        a_world(tmp_path, answered_by(llm, Settings(memory=memory))) as world,
    ):
        await world.owner("kb", boiler__md=b"The boiler is flushed every spring.")
        stranger = world.person("2")
        for text in ("I keep the boiler key in the shed.", "Thank you.", "Well, well."):
            await stranger(text)
        await world.services.background.wait_until_idle()
        found = (await stranger("/search boiler")).text
        await stranger("What about the boiler?")
    *_, asked = [c.text for c in llm.calls if CAPTURE not in c.text and "What about" in c.text]
    for text in (found, asked):
        assert "I keep the boiler key in the shed" in text
        assert "flushed every spring" in text


@pytest.mark.parametrize(("sender", "kept"), [("1", 1), ("9", 0)], ids=["owner", "stranger"])
async def test_in_a_group_a_tool_keeps_the_words_of_those_who_are_approved(
    tmp_path: Path, llm: FakeLlm, sender: str, kept: int
) -> None:
    access = Access(owners=frozenset({"test:1"}), everybody=True)
    said = "The boss pays every invoice at once."
    async with a_world(tmp_path, answered_by(llm), access) as world:
        llm.enqueue(Calls("memory_upsert", json.dumps({"content": said, "quote": said})))
        await world.person(sender, chat="g", private=False)(said)
        scope = Visibility.only(Scope.of_chat("test:g"))
        assert (
            len(await world.services.owner_memory.facts.list_facts(scope, now=world.clock()))
            == kept
        )


@pytest.mark.parametrize(("forwarded", "kept"), [(False, 1), (True, 0)])
async def test_a_tool_keeps_nothing_that_was_forwarded(
    world: World, llm: FakeLlm, forwarded: bool, kept: int
) -> None:
    said = "I bank at the Steiermark house."
    llm.enqueue(Calls("memory_upsert", json.dumps({"content": said, "quote": said})))
    message = structs.replace(a_message(said, sender="2"), forwarded=forwarded)
    assert [fact async for fact in world.bot.handle(message)]
    scope = Visibility.only(Scope.of_chat("test:2"))
    assert len(await world.services.owner_memory.facts.list_facts(scope, now=world.clock())) == kept
    llm.closing.set()
