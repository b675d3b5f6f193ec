"""The owner's summary: once a day or week, about what is new, and never about nothing."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.access.policy import Access
from bot.delivery.outbox import StoredNotice
from bot.digest.schedule import find_due
from bot.digest.sending import list_chats, send_digests
from bot.settings.config import DigestSettings, Settings
from tests.conversation import OWNER, World, a_world
from tests.factories import a_message

DAILY = DigestSettings("day", 8)
WEEKLY = DigestSettings("week", 8)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("settings", "now", "due"),
    [
        (DAILY, "2026-11-24T07:59", "2026-11-23T08:00"),
        (DAILY, "2026-11-24T08:00", "2026-11-24T08:00"),
        (WEEKLY, "2026-11-22T23:00", "2026-11-16T08:00"),
        (WEEKLY, "2026-11-23T07:59", "2026-11-16T08:00"),
        (WEEKLY, "2026-11-23T08:00", "2026-11-23T08:00"),
    ],
)
def test_the_last_moment_at_which_one_was_due(settings: DigestSettings, now: str, due: str) -> None:
    assert find_due(settings, moment(now), "UTC") == moment(due)


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ("2026-03-29T06:30", "2026-03-29T06:00"),  # clocks went forward: eight is at six UTC
        ("2026-03-29T05:30", "2026-03-28T07:00"),
        ("2026-10-25T07:30", "2026-10-25T07:00"),  # and back
        ("2026-10-25T06:30", "2026-10-24T06:00"),
    ],
)
def test_it_comes_by_the_clock_of_the_wall(now: str, due: str) -> None:
    assert find_due(DAILY, moment(now), "Europe/Berlin") == moment(due)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    settings = Settings(digest=DAILY, reminders=replace(Settings().reminders, time_zone="UTC"))
    async with a_world(tmp_path, settings) as opened:
        yield opened


async def sent(world: World) -> list[tuple[str, str]]:
    found = list[StoredNotice]()
    await send_digests(world.services, ["test", "other"], found.append)
    return [(each.chat.key, each.reply.text) for each in found]


async def begin(world: World) -> None:
    assert await sent(world) == []  # from now on


async def test_what_was_added_falls_due_and_waits_is_reported_once(world: World) -> None:
    await begin(world)
    await world.owner("", plan__md=b"# Plan\n\nThe plan is simple.")
    await world.owner("remind me in 30 hours to call Jo")
    await world.owner("remind me in 9 days to call Bo")
    await world.services.inbox.store(a_message("canary", sender="2"))
    world.clock.forward(seconds=24 * 3600)
    ((chat, text),) = await sent(world)
    assert chat == f"test:{OWNER}"
    assert text.startswith("**Your day**\n\n1 document was added or changed: plan.md\n\nYour rem")
    assert "call Jo" in text
    assert "call Bo" not in text
    assert "Waiting for an answer: 1." in text
    assert "canary" not in text
    assert await sent(world) == []


async def test_a_day_without_news_is_passed_over(world: World) -> None:
    await begin(world)
    for _day in range(3):
        world.clock.forward(seconds=24 * 3600)
        assert await sent(world) == []


async def test_after_a_pause_one_comes_with_all_that_was_added(world: World) -> None:
    await begin(world)
    await world.owner("", a__md=b"# A\n\nOne.")
    world.clock.forward(seconds=24 * 3600)
    await world.owner("", b__md=b"# B\n\nTwo.")
    world.clock.forward(seconds=4 * 24 * 3600)
    ((_chat, text),) = await sent(world)
    assert "2 documents were added or changed: a.md and b.md" in text
    assert await sent(world) == []


async def test_a_clock_that_was_a_year_ahead_keeps_none_back(world: World) -> None:
    await begin(world)
    world.clock.forward(seconds=365 * 24 * 3600)
    await sent(world)
    world.clock.forward(seconds=-365 * 24 * 3600)
    assert await sent(world) == []
    await world.owner("", a__md=b"# A\n\nOne.")
    world.clock.forward(seconds=24 * 3600)
    assert len(await sent(world)) == 1


async def test_it_is_stored_with_its_notice(world: World) -> None:
    """Whatever ends the process: one that was taken is a notice that will be delivered."""
    await begin(world)
    await world.owner("", a__md=b"# A\n\nOne.")
    world.clock.forward(seconds=24 * 3600)
    await sent(world)
    (stored,) = await world.services.inbox.list_notices(["test"])
    assert "a.md" in stored.reply.text


async def test_off_by_default_and_begun_anew_when_switched_on(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", a__md=b"# A\n\nOne.")
        world.clock.forward(seconds=2 * 24 * 3600)
        assert await sent(world) == []
        await world.owner("/settings digest.every day")
        assert await sent(world) == []  # begun: what is older is no news
        world.clock.forward(seconds=24 * 3600)
        assert await sent(world) == []
        await world.owner("", b__md=b"# B\n\nTwo.")
        await world.owner("/settings digest.every never")
        assert await sent(world) == []


async def test_what_guests_keep_to_themselves_is_the_owners_to_know(world: World) -> None:
    """An owner sees every document in their private chat, and only there."""
    await begin(world)
    await world.person("2")("", diary__md=b"# Diary\n\nDear diary.")
    world.clock.forward(seconds=24 * 3600)
    assert [chat for chat, _text in await sent(world)] == [f"test:{OWNER}"]


def test_the_page_has_one_only_where_there_is_no_other_chat() -> None:
    both = Access(owners=frozenset({"telegram:1", "web:owner"}))
    assert [each.key for each in list_chats(both, ["telegram", "web"])] == ["telegram:1"]
    assert [each.key for each in list_chats(both, ["web"])] == ["web:owner"]
    assert list_chats(both, ["matrix"]) == []


def test_a_week_is_seven_days() -> None:
    monday = moment("2026-11-23T09:00")
    assert find_due(WEEKLY, monday + timedelta(days=7), "UTC") == moment("2026-11-30T08:00")


async def test_what_was_sent_off_a_moment_ago_does_not_wait(world: World) -> None:
    await begin(world)
    await world.owner("", plan__md=b"# Plan\n\nThe plan is simple.")
    world.clock.forward(seconds=24 * 3600)
    await world.services.inbox.store(a_message("canary", sender="2"))
    ((_chat, text),) = await sent(world)
    assert "Waiting" not in text


async def test_a_number_is_that_of_the_list_in_it(world: World) -> None:
    await begin(world)
    await world.owner("remind me in 30 hours to call Jo")
    await world.owner("remind me in 20 hours to swim")
    await world.owner("remind me in 9 days to call Bo")
    await world.owner("/reminders")
    await world.owner("/reminders delete 1")  # to swim
    world.clock.forward(seconds=24 * 3600)
    ((_chat, text),) = await sent(world)
    assert "\n1. " in text
    assert "call Jo" in (await world.owner("/reminders delete 1")).text
    gone = await world.owner("/reminders delete 1")
    assert (gone.failed, "gone already" in gone.text) == (True, True)
    assert "call Bo" in (await world.owner("/reminders")).text
