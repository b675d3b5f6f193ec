"""The Matrix adapter."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from adapters.matrix.answers import MatrixRequestError, RateLimitedError
from adapters.matrix.client import Client, open_client
from adapters.matrix.events import Json, get_text
from adapters.matrix.live import MatrixLiveDraft
from adapters.matrix.reading import SyncReader, is_message
from adapters.matrix.sending import ReplySender
from adapters.matrix.session import read_session
from adapters.matrix.settings import MatrixSettings
from adapters.matrix.target import RoomTarget, find_target, parse_target
from adapters.matrix.translate import (
    PLATFORM,
    MatrixAccount,
    QuotedMessage,
    find_replied,
    parse_event,
    parse_quoted,
)
from adapters.shared.health import Health, Time
from adapters.shared.in_use import InUse
from adapters.shared.numbered import NumberedChoices
from bot.messages import (
    Accept,
    Attachment,
    Chat,
    Draft,
    Host,
    IncomingMessage,
    Receipt,
    Reply,
    Sender,
    UserError,
    _,
)

log = logging.getLogger(__name__)


class Matrix:
    """Created by `connect`. `run` opens and closes the connection; the other methods use it."""

    name = PLATFORM

    def __init__(
        self,
        settings: MatrixSettings,
        host: Host,
        time: Time = Time(),  # noqa: B008 - a frozen value
    ) -> None:
        self._settings = settings
        self._host = host
        self._time = time
        self._health = Health("Matrix")
        self._choices = self._load_choices()
        self._me = MatrixAccount(settings.user_id, frozenset(item.name for item in host.menu))
        self._client: Client | None = None
        self._reader: SyncReader | None = None
        self._ready = asyncio.Event()  # the rooms are known
        self._in_use = InUse()

    def _load_choices(self) -> NumberedChoices:
        return NumberedChoices(self._host.folder / "choices.json")

    @property
    def last_poll(self) -> float | None:
        return self._reader.last_poll if self._reader else None

    @property
    def last_try(self) -> float | None:
        return self._reader.last_try if self._reader else None

    async def run(self, accept: Accept) -> None:
        """Run as the contract says; a UserError if the server rejects the login."""
        self._ready.clear()  # after a failure the rooms are not known any more
        self._choices = self._load_choices()  # another process may have offered some since
        async with open_client(self._settings, self._host.folder) as client:
            self._client = client

            async def store(room: str, event: Json) -> None:
                found = await self._parse(client, room, event)
                if found is not None:
                    await accept(found)
                    await _try_call(client.mark_read(room, get_text(event, "event_id")))

            self._reader = SyncReader(client, self._host, self._health, store, self._time)
            try:
                await self._reader.run(self._ready)
            finally:
                await self._in_use.wait_until_idle()
                self._client = None

    async def check(self) -> str:
        """Return the bot's name; a UserError if the server rejects the login.

        Before the first start there is no login to check, unless a token is configured.
        """
        session = read_session(self._host.folder, self._settings.user_id)
        token = session.access_token if session else self._settings.access_token
        async with open_client(self._settings, self._host.folder) as client:
            if token:
                return await client.who_am_i(token)
            await client.ping()
            return _("{account} (not logged in yet)", account=self._settings.user_id)

    async def deliver(
        self, chat: Chat, replies: AsyncIterator[Draft | Reply], receipt: Receipt
    ) -> None:
        async with self._use_client() as client:

            def place() -> RoomTarget | None:
                rooms = (client.find_room(name) for name in client.list_rooms())
                return find_target(chat, (room for room in rooms if room), client.me)

            if chat.private and place() is None:
                await client.confirm_private(chat.id)
            live = MatrixLiveDraft(client, self._time, place, receipt)
            reply = await live.show_until_reply(replies)
            shown = await live.find_message()
            if reply is not None:
                if reply.removes and chat.thread:
                    await _try_call(client.redact(parse_target(chat).room, reply.removes))
                sending = ReplySender(client, self._health, self._time, chat, place, shown)
                await sending.send(reply, receipt, self._choices)
            elif shown is not None:  # begun before a restart, and not to be finished
                await _try_call(client.redact(shown.room, shown.event))

    async def fetch(self, attachment: Attachment, path: Path) -> None:
        async with self._use_client() as client:
            try:
                await client.download(attachment, path, self._host.file_bytes)
            except (MatrixRequestError, RateLimitedError, ConnectionError) as error:
                log.warning("Matrix did not hand over a file: %s", error)
                raise UserError(
                    _("Matrix did not deliver {name}. Please send it again.", name=attachment.name)
                ) from None

    async def _parse(self, client: Client, name: str, event: Json) -> IncomingMessage | None:
        """Translate an event, with the message it replies to; a number may press a choice."""
        if not is_message(event):
            return None
        await self._confirm_private(client, name, get_text(event, "sender"))
        room = client.find_room(name)
        if room is None:
            return None
        replied = find_replied(event)
        sender = get_text(event, "sender")
        original = await client.fetch_event(name, replied, sender) if replied else {}
        quoted = parse_quoted(original) if original else QuotedMessage()
        found = parse_event(event, room, self._me, quoted)
        if found is None:
            return None
        key = self._choices.resolve(found.chat.key, found.text, replied)
        return found if not key else replace(found, text="", pressed=key)

    async def _confirm_private(self, client: Client, room: str, person: str) -> None:
        """Ask who reads in a room before it counts as private; not for those who are not heard."""
        if client.is_doubted(room) and await self._host.accepts_invitation(
            Sender(PLATFORM, person), True
        ):
            await client.confirm_private(person, room)

    @asynccontextmanager
    async def _use_client(self) -> AsyncIterator[Client]:
        """Return the client once the rooms are known; it stays open while something uses it."""
        await self._ready.wait()
        if self._client is None:
            raise ConnectionError("Matrix is not connected any more")
        with self._in_use.hold():
            yield self._client


async def _try_call(call: Awaitable[None]) -> None:
    """Await a call that may fail without consequence, such as a read marker."""
    try:
        await call
    except (MatrixRequestError, RateLimitedError, ConnectionError) as error:
        log.debug("Matrix did not take it: %s", error)
