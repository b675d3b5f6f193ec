"""A clock that jumps: nothing is lost, and nobody is locked out or let in by it."""

from datetime import datetime
from pathlib import Path

import pytest

from bot.messages import UserError
from bot.operations.jobs import run_retention
from tests.conversation import World, a_world
from tests.factories import NOON, a_message

YEARS = 3650  # days


def the_days_log(world: World) -> Path:
    (log,) = world.services.home.chats.glob("*/log/*.md")
    return log


async def test_what_is_kept_for_days_survives_a_clock_that_is_years_ahead_for_a_while(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("When does the ferry leave?")
        await run_retention(world.services)
        world.clock.forward(days=YEARS)
        await run_retention(world.services)
        world.clock.forward(hours=6)
        await run_retention(world.services)
        assert "ferry" in the_days_log(world).read_text()
        world.clock.now = NOON
        await run_retention(world.services)
        assert "ferry" in the_days_log(world).read_text()


async def test_a_machine_that_was_off_for_months_clears_away_on_its_second_day(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("When does the ferry leave?")
        await run_retention(world.services)
        log = the_days_log(world)
        world.clock.forward(days=400)
        await run_retention(world.services)
        assert log.exists()
        world.clock.forward(days=1)
        await run_retention(world.services)
        assert not log.exists()


async def test_retention_goes_on_after_the_clock_was_put_back(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await run_retention(world.services)
        world.clock.forward(days=-YEARS)
        await run_retention(world.services)
        assert await last_run(world) == world.clock.now


async def last_run(world: World) -> datetime | None:
    return await world.services.retention.last_run()


async def test_a_claim_does_not_outlive_its_quarter_of_an_hour_when_the_clock_is_put_back(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path) as world:
        code = await world.services.people.offer_claim()
        world.clock.forward(days=-1)
        with pytest.raises(UserError, match="invalid, already used, or expired"):
            await world.services.people.claim(a_message().sender, code)


async def test_a_request_to_be_let_in_does_not_wait_for_a_clock_that_was_put_back(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path) as world:
        asked = await world.services.pairing.request(a_message("/start", sender="9"))
        world.clock.forward(days=-1)
        assert await world.services.pairing.list_pending() == []
        with pytest.raises(UserError, match="No pending request"):
            await world.services.pairing.approve(asked.code, "test:9")


@pytest.mark.parametrize("days", [YEARS, -YEARS])
async def test_a_conversation_goes_on_as_if_nothing_were_the_matter(
    tmp_path: Path, days: int
) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/remember the ferry leaves at nine")
        world.clock.forward(days=days)
        assert "pinned" in (await world.owner("/remember the train leaves at ten")).text
        notes = (await world.owner("/memory")).text
    assert "ferry" in notes
    assert "train" in notes
