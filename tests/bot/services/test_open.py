import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.settings.config import Settings
from indexer.scopes import Visibility
from indexer.search.ranking import SearchSettings
from memory.settings import MemorySettings
from tests.conversation import World, a_world

EVERYTHING = Visibility.unrestricted()


async def what_use_adds(folder: Path, settings: Settings) -> float:
    """A day after a passage was shown once."""
    async with a_world(folder, settings) as world:
        await world.owner("kb", rent__md=b"# Rent\n\nThe rent is 900.\n")
        await world.owner("/search rent")
        tomorrow = world.clock() + timedelta(days=1)
        (hit,) = await world.services.store.search(EVERYTHING, "rent", now=tomorrow)
    return hit.explain["use"]


@pytest.mark.spec("S4-39", "S4-47", "S4-132")
async def test_decay_and_weight_of_use_are_settings(tmp_path: Path) -> None:
    literal = replace(Settings(), search=SearchSettings(mode="specification"))
    lasting = replace(literal, memory=MemorySettings(decay_rate=0.05))
    heavy = replace(literal, search=SearchSettings(mode="specification", activation_weight=20.0))
    usual = await what_use_adds(tmp_path / "a", literal)
    assert await what_use_adds(tmp_path / "b", lasting) > 50 * usual
    assert await what_use_adds(tmp_path / "c", heavy) == pytest.approx(10 * usual)


def crashed(world: World, sql: str) -> None:
    """Leave the database of a closed world as a crash would have."""
    with closing(sqlite3.connect(world.services.home.database)) as database:
        database.execute(sql)
        database.commit()


async def test_a_forget_that_a_crash_cut_off_is_finished_at_the_next_start(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/remember The canary sings")
        await world.owner("/forget")
    crashed(world, "CREATE TABLE begun AS SELECT * FROM forgotten")
    async with a_world(tmp_path) as world:
        await world.owner("/forget undo")
        assert "canary" in (await world.owner("/memory")).text
    crashed(world, "INSERT INTO forgotten SELECT * FROM begun")
    crashed(world, "UPDATE forgotten SET state = 'clearing'")
    async with a_world(tmp_path) as world:
        assert "canary" not in (await world.owner("/memory")).text
        await world.owner("/forget undo")
        assert "canary" in (await world.owner("/memory")).text


async def test_and_so_is_an_undo(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/remember The canary sings")
        await world.owner("/forget")
        assert "canary" not in (await world.owner("/memory")).text
    crashed(world, "UPDATE forgotten SET state = 'restoring'")
    async with a_world(tmp_path) as world:
        assert "canary" in (await world.owner("/memory")).text


async def test_and_so_is_a_correction(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/remember The canary sings")
    crashed(
        world,
        "INSERT INTO unsettled (item_id, scope, chat, stamp, told) SELECT item_id, scope, chat,"
        " '2026-11-21T09:30:00.000Z', content FROM memory_items",
    )
    crashed(world, "UPDATE memory_items SET content = 'The canary is silent'")
    async with a_world(tmp_path) as world:
        told = (await world.owner("/memory")).text
        assert "canary sings" not in told
        assert "The canary is silent (pinned, noted on 11 Feb 2026)" in told
