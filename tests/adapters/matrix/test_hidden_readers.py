"""Who reads in a room says its own state alone, not whoever writes something like it there."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.adapters.fake_homeserver import (
    EVIL,
    ME,
    OWNER,
    ROOM,
    Event,
    Homeserver,
    a_homeserver,
    a_member,
    a_room,
    an_event,
)

PEOPLE = (a_member(ME), a_member(OWNER), a_member(EVIL))
LEFT = a_member(EVIL, "leave") | {"event_id": "$left", "room_id": ROOM}
PEEK = an_event("m.room.history_visibility", {"history_visibility": "world_readable"}, state_key="")
COVER = an_event("m.room.history_visibility", {"history_visibility": "shared"}, state_key="x")
PUBLIC = an_event("m.room.join_rules", {"join_rule": "public"}, state_key="")
INVITE = an_event("m.room.join_rules", {"join_rule": "invite"}, state_key="x")


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Homeserver]:
    async with a_homeserver(tmp_path) as opened:
        yield opened


async def is_private(server: Homeserver) -> bool:
    """Return whether a message of the owner in the room would be private."""
    await server.client.confirm_private(OWNER, ROOM)
    room = server.client.find_room(ROOM)
    return room is not None and room.is_private_with(OWNER, ME)


async def test_whoever_says_in_secret_that_they_left_still_reads(server: Homeserver) -> None:
    stranger = await server.hear_stranger()
    await server.sync(a_room(*PEOPLE))
    await server.sync(a_room(said=(stranger.encrypt(LEFT),)))
    assert not await is_private(server)


async def test_nobody_says_in_secret_who_may_read(server: Homeserver) -> None:
    stranger = await server.hear_stranger()
    await server.sync(a_room(*PEOPLE[:2], PEEK))
    await server.sync(a_room(said=(stranger.encrypt(COVER | {"state_key": "", "room_id": ROOM}),)))
    assert not await is_private(server)


async def test_what_is_said_in_secret_is_still_read(server: Homeserver) -> None:
    stranger = await server.hear_stranger()
    said = an_event("m.room.message", {"msgtype": "m.text", "body": "hello"}, room_id=ROOM)
    batch = await server.sync(a_room(*PEOPLE, said=(stranger.encrypt(said),)))
    assert [each["content"]["body"] for each in batch.timelines[0].events] == ["hello"]  # type: ignore[index]


@pytest.mark.parametrize("state", [LEFT, COVER | {"state_key": ""}], ids=["left", "peek"])
async def test_no_state_is_read_that_came_in_secret(server: Homeserver, state: Event) -> None:
    stranger = await server.hear_stranger()
    said = stranger.encrypt(state | {"room_id": ROOM})
    batch = await server.sync(a_room(*PEOPLE, said=(said,)))
    kinds = [each["type"] for timeline in batch.timelines for each in timeline.events]
    assert kinds == ["m.room.encrypted"]


@pytest.mark.parametrize(("truth", "cover"), [(PEEK, COVER), (PUBLIC, INVITE)])
async def test_a_second_state_under_another_key_hides_nothing(
    server: Homeserver, truth: Event, cover: Event
) -> None:
    await server.sync(a_room(*PEOPLE[:2], truth, cover))
    assert not await is_private(server)
    await server.sync(a_room(said=(cover,)))
    assert not await is_private(server)


@pytest.mark.parametrize(
    ("state", "private"),
    [
        (PEOPLE, False),
        (PEOPLE[:2], True),
        ((*PEOPLE[:2], PUBLIC), False),
        ((), False),
        (None, False),
    ],
    ids=["still there", "gone", "open", "nobody", "no answer"],
)
async def test_who_seems_to_leave_has_left_when_the_state_says_so(
    server: Homeserver, state: tuple[Event, ...] | None, private: bool
) -> None:
    """Of two events that a server sends at once, the later need not be the one that counts."""
    server.answers["state"] = "no" if state is None else json.dumps(state)
    await server.sync(a_room(*PEOPLE))
    await server.sync(a_room(said=(LEFT,)))
    assert await is_private(server) is private


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("m.room.join_rules", {"join_rule": "public"}),
        ("m.room.history_visibility", {"history_visibility": "world_readable"}),
    ],
)
async def test_a_room_of_two_that_others_may_enter_or_read_is_not_private(
    server: Homeserver, kind: str, content: Event
) -> None:
    """It was opened after the state that is known, and no sync has told so yet."""
    server.answers["state"] = json.dumps(PEOPLE[:2])
    await server.sync(a_room(*PEOPLE))
    await server.sync(a_room(said=(LEFT,)))
    server.answers[kind] = json.dumps(content)
    assert not await is_private(server)


@pytest.mark.parametrize("first", ["no", json.dumps(PEOPLE)], ids=["no answer", "another state"])
async def test_a_room_is_doubted_until_the_server_tells_its_state(
    server: Homeserver, first: str
) -> None:
    """A state may be newer than the events that came so far, as where a room is being made."""
    server.answers["state"] = first
    await server.sync(a_room(*PEOPLE))
    await server.sync(a_room(said=(LEFT,)))
    assert not await is_private(server)
    server.answers["state"] = json.dumps(PEOPLE[:2])
    await server.sync()
    assert await is_private(server)


@pytest.mark.parametrize("people", [PEOPLE[:2], PEOPLE], ids=["a room of two", "a larger room"])
async def test_another_name_is_no_doubt(server: Homeserver, people: tuple[Event, ...]) -> None:
    await server.sync(a_room(*people))
    await server.sync(a_room(said=(a_member(OWNER, displayname="Somebody"),)))
    assert await is_private(server) is (people == PEOPLE[:2])
    assert server.asked == ["sync", "state", "sync"]  # the state of a new room


async def test_who_comes_into_a_large_room_is_no_doubt(server: Homeserver) -> None:
    await server.sync(a_room(*PEOPLE[:2]))
    await server.sync(a_room(said=(a_member(EVIL),)))
    assert not server.client.is_doubted(ROOM)


async def test_a_sync_waits_for_no_doubt(server: Homeserver) -> None:
    rooms = {f"!{n}:there": a_room(*PEOPLE, said=(LEFT,))["join"][ROOM] for n in range(300)}
    await server.sync({"join": rooms})
    assert server.client.is_doubted("!1:there")
    assert set(server.asked) == {"sync", "state"}


async def test_a_server_that_asks_for_fewer_requests_is_asked_no_more(server: Homeserver) -> None:
    server.answers["joined_members"] = json.dumps(
        {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 60_000}
    )
    server.statuses["joined_members"] = 429
    for _ in range(2):
        await server.sync(a_room(*PEOPLE, said=(LEFT,)))
        assert not await is_private(server)
    assert server.asked.count("joined_members") == 1


async def test_a_doubt_that_comes_while_the_server_answers_stays(server: Homeserver) -> None:
    server.answers["state"] = json.dumps(PEOPLE[:2])
    await server.sync(a_room(*PEOPLE, said=(LEFT,)))
    asking = asyncio.create_task(server.client.confirm_private(OWNER, ROOM))
    await asyncio.sleep(0)
    server.client._nio.doubted[ROOM] = object()
    await asking
    assert server.client.is_doubted(ROOM)


async def test_a_room_that_the_bot_writes_to_is_asked_about(server: Homeserver) -> None:
    server.answers["state"] = json.dumps(PEOPLE[:2])
    await server.sync(a_room(*PEOPLE, said=(LEFT,)))
    await server.client.confirm_private(OWNER)
    assert not server.client.is_doubted(ROOM)


async def test_an_endless_list_of_members_confirms_nothing(server: Homeserver) -> None:
    joined = {ME: {}, OWNER: {}, "@x:y": {"display_name": "x" * (1 << 17)}}
    server.answers |= {"state": json.dumps(PEOPLE[:2]), "joined_members": json.dumps(joined)}
    await server.sync(a_room(*PEOPLE, said=(LEFT,)))
    assert not await is_private(server)
