"""Reminders as people set, see, get, move and forget them."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.messages import IncomingMessage, Reply, Sender
from indexer.scopes import ADMIN
from tests.bot.reminders.reminding import MONDAY, due, open_reminding, told
from tests.conversation import OWNER, World
from tests.factories import a_message

CANARY = "marzipan"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_reminding(tmp_path) as opened:
        yield opened


def labels(reply: Reply) -> list[str]:
    return [each.label for each in reply.choices]


async def test_it_is_confirmed_with_date_time_and_zone(world: World) -> None:
    reply = await world.owner("Remind me on Friday at nine to call Jo")
    assert reply.text == (
        "I'll remind you on Friday, 27 November 2026 at 09:00 (Europe/London): “call Jo”"
    )
    assert labels(reply) == ["Cancel it"]


async def test_it_comes_at_its_time_and_once(world: World) -> None:
    await world.owner("Remind me on Friday at nine to call Jo")
    friday = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
    assert await told(world, friday - timedelta(seconds=1)) == []
    (reply,) = await told(world, friday)
    assert reply.text == "⏰ Reminder: call Jo"
    assert labels(reply) == ["Done", "In 10 minutes", "In 1 hour", "Tomorrow"]
    assert await told(world, friday + timedelta(hours=1)) == []


async def test_after_a_restart_it_comes_late_with_a_word_why(tmp_path: Path) -> None:
    async with open_reminding(tmp_path) as world:
        await world.owner("Remind me on Friday at nine to call Jo")
    async with open_reminding(tmp_path, datetime(2026, 11, 28, 12, tzinfo=UTC)) as world:
        (notice,) = await due(world).take(["test"])
        assert "It was due on 27 Nov 2026, 09:00, but I was not running then." in notice.reply.text
        assert await due(world).take(["test"]) == []
        stored = await world.services.inbox.list_notices(["test"])  # what a crash leaves to send
        assert [each.id for each in stored] == [notice.id]


async def test_what_is_due_on_another_platform_waits_for_its_process(world: World) -> None:
    await world.owner("Remind me in 5 minutes to call Jo")
    world.clock.now += timedelta(hours=1)
    assert await due(world).take(["matrix"]) == []
    assert len(await due(world).take(["matrix", "test"])) == 1


async def answer(world: World, message: IncomingMessage) -> Reply:
    sent = replace(message, sent_at=world.clock.now)
    (reply,) = [each async for each in world.bot.handle(sent) if isinstance(each, Reply)]
    return reply


@pytest.mark.parametrize(
    "said", ["Remind me in an hour to call Jo", "/remind in an hour call Jo"], ids=["plain", "/"]
)
async def test_a_message_that_comes_twice_sets_one(world: World, said: str) -> None:
    """After a crash the inbox hands it out again: with the same reply, buttons and all."""
    message = a_message(said, sender=OWNER)
    first = await answer(world, message)
    world.clock.now += timedelta(hours=2)  # its time has passed meanwhile
    again = await answer(world, message)
    assert (again.text, labels(again)) == (first.text, ["Cancel it"])
    assert (await world.owner("/reminders")).text.count("call Jo") == 1
    await world.owner.press(again, "Cancel it")
    assert "You have no reminders" in (await world.owner("/reminders")).text


async def test_a_crash_before_it_is_recorded_sets_one(world: World) -> None:
    message = a_message("Remind me in an hour to call Jo", sender=OWNER)
    first = await answer(world, message)
    memory = world.services.memories.get("test:1", ADMIN)
    await memory.remove(frozenset(each.id for each in await memory.read_window()))
    world.clock.now += timedelta(hours=2)
    assert (await answer(world, message)).text == first.text


async def test_what_is_said_twice_is_meant_twice(world: World) -> None:
    for said in ("Remind me on Friday at nine to call Jo", "/remind Friday at nine to call Jo"):
        await world.owner(said)
    assert (await world.owner("/reminders")).text.count("call Jo") == 2


def edit(message: IncomingMessage, text: str, n: int) -> IncomingMessage:
    named = f"{message.key} {n}"
    return replace(message, key=named, text=text, edited=True, edits=message.reference)


async def test_an_edited_request_changes_its_reminder(world: World) -> None:
    asked = a_message("Remind me on Friday at nine to call Jo", sender=OWNER, reference="41")
    first = await answer(world, asked)
    for n, (task, day) in enumerate([("call Joe", "Saturday"), ("ring Joe", "Sunday")]):
        changed = edit(asked, f"Remind me on {day} at nine to {task}", n)
        for _delivery in range(2):
            reply = await answer(world, changed)
        listed = (await world.owner("/reminders")).text
        assert f"{day}, 2" in listed
        assert task in listed
        assert listed.count("09:00") == 1
        assert f"I'll remind you on {day}" in reply.text
    await world.owner.press(first, "Cancel it")
    assert "You have no reminders" in (await world.owner("/reminders")).text


async def test_an_edit_says_that_it_changed_the_reminder(world: World) -> None:
    asked = a_message("Remind me on Friday at nine to call Jo", sender=OWNER, reference="41")
    await answer(world, asked)
    reply = await answer(world, edit(asked, "Remind me on Friday at ten to call Jo", 1))
    assert "I changed the reminder. I'll remind you on Friday" in reply.text


async def test_an_edit_changes_neither_what_came_nor_what_is_another_persons(world: World) -> None:
    asked = a_message(
        "Remind me in 5 minutes to call Jo", sender="2", chat="g", private=False, reference="41"
    )
    await answer(world, asked)
    other = replace(asked, sender=Sender("test", "3", "Eve"))
    await answer(world, edit(other, "Remind me in 7 minutes to call Al", 1))
    assert len(await told(world, MONDAY + timedelta(minutes=10))) == 2
    await answer(world, edit(asked, "Remind me in 9 minutes to call Jo", 2))
    assert len(await told(world, MONDAY + timedelta(minutes=30))) == 1


async def test_buttons_move_it_or_put_it_away(world: World) -> None:
    await world.owner("Remind me in 5 minutes to call Jo")
    (reply,) = await told(world, MONDAY + timedelta(minutes=5))
    assert "10:15" in (await world.owner.press(reply, "In 10 minutes")).text
    (reply,) = await told(world, MONDAY + timedelta(minutes=15))
    assert "Tuesday, 24 November 2026 at 10:15" in (await world.owner.press(reply, "Tomorrow")).text
    (reply,) = await told(world, MONDAY + timedelta(days=1, minutes=15))
    assert (await world.owner.press(reply, "Done")).text == "Done: “call Jo”"
    assert "gone already" in (await world.owner.press(reply, "Done")).text
    assert "You have no reminders" in (await world.owner("/reminders")).text


async def test_a_repeated_one_comes_again_and_can_be_stopped(world: World) -> None:
    confirmed = await world.owner("Remind me every first Monday at 10 to pay the rent")
    assert "on the first Monday of every month at 10:00 (Europe/London)" in confirmed.text
    (reply,) = await told(world, datetime(2026, 12, 7, 10, tzinfo=UTC))
    assert "Monday, 4 January 2027 at 10:00" in (await world.owner.press(reply, "Done")).text
    await world.owner.press(reply, "In 1 hour")
    assert len(await told(world, datetime(2026, 12, 7, 11, tzinfo=UTC))) == 1
    (reply,) = await told(world, datetime(2027, 1, 4, 10, tzinfo=UTC))
    await world.owner.press(reply, "Stop repeating")
    assert await told(world, datetime(2027, 3, 1, 10, tzinfo=UTC)) == []


async def test_a_summer_time_is_that_of_the_wall(world: World) -> None:
    await world.owner("Remind me every day at 9 to stretch")
    assert len(await told(world, datetime(2027, 6, 1, 8, 0, tzinfo=UTC))) == 1
    (line, *_rest) = (await world.owner("/reminders")).text.splitlines()
    assert line == "1. Wednesday, 2 June 2027, 09:00: stretch (every day)"


async def test_another_zone_counts_from_then_on(world: World) -> None:
    assert "I don't know a time zone" in (await world.owner("/reminders zone Atlantis")).text
    assert "Asia/Tokyo" in (await world.owner("/reminders zone tokyo")).text
    reply = await world.owner("Remind me on Friday at nine to call Jo")
    assert "at 09:00 (Asia/Tokyo)" in reply.text
    assert len(await told(world, datetime(2026, 11, 27, 0, 0, tzinfo=UTC))) == 1


async def test_without_a_time_it_says_what_it_understands(world: World) -> None:
    assert "I don't understand when" in (await world.owner("Remind me to call Jo")).text
    assert "What should I remind you of?" in (await world.owner("Remind me tomorrow at 9")).text


async def test_nobody_else_sees_it(world: World) -> None:
    """The canary: not in another chat, not for another person, not in a group, not the owner."""
    bob, eve = world.person("2"), world.person("3")
    await bob(f"Remind me on Friday at nine to buy {CANARY}")
    token = (await bob("/reminders")).choices[0].message
    others = [eve, world.owner, world.person("3", chat="g", private=False)]
    others.append(world.person(OWNER, chat="g", private=False))
    for other in others:
        for said in ("/reminders", f"what about {CANARY}", "/memory", token):
            assert "buy" not in (await other(said)).text.replace(said, "")
    assert CANARY in (await bob("/reminders")).text
    (notice,) = await _take(world, datetime(2026, 11, 27, 9, tzinfo=UTC))
    assert notice == "test:2"


async def _take(world: World, at: datetime) -> list[str]:
    world.clock.now = at
    return [each.chat.key for each in await due(world).take(["test"])]


async def test_in_a_group_members_change_only_their_own(world: World) -> None:
    bob = world.person("2", chat="g", private=False)
    eve = world.person("3", chat="g", private=False)
    await bob("Remind me on Friday at nine to bring cake")
    assert "only the person who set" in (await eve("/reminders delete 1")).text
    assert "Deleted" in (await bob("/reminders delete 1")).text


@pytest.mark.parametrize("verb", ["block", "revoke"])
async def test_who_was_blocked_or_revoked_is_told_nothing(world: World, verb: str) -> None:
    await world.let_in("test:4", "Dan")
    await world.person("4")("Remind me in 5 minutes to call Jo")
    await world.owner(f"/users {verb} test:4")
    assert await told(world, MONDAY + timedelta(hours=1)) == []


async def test_forget_takes_it_and_undo_brings_it_back(world: World) -> None:
    bob = world.person("2")
    await bob(f"Remind me on Friday at nine to buy {CANARY}")
    gone = await bob(f"/forget {CANARY}")
    assert "1 reminder" in gone.text
    assert CANARY not in (await bob("/reminders")).text
    await bob("/forget undo")
    assert CANARY in (await bob("/reminders")).text
    assert "1 reminder" in (await bob("/forget")).text
    assert await told(world, datetime(2026, 11, 27, 9, tzinfo=UTC)) == []


async def test_there_is_a_limit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.reminders.ledger.MOST", 2)
    for n in range(2):
        await world.owner(f"Remind me tomorrow at {n + 8} to do thing {n}")
    assert "which is the limit" in (await world.owner("Remind me tomorrow at 9 to rest")).text
    eve, bob = (world.person(each, chat="g", private=False) for each in ("3", "2"))
    for n in range(3):
        last = await eve(f"Remind me tomorrow at {n + 8} to do thing {n}")
    assert "which is the limit" in last.text
    assert "I'll remind you" in (await bob("Remind me tomorrow at 9 to rest")).text


@pytest.mark.parametrize(
    "hostile",
    [
        "every 0 days at 9 to sing",
        "every 0 weeks on Monday to sing",
        "alle 0 Tage um 9 singen",
        "on 31 December 9999 at 23:59 to sing",
        "9999-12-31T23:59 to sing",
        "every 9999 years at nine to sing",
        "every year on 29 February to sing",
        "every fifth Monday of every 12 months to sing",
    ],
)
async def test_no_reminder_keeps_those_of_others_from_coming(world: World, hostile: str) -> None:
    eve, bob = world.person("3"), world.person("2")
    await eve("/reminders zone Etc/GMT+12")
    await eve(f"/remind {hostile}")
    await bob("Remind me on Friday at nine to call Jo")
    assert "log reference" not in (await eve("/reminders")).text
    for day in (24, 25, 27):
        said = await told(world, datetime(2026, 11, day, 13, tzinfo=UTC))
    assert any("call Jo" in each.text for each in said)


async def test_a_stored_reminder_that_makes_no_sense_stops_no_other(world: World) -> None:
    """An earlier version stored `every 0 days`; a file may have been edited."""
    eve, bob = world.person("3"), world.person("2")
    await eve("/remind every day at 8 to sing")
    await bob("Remind me on Friday at nine to call Jo")
    for column, value in (
        ("repeat", '{"unit": "day", "every": 0, "weekdays": [], "nth": 0, "day": 0, "month": 0}'),
        ("zone", "Mars/Olympus"),
        ("wall", "x"),
        ("due_at", -(2**62)),
    ):
        async with world.services.people._database.transaction() as db:
            await db.execute(
                f"UPDATE reminders SET {column} = ? WHERE sender = 'test:3'",  # noqa: S608  # our columns
                (value,),
            )
        assert "log reference" not in (await eve("/reminders")).text
        await told(world, datetime(2026, 11, 24, 13, tzinfo=UTC))
    said = await told(world, datetime(2026, 11, 27, 13, tzinfo=UTC))
    assert any("call Jo" in each.text for each in said)
