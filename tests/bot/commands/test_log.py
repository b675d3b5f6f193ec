"""/log in the owner's private chat, and nowhere else."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.operations.health_file import Trouble, Vitals, write_vitals
from tests.conversation import OWNER, World, a_world
from tests.factories import NOON

FAILED = Trouble(
    NOON, "failed to answer a message (reference a1b2c3)", ("KeyError", "bot/commands/ask.py:7 ask")
)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as opened:
        yield opened


def note(world: World, *troubles: Trouble) -> None:
    world.services.home.vitals.parent.mkdir(parents=True, exist_ok=True)
    write_vitals(world.services.home, Vitals("1", 7, NOON, NOON, 0, {}, troubles))


async def test_the_latest_errors_come_first(world: World) -> None:
    note(world, FAILED, Trouble(NOON, "it broke"))
    first, second, *_rest = (await world.owner("/log")).text.splitlines()
    assert first.endswith("UTC: it broke")
    assert second.endswith("(reference a1b2c3)")


async def test_a_reference_shows_where_it_came_from(world: World) -> None:
    note(world, FAILED, Trouble(NOON, "it broke"))
    reply = await world.owner("/log a1b2c3")
    assert reply.text.endswith("```\nKeyError\nbot/commands/ask.py:7 ask\n```")
    assert "it broke" not in reply.text


async def test_what_is_not_there_is_said(world: World) -> None:
    assert (await world.owner("/log")).text == "There were no errors since I started."
    note(world, FAILED)
    assert (
        "None of the latest errors has the reference ffffff"
        in (await world.owner("/log ffffff")).text
    )


async def test_nobody_else_has_it(world: World) -> None:
    note(world, FAILED)
    assert "only for the owner" in (await world.person("2")("/log")).text
    group = world.person(OWNER, chat="g", private=False)
    assert "in a private chat with you" in (await group("/log a1b2c3")).text
