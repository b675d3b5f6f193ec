"""A stranger asks, the owner decides: told as the conversations it makes."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.access.people import PEOPLE, People
from bot.access.policy import PAGE_OWNER, Access
from bot.access.rate_limit import RateLimitSettings
from bot.messages import Choice, Notice, Reply, Sender
from bot.settings.config import Settings
from indexer.store.database import Schema, open_database
from tests.conversation import World, a_world
from tests.factories import a_message
from tests.fakes import FakeClock

PAIRING = Access(owners=frozenset({"test:1"}), pairing=True)
UNLIMITED = Settings(rate_limit=RateLimitSettings(0, 0))


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, UNLIMITED, PAIRING) as world:
        yield world


async def asked(world: World, sender: str = "2") -> tuple[Reply, Notice]:
    reply = await world.person(sender)("/start")
    (notice,) = reply.notices
    return reply, notice


def button(reply: Reply, label: str) -> str:
    return next(choice.message for choice in reply.choices if choice.label == label)


async def test_the_owner_is_asked_and_told_the_strangers_code(world: World) -> None:
    reply, notice = await asked(world)
    assert notice.chat.key == "test:1"
    assert "name of 2 (`test:2`)" in notice.reply.text
    (code,) = set(re.findall(r"\b[A-Z0-9]{6}\b", reply.text))
    assert code in notice.reply.text


async def test_approve_lets_the_stranger_in_and_tells_them(world: World) -> None:
    _, notice = await asked(world)
    assert (await world.person("2")("/docs")).failed
    reply = await world.owner(button(notice.reply, "Approve"))
    (told,) = reply.notices
    assert (told.chat.key, "may talk to me now" in told.reply.text) == ("test:2", True)
    assert not (await world.person("2")("/docs")).failed


async def test_deny_leaves_them_out(world: World) -> None:
    _, notice = await asked(world)
    assert (await world.owner(button(notice.reply, "Deny"))).notices == ()
    assert (await world.person("2")("/docs")).failed


async def test_a_request_is_answered_once(world: World) -> None:
    _, notice = await asked(world)
    await world.owner(button(notice.reply, "Deny"))
    reply = await world.owner(button(notice.reply, "Approve"))
    assert (reply.failed, "No pending request" in reply.text) == (True, True)
    assert (await world.person("2")("/docs")).failed


@pytest.mark.parametrize("decision", ["Approve", "Deny"])
async def test_a_decision_that_a_crash_kept_unsaid_is_said_as_it_was(
    world: World, decision: str
) -> None:
    _, notice = await asked(world)
    pressed = world.owner.write(button(notice.reply, decision))
    said = await world.owner.send(pressed)
    assert not said.failed
    assert await world.owner.send(pressed) == said  # the stranger's notice is sent with the reply
    assert "waiting" not in (await world.owner("/users")).text
    assert "No pending request" in (await world.owner(button(notice.reply, "Approve"))).text


async def test_a_crash_lets_nobody_in_again_who_was_revoked_since(world: World) -> None:
    _, notice = await asked(world)
    pressed = world.owner.write(button(notice.reply, "Approve"))
    await world.owner.send(pressed)
    await world.owner("/users revoke test:2")
    assert (await world.owner.send(pressed)).failed
    assert (await world.person("2")("/docs")).failed


async def test_a_request_dies_after_ten_minutes(world: World) -> None:
    _, notice = await asked(world)
    world.clock.forward(minutes=10)
    assert (await world.owner(button(notice.reply, "Approve"))).failed
    assert (await world.person("2")("/docs")).failed


async def test_the_button_of_an_earlier_request_does_not_approve_a_later_one(world: World) -> None:
    _, first = await asked(world)
    world.clock.forward(minutes=2)
    _, second = await asked(world)
    assert (await world.owner(button(first.reply, "Approve"))).failed
    assert not (await world.owner(button(second.reply, "Approve"))).failed


async def test_one_code_a_minute(world: World) -> None:
    await asked(world)
    assert "wait a minute" in (await world.person("2")("/start")).text
    world.clock.forward(minutes=1)
    await asked(world)


async def test_three_strangers_do_not_take_all_places(world: World) -> None:
    _, notice = await asked(world)
    for sender in ("3", "4"):
        await asked(world, sender)
    friend, summons = await asked(world, "5")
    assert (summons.reply.choices, "/users" in summons.reply.text) == ((), True)
    assert "Give it to my owner" in friend.text
    (code,) = set(re.findall(r"\b[A-Z0-9]{6}\b", friend.text))
    assert code not in summons.reply.text
    for number in range(100, 130):
        assert (await world.person(str(number))("/start")).notices == ()
    listed = (await world.owner("/users")).text
    assert ("name of 5" in listed, "… and 14 more requests" in listed) == (True, True)
    (told,) = (await world.owner(f"/users approve {code}")).notices
    assert told.chat.key == "test:5"
    await world.owner(button(notice.reply, "Deny"))
    _, next_one = await asked(world, "6")
    assert "name of 6" in next_one.reply.text


async def test_a_crowd_is_announced_once_in_ten_minutes(world: World) -> None:
    for sender in ("2", "3", "4", "5"):
        await asked(world, sender)
    for minute in range(9):
        world.clock.forward(minutes=1)
        assert (await world.person(f"1{minute}")("/start")).notices == ()
    world.clock.forward(minutes=1)
    assert "name of 6" in (await asked(world, "6"))[1].reply.text


async def test_a_request_that_a_crash_has_handled_again_is_announced_as_before(
    world: World,
) -> None:
    for sender in ("2", "3", "4"):
        await asked(world, sender)
    for _ in range(2):
        message = a_message("/start", sender="5", key="once")
        (reply,) = [item async for item in world.bot.handle(message)]
        assert isinstance(reply, Reply)
        assert len(reply.notices) == 1


async def test_a_message_that_a_crash_has_handled_again_asks_again(world: World) -> None:
    message = a_message("/start", sender="2")
    for _ in range(2):
        (reply,) = [item async for item in world.bot.handle(message)]
        assert isinstance(reply, Reply)
        assert len(reply.notices) == 1
    (code,) = set(re.findall(r"\b[A-Z0-9]{6}\b", reply.text))
    assert not (await world.owner(f"/users approve {code}")).failed


async def test_nobody_but_the_owner_can_use_the_code(world: World) -> None:
    reply, notice = await asked(world)
    (code,) = set(re.findall(r"\b[A-Z0-9]{6}\b", reply.text))
    for text in (f"/start {code}", f"/users approve {code}", button(notice.reply, "Approve")):
        assert (await world.person("2")(text)).failed
    assert (await world.person("2")("/docs")).failed


async def test_a_group_is_no_place_to_ask(world: World) -> None:
    reply = await world.person("2", chat="g", private=False)("/start")
    assert (reply.failed, reply.notices) == (True, ())


@pytest.mark.parametrize("access", [Access(owners=PAIRING.owners), Access()])
async def test_without_pairing_nobody_is_asked(tmp_path: Path, access: Access) -> None:
    async with a_world(tmp_path, access=access) as world:
        reply = await world.person("2")("/start")
        assert (reply.failed, reply.notices) == (True, ())


async def test_before_there_is_an_owner_one_is_told_how_to_become_it(tmp_path: Path) -> None:
    async with a_world(tmp_path, UNLIMITED, Access(pairing=True)) as world:
        for said in ("/start", "hello", "/help"):
            reply = await world.person("2")(said)
            assert "send /start with the code that `multis run` printed" in reply.text
            assert reply.notices == ()


async def test_an_owner_on_the_page_alone_is_asked_there(tmp_path: Path) -> None:
    access = Access(owners=frozenset({PAGE_OWNER.key}), pairing=True)
    async with a_world(tmp_path, UNLIMITED, access) as world:
        assert "To ask my owner for access, send /start" in (await world.person("2")("hello")).text
        reply = await world.person("2")("/start")
        assert not reply.failed
        (notice,) = reply.notices
        assert notice.chat.key == PAGE_OWNER.key
        assert "wants to talk to me" in notice.reply.text


async def test_a_name_cannot_pass_for_something_else(tmp_path: Path) -> None:
    async with a_world(tmp_path, UNLIMITED, PAIRING) as world:
        message = a_message("/start", sender="2", name="[Ann](http://x) `test:1`\n**owner**")
        (reply,) = [item async for item in world.bot.handle(message)]
        assert isinstance(reply, Reply)
        assert reply.notices[0].reply.text.startswith("Annhttpx test1 owner (`test:2`) wants")


async def test_people_of_the_first_version_are_still_known(tmp_path: Path) -> None:
    first = Schema(PEOPLE.part, PEOPLE.steps[:1])
    async with (
        open_database(tmp_path / "m.db", first) as database,
        database.transaction() as db,
    ):
        await db.execute("INSERT INTO people VALUES ('t:1', 'Ann', 'owner', 5)")
    async with open_database(tmp_path / "m.db", PEOPLE) as database:
        people = People(database, Access(), FakeClock())
        assert (await people.load_access()).owners == {"t:1"}
        assert await people.set_role("t:2", "blocked")


async def test_blocked_is_refused_everywhere_even_when_all_are_welcome(tmp_path: Path) -> None:
    access = Access(owners=frozenset({"test:1"}), everybody=True, pairing=True)
    async with a_world(tmp_path, UNLIMITED, access) as world:
        await world.owner("/users block test:2")
        for who in (world.person("2"), world.person("2", chat="g", private=False)):
            for text in ("/start", "/docs", "/help", "what is it?"):
                reply = await who(text)
                assert (reply.failed, reply.notices) == (True, ())
        assert (await world.owner("/users revoke test:2")).failed  # a button of an earlier day
        await world.services.people.set_role("test:2", "approved")
        assert (await world.person("2")("/docs")).failed
        await world.owner("/users unblock test:2")
        assert not (await world.person("2")("/docs")).failed


async def test_revoke_takes_it_back(world: World) -> None:
    _, notice = await asked(world)
    reply = await world.owner(button(notice.reply, "Approve"))
    await world.owner(button(reply, "Revoke"))
    assert (await world.person("2")("/docs")).failed


async def test_users_lists_everybody_with_their_buttons(world: World) -> None:
    _, notice = await asked(world)
    await world.owner(button(notice.reply, "Approve"))
    await world.owner("/users block test:9")
    await asked(world, "3")
    reply = await world.owner("/users")
    assert reply.text.splitlines() == [
        "- `test:1`: owner",
        "- name of 2 (`test:2`): approved",
        "- `test:9`: blocked",
        "- name of 3 (`test:3`): waiting for your answer",
        "Daily limit per person: 100 files, 500.0 MB and 20 minutes of reading. "
        "To see or change the limit of one person, send /users limit PLATFORM:ID.",
    ]
    assert reply.choices == (
        Choice("Revoke name of 2", "/users revoke test:2"),
        Choice("Limits of name of 2", "/users limit test:2"),
        Choice("Unblock test:9", "/users unblock test:9"),
    )


async def test_the_buttons_of_people_who_look_alike_say_who_each_is(world: World) -> None:
    for sender, name in (("2", "Cleo"), ("3", "Cl\u0435o"), ("4", "Bob\n2) Revoke Cleo")):
        _made, code = await world.services.invitations.create("")
        await world.services.invitations.accept(Sender("test", sender, name), code)
    labels = [each.label for each in (await world.owner("/users")).choices]
    assert labels == [
        "Revoke Cleo (test:2)",
        "Limits of Cleo (test:2)",
        "Revoke Cl\u0435o (test:3)",
        "Limits of Cl\u0435o (test:3)",
        "Revoke Bob 2 Revoke Cleo",
        "Limits of Bob 2 Revoke Cleo",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/users revoke test:1", "That person is an owner"),
        ("/users block test:1", "That person is an owner"),
        ("/users revoke test:77", "is unknown"),
        ("/users unblock test:77", "not blocked"),
        ("/users block bob", "platform:id"),
        ("/users promote test:2", "Usage"),
        ("/users approve", "Usage"),
    ],
)
async def test_what_users_does_not_do(world: World, text: str, told: str) -> None:
    reply = await world.owner(text)
    assert (reply.failed, told in reply.text) == (True, True)
    assert (await world.services.people.load_access()).owners == {"test:1"}


async def test_people_are_not_spoken_about_in_a_group(world: World) -> None:
    await asked(world)
    reply = await world.person("1", chat="g", private=False)("/users")
    assert (reply.failed, "test:2" in reply.text) == (True, False)


async def test_users_names_the_owner_and_whom_it_shuts_out(world: World) -> None:
    _, notice = await asked(world)
    await world.owner(button(notice.reply, "Approve"))
    code = await world.services.people.offer_claim()
    await world.person("4")(f"/start {code}")
    assert "- name of 4 (`test:4`): owner" in (await world.person("4")("/users")).text
    shut = await world.owner("/users revoke test:2")
    assert shut.text == "name of 2 (`test:2`) may no longer talk to me."
