"""A number names the reminder that has it in the list that was shown."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.bot.reminders.reminding import MONDAY, open_reminding, told
from tests.conversation import World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_reminding(tmp_path) as opened:
        yield opened


async def test_the_list_is_numbered_and_changed_by_number(world: World) -> None:
    await world.owner("Remind me on Friday at nine to call Jo")
    await world.owner("Remind me tomorrow at 8 to run")
    listed = await world.owner("/reminders")
    assert listed.text.splitlines()[:2] == [
        "1. Tuesday, 24 November 2026, 08:00: run",
        "2. Friday, 27 November 2026, 09:00: call Jo",
    ]
    assert "Times are those of Europe/London" in listed.text
    moved = await world.owner("/reminders move 2 on Saturday at noon")
    assert "Saturday, 28 November 2026 at 12:00" in moved.text
    assert (await world.owner.press(listed, "Delete 1")).text == "Deleted: “run”"
    assert "/reminders move 2 tomorrow" in (await world.owner("/reminders move 2 sometime")).text


@pytest.mark.parametrize("verb", ["delete 1", "done 1", "move 1 tomorrow at noon"])
async def test_a_number_is_that_of_the_list_that_was_shown(world: World, verb: str) -> None:
    """One is said, another one set, and one deleted between the list and the number."""
    await world.owner("Remind me in 5 minutes to turn")
    await world.owner("Remind me on Friday at nine to call Jo")
    listed = await world.owner("/reminders")
    await told(world, MONDAY + timedelta(minutes=6))
    await world.owner("Remind me in 7 minutes to stir")
    assert "turn" in (await world.owner(f"/reminders {verb}")).text
    await world.owner.press(listed, "Delete 2")
    gone = await world.owner("/reminders delete 2")
    assert (gone.failed, "gone already" in gone.text) == (True, True)
    assert "stir" in (await world.owner("/reminders")).text


async def test_an_empty_list_gives_no_number_away(world: World) -> None:
    assert "You have no reminders" in (await world.owner("/reminders")).text
    await world.owner("Remind me tomorrow at 8 to run")
    assert "run" in (await world.owner("/reminders delete 1")).text


@pytest.mark.parametrize("name", ["3", "0", "999999", "1234567", "run", "١"])
async def test_what_the_list_has_not_is_not_said_to_be_gone(world: World, name: str) -> None:
    await world.owner("Remind me tomorrow at 8 to run")
    await world.owner("Remind me on Friday at nine to call Jo")
    for _time in range(2):
        unknown = await world.owner(f"/reminders delete {name}")
        assert (unknown.failed, "which reminder" in unknown.text) == (True, True)
        assert "call Jo" in (await world.owner("/reminders")).text


async def test_a_full_disk_hides_no_list_and_its_numbers_are_kept(world: World) -> None:
    await world.owner("Remind me tomorrow at 8 to run")
    await world.owner("/reminders")
    await world.owner("Remind me in 7 minutes to stir")
    await pragma(world, "query_only = ON")
    assert "1. Monday" in (await world.owner("/reminders")).text
    await pragma(world, "query_only = OFF")
    assert "stir" in (await world.owner("/reminders delete 1")).text
    await world.owner("/reminders")
    assert "run" in (await world.owner("/reminders delete 1")).text


async def pragma(world: World, setting: str) -> None:
    await world.services.people._database._writer.execute(f"PRAGMA {setting}")


async def test_a_number_is_never_that_of_another_chats_list(world: World) -> None:
    bob, group = world.person("2"), world.person("2", chat="g", private=False)
    await bob("Remind me tomorrow at 8 to run")
    await group("Remind me tomorrow at 9 to swim")
    await bob("/reminders")
    assert "swim" in (await group("/reminders done 1")).text
    assert "run" in (await bob("/reminders done 1")).text
