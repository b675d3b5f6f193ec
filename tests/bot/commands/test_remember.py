"""/remember pins a note and makes a fact of it, each where its sender may see it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexer.scopes import ADMIN, Scope, Visibility
from memory.items import Item
from tests.conversation import World, a_world


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as world:
        yield world


async def known(world: World, scope: Scope) -> list[Item]:
    seen = Visibility.only(scope)
    return await world.services.own.items.listing(seen, now=world.clock())


async def test_what_is_to_be_remembered_is_a_fact_with_its_source(world: World) -> None:
    await world.owner("/remember The gate is painted green.")
    (item,) = await known(world, ADMIN)
    assert (item.statement.content, item.statement.pinned) == ("The gate is painted green.", True)
    assert (item.ground.origin, item.ground.said) == ("manual", "The gate is painted green.")
    assert item.ground.turn.startswith("test:")


async def test_a_newer_word_takes_the_place_of_the_older_and_says_so(world: World) -> None:
    await world.owner("/remember The SSH port is 22.")
    told = await world.owner("/remember The SSH port is 49222.")
    assert told.text == "Noted, and pinned. (was: “The SSH port is 22.”)"
    assert [item.statement.content for item in await known(world, ADMIN)] == [
        "The SSH port is 49222."
    ]


async def test_a_fact_belongs_to_the_chat_where_it_was_told(world: World) -> None:
    await world.person("2")("/remember canary of two")
    await world.person("1", chat="g", private=False)("/remember canary of the group")
    assert await known(world, ADMIN) == []
    (mine,) = await known(world, Scope.of_chat("test:2"))
    (groups,) = await known(world, Scope.of_chat("test:g"))
    assert mine.statement.content == "canary of two"
    assert groups.statement.content == "name of 1: canary of the group"


async def test_forgetting_takes_note_and_fact(world: World) -> None:
    await world.owner("/remember The gate is painted green.")
    assert "1 line of notes, 1 fact" in (await world.owner("/forget gate")).text
    assert await known(world, ADMIN) == []
    await world.owner("/forget undo")
    assert len(await known(world, ADMIN)) == 1


async def test_nothing_to_remember_is_a_question_of_usage(world: World) -> None:
    assert "Usage" in (await world.owner("/remember")).text
