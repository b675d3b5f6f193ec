"""/cancel"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.llm import Price
from bot.messages import Reply
from tests.conversation import Conversation, World, a_world, answered_by
from tests.daemon import until
from tests.factories import a_message
from tests.fake_llm import Calls, FakeLlm, Hangs, Says

KEPT = "(Stopped here. Say “go on” to get the rest.)"
STOPPING, NOTHING = "Stopping.", "There is nothing to stop."


@pytest.fixture
async def llm() -> AsyncIterator[FakeLlm]:
    async with FakeLlm() as llm:
        yield llm


@pytest.fixture
async def world(tmp_path: Path, llm: FakeLlm) -> AsyncIterator[World]:
    async with a_world(tmp_path, answered_by(llm)) as world:
        yield world


async def test_an_answer_that_a_model_is_writing_is_stopped_and_the_next_one_comes(
    world: World, llm: FakeLlm
) -> None:
    rewritten = Says("When is the boiler flushed?")
    llm.enqueue(Hangs("The boiler"), rewritten, Says("Every spring."))
    owner = world.owner
    first = asyncio.create_task(owner("How old is it?"))
    second = asyncio.create_task(owner("When is it flushed?"))
    await until(lambda: "The boiler" in owner.drafts, "a growing answer")
    assert (await owner("/cancel")).text == STOPPING
    assert await first == Reply(f"The boiler\n\n{KEPT}")
    assert "Every spring." in (await second).text
    assert "How old is it?" in llm.calls[-1].text  # so that “go on” means something


async def test_an_answer_of_which_nothing_was_written_is_only_said_to_be_stopped(
    world: World, llm: FakeLlm
) -> None:
    llm.enqueue(Hangs(""), Says("Every spring."))
    first = asyncio.create_task(world.owner("How old is it?"))
    await until(lambda: bool(llm.calls), "a question to the model")
    assert (await world.owner("/cancel")).text == STOPPING
    assert await first == Reply("Stopped.", failed=True)
    await world.owner("When is it flushed?")
    assert "How old is it?" not in llm.calls[-1].text  # it is not remembered


@pytest.mark.parametrize("verb", ["block", "revoke"])
async def test_whoever_may_ask_no_more_gets_no_more_of_an_answer(
    world: World, llm: FakeLlm, verb: str
) -> None:
    guest, other = world.person("4"), world.person("5")
    for each in (guest, other):
        await world.let_in(each.write("hello").sender.key, "Anna")
    llm.enqueue(Hangs("The boiler"), Hangs("The boiler"))
    asked = [asyncio.create_task(each("How old is it?")) for each in (guest, other)]
    await until(lambda: "The boiler" in guest.drafts, "a growing answer")
    await until(lambda: "The boiler" in other.drafts, "a growing answer")
    await world.owner(f"/users {verb} {guest.write('').sender.key}")
    refused = await asked[0]
    assert refused.failed
    assert "boiler" not in refused.text
    assert not asked[1].done()
    assert (await other("/cancel")).text == STOPPING
    await asked[1]


async def test_what_a_tool_has_changed_is_told_though_the_answer_was_stopped(
    world: World, llm: FakeLlm
) -> None:
    arguments = {"content": "I moved to Graz.", "quote": "I moved to Graz."}
    llm.enqueue(Calls("memory_upsert", json.dumps(arguments)), Hangs("How nice"))
    owner = world.owner
    told = asyncio.create_task(owner("I moved to Graz."))
    await until(lambda: "How nice" in owner.drafts, "a growing answer")
    await owner("/cancel")
    assert (await told).text == f"How nice\n\n{KEPT}\n\nNoted: “I moved to Graz.”"


async def test_stopping_answers_does_not_get_round_the_budget(tmp_path: Path, llm: FakeLlm) -> None:
    """Each costs what was asked and written, though no provider told what that was."""
    settings = answered_by(llm)
    priced = replace(settings.llm, price=Price(1000.0, 1000.0), daily_budget=1.0)
    async with a_world(tmp_path, replace(settings, llm=priced)) as world:
        await world.owner("kb", boiler__md=b"# Boiler\n\nIt is from 1987.\n")
        guest = world.person("2")
        llm.enqueue(*(Hangs("The boiler") for _ in range(9)))
        stopped = 0
        while "used up" not in (told := await stopped_or_told(guest)):
            assert told == f"The boiler\n\n{KEPT}"
            stopped += 1
        assert "from 1987" in told
        assert len(llm.calls) == stopped > 0
        used = (await guest("/usage")).text.splitlines()[0]
        assert f"0 answers, {stopped} cut off" in used
        assert "estimated" in used


async def stopped_or_told(guest: Conversation) -> str:
    """What comes of a question whose answer is not waited for."""
    guest.drafts.clear()
    asked = asyncio.create_task(guest("How old is the boiler?"))
    await until(lambda: asked.done() or "The boiler" in guest.drafts, "an answer")
    if not asked.done():
        await guest("/cancel")
    return (await asked).text


async def test_nobody_stops_the_answer_of_another_chat(world: World, llm: FakeLlm) -> None:
    llm.enqueue(Hangs("The boiler"))
    owner = world.owner
    asked = asyncio.create_task(owner("How old is it?"))
    await until(lambda: "The boiler" in owner.drafts, "a growing answer")
    assert (await world.person("2")("/cancel")).text == NOTHING
    assert (await owner("/cancel")).text == STOPPING
    await asked


async def test_in_a_group_members_stop_only_what_they_asked_themselves(
    world: World, llm: FakeLlm
) -> None:
    ann, bob = (world.person(each, chat="g", private=False) for each in ("2", "3"))
    llm.enqueue(Hangs("The boiler"))
    asked = asyncio.create_task(ann("How old is it?"))
    await until(lambda: "The boiler" in ann.drafts, "a growing answer")
    assert (await bob("/cancel")).text == NOTHING
    assert not asked.done()
    assert (await ann("/cancel")).text == STOPPING
    assert "Stopped here." in (await asked).text
    ann, owner = (world.person(each, chat="h", private=False) for each in ("2", "1"))
    llm.enqueue(Hangs("The pump"))
    asked = asyncio.create_task(ann("How old is it?"))
    await until(lambda: "The pump" in ann.drafts, "a growing answer")
    assert (await owner("/cancel")).text == STOPPING
    assert "Stopped here." in (await asked).text


async def test_in_a_group_members_stop_only_the_files_that_they_sent(world: World) -> None:
    ann, bob = (world.person(each, chat="g", private=False) for each in ("2", "3"))
    chat = a_message(chat="g", private=False).chat.key
    sent = asyncio.create_task(ann("", long__md=b"# One\n\nThe ferry leaves.\n\n" * 5000))
    await until(lambda: world.services.indexing.is_busy(chat), "the reading")
    assert (await bob("/cancel")).text == NOTHING
    assert (await ann("/cancel")).text == STOPPING
    assert (await sent).failed


async def test_the_check_of_a_finished_answer_is_stopped_and_the_answer_comes_as_it_is(
    tmp_path: Path, llm: FakeLlm
) -> None:
    settings = answered_by(llm)
    checked = replace(settings, llm=replace(settings.llm, verify="model"))
    async with a_world(tmp_path / "checked", checked) as world:
        await world.owner("kb", boiler__md=b"# Boiler\n\nThe ferry costs nine euros.\n")
        llm.enqueue(Says("Whoever crosses parts with nine euros."), Hangs(""))
        asked = asyncio.create_task(world.owner("What does the ferry cost?"))
        await until(lambda: len(llm.calls) == 2, "a question to the second model")
        assert (await world.owner("/cancel")).text == STOPPING
        reply = await asked
        assert reply.text == "Whoever crosses parts with nine euros (not verified)."
        assert (await world.owner("/cancel")).text == NOTHING


async def test_an_answer_that_is_being_sent_is_not_said_to_stop(world: World, llm: FakeLlm) -> None:
    await world.owner("kb", boiler__md=b"# Boiler\n\nIt is from 1987.\n")
    llm.enqueue(Says("It is from 1987 [1]."), Says("A boiler of 1987 [1]."))
    for question in ("How old is the boiler?", "/summary boiler.md"):
        message = a_message(question, sender=world.owner.sender)
        async with aclosing(world.bot.handle(message)) as items:
            async for item in items:
                if isinstance(item, Reply):
                    assert "1987" in item.text
                    assert (await world.owner("/cancel")).text == NOTHING


async def test_files_that_are_being_read_are_stopped(world: World) -> None:
    owner, indexing = world.owner, world.services.indexing
    chat = a_message(sender=owner.sender).chat.key
    sent = asyncio.create_task(owner("kb", long__md=b"# One\n\nThe ferry leaves.\n\n" * 5000))
    await until(lambda: indexing.is_busy(chat), "the reading")
    assert (await owner("/cancel")).text == STOPPING
    assert await sent == Reply(
        "Stopped. Files that were already indexed stay indexed.", failed=True
    )
    assert not indexing.is_busy(chat)


async def test_when_nothing_runs_there_is_nothing_to_stop(world: World) -> None:
    assert (await world.owner("/cancel")).text == NOTHING
