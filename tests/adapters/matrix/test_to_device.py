"""Anybody may send something to the bot's device: that takes nobody's time."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import vodozemac

from tests.adapters.fake_homeserver import (
    EVIL,
    ME,
    OTHER,
    OWNER,
    ROOM,
    Event,
    Homeserver,
    Stranger,
    a_homeserver,
    a_member,
    a_room,
    an_event,
)


def invite(*events: Event) -> dict[str, object]:
    return {"invite": {ROOM: {"invite_state": {"events": list(events)}}}}


INVITED = invite(a_member(ME, "invite") | {"sender": EVIL})


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Homeserver]:
    async with a_homeserver(tmp_path) as opened:
        yield opened


def build_key(server: Homeserver) -> Event:
    stranger = Stranger(vodozemac.Account(), vodozemac.GroupSession())
    own = server.client._nio.olm.account.identity_keys["ed25519"]
    return server.encrypt(json.dumps(stranger.build_key(own)), stranger.device)


def count_keys(server: Homeserver) -> int:
    return sum(1 for _key in server.client._nio.olm.inbound_group_store)


async def test_a_stranger_leaves_no_key_here(server: Homeserver) -> None:
    await server.sync(to_device=[build_key(server)])
    assert count_keys(server) == 0


@pytest.mark.parametrize(
    "rooms",
    [a_room(a_member(ME), a_member(EVIL)), a_room(said=(a_member(EVIL),)), INVITED],
    ids=["who is in a room", "who comes into it", "who invites"],
)
async def test_the_key_of_somebody_with_a_room_is_kept(
    server: Homeserver, rooms: dict[str, object]
) -> None:
    await server.sync(rooms, [build_key(server)])
    assert count_keys(server) == 1
    await server.sync(to_device=[build_key(server)] if "join" in rooms else [])
    assert count_keys(server) == (2 if "join" in rooms else 1)


async def test_a_key_may_come_between_an_invitation_and_its_room(server: Homeserver) -> None:
    await server.sync(INVITED)
    server.client.expect(ROOM, EVIL)
    await server.sync(to_device=[build_key(server)])
    await server.sync(a_room(a_member(ME), a_member(OWNER)))
    assert count_keys(server) == 1
    await server.sync(to_device=[build_key(server)])
    assert count_keys(server) == 1


async def test_whoever_is_declined_leaves_no_key_here(server: Homeserver) -> None:
    await server.sync(INVITED)
    server.client.expect(ROOM, EVIL)
    server.client.expect_no_more(ROOM)
    await server.sync(to_device=[build_key(server)])
    assert count_keys(server) == 0


async def test_nobody_invites_in_the_name_of_somebody_else(server: Homeserver) -> None:
    forged = a_member(ME, "invite") | {"sender": EVIL}
    true = a_member(ME, "invite") | {"sender": OWNER}
    batch = await server.sync(invite(forged, true), [build_key(server)])
    assert [each.sender for each in batch.invitations] == [OWNER]
    assert count_keys(server) == 0


@pytest.mark.parametrize(
    "last",
    [{"membership": "leave"}, {"membership": 5}, {"membership": "invite", "displayname": 5}],
    ids=["left", "a number", "a number for a name"],
)
async def test_an_invitation_that_cannot_be_read_is_none(server: Homeserver, last: object) -> None:
    forged = a_member(ME, "invite") | {"sender": OWNER}
    batch = await server.sync(invite(forged, a_member(ME) | {"content": last}))
    assert batch.invitations == ()


async def test_a_key_of_another_device_of_the_account_is_kept(server: Homeserver) -> None:
    own = server.client._nio.olm.account.identity_keys["ed25519"]
    stranger = Stranger(vodozemac.Account(), vodozemac.GroupSession())
    key = json.dumps(stranger.build_key(own) | {"sender": ME})
    told = [server.encrypt(key, stranger.device) | {"sender": ME}]
    await server.sync(a_room(a_member(OWNER)), told)
    assert count_keys(server) == 1


async def test_a_key_for_a_room_that_does_not_exist_is_not_kept(server: Homeserver) -> None:
    there = {"join": {OTHER: a_room(a_member(ME), a_member(EVIL))["join"][ROOM]}}
    await server.sync(there, [build_key(server)])
    assert count_keys(server) == 0


async def test_many_keys_are_written_to_the_disk_at_once(server: Homeserver) -> None:
    done = list[str]()
    keys = [build_key(server) for _ in range(20)]
    server.client._nio.store.database.connection().set_trace_callback(done.append)
    await server.sync(a_room(a_member(ME), a_member(EVIL)), keys)
    assert count_keys(server) == 20
    first, last = done.index("BEGIN"), done.index("COMMIT")
    written = [at for at, sql in enumerate(done) if "megolminboundsessions" in sql]
    assert first < min(written) < max(written) < last


async def test_what_fails_keeps_none_of_the_others_back(server: Homeserver) -> None:
    bad = an_event("m.room.encrypted", {"algorithm": 1, "ciphertext": [], "sender_key": {}})
    deep = server.encrypt("[" * 60_000)
    told = [bad, deep, build_key(server)]
    await server.sync(a_room(a_member(ME), a_member(EVIL)), told)
    assert count_keys(server) == 1
