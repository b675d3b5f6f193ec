"""A client for a Matrix server on top of matrix-nio, whose types do not leave this package.

The library holds the keys and rooms. Its own retries are off, so that a failure is reported at
once.
"""

import asyncio
import io
import json
import logging
import mimetypes
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from urllib.parse import SplitResult, quote, urlsplit

import nio

from adapters.matrix.answers import (
    ANSWER_SECONDS,
    BROKEN,
    AnswerTooLargeError,
    MatrixRequestError,
    RateLimitedError,
    build_login_error,
    check_answer,
    get_answer,
)
from adapters.matrix.bodies import read_body
from adapters.matrix.content import Content, build_file
from adapters.matrix.encryption import write_decrypted
from adapters.matrix.events import Batch, Json, Room, Timeline
from adapters.matrix.library import Library
from adapters.matrix.readers import MOST_BYTES, is_private
from adapters.matrix.rooms import (
    build_filter,
    build_room,
    build_timeline,
    find_invitations,
    was_joined,
)
from adapters.matrix.session import Session
from adapters.matrix.settings import MatrixSettings
from adapters.matrix.signing import vouch
from adapters.matrix.translate import parse_source
from adapters.shared.sizes import limit_size
from bot.messages import Attachment, read_file

SYNC_SECONDS = 30
FIRST_SYNC_SECONDS = 300.0  # with the state of all rooms
FILE_SECONDS = 600.0
PAGE = 100  # events in one answer
GAP_BYTES = 16 << 20  # of what is fetched of a gap: other servers set no limit to what they send
MEDIA = "/_matrix/client/v1/media/download"
PIECE = 1 << 16  # bytes of a file
DEVICE = "multis"

log = logging.getLogger(__name__)


