"""A Matrix server on loopback that answers every sync with what a test gives it."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import vodozemac
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from adapters.matrix.client import Client, open_client
from adapters.matrix.events import Batch
from adapters.matrix.session import Session
from adapters.matrix.settings import MatrixSettings
from adapters.shared.http_server import open_loopback, open_server

ME, EVIL, OWNER = "@multis:here", "@evil:there", "@owner:here"
ROOM, OTHER = "!room:here", "!other:here"
KEYS = {"signed_curve25519": 50}
MEGOLM = "m.megolm.v1.aes-sha2"

OF_STATE = ("joined_members", "members", "m.room.join_rules", "m.room.history_visibility")

Event = dict[str, object]


class Homeserver(Struct):
    client: Client
    # By the end of the path; "state" answers what is asked about a room's state.
    answers: dict[str, str]
    asked: list[str]
    statuses: dict[str, int]
    count: int = 0

    async def sync(
        self, rooms: Mapping[str, object] | None = None, to_device: list[Event] | None = None
    ) -> Batch:
        self.count += 1
        told = {"next_batch": f"s{self.count}", "device_one_time_keys_count": KEYS}
        told |= {"rooms": rooms or {}, "to_device": {"events": to_device or []}}
        return await self.sync_raw(json.dumps(told))

    async def sync_raw(self, answer: str) -> Batch:
        self.answers["sync"] = answer
        self.answers.setdefault("state", "[]")
        return await self.client.sync("s0", first=False)

    def encrypt(self, plaintext: str, device: vodozemac.Account | None = None) -> Event:
        """Encrypt for the bot's device, as any device of anybody may."""
        device = device or vodozemac.Account()
        account = self.client._nio.olm.account
        before = set(account.one_time_keys["curve25519"])
        account.generate_one_time_keys(1)
        keys = account.one_time_keys["curve25519"]
        once = next(keys[name] for name in keys if name not in before)
        own = account.identity_keys["curve25519"]
        curve = vodozemac.Curve25519PublicKey.from_base64
        session = device.create_outbound_session(curve(own), curve(once))
        kind, body = session.encrypt(plaintext.encode()).to_parts()
        content = {
            "algorithm": "m.olm.v1.curve25519-aes-sha2",
            "sender_key": device.curve25519_key.to_base64(),
            "ciphertext": {own: {"type": kind, "body": _encode(body)}},
        }
        return {"type": "m.room.encrypted", "sender": EVIL, "content": content}

    async def hear_stranger(self) -> "Stranger":
        """Give the bot the key for what a stranger encrypts in `ROOM`, as their device would.

        They are in another room together.
        """
        stranger = Stranger(vodozemac.Account(), vodozemac.GroupSession())
        own = self.client._nio.olm.account.identity_keys["ed25519"]
        key = json.dumps(stranger.build_key(own))
        met = a_room(a_member(ME), a_member(EVIL))["join"][ROOM]
        rooms = {"join": {OTHER: met, **a_room(a_member(ME))["join"]}}
        await self.sync(rooms, [self.encrypt(key, stranger.device)])
        return stranger


class Stranger(Struct):
    """A device in `ROOM` that may encrypt anything there."""

    device: vodozemac.Account
    session: vodozemac.GroupSession

    def build_key(self, recipient: str) -> Event:
        content = {
            "algorithm": MEGOLM,
            "room_id": ROOM,
            "session_id": self.session.session_id,
            "session_key": self.session.session_key.to_base64(),
        }
        return {
            "type": "m.room_key",
            "content": content,
            "sender": EVIL,
            "sender_device": "E",
            "keys": {"ed25519": self.device.ed25519_key.to_base64()},
            "recipient": ME,
            "recipient_keys": {"ed25519": recipient},
        }

    def encrypt(self, plaintext: Event) -> Event:
        content = {
            "algorithm": MEGOLM,
            "sender_key": self.device.curve25519_key.to_base64(),
            "ciphertext": self.session.encrypt(json.dumps(plaintext).encode()).to_base64(),
            "session_id": self.session.session_id,
            "device_id": "E",
        }
        return an_event("m.room.encrypted", content)


def _encode(body: bytes) -> str:
    import base64

    return base64.b64encode(body).decode().rstrip("=")


def _answer_of_state(state: str, name: str) -> Response:
    if state == "no":
        return Response(state)
    events = json.loads(state)
    members = [each for each in events if each["type"] == "m.room.member"]
    if name == "joined_members":
        joined: Event = {
            each["state_key"]: {} for each in members if _get_membership(each) == "join"
        }
        return JSONResponse({"joined": joined})
    if name == "members":
        return JSONResponse({"chunk": members})
    found = [each["content"] for each in events if each["type"] == name]
    return JSONResponse(found[0]) if found else JSONResponse({"errcode": "M_NOT_FOUND"}, 404)


def _get_membership(member: Event) -> object:
    content = member["content"]
    return content.get("membership") if isinstance(content, dict) else None


@asynccontextmanager
async def a_homeserver(folder: Path) -> AsyncIterator[Homeserver]:
    """A client of that server, signed in."""
    answers: dict[str, str] = {}
    asked: list[str] = []
    statuses: dict[str, int] = {}

    async def answer(request: Request) -> Response:
        name = request.url.path.rpartition("/")[2]
        asked.append(name)
        told = answers.get(name)
        if told is None and name in OF_STATE and "state" in answers:
            return _answer_of_state(answers["state"], name)
        if told is None:
            return JSONResponse({"one_time_key_counts": KEYS})
        return Response(told, statuses.get(name, 200), media_type="application/json")

    app = Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST", "PUT"])])
    with open_loopback(0) as listening:
        async with open_server(app, listening):
            address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            given = {"homeserver": address, "user_id": ME, "access_token": "token"}
            async with open_client(MatrixSettings.of(given), folder) as client:
                client.resume(Session(ME, "DEVICE", "token"))
                yield Homeserver(client, answers, asked, statuses)


def an_event(kind: str, content: object, **more: object) -> Event:
    said: Event = {"type": kind, "sender": EVIL, "event_id": "$event", "origin_server_ts": 1}
    return {**said, "content": content, **more}


def a_member(person: str, membership: str = "join", **more: object) -> Event:
    content = {"membership": membership, **more}
    return an_event("m.room.member", content, state_key=person, sender=person)


def a_room(*state: Event, said: tuple[Event, ...] = ()) -> dict[str, dict[str, object]]:
    timeline = {"events": list(said), "limited": False, "prev_batch": "p"}
    return {"join": {ROOM: {"state": {"events": list(state)}, "timeline": timeline}}}
