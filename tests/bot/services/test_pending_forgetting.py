"""What a file still holds that cannot be written is found and prompted no more, all the same."""

import tracemalloc
from pathlib import Path

import pytest

from tests.bot.services.vault import CANARY, read, write
from tests.conversation import World
from tests.fake_llm import FakeLlm
from tests.small_disk import unwritable


async def _plant(world: World) -> tuple[Path, Path]:
    own = world.services.owner_memory
    await own.vault.append_extracted(world.clock(), [f"Zoe has the {CANARY}", "Ann likes tea"])
    session = await own.vault.append_session(
        "test:1", world.clock(), "Final", f"- Zoe has the {CANARY} in her garden shed"
    )
    await own.run_sync()
    return own.vault.daily_file(world.clock().date()), session


async def test_what_cannot_be_taken_out_of_a_file_is_found_no_more(
    world: World, llm: FakeLlm
) -> None:
    daily, session = await _plant(world)
    assert CANARY in (await world.owner("/search Zoe shed")).text
    with unwritable(daily), unwritable(session):
        assert (await world.owner(f"/forget {CANARY}")).failed
        assert CANARY in read(session)
        assert CANARY not in (await world.owner("/search Zoe shed")).text
        await world.owner("What does Zoe have?")
        assert CANARY not in llm.calls[-1].text
        assert "Ann likes tea" in llm.calls[-1].text
        assert await world.services.owner_memory.list_extracted() == ["Ann likes tea"]


async def test_nor_does_a_file_that_somebody_adds_to_bring_it_back(world: World) -> None:
    _daily, session = await _plant(world)
    with unwritable(session):
        assert (await world.owner(f"/forget {CANARY}")).failed
        write(session, f"{read(session)}\n- The shed has a new roof of tin\n")
        await world.services.owner_memory.run_sync()
        found = (await world.owner("/search Zoe shed")).text
        assert CANARY not in found
        assert "new roof" in found
    await world.services.owner_memory.resume_forgetting()
    assert CANARY not in read(session)


@pytest.mark.parametrize("fault", ["a folder", "a link to itself"])
async def test_a_file_that_cannot_be_read_any_more_stops_nothing(world: World, fault: str) -> None:
    """What is found in its place makes every read fail, as a mode or a broken disk does."""
    daily, session = await _plant(world)
    own = world.services.owner_memory
    with unwritable(daily), unwritable(session):
        assert (await world.owner(f"/forget {CANARY}")).failed
        session.unlink()
        session.mkdir() if fault == "a folder" else session.symlink_to(session)
        await own.resume_forgetting()  # as at every start
        assert (await own.run_sync()).problems == ()
        assert CANARY not in (await own.read_vault(world.clock())).daily
        assert await own.list_extracted() == ["Ann likes tea"]
        assert CANARY not in (await world.owner("/search Zoe shed")).text


async def test_what_was_hidden_comes_back_with_undo(world: World) -> None:
    _daily, session = await _plant(world)
    with unwritable(session):
        await world.owner(f"/forget {CANARY}")
    await world.services.owner_memory.resume_forgetting()
    await world.owner("/forget undo")
    assert CANARY in (await world.owner("/search Zoe shed")).text


async def test_with_nothing_pending_a_known_file_is_only_hashed(world: World) -> None:
    """A sync runs each minute, and would hold each file a second time, as text."""
    own, size = world.services.owner_memory, 4_000_000
    write(own.vault.skills / "blank.md", "\n" * size)
    await own.run_sync()
    tracemalloc.start()
    try:
        await own.run_sync()
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size < peak < 1.5 * size
