"""Reminders where clocks move: twice a year, and where one was wrong."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.bot.reminders.reminding import MONDAY, open_reminding, told
from tests.conversation import World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_reminding(tmp_path) as opened:
        yield opened


async def test_a_time_that_spring_leaves_out_comes_an_hour_later_and_once(world: World) -> None:
    reply = await world.owner("Remind me on 28 March 2027 at 1:30 am to move the clock")
    assert "Sunday, 28 March 2027 at 02:30 (Europe/London)" in reply.text
    at = datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    assert await told(world, at - timedelta(seconds=1)) == []
    assert len(await told(world, at)) == 1
    assert await told(world, at + timedelta(hours=1)) == []


async def test_a_time_that_autumn_has_twice_comes_the_first_time_alone(world: World) -> None:
    reply = await world.owner("Remind me on 31 October 2027 at 1:30 am to move the clock")
    assert "Sunday, 31 October 2027 at 01:30 (Europe/London)" in reply.text
    first = datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert await told(world, first - timedelta(seconds=1)) == []
    assert len(await told(world, first)) == 1
    assert await told(world, first + timedelta(hours=1)) == []


@pytest.mark.parametrize(
    ("eve", "times"),
    [
        (datetime(2027, 3, 27, tzinfo=UTC), ["27 01:30", "28 01:30", "29 00:30"]),
        (datetime(2027, 10, 30, tzinfo=UTC), ["30 00:30", "31 00:30", "01 01:30"]),
    ],
)
async def test_a_daily_one_comes_once_on_each_day_on_which_clocks_move(
    world: World, eve: datetime, times: list[str]
) -> None:
    world.clock.now = eve - timedelta(hours=12)
    await world.owner("Remind me every day at 1:30 am to wind the clock")
    await told(world, eve - timedelta(minutes=1))
    came = list[str]()
    for half_hours in range(2 * 72):
        at = eve + timedelta(minutes=30 * half_hours)
        came += [f"{at:%d %H:%M}" for _each in await told(world, at)]
    assert came == times


async def test_what_a_clock_that_was_a_year_ahead_said_comes_at_its_time(world: World) -> None:
    await world.owner("Remind me on Friday at nine to call Jo")
    await world.owner("Remind me every day at 9 to stretch")
    await world.owner("Remind me tomorrow at 8 to run")
    await world.owner("Remind me tomorrow at 7 to swim")
    early = await told(world, MONDAY + timedelta(days=365))
    assert len(early) == 4
    world.clock.now = MONDAY
    assert "Moved" in (await world.owner.press(early[0], "Tomorrow")).text
    friday = MONDAY + timedelta(days=4)
    assert await told(world, MONDAY + timedelta(minutes=1)) == []
    came = [each.text for each in await told(world, friday)]
    assert sorted(came) == sorted(set(came))
    assert {each.partition(": ")[2].partition("\n")[0] for each in came} == {
        "call Jo",
        "stretch",
        "run",
        "swim",
    }
    assert await told(world, friday - timedelta(minutes=4)) == []
    assert await told(world, friday) == []
