"""Send a complete reply, part by part, to the room where its chat is now."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from adapters.matrix.answers import MatrixRequestError, RateLimitedError
from adapters.matrix.client import Client
from adapters.matrix.content import Content, add_to_topic, build_edit, build_message
from adapters.matrix.target import GrowingMessage, RoomTarget
from adapters.shared.aside import render_aside
from adapters.shared.health import Health, Time
from adapters.shared.marks import EMPTY, REPEATED
from adapters.shared.numbered import NumberedChoices
from adapters.shared.parts import split
from adapters.shared.sending import NotSentError, OutgoingPart
from bot.messages import Attempt, Chat, File, Receipt, Reply, _, assign_numbers

UNDELIVERABLE = "undeliverable"  # replaces an event's id where nobody can be reached
NEW_ROOM_SECONDS = 30.0

T = TypeVar("T")
log = logging.getLogger(__name__)


class ReplySender(Struct):
    """Send one reply to one chat; `shown_draft` is the message that showed its drafts, if any."""

    client: Client
    health: Health
    time: Time
    chat: Chat
    place: Callable[[], RoomTarget | None]  # finds that chat's room; called before every message
    shown_draft: GrowingMessage | None = None

    async def send(self, reply: Reply, receipt: Receipt, choices: NumberedChoices) -> None:
        """Send a reply; a ConnectionError if the server is away, after which it can be resumed."""
        parts = split(reply.text) or [str(EMPTY)]
        total = len(parts) + len(reply.files)
        await self._reach()
        for number, text in enumerate(parts):
            part = OutgoingPart(receipt, number, total)
            if number < len(parts) - 1:
                await self._send_text(text, (), part)
            else:
                await self._send_last(text, reply, part, choices)
        for number, file in enumerate(reply.files, len(parts)):
            await self._send_file(file, OutgoingPart(receipt, number, total))

    async def _send_file(self, file: File, part: OutgoingPart) -> None:
        if await part.begin() is not Attempt.SKIP:
            content = await self._build_file(file)
            await part.confirm(await self._send(content, content, part))

    async def _build_file(self, file: File) -> Content:
        """Upload a file; return the message that sends it, or the sentence that it cannot be."""
        place = self.place()
        try:
            if place is None:
                return build_message(file.name)  # to nobody
            path, room = Path(file.path), place.room
            return await self._retry_when_limited(lambda: self.client.upload(path, file.name, room))
        except (MatrixRequestError, FileNotFoundError) as refusal:
            log.warning("Matrix: a file was not sent: %s", refusal)
            return build_message(
                _(
                    "{name} could not be sent: the file is gone or too large for the server.",
                    name=file.name,
                )
            )

    async def _send_last(
        self, text: str, reply: Reply, part: OutgoingPart, choices: NumberedChoices
    ) -> None:
        keys = [await part.receipt.button(choice) for choice in reply.choices]
        labels = [choice.label or choice.message for choice in reply.choices]
        offer = dict(zip(assign_numbers(labels), keys, strict=True))
        choices.offer(self.chat.key, offer)
        event = await self._send_text(text, labels, part)
        if event:
            choices.offer(self.chat.key, offer, event)

    async def _send_text(self, text: str, labels: Sequence[str], part: OutgoingPart) -> str:
        """Send a part and confirm it; return its event, "" if it was confirmed before a restart."""
        attempt = await part.begin()
        if attempt is Attempt.SKIP:
            return ""
        content = await render_aside(lambda text: build_message(text, labels), text)
        repeated = attempt is Attempt.REPEAT
        marked = build_message(f"{REPEATED} {text}", labels) if repeated else content
        event = await self._send(content, marked, part)
        await part.confirm(event)
        return event

    async def _reach(self) -> None:
        """After an outage, check that the server answers before a part counts as attempted."""
        if not self.health.well:
            await self.client.who_am_i()
            self.health.well = True

    async def _send(self, content: Content, marked: Content, part: OutgoingPart) -> str:
        """Send a message; return the id people see, or `UNDELIVERABLE` if nobody can be reached.

        `content` is for an edit, which nobody sees twice, `marked` for a new message. `part` has
        begun, and has not while the message waits: what the server refused was not seen.
        """
        draft, self.shown_draft = self.shown_draft, None  # only the first part replaces it
        while (place := self.place() or await self._open_room()) is not None:
            known = draft.event if draft and draft.place == place else ""
            wanted = build_edit(content, known) if known else add_to_topic(marked, place.root)
            try:
                sent = await self.client.send(place.room, wanted)
                return known or sent
            except RateLimitedError as flood:
                await part.withdraw()
                await self.time.sleep(flood.seconds)
            except MatrixRequestError as refusal:
                log.warning("Matrix refused a message: %s", refusal)
                if not known:
                    break
                draft = None
                await part.withdraw()
            except ConnectionError as error:
                self.health.well = False
                if isinstance(error, NotSentError):
                    await part.withdraw()
                raise
            await part.begin()
        return UNDELIVERABLE

    async def _retry_when_limited(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Repeat a request until the rate limit lets it through; return its answer."""
        while True:
            try:
                return await ask()
            except RateLimitedError as flood:
                await self.time.sleep(flood.seconds)

    async def _open_room(self) -> RoomTarget | None:
        """Open a private room and wait until the sync knows it; None for a group that we left.

        None is opened if one of the rooms that are doubted turns out to be private.
        """
        if not self.chat.private:
            return None
        if place := await self._confirm_place():
            return place
        try:
            await self._retry_when_limited(lambda: self.client.invite_to_private(self.chat.id))
        except MatrixRequestError as refusal:
            log.warning("Matrix: somebody cannot be written to: %s", refusal)
            return None
        until = self.time.now() + NEW_ROOM_SECONDS
        while (place := await self._confirm_place()) is None and self.time.now() < until:
            await self.time.sleep(0.2)
        return place

    async def _confirm_place(self) -> RoomTarget | None:
        await self.client.confirm_private(self.chat.id)
        return self.place()
