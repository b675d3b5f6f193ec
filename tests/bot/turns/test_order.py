"""Messages of one chat are answered in the order in which they came."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.messages import Attachment, Reply
from tests.conversation import OWNER, World, a_world, answered_by
from tests.daemon import until
from tests.factories import a_message
from tests.fake_llm import FakeLlm, Hangs, Says


async def test_nothing_overtakes_a_message_that_shows_another_language(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        answered: list[str] = []

        async def answer(text: str) -> None:
            async for each in world.bot.handle(a_message(text, sender=OWNER)):
                if isinstance(each, Reply):
                    answered.append(text)

        said = ["Wann fährt die Fähre nach Hamburg und was kostet sie?", "/unknown"]
        await asyncio.gather(*map(answer, said))
        assert answered == said


@pytest.mark.parametrize("verb", ["block", "revoke"])
async def test_who_is_shut_out_while_waiting_is_neither_answered_nor_heard(
    tmp_path: Path, verb: str
) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=b"The harbour opens in May.")
        await world.let_in("test:4", "Dan")
        waiting: list[asyncio.Task[Reply]] = []
        async with aclosing(world.bot.handle(a_message("Hello", sender="4"))) as first:
            await anext(first)
            for said in ("when does the harbour open?", "/remember the gate is green"):
                waiting.append(asyncio.create_task(world.person("4")(said)))
            await wait_for_their_turn(world, "test:4", 2)
            await world.owner(f"/users {verb} test:4")
        refused = [await each for each in waiting]
        assert all(each.failed and "May" not in each.text for each in refused)
        assert "gate" not in (await world.owner("/search gate")).text


async def wait_for_their_turn(world: World, chat: str, count: int) -> None:
    lock = world.bot._get_lock(chat)
    await until(lambda: len(lock._waiters or ()) >= count, f"{count} messages wait")


async def test_the_files_of_who_is_shut_out_are_not_read_any_more(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", harbour__md=b"The harbour opens in May.")
        begun = asyncio.Event()

        async def hang(_attachment: Attachment, _path: Path) -> None:
            begun.set()
            await asyncio.Event().wait()

        world.platform.fetches = hang
        sending = asyncio.create_task(world.person("2")("", plan__md=b"tea"))
        await begun.wait()
        asking = asyncio.create_task(world.person("2")("when does the harbour open?"))
        (run,) = world.services.indexing._reading["test:2"]
        await until(lambda: bool(run.ended._waiters), "the question waits for the file")
        await world.owner("/users block test:2")
        assert (await sending).failed
        refused = await asking
        assert refused.failed
        assert "May" not in refused.text


@pytest.mark.parametrize("verb", ["block", "revoke"])
async def test_an_answer_that_is_only_being_checked_no_longer_reaches_who_is_shut_out(
    tmp_path: Path, verb: str
) -> None:
    async with FakeLlm() as llm:
        settings = answered_by(llm)
        checked = replace(settings, llm=replace(settings.llm, verify="model"))
        async with a_world(tmp_path, checked) as world:
            await world.let_in("test:4", "Dan")
            await world.owner("kb", boiler__md=b"# Boiler\n\nThe ferry costs nine euros.\n")
            llm.enqueue(Says("Whoever crosses parts with nine euros."), Hangs(""))
            asked = asyncio.create_task(world.person("4")("What does the ferry cost?"))
            await until(lambda: len(llm.calls) == 2, "a question to the second model")
            await world.owner(f"/users {verb} test:4")
            refused = await asked
            assert refused.failed
            assert "nine" not in refused.text
