"""Send a complete reply, part by part, to the room where its chat is now."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from adapters.matrix.answers import MatrixRequestError, RateLimitedError
from adapters.matrix.client import Client
from adapters.matrix.content import Content, add_to_topic, build_edit, build_message
from adapters.matrix.target import RoomTarget
from adapters.shared.health import Health, Time
from adapters.shared.marks import EMPTY, REPEATED
from adapters.shared.numbered import NumberedChoices, assign_numbers
from adapters.shared.parts import split
from bot.messages import Attempt, Chat, File, Receipt, Reply, _

UNDELIVERABLE = "undeliverable"  # replaces an event's id where nobody can be reached
NEW_ROOM_SECONDS = 30.0

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass
class ReplySender:
    """Send one reply to one chat; `shown_draft` is the message that showed its drafts, if any."""

    client: Client
    health: Health
    time: Time
    chat: Chat
    place: Callable[[], RoomTarget | None]  # finds that chat's room; called before every message
    shown_draft: tuple[RoomTarget, str] | None = None

    async def send(self, reply: Reply, receipt: Receipt, choices: NumberedChoices) -> None:
        """Send a reply; a ConnectionError if the server is away, after which it can be resumed."""
        parts = split(reply.text) or [str(EMPTY)]
        total = len(parts) + len(reply.files)
        await self._reach()
        for number, part in enumerate(parts):
            attempt = await receipt.begin(number, total)
            if attempt is Attempt.SKIP:
                continue
            marked = f"{REPEATED} {part}" if attempt is Attempt.REPEAT else part
            if number < len(parts) - 1:
                event = await self._send(build_message(marked))
            else:
                event = await self._send_last(marked, reply, receipt, choices)
            await receipt.confirm(number, event)
        for number, file in enumerate(reply.files, len(parts)):
            if await receipt.begin(number, total) is not Attempt.SKIP:
                await receipt.confirm(number, await self._send_file(file))

    async def _send_file(self, file: File) -> str:
        place = self.place()
        try:
            if place is None:
                return UNDELIVERABLE
            path, room = Path(file.path), place.room
            content = await self._retry_when_limited(
                lambda: self.client.upload(path, file.name, room)
            )
            return await self._send(content)
        except (MatrixRequestError, FileNotFoundError) as refusal:
            log.warning("Matrix: a file was not sent: %s", refusal)
            return await self._send(
                build_message(
                    _(
                        "{name} could not be sent: the file is gone or too large for the server.",
                        name=file.name,
                    )
                )
            )

    async def _send_last(
        self, text: str, reply: Reply, receipt: Receipt, choices: NumberedChoices
    ) -> str:
        keys = [await receipt.button(choice) for choice in reply.choices]
        labels = [choice.label or choice.message for choice in reply.choices]
        offer = dict(zip(assign_numbers(labels), keys, strict=True))
        choices.offer(self.chat.key, offer)
        event = await self._send(build_message(text, labels))
        choices.offer(self.chat.key, offer, event)
        return event

    async def _reach(self) -> None:
        """After an outage, check that the server answers before a part counts as attempted."""
        if not self.health.well:
            await self.client.who_am_i()
            self.health.well = True

    async def _send(self, content: Content) -> str:
        """Send a message; return the id people see, or `UNDELIVERABLE` if nobody can be reached."""
        draft, self.shown_draft = self.shown_draft, None  # only the first part replaces it
        while (place := self.place() or await self._open_room()) is not None:
            known = draft[1] if draft and draft[0] == place else ""
            wanted = build_edit(content, known) if known else add_to_topic(content, place.root)
            try:
                sent = await self.client.send(place.room, wanted)
                return known or sent
            except RateLimitedError as flood:
                await self.time.sleep(flood.seconds)
            except MatrixRequestError as refusal:
                log.warning("Matrix refused a message: %s", refusal)
                if not known:
                    break
                draft = None
            except ConnectionError:
                self.health.well = False
                raise
        return UNDELIVERABLE

    async def _retry_when_limited(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Repeat a request until the rate limit lets it through; return its answer."""
        while True:
            try:
                return await ask()
            except RateLimitedError as flood:
                await self.time.sleep(flood.seconds)

    async def _open_room(self) -> RoomTarget | None:
        """Open a private room and wait until the sync knows it; None for a group that we left."""
        if not self.chat.private:
            return None
        try:
            await self._retry_when_limited(lambda: self.client.invite_to_private(self.chat.id))
        except MatrixRequestError as refusal:
            log.warning("Matrix: somebody cannot be written to: %s", refusal)
            return None
        until = self.time.now() + NEW_ROOM_SECONDS
        while (place := self.place()) is None and self.time.now() < until:
            await self.time.sleep(0.2)
        return place
