"""Who reads in a room says its own state alone, not whoever writes something like it there."""

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


def is_private(server: Homeserver) -> bool:
    room = server.client.find_room(ROOM)
    return room is not None and room.is_private_with(OWNER, ME)


async def test_whoever_says_in_secret_that_they_left_still_reads(server: Homeserver) -> None:
    stranger = await server.hear_stranger()
    await server.sync(a_room(*PEOPLE))
    await server.sync(a_room(said=(stranger.encrypt(LEFT),)))
    assert not is_private(server)


async def test_nobody_says_in_secret_who_may_read(server: Homeserver) -> None:
    stranger = await server.hear_stranger()
    await server.sync(a_room(*PEOPLE[:2], PEEK))
    await server.sync(a_room(said=(stranger.encrypt(COVER | {"state_key": "", "room_id": ROOM}),)))
    assert not is_private(server)


async def test_what_is_said_in_secret_is_still_read(server: Homeserver) -> None:
    stranger = await server.hear_stranger()
    said = an_event("m.room.message", {"msgtype": "m.text", "body": "hello"}, room_id=ROOM)
    batch = await server.sync(a_room(*PEOPLE, said=(stranger.encrypt(said),)))
    assert [each["content"]["body"] for each in batch.timelines[0].events] == ["hello"]  # type: ignore[index]


@pytest.mark.parametrize(("truth", "cover"), [(PEEK, COVER), (PUBLIC, INVITE)])
async def test_a_second_state_under_another_key_hides_nothing(
    server: Homeserver, truth: Event, cover: Event
) -> None:
    await server.sync(a_room(*PEOPLE[:2], truth, cover))
    assert not is_private(server)
    await server.sync(a_room(said=(cover,)))
    assert not is_private(server)


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
    assert is_private(server) is private


@pytest.mark.parametrize("first", ["no", json.dumps(PEOPLE)], ids=["no answer", "another state"])
async def test_a_room_is_doubted_until_the_server_tells_its_state(
    server: Homeserver, first: str
) -> None:
    """A state may be newer than the events that came so far, as where a room is being made."""
    server.answers["state"] = first
    await server.sync(a_room(*PEOPLE))
    await server.sync(a_room(said=(LEFT,)))
    server.answers["state"] = json.dumps(PEOPLE[:2])
    await server.sync()
    assert is_private(server)
