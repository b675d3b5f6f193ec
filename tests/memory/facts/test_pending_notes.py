"""The notes and summaries follow a fact, also past an error and beside what goes on meanwhile."""

import asyncio
from datetime import timedelta

import pytest

from indexer.scopes import Visibility
from memory.chat.notes import split_sections
from memory.fact import Provenance
from memory.facts.service import FactService
from tests.memory.conftest import World, until_waiting
from tests.memory.conversation import turn
from tests.memory.moving import MOVED, PORT, Index

PLAN = "I'm moving to York on 1 December 2026"


async def noted(world: World) -> None:
    """A pin, a captured line and a summary say it."""
    world.model.answer = lambda _: f"- {PORT} [1]"
    await world.chat().record(turn(0, PORT))
    await world.talk(world.chat(), 1, 10)
    await world.captures.run(world.chat())
    await world.facts.remember(world.chat(), PORT, Provenance(), world.clock())


async def half_moved(world: World) -> None:
    """The fact says the new port and the summary still the old one."""

    async def fails() -> None:
        raise OSError(28, "No space left on device")

    await noted(world)
    facts = FactService(world.database, Index(world.writer, fails))
    with pytest.raises(OSError, match="No space"):
        await facts.remember(world.chat(), MOVED, Provenance(), world.clock())
    assert (await world.known())[0] == MOVED
    assert await world.summaries() == [f"- {PORT}"]


async def test_what_is_forgotten_while_a_fact_changes_does_not_come_back(world: World) -> None:
    await noted(world)
    reached, go = asyncio.Event(), asyncio.Event()

    async def waits() -> None:
        reached.set()
        await go.wait()

    facts = FactService(world.database, Index(world.writer, waits))
    changes = asyncio.create_task(facts.remember(world.chat(), MOVED, Provenance(), world.clock()))
    await reached.wait()
    forgets = asyncio.create_task(world.forgetting.forget(world.chat(), world.clock()))
    await until_waiting(forgets)
    go.set()
    await asyncio.gather(changes, forgets)
    assert (await world.summaries(), await world.chat().read_notes()) == ([], "")
    assert await world.known() == []


async def test_what_failed_half_way_is_made_good_by_the_next_change(world: World) -> None:
    await half_moved(world)
    await world.facts.remember(world.chat(), "I like tea.", Provenance(), world.clock())
    assert await world.summaries() == [f"- {PORT} (until 2026-11-21)"]


async def test_a_newer_note_takes_the_place_of_a_pin(world: World) -> None:
    await world.facts.remember(world.chat(), PORT, Provenance(), world.clock())
    world.model.answer = lambda _: f"- {MOVED} [1]"
    await world.chat().record(turn(1, MOVED))
    await world.talk(world.chat(), 2, 11)
    await world.captures.run(world.chat())
    captured, pinned = split_sections(await world.chat().read_notes())
    assert (pinned.pinned, pinned.body, captured.body) == (True, MOVED, f"- {MOVED}")


async def test_what_is_forgotten_leaves_nothing_to_make_good(world: World) -> None:
    await half_moved(world)
    await world.forgetting.forget(world.chat(), world.clock())
    async with world.database.transaction() as db:
        assert not list(await db.execute_fetchall("SELECT * FROM unsettled"))


async def test_what_held_until_a_day_leaves_the_pins_behind_it(world: World) -> None:
    chat, home = world.chat(), "I live in Ely"
    said = Provenance(chat=chat.folder.chat)
    await world.facts.remember(chat, home, said, world.clock())
    await world.facts.remember(chat, PLAN, said, world.clock())
    await world.facts.settle_over(world.memories, world.clock())
    assert home in await chat.read_notes()
    later = world.clock() + timedelta(days=30)
    for _ in range(2):
        await world.facts.settle_over(world.memories, later)
        assert home not in await chat.read_notes()
        assert "York" in await chat.read_notes()
    listed = await world.fact_reader.list_facts(Visibility.only(chat.folder.scope), now=later)
    assert [each.value.content for each in listed if each.value.pinned] == [PLAN]
