"""Show an unfinished reply in a room: typing, then one message that is edited."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable

from msgspec.structs import replace

from adapters.matrix.answers import MatrixRequestError, RateLimitedError
from adapters.matrix.client import Client
from adapters.matrix.content import Content, add_to_topic, build_edit, build_message
from adapters.matrix.target import GrowingMessage, RoomTarget, load_growing
from adapters.shared.aside import render_aside
from adapters.shared.drafts import CLOSING_SECONDS, Drafts
from adapters.shared.health import Time
from adapters.shared.marks import INTERRUPTED
from adapters.shared.parts import split
from adapters.shared.sending import NotSentError
from bot.messages import Draft, Receipt, Reply

FIRST_SECONDS = 0.3  # a reply that is quicker needs no typing
TYPING_SECONDS = 20.0
# Every edit stays in the room's history and servers allow few events, so the pauses grow.
PAUSE, GROWTH, LONGEST = 1.0, 1.4, 8.0

log = logging.getLogger(__name__)


class MatrixLiveDraft:
    """Shows one reply until it is complete; `receipt` keeps the name of its message."""

    def __init__(
        self,
        client: Client,
        time: Time,
        place: Callable[[], RoomTarget | None],
        receipt: Receipt,
    ) -> None:
        self._client = client
        self._place = place
        self._receipt = receipt
        self._drafts = Drafts(time)
        self._text = ""  # as it was last shown
        self._pause = PAUSE

    async def show_until_reply(self, replies: AsyncIterator[Draft | Reply]) -> Reply | None:
        """Show the drafts until the reply is complete, then return it."""
        try:
            return await self._drafts.show_until_reply(replies, self._show_drafts())
        except asyncio.CancelledError:
            await self._close()
            raise

    async def find_message(self) -> GrowingMessage | None:
        """Return the message that the reply becomes, with its id; None if there is none.

        If its sending was broken off, it is sent once more under its name, which tells the id.
        """
        growing = load_growing(self._receipt.draft)
        if growing is None or growing.event:
            return growing
        try:
            return await self._send_growing(growing, build_message("…"))
        except (MatrixRequestError, RateLimitedError) as refusal:
            log.warning("Matrix: a growing message was not found: %s", refusal)
            return None

    async def _show_drafts(self) -> None:
        """Show drafts until the end; a call in progress is awaited, lest it overtake the reply."""
        drafts, typing = self._drafts, None
        await drafts.wait_for_news(FIRST_SECONDS)
        while not drafts.over:
            newest = drafts.take()
            if newest is None or newest.text == self._text:
                typing = self._place()
                await self._try(self._show_typing(typing))
                await drafts.wait_for_news(TYPING_SECONDS * 0.9)
            else:
                await self._try(self._show(newest))
                await drafts.wait_for_end(self._pause)
                self._pause = min(self._pause * GROWTH, LONGEST)
        if typing is not None:
            await self._try(self._client.set_typing(typing.room, 0))

    async def _show_typing(self, place: RoomTarget | None) -> None:
        if place is not None:
            await self._client.set_typing(place.room, TYPING_SECONDS)

    async def _show(self, draft: Draft) -> None:
        self._text = draft.text
        place = self._place()
        # If the text outgrows one message, the newest part is its end.
        last = next(iter(split(draft.text)[-1:]), "")
        growing = load_growing(self._receipt.draft)
        if place is None or not last or (growing is not None and growing.place != place):
            return
        content = await render_aside(build_message, last)
        if growing is None:
            growing = GrowingMessage(place.room, place.root, secrets.token_hex(16))
            await self._send_growing(growing, content)
        elif found := await self.find_message():
            await self._client.send(place.room, build_edit(content, found.event))

    async def _send_growing(self, growing: GrowingMessage, content: Content) -> GrowingMessage:
        """Send the message, stored with its name before and with its id after."""
        await self._receipt.keep_draft(growing.dump())
        try:
            wanted = add_to_topic(content, growing.root)
            event = await self._client.send(growing.room, wanted, once=growing.once)
        except (MatrixRequestError, RateLimitedError, NotSentError):
            await self._receipt.keep_draft("")
            raise
        sent = replace(growing, event=event)
        await self._receipt.keep_draft(sent.dump())
        return sent

    async def _close(self) -> None:
        """Say in the message that it goes on after the restart."""
        growing, newest = load_growing(self._receipt.draft), self._drafts.newest
        if growing is None or not growing.event:
            return
        text = f"{newest.text}\n\n{INTERRUPTED}" if newest else str(INTERRUPTED)
        content = build_edit(await render_aside(build_message, split(text)[-1]), growing.event)
        try:
            async with asyncio.timeout(CLOSING_SECONDS):
                await self._client.send(growing.room, content)
        except (MatrixRequestError, RateLimitedError, ConnectionError, TimeoutError) as error:
            log.debug("Matrix did not take the last word: %s", error)

    async def _try(self, call: Awaitable[object]) -> None:
        """Await a call; a failed draft is not retried, for the next one follows soon."""
        try:
            await call
        except RateLimitedError as flood:
            self._pause = max(self._pause, flood.seconds)
        except (MatrixRequestError, ConnectionError) as error:
            log.debug("Matrix did not take a draft: %s", error)
