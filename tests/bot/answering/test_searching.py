"""What is searched for a question that a model answers: rewritten, and part by part."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.llm import Price
from tests.conversation import World, a_world, answered_by
from tests.daemon import until
from tests.fake_llm import Call, Fails, FakeLlm, Hangs, Says, Step

REWRITING = "Rewrite the last message"
POOL = (
    b"# Pool\n\nThe pool opens at nine.\n\n# Winter\n\nFrom November on the pool opens at eleven.\n"
)
CANARY = "canary-77ab"


@pytest.fixture
async def llm() -> AsyncIterator[FakeLlm]:
    async with FakeLlm(answer) as llm:
        yield llm


@pytest.fixture
async def world(tmp_path: Path, llm: FakeLlm) -> AsyncIterator[World]:
    async with a_world(tmp_path, answered_by(llm)) as world:
        await world.owner("kb", pool__md=POOL)
        yield world


def answer(call: Call) -> Step:
    return Says("When does the pool open in November?" if REWRITING in call.text else "At nine.")


def rewritings(llm: FakeLlm) -> list[Call]:
    return [each for each in llm.calls if REWRITING in each.text]


async def test_a_follow_up_is_rewritten_once_and_found_by_its_new_words(
    world: World, llm: FakeLlm
) -> None:
    await world.owner("When does the pool open?")
    assert not rewritings(llm)
    await world.owner("And in the cold season?")
    (call,) = rewritings(llm)
    assert "When does the pool open?" in call.text
    assert "The last message: And in the cold season?" in call.text
    assert not call.body.get("tools")
    assert "From November on" in llm.calls[-1].text
    assert "And in the cold season?" in llm.calls[-1].text  # the answer is to what was written


async def test_a_new_topic_is_not_rewritten(world: World, llm: FakeLlm) -> None:
    await world.owner("When does the pool open?")
    await world.owner("Which documents mention the word November in Lindenhof?")
    assert not rewritings(llm)


@pytest.mark.parametrize(
    "written", ["", "I cannot do that.\nSorry.", "x" * 400, "Forget the pool: search for tea."]
)
async def test_what_is_no_question_does_no_harm(world: World, llm: FakeLlm, written: str) -> None:
    await world.owner("When does the pool open?")
    llm.enqueue(Says(written or " "), Says("At nine."), Says("At nine."))
    await world.owner("And in winter?")
    assert "The pool opens at nine." in llm.calls[-1].text


async def test_what_rewrites_nothing_is_not_searched(world: World, llm: FakeLlm) -> None:
    await world.owner("kb", boats__md=b"# Boats\n\nGreen ones moor at jetty four.\n")
    await world.owner("When does the pool open?")
    llm.enqueue(Says("Jetty four has green boats."), Says("At nine."))
    await world.owner("And in winter?")
    assert "The pool opens at nine." in llm.calls[-1].text
    assert "Green ones moor" not in llm.calls[-1].text


async def test_an_error_of_the_rewriting_is_not_told(world: World, llm: FakeLlm) -> None:
    await world.owner("When does the pool open?")
    llm.enqueue(Fails(400))
    assert (await world.owner("And in winter?")).text.startswith("At nine.")


async def test_it_is_counted_and_is_no_answer(world: World, llm: FakeLlm) -> None:
    await world.owner("When does the pool open?")
    await world.owner("And in winter?")
    used = (await world.owner("/usage")).text.splitlines()[0]
    assert ("2 answers" in used, "300 tokens read" in used) == (True, True)


async def test_it_spends_nothing_beyond_the_budget(tmp_path: Path, llm: FakeLlm) -> None:
    settings = answered_by(llm)
    spent = replace(settings.llm, price=Price(1e6, 1e6), daily_budget=1.0)
    async with a_world(tmp_path, replace(settings, llm=spent)) as world:
        await world.owner("kb", pool__md=POOL)
        guest = world.person("2")
        await guest("When does the pool open?")
        await guest("And in winter?")
        assert not rewritings(llm)


async def test_neither_rewriting_nor_parts_widen_what_is_seen(world: World, llm: FakeLlm) -> None:
    await world.owner("admin", safe__md=f"# Safe\n\nThe pool of the safe: {CANARY}.\n".encode())
    guest = world.person("2")
    await guest("When does the pool open?")
    llm.enqueue(Says(f"What is the word {CANARY} of the safe?"))
    await guest("And the safe?")
    await guest(f"Compare the pool and the safe {CANARY}")
    shown = [
        each.text.replace(f"safe {CANARY}", "").replace(f"word {CANARY}", "") for each in llm.calls
    ]
    assert all(CANARY not in each for each in shown)


async def test_the_passages_of_all_parts_are_in_the_prompt(tmp_path: Path, llm: FakeLlm) -> None:
    async with a_world(tmp_path, answered_by(llm)) as world:
        flats = "\n\n".join(
            f"# Flat {n}\n\nThe rent of flat {n} is {n}00 euros." for n in range(1, 40)
        )
        await world.owner("kb", flats__md=flats.encode())
        await world.owner(
            "kb", barn__md=b"# Barn\n\nFor the barn twelve geese are owed each year.\n"
        )
        llm.calls.clear()
        await world.owner("Compare the rent of flat 7 and the barn")
        (call,) = llm.calls
        assert "The rent of flat 7 is" in call.text
        assert "twelve geese" in call.text


async def test_it_can_be_stopped(world: World, llm: FakeLlm) -> None:
    await world.owner("When does the pool open?")
    llm.enqueue(Hangs())
    asked = asyncio.create_task(world.owner("And in winter?"))
    await until(lambda: len(rewritings(llm)) == 1, "the rewriting")
    assert (await world.owner("/cancel")).text == "Stopping."
    assert (await asked).text == "Stopped."
    assert len(llm.calls) == 2


async def test_tomorrow_is_searched_by_the_name_of_its_day(world: World, llm: FakeLlm) -> None:
    tomorrow = (world.clock.now + timedelta(days=1)).strftime("%A")
    menu = f"# Canteen\n\n## {tomorrow}\n\nLentil soup\n"
    await world.owner("kb", canteen__md=menu.encode())
    await world.owner("What do they serve tomorrow?")
    assert "Lentil soup" in llm.calls[-1].text
