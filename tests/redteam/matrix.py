"""By Matrix: events and keys that anybody may write, to whom the bot's account is known."""

import json
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import vodozemac

from adapters.matrix.answers import BROKEN
from adapters.matrix.events import Room
from adapters.matrix.translate import MatrixAccount, parse_event
from tests.adapters.fake_homeserver import (
    EVIL,
    ME,
    MEGOLM,
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
from tests.redteam.outcome import Outcome, shorten

CURVE = "a" * 43
ENCRYPTED_TO_ROOM = {
    "algorithm": MEGOLM,
    "sender_key": CURVE,
    "ciphertext": "x",
    "session_id": "s",
    "device_id": "d",
}
# Decrypted, and then read as JSON.
ENCRYPTED = ("[" * 60_000, '{"a":' * 3_000, "1" * 5_000, '"\\ud800"', "{}", "[]", "")
# To the device of the bot, from whoever knows its account, in no room with it.
TO_DEVICE: list[Event] = [
    an_event("m.key.verification.mac", {"transaction_id": [], "mac": {"a": "b"}, "keys": "z"}),
    an_event("m.key.verification.cancel", {"transaction_id": {}, "code": "x", "reason": "y"}),
    an_event("m.key.verification.start", {"from_device": [], "transaction_id": [[]]}),
    an_event("m.room.encrypted", {"algorithm": 1, "ciphertext": [], "sender_key": {}}),
    an_event("m.room.encrypted", ENCRYPTED_TO_ROOM),
    an_event("m.room_key_request", {"action": "request", "request_id": [], "body": []}),
    an_event("m.dummy", []),
    an_event("", {}),
]
SAID: list[Event] = [
    an_event("m.room.encrypted", ENCRYPTED_TO_ROOM | {"sender_key": ""}),
    an_event("m.room.encrypted", ENCRYPTED_TO_ROOM | {"session_id": ""}),
    an_event("m.room.encrypted", {"algorithm": []}),
    an_event("m.room.member", {"membership": "join"}, state_key=EVIL, unsigned={"prev_content": 1}),
    an_event("m.room.message", {"msgtype": "m.text", "body": "x"}, origin_server_ts=None),
    an_event("m.room.message", {"msgtype": [], "body": {}}),
    an_event("m.room.power_levels", {"users": {EVIL: "x"}, "events": []}, state_key=""),
    an_event("m.room.name", {"name": 5}, state_key=""),
    {"type": "m.sticker", "sender": EVIL, "event_id": "$e", "origin_server_ts": 1},
]
INVITED: list[Event] = [
    a_member(EVIL) | {"unsigned": None},
    a_member(EVIL) | {"unsigned": {"prev_content": True}},
    a_member(ME, "invite") | {"content": None},
]
# By which a room's readers are told, as the library cannot read it though the server goes by it.
HIDDEN: dict[str, Event] = {
    "a member with a number for a name": a_member(EVIL, displayname=5),
    "a member with a list for a picture": a_member(EVIL, avatar_url=[]),
    "a member who was somebody else": a_member(EVIL) | {"unsigned": {"prev_content": True}},
    "a member without a time": a_member(EVIL) | {"origin_server_ts": None},
    "an invited member with a number for a name": a_member(EVIL, "invite", displayname=5),
    "everybody may join": an_event("m.room.join_rules", {"join_rule": ["public"]}, state_key=""),
    "everybody may read": an_event(
        "m.room.history_visibility", {"history_visibility": 1}, state_key=""
    ),
}
# By which somebody who reads in a room seems to have gone, or nobody else to be able to.
LEFT = a_member(EVIL, "leave")
CLOSED = {
    "history_visibility": an_event("m.room.history_visibility", {"history_visibility": "shared"}),
    "join_rules": an_event("m.room.join_rules", {"join_rule": "invite"}),
}
OPEN = (
    an_event("m.room.history_visibility", {"history_visibility": "world_readable"}, state_key=""),
    an_event("m.room.join_rules", {"join_rule": "public"}, state_key=""),
)
ELSEWHERE = (
    "mxc://../sync",
    "mxc://h/..",
    "mxc://h/a/b",
    "mxc://h/a?b",
    "mxc://" + "\u0f73" * 20_000,
)
DEEP = '{"next_batch": "s9", "rooms": {"join": {"!x:here": {"timeline": {"events": [%s]}}}}}'
NAMED = ("\ud800", "..", "../../../sync", "x" * 9000, "\0", "")


# Says which device it is from, whose keys are then asked for.
START = {
    "from_device": "E",
    "method": "m.sas.v1",
    "transaction_id": "t",
    "key_agreement_protocols": ["curve25519"],
    "hashes": ["sha256"],
    "message_authentication_codes": ["hkdf-hmac-sha256"],
    "short_authentication_string": ["emoji"],
}
DEVICES: list[object] = [{"E": 1}, {"E": {"user_id": EVIL, "device_id": "E"}}, [], None]


async def _try(attack: str, act: Awaitable[object]) -> Outcome:
    try:
        await act
    except (*BROKEN, ConnectionError) as error:
        return Outcome(shorten(attack), f"no message is read any more ({type(error).__name__})")
    return Outcome(shorten(attack), "")


async def attack_matrix(folder: Path) -> AsyncIterator[Outcome]:
    async with a_homeserver(folder) as server:
        for plaintext in ENCRYPTED:
            act = server.sync(to_device=[server.encrypt(plaintext)])
            yield await _try(f"encrypted to the device: {plaintext[:20]}", act)
        for event in TO_DEVICE:
            yield await _try(f"to the device: {event}", server.sync(to_device=[event]))
        tries = (_attack_rooms, _attack_keys, _attack_disk, _attack_readers, _attack_covers)
        for attack in tries:
            async for outcome in attack(server):
                yield outcome


async def _attack_rooms(server: Homeserver) -> AsyncIterator[Outcome]:
    for event in SAID:
        room = a_room(a_member(ME), said=(event,))
        yield await _try(f"in a room: {event}", server.sync(room))
    for event in INVITED:
        invited = {"invite": {"!new:there": {"invite_state": {"events": [event]}}}}
        yield await _try(f"in an invitation: {event}", server.sync(invited))
    for deep in ("[" * 9_000 + "]" * 9_000, "1" * 5_000):
        yield await _try(f"deep: {deep[:20]}", server.sync_raw(DEEP % deep))
    for url in ELSEWHERE:
        file = an_event("m.room.message", {"msgtype": "m.file", "body": "x", "url": url})
        place = Room("!x", frozenset({ME, EVIL}), open=False, names={})
        message = parse_event(file, place, MatrixAccount(ME))
        came = "it is taken for a file" if message and message.attachments else ""
        yield Outcome(shorten(f"a file at {url}"), came)
    for name in NAMED:
        yield await _try(f"in reply to {name!r}", server.client.fetch_event(ROOM, name, EVIL))


async def _attack_keys(server: Homeserver) -> AsyncIterator[Outcome]:
    """Devices of a stranger, whose keys are asked for as soon as they send something."""
    for devices in DEVICES:
        await server.sync(to_device=[an_event("m.key.verification.start", START)])
        server.answers["query"] = json.dumps({"device_keys": {EVIL: devices}})
        yield await _try(f"a stranger's devices are {devices}", server.client.sync_keys())


async def _attack_disk(server: Homeserver) -> AsyncIterator[Outcome]:
    """Keys for rooms that do not exist, from somebody with whom the bot is in no room."""
    server.client._nio.rooms.clear()
    stranger = Stranger(vodozemac.Account(), vodozemac.GroupSession())
    key = json.dumps(stranger.build_key(server.client._nio.olm.account.identity_keys["ed25519"]))
    await server.sync(to_device=[server.encrypt(key, stranger.device)])
    kept = any(True for _key in server.client._nio.olm.inbound_group_store)
    yield Outcome("a stranger's key for a room", "it is kept for ever" if kept else "")
    met = {"join": {OTHER: a_room(a_member(ME), a_member(EVIL))["join"][ROOM]}}
    await server.sync(met, [server.encrypt(key, stranger.device)])
    kept = any(True for _key in server.client._nio.olm.inbound_group_store)
    yield Outcome("a member's key for no room", "it is kept for ever" if kept else "")


async def _attack_readers(server: Homeserver) -> AsyncIterator[Outcome]:
    """A room of the owner and the bot in which somebody else reads."""
    for name, event in HIDDEN.items():
        server.client._nio.rooms.clear()
        server.client._nio.unclear.clear()
        for said in (False, True):
            known = (a_member(ME), a_member(OWNER))
            room = a_room(*known, said=(event,)) if said else a_room(*known, event)
            tried = await _try(f"{name}, {'said' if said else 'known'}", server.sync(room))
            yield Outcome(tried.attack, tried.came or await _is_private(server))


async def _attack_covers(server: Homeserver) -> AsyncIterator[Outcome]:
    """What looks like a room's state, and is none."""
    stranger, here = await server.hear_stranger(), {"room_id": ROOM}
    known = (a_member(ME), a_member(OWNER))
    for name, hidden, said in (
        ("they left, encrypted", a_member(EVIL), stranger.encrypt(LEFT | here)),
        ("they were banned, encrypted", a_member(EVIL), stranger.encrypt(_ban() | here)),
        ("they left, and the server goes by an earlier event", a_member(EVIL), LEFT),
        *(
            (f"{k}, encrypted", truth, stranger.encrypt(each | here | {"state_key": ""}))
            for truth, (k, each) in zip(OPEN, CLOSED.items(), strict=True)
        ),
        *(
            (f"{k} under another key", truth, each | {"state_key": "x"})
            for truth, (k, each) in zip(OPEN, CLOSED.items(), strict=True)
        ),
    ):
        server.client._nio.rooms.clear()
        server.client._nio.unclear.clear()
        server.answers["state"] = json.dumps([*known, hidden])
        await server.sync(a_room(*known, hidden))
        tried = await _try(name, server.sync(a_room(said=(said,))))
        yield Outcome(tried.attack, tried.came or await _is_private(server))


def _ban() -> Event:
    return a_member(EVIL, "ban") | {"sender": OWNER}


async def _is_private(server: Homeserver) -> str:
    await server.client.confirm_private(OWNER, ROOM)
    room = server.client.find_room(ROOM)
    asked = an_event("m.room.message", {"msgtype": "m.text", "body": "x"}, sender=OWNER)
    message = room and parse_event(asked, room, MatrixAccount(ME))
    return "the owner's question is taken for private" if message and message.chat.private else ""


async def control_matrix(folder: Path) -> AsyncIterator[Outcome]:
    """The owner's own room is private, and a server that is not there is noticed."""
    async with a_homeserver(folder) as server:
        await server.sync(a_room(a_member(ME), a_member(OWNER)))
        yield Outcome("the owner's room", await _is_private(server))
        server.answers["state"] = json.dumps([a_member(ME), a_member(OWNER)])
        await server.sync(a_room(a_member(EVIL), said=(LEFT,)))
        yield Outcome("a room that somebody left", await _is_private(server))
        yield await _try("what is no answer", server.sync_raw("[]"))
