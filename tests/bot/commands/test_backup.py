"""/backup: a whole backup in a folder of the home, behind the PIN, for the owner alone."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.access.pin import SecuritySettings, hash_pin
from bot.operations import backup
from bot.settings.config import DocumentSettings, Settings
from tests.conversation import OWNER, World, a_world


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as opened:
        yield opened


def made(world: World) -> Sequence[Path]:
    return sorted(world.services.home.copies.glob("*.zip"))


async def test_it_is_written_whole_and_readable_by_the_owner_alone(world: World) -> None:
    await world.owner("/remember the canary sings")
    reply = await world.owner("/backup")
    (file,) = made(world)
    assert reply.text.startswith("Backed up ")
    assert str(file) in reply.text
    assert file.stat().st_mode & 0o077 == 0
    assert any(each.name == "data/multis.db" for each in backup.verify(file).members)
    assert reply.files == ()  # it holds tokens: it is not sent


async def test_two_are_two_files_and_neither_is_in_the_other(world: World) -> None:
    for _again in range(2):
        world.clock.forward(seconds=1)
        await world.owner("/backup")
    first, second = made(world)
    assert first != second
    assert not any(".zip" in each.name for each in backup.verify(second).members)


async def test_nobody_else_has_it(world: World) -> None:
    assert "only for the owner" in (await world.person("2")("/backup")).text
    group = world.person(OWNER, chat="g", private=False)
    assert "in a private chat with you" in (await group("/backup")).text
    assert made(world) == []


async def test_it_waits_for_the_pin(tmp_path: Path) -> None:
    settings = Settings(security=replace(SecuritySettings(), pin=hash_pin("4711")))
    async with a_world(tmp_path, settings) as world:
        assert "PIN" in (await world.owner("/backup")).text
        assert made(world) == []
        assert "Backed up" in (await world.owner("4711")).text
        assert len(made(world)) == 1


async def test_without_room_none_is_begun(tmp_path: Path) -> None:
    settings = Settings(documents=DocumentSettings(free_bytes=1 << 60))
    async with a_world(tmp_path, settings) as world:
        assert (await world.owner("/backup")).failed
        assert made(world) == []
