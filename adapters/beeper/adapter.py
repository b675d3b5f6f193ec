"""The Beeper adapter: the owner's own account on all its networks.

The owner talks to multis in a note to self. Messages from others are addressed to the owner, who
chooses with /mode in which of these chats multis replies.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from adapters.beeper.api import BeeperRequestError, open_api
from adapters.beeper.reading import ChatReader
from adapters.beeper.sending import ChatWriter
from adapters.beeper.settings import BeeperSettings
from adapters.beeper.translate import OWNER, PLATFORM, get_text
from adapters.shared.health import Health, Time
from adapters.shared.in_use import InUse
from adapters.shared.marks import EMPTY
from adapters.shared.numbered import NumberedChoices, format_choices
from adapters.shared.parts import split
from adapters.shared.sending import OutgoingPart
from bot.messages import (
    Accept,
    Attachment,
    Chat,
    Draft,
    Host,
    IncomingMessage,
    Receipt,
    Reply,
    UserError,
    _,
    assign_numbers,
    format_list,
)

# In a note to self both sides are the owner's account, so messages from multis begin with this.
SIGN = "multis: "
PART_BYTES = 1800  # the strictest network accepts 2,000 characters

log = logging.getLogger(__name__)


class Beeper:
    """Created by `connect`. `run` opens and closes the connection; the other methods use it."""

    name = PLATFORM

    def __init__(
        self,
        settings: BeeperSettings,
        host: Host,
        time: Time = Time(),  # noqa: B008 - a frozen value
    ) -> None:
        self._settings = settings
        self._host = host
        self._time = time
        self._health = Health("Beeper")
        self._choices = self._load_choices()
        self._reader: ChatReader | None = None
        self._writer: ChatWriter | None = None
        self._ready = asyncio.Event()
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
        """Run as the contract says; a UserError if Beeper does not know the token."""

        async def take(message: IncomingMessage) -> None:
            await accept(self._resolve_press(message))

        async with open_api(self._settings) as api:
            path = self._host.folder / "state.json"
            self._reader = ChatReader(api, path, self._health, self._time)
            self._writer = ChatWriter(api, self._reader)
            self._choices = self._load_choices()  # another process may have offered some since
            self._ready.set()
            try:
                await self._reader.run(take, self._settings.poll_seconds)
            finally:
                await self._in_use.wait_until_idle()
                self._writer = None

    async def check(self) -> str:
        """Return whose account it is; a UserError if Beeper does not know the token."""
        async with open_api(self._settings) as api:
            users = [account.get("user") for account in await api.list_accounts()]
        known = [user for user in users if isinstance(user, dict)]
        names = {get_text(user, "fullName") or get_text(user, "id") for user in known}
        if not names:
            return _("the assistant of nobody yet")
        return _("the assistant of {names}", names=format_list(sorted(names)))

    async def deliver(
        self, chat: Chat, replies: AsyncIterator[Draft | Reply], receipt: Receipt
    ) -> None:
        async for item in replies:
            if isinstance(item, Reply):
                async with self._use_connection() as writer:
                    await self._send(writer, chat, item, receipt)
                return

    async def fetch(self, attachment: Attachment, path: Path) -> None:
        async with self._use_connection() as writer:
            try:
                await writer.api.download(attachment, path, self._host.file_bytes)
            except (BeeperRequestError, ConnectionError) as error:
                log.warning("Beeper did not hand over a file: %s", error)
                raise UserError(
                    _("Beeper did not deliver {name}. Please send it again.", name=attachment.name)
                ) from None

    async def _send(self, writer: ChatWriter, chat: Chat, reply: Reply, receipt: Receipt) -> None:
        parts = split(reply.text, PART_BYTES) or [str(EMPTY)]
        total = len(parts) + len(reply.files)
        where = await writer.find_chat(chat)
        sign = SIGN if chat.id == OWNER else ""
        parts[-1] += await self._offer_choices(chat, reply, receipt)
        for number, part in enumerate(parts):
            await writer.send_part(where, sign, part, OutgoingPart(receipt, number, total))
        for number, file in enumerate(reply.files, len(parts)):
            await writer.send_file(where, file, OutgoingPart(receipt, number, total))

    async def _offer_choices(self, chat: Chat, reply: Reply, receipt: Receipt) -> str:
        """Return the choices as numbered lines, and let these numbers stand for their buttons."""
        keys = [await receipt.button(choice) for choice in reply.choices]
        labels = [choice.label or choice.message for choice in reply.choices]
        self._choices.offer(chat.key, dict(zip(assign_numbers(labels), keys, strict=True)))
        return "\n".join(("\n", *shown)) if (shown := format_choices(labels)) else ""

    def _resolve_press(self, message: IncomingMessage) -> IncomingMessage:
        key = self._choices.resolve(message.chat.key, message.text) if message.addressed else ""
        return replace(message, text="", pressed=key) if key else message

    @asynccontextmanager
    async def _use_connection(self) -> AsyncIterator[ChatWriter]:
        """Yield what writes; its connection stays open until then."""
        await self._ready.wait()
        if self._writer is None:
            raise ConnectionError("Beeper is not connected any more")
        with self._in_use.hold():
            yield self._writer