class Client:
    """Created by `open_client`; must not be used after it is closed."""

    def __init__(self, settings: MatrixSettings, folder: Path) -> None:
        config = nio.AsyncClientConfig(
            max_limit_exceeded=0,
            max_timeouts=0,
            request_timeout=ANSWER_SECONDS,
            # The sync token is stored by us, after the events that came before it.
            store_sync_tokens=False,
        )
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._settings = settings
        self._folder = folder
        self._quiet_until = 0.0  # when who reads in a room may be asked for again
        self._page = PAGE
        self._nio = Library(
            settings.homeserver, settings.user_id, store_path=str(folder), config=config
        )

    @property
    def me(self) -> str:
        return self._settings.user_id

    async def close(self) -> None:
        await self._nio.close()
        if self._nio.store is not None:
            self._nio.store.database.close()

    async def log_in(self) -> Session:
        """Open a new session; a UserError if the server rejects the login."""
        if self._settings.access_token:
            return await self._take_over_session()
        answer = await get_answer(self._nio.login(self._settings.password, DEVICE))
        if not isinstance(answer, nio.LoginResponse):
            raise build_login_error(answer)
        return Session(answer.user_id, answer.device_id, answer.access_token)

    async def _take_over_session(self) -> Session:
        self._nio.access_token = self._settings.access_token
        answer = await get_answer(self._nio.whoami())
        if not isinstance(answer, nio.WhoamiResponse) or answer.user_id != self.me:
            raise build_login_error(answer)
        session = Session(answer.user_id, answer.device_id, self._settings.access_token)
        self.resume(session)
        return session

    def resume(self, session: Session) -> None:
        self._nio.restore_login(session.user_id, session.device_id, session.access_token)

    async def who_am_i(self, token: str = "") -> str:
        """Return our user id; a UserError if the session, or `token`, is invalid."""
        self._nio.access_token = token or self._nio.access_token
        answer = await get_answer(self._nio.whoami())
        if not isinstance(answer, nio.WhoamiResponse):
            raise build_login_error(answer)
        return str(answer.user_id)

    async def ping(self) -> None:
        """Raise a ConnectionError if the server does not answer."""
        if not isinstance(await get_answer(self._nio.login_info()), nio.LoginInfoResponse):
            raise ConnectionError("Matrix did not answer as it should")

    async def sync(self, since: str, *, first: bool) -> Batch:
        """Wait for events after `since`; `first` also names the rooms without any."""
        wait = 0 if first else SYNC_SECONDS * 1000
        patience = FIRST_SYNC_SECONDS if first else SYNC_SECONDS + ANSWER_SECONDS
        # The library ignores an answer that ends at its own position. The first answer carries the
        # state of the rooms even if nothing is new; a later one may have been lost half way.
        self._nio.next_batch = "" if first else since
        limit = build_filter(self._page)
        asking = self._nio.sync(wait, limit, since=since or None, full_state=first)
        try:
            answer = await get_answer(asking, patience)
        except AnswerTooLargeError:  # a page of each of many rooms: the next try asks for less
            self._page = max(self._page // 10, 1)
            raise
        if not isinstance(answer, nio.SyncResponse):
            raise build_login_error(answer)
        self._page = PAGE
        joined = answer.rooms.join.items()
        return Batch(
            answer.next_batch,
            tuple(build_timeline(name, info.timeline) for name, info in joined),
            tuple(find_invitations(answer.rooms.invite, self.me, self._nio.unclear)),
        )

    def is_doubted(self, room: str) -> bool:
        """Return whether who reads in a room is to be asked for before it counts as private."""
        return room in self._nio.doubted

    async def confirm_private(self, person: str, room: str = "") -> None:
        """Ask who reads in a doubted room that seems to be private with that person.

        Without a `room`, in all of theirs until one is. While the server does not say so, or
        asks for fewer requests, a room stays doubted.
        """
        for name in [room] if room else sorted(self._nio.doubted):
            if await self._try_confirm(name, person):
                return

    async def _try_confirm(self, name: str, person: str) -> bool:
        """Return whether the server was asked and the room is private, or must not be asked now."""
        doubt, room = self._nio.doubted.get(name), self._build_room(name)
        if doubt is None or room is None or not room.is_private_with(person, self.me):
            return False
        if asyncio.get_running_loop().time() < self._quiet_until:
            return True
        try:
            if not await is_private(self._ask, room) or self._build_room(name) != room:
                return False
        except RateLimitedError as flood:
            self._quiet_until = asyncio.get_running_loop().time() + flood.seconds
            return True
        except (MatrixRequestError, ConnectionError) as error:
            log.warning("Matrix: who reads in a room is not known: %s", error)
            return False
        if self._nio.doubted.get(name) is doubt:  # there is no other since
            del self._nio.doubted[name]
        return True

    async def _ask(self, path: str) -> Json:
        found = await get_answer(self._nio.fetch(path, MOST_BYTES))
        return found if isinstance(found, dict) else {}

    async def fetch_gap(self, gap: Timeline, since: str) -> Timeline:
        """Return `gap` with its missing events fetched; not all of them if there are very many."""
        missing, start, size = list[Json](), gap.before, 0
        for _ in range(PAGE):
            asking = self._nio.room_messages(gap.room, start, since, limit=PAGE)
            answer = await get_answer(asking)
            if not isinstance(answer, nio.RoomMessagesResponse) or not answer.chunk:
                break
            missing += (event.source for event in answer.chunk)
            size += sum(len(json.dumps(event.source)) for event in answer.chunk)
            start = answer.end
            if not start or size > GAP_BYTES:
                break
        return Timeline(gap.room, (*reversed(missing), *gap.events))

    async def fetch_event(self, room: str, event: str, reader: str) -> Json:
        """Fetch an event; empty if there is none or it cannot be decrypted.

        Empty too if `reader` was not in the room when it came there: they need not be able to read
        it, though the bot is. The times in events say nothing, because their servers write them.
        """
        if not event.startswith("$"):
            return {}
        try:
            answer = await get_answer(self._nio.fetch_context(room, event, reader))
            found = nio.Event.parse_event(answer["event"])
        except (MatrixRequestError, AnswerTooLargeError, *BROKEN):
            return {}  # whoever names an event may name anything
        if not was_joined(answer, reader):
            return {}
        if isinstance(found, nio.MegolmEvent):
            found.room_id = room
            try:
                found = self._nio.decrypt_event(found)
            except BROKEN:
                return {}
        source: Json = found.source
        return source

    def list_rooms(self) -> tuple[str, ...]:
        return tuple(self._nio.rooms)

    def find_room(self, name: str) -> Room | None:
        """Return a room as of the last sync; None if we are not in it."""
        return self._build_room(name, doubted=name in self._nio.doubted)

    def _build_room(self, name: str, *, doubted: bool = False) -> Room | None:
        room = self._nio.rooms.get(name)
        unclear = doubted or name in self._nio.unclear
        oversized = name in self._nio.oversized
        return room and build_room(room, unclear=unclear, oversized=oversized)

    def expect(self, room: str, inviter: str) -> None:
        """Take the keys that whoever invites us to a room sends before we are in it."""
        self._nio.inviters[room] = inviter

    def expect_no_more(self, room: str) -> None:
        self._nio.inviters.pop(room, None)

    async def join(self, room: str) -> None:
        """Join a room; a `MatrixRequestError` if that is not allowed."""
        check_answer(await get_answer(self._nio.join(room)))

    async def leave(self, room: str) -> None:
        check_answer(await get_answer(self._nio.room_leave(room)))

    async def invite_to_private(self, person: str) -> str:
        """Create an encrypted room with that person and return its id."""
        encrypted = {
            "type": "m.room.encryption",
            "state_key": "",
            "content": {"algorithm": "m.megolm.v1.aes-sha2"},
        }
        asking = self._nio.room_create(
            is_direct=True,
            invite=[person],
            preset=nio.RoomPreset.trusted_private_chat,
            initial_state=[encrypted],
        )
        return str(check_answer(await get_answer(asking)).room_id)

    async def send(
        self, room: str, content: Content, kind: str = "m.room.message", once: str = ""
    ) -> str:
        """Return the event's id; an error of `answers` or a ConnectionError if it was refused.

        What is sent `once` under one name is one event: the server returns the id of the first.
        """
        sending = self._nio.room_send(
            room, kind, content, tx_id=once or None, ignore_unverified_devices=True
        )
        return str(check_answer(await get_answer(sending)).event_id)

    async def redact(self, room: str, event: str) -> None:
        check_answer(await get_answer(self._nio.room_redact(room, event)))

    async def set_typing(self, room: str, seconds: float) -> None:
        """Show typing for that long; 0 seconds stops it."""
        shown = self._nio.room_typing(room, seconds > 0, int(seconds * 1000))
        check_answer(await get_answer(shown))

    async def mark_read(self, room: str, event: str) -> None:
        check_answer(await get_answer(self._nio.room_read_markers(room, event, event)))

    async def upload(self, path: Path, name: str, room: str) -> Content:
        """Upload a file; return the message that sends it, with its keys if `room` is encrypted."""
        mimetype = mimetypes.guess_type(name)[0] or "application/octet-stream"
        known = self._nio.rooms.get(room)
        encrypted = bool(known and known.encrypted)
        content = await asyncio.to_thread(read_file, path)

        def data(*_: object) -> io.BytesIO:
            return io.BytesIO(content)

        kind, shown = ("application/octet-stream", None) if encrypted else (mimetype, name)
        asking = self._nio.upload(data, kind, shown, encrypt=encrypted, filesize=len(content))
        answer, keys = await get_answer(asking, FILE_SECONDS)
        address = {"url": str(check_answer(answer).content_uri)}
        return build_file(name, len(content), mimetype, {**(keys or {}), **address})

    async def download(self, attachment: Attachment, path: Path, most: int) -> None:
        """Download a file of at most `most` bytes; a UserError if it is larger.

        A `MatrixRequestError` if it is gone or cannot be decrypted.
        """
        source = parse_source(attachment)
        asking = self._read_media(urlsplit(source["mxc"]), attachment, most)
        content = await get_answer(asking, FILE_SECONDS)
        await asyncio.to_thread(write_decrypted, path, content, source)

    async def _read_media(self, source: SplitResult, attachment: Attachment, most: int) -> bytes:
        """Read a file piece by piece; the library would hold all of it, however large."""
        path = "/".join((MEDIA, quote(source.netloc), quote(source.path.strip("/"), safe="")))
        headers = {"Authorization": f"Bearer {self._nio.access_token}"}
        async with await self._nio.send("GET", path, headers=headers, timeout=0) as answer:
            if answer.status != HTTPStatus.OK:
                await read_body(answer, MOST_BYTES)
                kind = nio.MemoryDownloadResponse
                check_answer(await self._nio.create_matrix_response(kind, answer))
                raise MatrixRequestError(f"status {answer.status}")  # not translated: a log line
            pieces = limit_size(answer.content.iter_chunked(PIECE), attachment, most)
            return b"".join([piece async for piece in pieces])

    async def sync_keys(self) -> None:
        """Exchange keys with the server, ours and those of others; after every sync.

        What fails is tried again after the next: the keys of others may be anything, and no message
        waits for them.
        """
        if self._nio.should_upload_keys:
            await _try_exchange(self._nio.keys_upload())
        if self._nio.should_query_keys:
            await _try_exchange(self._nio.keys_query())
        if self._nio.should_claim_keys:
            await _try_exchange(self._nio.keys_claim(self._nio.get_users_for_key_claiming()))
        await _try_exchange(self._nio.send_to_device_messages())

    async def introduce(self) -> None:
        """Let the account's identity sign our device; a `MatrixRequestError` says why it cannot."""
        device, password = str(self._nio.device_id), self._settings.password
        await vouch(self._post, self.me, device, password, self._folder)

    async def _post(self, path: str, body: Json) -> tuple[int, Json]:
        headers = {"Authorization": f"Bearer {self._nio.access_token}"}
        sent = await get_answer(self._nio.send("POST", path, json.dumps(body), headers))
        async with sent:
            answer = await get_answer(self._nio.parse_body(sent))
        return int(sent.status), answer if isinstance(answer, dict) else {}


async def _try_exchange(asking: Awaitable[object]) -> None:
    try:
        answer = await get_answer(asking)
        if isinstance(answer, nio.Response):
            check_answer(answer)
    except (MatrixRequestError, RateLimitedError, ConnectionError) as error:
        log.warning("Matrix: keys were not exchanged: %s", error)


@asynccontextmanager
async def open_client(settings: MatrixSettings, folder: Path) -> AsyncIterator[Client]:
    client = Client(settings, folder)
    try:
        yield client
    finally:
        await client.close()
