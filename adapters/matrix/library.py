"""The library's client, which nothing that a server passes on from others can stop.

The library checks a part of what events, devices and keys hold, and fails at the rest. The position
moves on only after an answer is processed, so one such event would come again for ever. Here it is
passed over, as if it had never been sent. Who reads in a room, though, must be known in full: if
something that says so is passed over, the room counts as open. And the library believes whatever
looks like the state of a room; here only what the server itself goes by counts. Of two events that
another server sends at once, the later need not be the one that counts: a room that only two seem
to be in is doubted until its state was asked for.

An answer to a sync brings no state, because whoever made a room decides how much it holds, and an
answer that is too large stops all messages. The state of each room is asked for by itself.
"""

import itertools
import json
import logging
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlencode

import nio
from aiohttp import ClientResponse
from nio.exceptions import EncryptionError

from adapters.matrix.answers import (
    BROKEN,
    AnswerTooLargeError,
    MatrixRequestError,
    RateLimitedError,
)
from adapters.matrix.bodies import Body, drop_unreadable, parse_hostile, parse_json, read_body
from adapters.matrix.encryption import KnownRoomsOlm
from adapters.matrix.events import MEMBER, get_kind_and_key, get_number, get_source, get_text
from adapters.matrix.readers import build_room_path
from adapters.matrix.rooms import find_deciding, find_own_invitation

DECIDING = (MEMBER, "m.room.join_rules", "m.room.history_visibility")  # who reads in a room
NEEDED = (*DECIDING, "m.room.encryption")  # of a room's state
TWO = 2  # in a private room
MOST_BYTES = 128 << 20  # of an answer
STATE_BYTES = 16 << 20  # of a room's state: 400 for each who is or was in it
REFUSALS = (400, 401, 403)  # statuses of a server that would answer so again

log = logging.getLogger(__name__)


