"""A room of strangers stops nothing, however large it grows, and is left once it is of no use."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

from adapters.matrix.client import PAGE
from adapters.matrix.events import Batch, Room, Timeline
from adapters.matrix.reading import SyncReader
from adapters.matrix.rooms import build_filter
from adapters.matrix.strangers import FEW, QUIET, StrangersRooms
from adapters.shared.health import Health
from bot.messages import UserError
from tests.adapters.fake_homeserver import (
    EVIL,
    ME,
    OWNER,
    ROOM,
    Homeserver,
    a_homeserver,
    a_member,
    a_room,
    an_event,
)
from tests.adapters.hosting import Clock, a_host
from tests.adapters.matrix_client import NoServer

CROWD = frozenset({ME, *(f"@evil{n}:there" for n in range(FEW))})
SAID = {"type": "m.room.message", "event_id": "$1", "content": {}}


class Rooms(NoServer):
    """Is in these rooms, and hears one message in each."""

    def __init__(self, *rooms: Room) -> None:
        self.rooms = {room.id: room for room in rooms}
        self.left: list[str] = []
        said = tuple(Timeline(room.id, (SAID,)) for room in rooms)
        self._answers = iter((Batch("1", (), ()), Batch("2", said, ())))

    async def sync(self, since: str, *, first: bool) -> Batch:
        for _ in range(20):  # what is answered beside has its time
            await asyncio.sleep(0)
        if (answer := next(self._answers, None)) is None:
            raise UserError("unknown token")
        return answer

    async def leave(self, room: str) -> None:
        self.left.append(room)

    def list_rooms(self) -> tuple[str, ...]:
        return tuple(self.rooms)

    def find_room(self, name: str) -> Room | None:
        return self.rooms.get(name)


def build(members: Iterable[str], invited: Iterable[str] = (), *, oversized: bool = False) -> Room:
    people = frozenset((*members, *invited))
    return Room(ROOM, people, False, {}, frozenset(invited), oversized)


def open_strangers(room: Room, clock: Clock) -> StrangersRooms:
    return StrangersRooms(Rooms(room), a_host(owners=[f"matrix:{OWNER}"]), clock.time)


@pytest.mark.parametrize(
    ("room", "left"),
    [
        (build(CROWD), True),
        (build([ME, EVIL]), False),
        (build([*CROWD, OWNER]), False),
        (build(CROWD, [OWNER]), True),
        (build([ME, OWNER], oversized=True), True),
    ],
    ids=["a crowd", "one stranger", "the owner's", "the owner only invited", "too large"],
)
async def test_a_room_is_left_if_strangers_make_it_large(room: Room, left: bool) -> None:
    assert await open_strangers(room, Clock()).find_useless() == [ROOM] * left


async def test_a_strangers_room_without_a_word_is_left_after_a_day() -> None:
    clock = Clock()
    strangers = open_strangers(build([ME, EVIL]), clock)
    assert await strangers.find_useless() == []
    clock.seconds += QUIET / 2 + 1
    strangers.note_message(ROOM)
    assert await strangers.find_useless() == []
    clock.seconds += QUIET / 2 + 1
    assert await strangers.find_useless() == []
    clock.seconds += QUIET / 2 + 1
    assert await strangers.find_useless() == [ROOM]


@pytest.mark.parametrize(("members", "heard"), [(CROWD, 0), (frozenset({ME, OWNER}), 1)])
async def test_what_is_said_in_a_room_that_is_left_is_not_read(
    tmp_path: Path, members: frozenset[str], heard: int
) -> None:
    server, stored = Rooms(build(members)), list[str]()

    async def store(room: str, _event: object) -> None:
        stored.append(room)

    host = a_host(tmp_path, [f"matrix:{OWNER}"])
    reader = SyncReader(server, host, Health("Matrix"), store, Clock().time)
    with pytest.raises(UserError):
        await reader.run(asyncio.Event())
    assert len(stored) == heard
    assert bool(server.left) is not bool(heard)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Homeserver]:
    async with a_homeserver(tmp_path) as opened:
        yield opened


def test_a_sync_asks_for_nothing_whose_size_somebody_else_decides() -> None:
    asked = json.loads(json.dumps(build_filter(PAGE)))
    assert asked["room"].pop("timeline") == {"limit": PAGE}
    assert {json.dumps(each) for each in asked.pop("room").values()} == {'{"types": []}'}
    assert set(map(json.dumps, asked.values())) == {'{"types": []}'}


async def test_the_state_of_a_room_is_asked_for_by_itself(server: Homeserver) -> None:
    server.answers["state"] = json.dumps([a_member(ME), a_member(OWNER)])
    await server.sync(a_room())
    room = server.client.find_room(ROOM)
    assert room
    assert room.is_private_with(OWNER, ME)


async def test_a_room_whose_state_has_no_end_stops_no_other(
    server: Homeserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.matrix.library.STATE_BYTES", 10_000)
    server.answers["state"] = json.dumps([a_member(ME, displayname="x" * 20_000)])
    said = an_event("m.room.message", {"msgtype": "m.text", "body": "hello"})
    batch = await server.sync(a_room(said=(said,)))
    assert len(batch.timelines) == 1
    room = server.client.find_room(ROOM)
    assert room
    assert (room.oversized, room.open) == (True, True)


async def test_a_room_that_cannot_be_read_yet_is_asked_for_again(server: Homeserver) -> None:
    server.answers["state"] = "no"
    await server.sync(a_room())
    room = server.client.find_room(ROOM)
    assert room
    assert room.open
    server.answers["state"] = json.dumps([a_member(ME), a_member(OWNER)])
    await server.sync(a_room())
    room = server.client.find_room(ROOM)
    assert room
    assert room.is_private_with(OWNER, ME)


async def test_after_an_answer_that_is_too_large_less_is_asked_for(
    server: Homeserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.matrix.library.MOST_BYTES", 10_000)
    said = an_event("m.room.message", {"msgtype": "m.text", "body": "x" * 20_000})
    for page in (PAGE // 10, PAGE // 100, 1):
        with pytest.raises(ConnectionError):
            await server.sync(a_room(said=(said,)))
        assert server.client._page == page
    await server.sync()
    assert server.client._page == PAGE


async def test_a_room_that_we_left_is_forgotten(server: Homeserver) -> None:
    await server.sync(a_room(a_member(ME), a_member(EVIL)))
    await server.sync({"leave": {ROOM: {}}})
    assert server.client.find_room(ROOM) is None


@pytest.mark.parametrize(
    ("state", "quoted"),
    [
        ([a_member(EVIL)], True),
        ([a_member(EVIL, "invite")], False),
        ([a_member(EVIL, "leave")], False),
        ([a_member(OWNER)], False),
        ([], False),
        (None, False),
    ],
)
async def test_nobody_has_a_message_quoted_from_before_they_came(
    server: Homeserver, state: object, quoted: bool
) -> None:
    said = an_event("m.room.message", {"msgtype": "m.text", "body": "zanzibar-4711"}, sender=OWNER)
    server.answers["$old"] = json.dumps({"event": said, "state": state})
    found = await server.client.fetch_event(ROOM, "$old", EVIL)
    assert bool(found) is quoted


async def test_what_is_no_event_is_not_asked_for(server: Homeserver) -> None:
    for name in ("", "..", "../../sync", "\ud800"):
        assert await server.client.fetch_event(ROOM, name, EVIL) == {}
