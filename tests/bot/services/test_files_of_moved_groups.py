"""Files of a group that moves follow it, with their copies under other names, and none is lost."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexer.scopes import Visibility
from tests.bot.services.moving import (
    BOTH,
    NEW,
    OLD,
    PLAN,
    a_world_of_groups,
    everything,
    group,
    told,
)
from tests.conversation import World
from tests.postgresql.engines import ENGINES


@pytest.fixture(params=ENGINES)
async def world(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[World]:
    async with a_world_of_groups(request, request.param, tmp_path) as world:
        yield world


async def test_a_file_that_was_sent_again_under_the_new_key_is_not_there_twice(
    world: World,
) -> None:
    moves = await told(world, *BOTH)
    await group(world, "2", NEW)("", plan__md=b"# Plan\n\nThe capstan turns right.\n")
    await group(world, "2")("", plan__md=b"# Plan\n\nThe capstan turned left.\n")
    await moves.resume()
    member = group(world, "2", NEW)
    found = (await member("/search capstan")).text
    assert "turns right" in found
    assert "turned left" not in found
    await member("", plan__md=b"# Plan\n\nThe capstan is gone.\n")
    assert len(await world.services.store.list_documents(Visibility.unrestricted())) == 1


async def test_its_copy_sent_under_another_name_follows(world: World) -> None:
    """The text is stored with the file that is replaced; the copy takes it over, for the group."""
    moves = await told(world, *BOTH)
    left = b"# Plan\n\nThe capstan turned left.\n"
    await group(world, "2", NEW)("", plan__md=b"# Plan\n\nThe capstan turns right.\n")
    await group(world, "2")("", plan__md=left)
    await group(world, "2")("", copy__md=left)
    await moves.resume()
    member = group(world, "2", NEW)
    assert "copy.md" in (await member("/docs")).text
    found = (await member("/search capstan")).text
    assert ("turns right" in found, "turned left" in found) == (True, True)
    assert f"{OLD}'" not in await everything(world)


@pytest.mark.parametrize("copies", [False, True], ids=["alone", "with a copy"])
async def test_what_the_owner_keeps_private_is_not_replaced_by_what_others_read(
    world: World, copies: bool
) -> None:
    moves = await told(world, *BOTH)
    owner = group(world, "1")
    await group(world, "1", NEW)("kb", plan__md=b"# Plan\n\nThe capstan turns right.\n")
    await owner("admin", plan__md=b"# Plan\n\nThe capstan is in the safe.\n")
    if copies:
        await owner("admin", copy__md=b"# Plan\n\nThe capstan is in the safe.\n")
    await moves.resume()
    found = (await world.owner("/search capstan")).text
    assert ("turns right" in found, "in the safe" in found) == (True, True)
    assert "in the safe" not in (await group(world, "2", NEW)("/search capstan")).text
    await group(world, "1", NEW)("kb", plan__md=b"# Plan\n\nThe capstan is gone.\n")
    found = (await world.owner("/search capstan")).text
    assert ("turns right" in found, "in the safe" in found) == (False, True)


async def test_a_private_copy_is_not_replaced_by_what_others_read(world: World) -> None:
    moves = await told(world, *BOTH)
    safe = b"# Plan\n\nThe capstan is in the safe.\n"
    await group(world, "1", NEW)("kb", copy__md=b"# Plan\n\nThe capstan turns right.\n")
    for name in ("plan__md", "copy__md"):
        await group(world, "1")("admin", **{name: safe})
    await moves.resume()
    async with world.services.people._database.read_committed() as db:
        twins = await db.execute_fetchall("SELECT name FROM twins")
    assert [row["name"] for row in twins] == ["copy.md"]


async def test_a_copy_under_a_name_that_came_since_is_replaced(world: World) -> None:
    moves = await told(world, *BOTH)
    left = b"# Plan\n\nThe capstan turned left.\n"
    await group(world, "2", NEW)("", copy__md=b"# Copy\n\nThe capstan turns right.\n")
    for name in ("plan__md", "copy__md"):
        await group(world, "2")("", **{name: left})
    await moves.resume()
    listed = await world.services.store.list_documents(Visibility.unrestricted())
    assert sorted(each.name for each in listed) == ["copy.md", "plan.md"]
    assert f"{OLD}/" not in await everything(world)
    await group(world, "2", NEW)("", plan__md=b"# Plan\n\nThe galley is new.\n")
    assert "turned left" not in (await group(world, "2", NEW)("/search capstan")).text


async def test_a_file_is_replaced_by_a_copy_of_another_that_has_its_name(world: World) -> None:
    moves = await told(world, *BOTH)
    right = b"# Plan\n\nThe capstan turns right.\n"
    for name in ("plan__md", "copy__md"):
        await group(world, "2", NEW)("", **{name: right})
    await group(world, "2")("", copy__md=b"# Copy\n\nThe capstan turned left.\n")
    await moves.resume()
    found = (await group(world, "2", NEW)("/search capstan")).text
    assert ("turns right" in found, "turned left" in found) == (True, False)


async def test_a_file_with_the_bytes_of_another_moves_along(world: World) -> None:
    await group(world, "2")("", plan__md=PLAN)
    await group(world, "2")("", copy__md=PLAN)
    await told(world, *BOTH)
    member = group(world, "2", NEW)
    await member("", copy__md=b"# Copy\n\nThe capstan turns left.\n")
    await member("", plan__md=b"# Plan\n\nThe galley is new.\n")
    assert "quarterdeck" not in (await member("/search quarterdeck painted")).text
    assert f"{OLD}/" not in await everything(world)