class Library(nio.AsyncClient):  # type: ignore[misc]  # it has no types
    """The library's client; `unclear` are the rooms of which it may not know all readers.

    Those that are `doubted` are to be compared with their state, each for a doubt of its own; that
    of the `oversized` is larger than what is read of one.
    """

    def __init__(self, *given: Any, **named: Any) -> None:  # the library's own
        super().__init__(*given, **named)
        # Of rooms whose invitation was followed or is to be, until we are in them.
        self.inviters: dict[str, str] = {}
        self.unclear: set[str] = set()
        self.doubted: dict[str, object] = {}
        self.oversized: set[str] = set()
        self._unloaded: set[str] = set()  # their state is not known

    def load_store(self) -> None:
        """Load the keys; of those that come later, the ones for rooms we are in are kept."""
        loaded = bool(self.store)
        super().load_store()
        if self.store and not loaded:
            self.olm: Any = KnownRoomsOlm(self.user_id, self.device_id, self.store)

    async def parse_body(self, transport_response: ClientResponse) -> Body:
        """Return the body; what no program would write of itself is cut out of it.

        An `AnswerTooLargeError` if it has no end.
        """
        await read_body(transport_response, MOST_BYTES)
        try:
            body: Body = await super().parse_body(transport_response)
        except (ValueError, RecursionError):
            return parse_hostile(await transport_response.text(errors="replace"))
        return body

    async def create_matrix_response(
        self,
        response_class: type,
        transport_response: ClientResponse,
        data: tuple[Any, ...] | None = None,
        save_to: Any = None,  # the library's own
    ) -> nio.Response:
        create = partial(super().create_matrix_response, response_class, transport_response)
        try:
            return await create(data, save_to)
        except BROKEN as error:
            body = await self.parse_body(transport_response)
            if not (lost := list(drop_unreadable(body))):
                raise
            _log_passed_over("what a server sent", error)
            self.unclear.update(room for room, kind in lost if kind in DECIDING)
            found: nio.Response = response_class.from_dict(body, *(data or ()))  # type: ignore[attr-defined]  # as theirs
            found.transport_response = transport_response
            return found

    async def fetch_state(self, room: str) -> list[Body]:
        """Return the events of a room's state.

        A `MatrixRequestError` if we may not read it; an `AnswerTooLargeError` if there is too much
        of it, and the room is one of the `oversized`.
        """
        try:
            found = await self.fetch(f"{build_room_path(room)}/state", STATE_BYTES)
        except AnswerTooLargeError:
            self.oversized.add(room)
            raise
        if not isinstance(found, list):
            raise MatrixRequestError("no list")  # not translated: a log line
        return [each for each in found if isinstance(each, dict)]

    async def fetch_context(self, room: str, event: str, member: str) -> Body:
        """Return an event, with who that member of the room was when it came there."""
        only = {"types": [MEMBER], "senders": [member]}
        query = urlencode({"limit": 0, "filter": json.dumps(only)})
        path = f"{build_room_path(room)}/context/{quote(event, safe='')}?{query}"
        found = await self.fetch(path, STATE_BYTES)
        return found if isinstance(found, dict) else {}

    async def fetch(self, path: str, most: int) -> object:
        """Return the JSON at a path, of at most `most` bytes; None if nothing is there.

        A `MatrixRequestError`, `RateLimitedError` or ClientError if it is refused.
        """
        headers = {"Authorization": f"Bearer {self.access_token}"}
        async with await self.send("GET", path, headers=headers) as answer:
            await read_body(answer, most)
            body = parse_json(await answer.text(errors="replace"))
            if answer.status == HTTPStatus.NOT_FOUND:
                return None
            if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
                told = body if isinstance(body, dict) else {}
                raise RateLimitedError(get_number(told, "retry_after_ms") / 1000 or 5)
            if answer.status in REFUSALS:
                raise MatrixRequestError(f"status {answer.status}")  # not translated: a log line
            answer.raise_for_status()
            return body

    async def _handle_sync(self, response: Any) -> None:
        for name in response.rooms.leave:
            self._drop_room(name)
        for name in self._unloaded - self.oversized:
            nothing = nio.RoomInfo(nio.Timeline([], False, None), [], [], [])
            response.rooms.join.setdefault(name, nothing)
        for name, info in response.rooms.join.items():
            if info.timeline.limited or name not in self.rooms or name in self._unloaded:
                info.state += await self._load_state(name)
        await super()._handle_sync(response)

    async def _load_state(self, room: str) -> list[nio.Event]:
        """Return what is needed of a room's state; its readers are unclear if it cannot be read."""
        try:
            state = await self.fetch_state(room)
        except (MatrixRequestError, AnswerTooLargeError) as error:
            _log_passed_over("the state of a room", error)
            self.unclear.add(room)
            self._unloaded.add(room)
            return []
        if room in self._unloaded:
            self._unloaded.discard(room)
            self.unclear.discard(room)
        return list(self._parse_state(room, state))

    def _parse_state(self, room: str, state: list[Body]) -> Iterator[nio.Event]:
        for event in state:
            if get_text(event, "type") in NEEDED:
                try:
                    yield nio.Event.parse_event(event)
                except BROKEN:
                    self.unclear.add(room)

    def _drop_room(self, room: str) -> None:
        """Forget a room that we are not in any more, which the library keeps."""
        self.rooms.pop(room, None)
        self.doubted.pop(room, None)
        for each in (self.unclear, self.oversized, self._unloaded):
            each.discard(room)

    async def _handle_to_device(self, response: Any) -> None:
        """Handle what was sent to this device, in one transaction, from whom it has a room with.

        Anybody may send to it what takes a disk some time; nobody else has anything to tell it.
        """
        told = response.to_device_events
        response.to_device_events = [each for each in told if self._knows(each, response)]
        if self.olm:
            invited = (*self.inviters, *response.rooms.invite)
            self.olm.known_rooms = frozenset((*self.rooms, *response.rooms.join, *invited))
        with self.store.database.atomic() if self.store else nullcontext():
            await super()._handle_to_device(response)

    def _knows(self, event: Any, response: Any) -> bool:
        """Return whether whoever sent an event is in a room with us, or invites us to one.

        Between an invitation and its room there may be many answers: its server may take its time.
        """
        sender = get_text(get_source(event), "sender")
        if not sender:
            return False
        if sender == self.user_id or any(sender in each.users for each in self.rooms.values()):
            return True
        joined = (
            get_text(get_source(event), "state_key")
            for room in response.rooms.join.values()
            for event in (*room.state, *room.timeline.events)
        )
        own = (
            find_own_invitation(info.invite_state, self.user_id)
            for info in response.rooms.invite.values()
        )
        inviting = (str(each.sender) for each in own if each is not None)
        return sender in itertools.chain(joined, inviting, self.inviters.values())

    def _handle_decrypt_to_device(self, to_device_event: Any) -> Any:
        try:
            return super()._handle_decrypt_to_device(to_device_event)
        except BROKEN as error:
            _log_passed_over("what was sent to this device", error)
            return None

    def _handle_joined_state(self, room_id: str, join_info: Any, encrypted_rooms: Any) -> None:
        self.inviters.pop(room_id, None)
        join_info.state = [each for each in join_info.state if not _is_beside(each)]
        for event in join_info.state:
            self._note_unclear(room_id, event)
        try:
            super()._handle_joined_state(room_id, join_info, encrypted_rooms)
        except BROKEN as error:
            self.unclear.add(room_id)
            _log_passed_over("the state of a room", error)

    def _handle_timeline_event(
        self, event: Any, room_id: str, room: Any, encrypted_rooms: Any
    ) -> Any:
        self._note_unclear(room_id, event)
        try:
            if isinstance(event, nio.MegolmEvent) and self.olm:
                return self._decrypt(event, room_id)
            if not _is_beside(event):
                kind, key = get_kind_and_key(event)
                before = find_deciding(room, kind, key)
                super()._handle_timeline_event(event, room_id, room, encrypted_rooms)
                if len(room.users) <= TWO and find_deciding(room, kind, key) != before:
                    self.doubted[room_id] = object()
        except BROKEN as error:
            if get_text(get_source(event), "type") in DECIDING:
                self.unclear.add(room_id)
            _log_passed_over("an event", error)
        return None

    def _decrypt(self, event: nio.MegolmEvent, room_id: str) -> Any:
        """Return what somebody encrypted for a room, None for none and for what it is not.

        Anybody in the room may encrypt what looks like its state, in which nothing is encrypted.
        """
        event.room_id = room_id
        try:
            found = self.decrypt_event(event)
        except EncryptionError:  # as of all that was said before we came
            return None
        source = get_source(found)
        return found if source and "state_key" not in source else None

    async def _collect_key_requests(self) -> None:
        try:
            await super()._collect_key_requests()
        except BROKEN as error:
            self.olm.received_key_requests.clear()  # they would be tried again with every sync
            _log_passed_over("a request for keys", error)

    def _note_unclear(self, room: str, event: Any) -> None:
        """Note a room of which we are told who reads there in a way that we cannot read."""
        bad = isinstance(event, nio.BadEvent | nio.UnknownBadEvent)
        if bad and get_text(get_source(event), "type") in DECIDING:
            self.unclear.add(room)


def _is_beside(event: Any) -> bool:
    """Return whether an event is state under a key of its own: a room's has none, a member's has.

    Servers go by the state without a key alone; the library takes any for it.
    """
    kind, key = get_kind_and_key(event)
    return bool(key) and kind != MEMBER


def _log_passed_over(what: str, error: Exception) -> None:
    # Not the error's own words: they may quote what somebody wrote.
    log.warning("Matrix: %s cannot be read and is passed over (%s)", what, type(error).__name__)
