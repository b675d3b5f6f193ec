"""Messages of one chat are answered in the order in which they came."""

import asyncio
from collections.abc import Coroutine
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from bot.access.chat_languages import ChatLanguages, KnownLanguages
from bot.messages import Attachment, Reply
from tests.conversation import OWNER, World, a_world, answered_by
from tests.daemon import until
from tests.factories import a_message
from tests.fake_llm import FakeLlm, Hangs, Says

First = TypeVar("First")


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
        await check_nothing_was_kept(world, "4")


async def check_nothing_was_kept(world: World, sender: str) -> None:
    await world.owner(f"/users unblock test:{sender}")
    await world.let_in(f"test:{sender}", "Dan")
    assert "no notes" in (await world.person(sender)("/memory")).text


async def wait_for_their_turn(world: World, chat: str, count: int) -> None:
    lock = world.bot._get_lock(chat)
    await until(lambda: len(lock._waiters or ()) >= count, f"{count} messages wait")


async def test_who_comes_as_a_turn_passes_to_another_and_is_shut_out_meanwhile_is_not_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_world(tmp_path) as world:
        await world.let_in("test:4", "Dan")
        free = asyncio.Event()

        async def keep_the_turn() -> None:
            async with aclosing(world.bot.handle(a_message("Hello", sender="4"))) as items:
                await anext(items)
                await free.wait()

        saying = world.person("4")("/remember the gate is green")
        first, refused = await come_between(world, monkeypatch, keep_the_turn(), saying, sender="4")
        await wait_for_their_turn(world, "test:4", 1)
        await world.owner("/users block test:4")
        free.set()
        await first
        assert (await refused).failed
        await check_nothing_was_kept(world, "4")


async def test_who_is_blocked_while_waiting_in_a_silent_chat_is_not_heard(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.person(OWNER, chat="g", private=False)("/mode silent")
        async with world.bot._get_lock("test:g"):
            heard = [asyncio.create_task(overhear(world, each)) for each in ("2", "3")]
            await wait_for_their_turn(world, "test:g", 2)
            await world.owner("/users block test:2")
        await asyncio.gather(*heard)
    kept = read_files(tmp_path)
    assert b"the gate of 3" in kept
    assert b"the gate of 2" not in kept


def read_files(folder: Path) -> bytes:
    return b"".join(each.read_bytes() for each in folder.rglob("*") if each.is_file())


async def overhear(world: World, sender: str) -> None:
    message = a_message(f"the gate of {sender}", sender=sender, chat="g", private=False)
    assert [each async for each in world.bot.handle(message)] == []


async def test_who_comes_as_a_turn_passes_to_another_leaves_the_language_chosen_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_world(tmp_path) as world:
        ann = world.owner
        choosing, asking = ann("/language de"), ann("When does the ferry leave for Hamburg?")
        await asyncio.gather(*await come_between(world, monkeypatch, choosing, asking))
        known = await world.services.languages.load(f"test:{OWNER}")
        assert (known.chosen, known.written) == ("de", "en")


async def come_between(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    first: Coroutine[None, None, First],
    second: Coroutine[None, None, Reply],
    sender: str = OWNER,
) -> tuple[asyncio.Task[First], asyncio.Task[Reply]]:
    """Let `second` look at its chat when a turn has ended there and that of `first` not begun."""
    lock, load = world.bot._get_lock(f"test:{sender}"), ChatLanguages.load
    await lock.acquire()
    waiting = asyncio.create_task(first)
    read, go_on = asyncio.Event(), asyncio.Event()

    async def load_and_wait(languages: ChatLanguages, chat: str) -> KnownLanguages:
        known = await load(languages, chat)
        read.set()
        await go_on.wait()
        return known

    await wait_for_their_turn(world, f"test:{sender}", 1)
    monkeypatch.setattr(ChatLanguages, "load", load_and_wait)
    coming = asyncio.create_task(second)
    await read.wait()
    go_on.set()
    lock.release()
    await until(lock.locked, "the turn of the first")
    return waiting, coming


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
