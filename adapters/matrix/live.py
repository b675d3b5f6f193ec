"""Show an unfinished reply in a room: typing, then one message that is edited."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable

from adapters.matrix.answers import MatrixRequestError, RateLimitedError
from adapters.matrix.client import Client
from adapters.matrix.content import add_to_topic, build_edit, build_message
from adapters.matrix.target import RoomTarget
from adapters.shared.drafts import Drafts
from adapters.shared.health import Time
from adapters.shared.parts import split
from bot.messages import Draft, Reply

FIRST_SECONDS = 0.3  # a reply that is quicker needs no typing
TYPING_SECONDS = 20.0
# Every edit stays in the room's history and servers allow few events, so the pauses grow.
PAUSE, GROWTH, LONGEST = 1.0, 1.4, 8.0

log = logging.getLogger(__name__)


class MatrixLiveDraft:
    """Shows one reply until it is complete."""

    def __init__(self, client: Client, time: Time, place: Callable[[], RoomTarget | None]) -> None:
        self._client = client
        self._place = place
        self._drafts = Drafts(time)
        self._text = ""  # as it was last shown
        self._pause = PAUSE
        self.sent: tuple[RoomTarget, str] | None = None  # the message that the reply becomes

    async def show_until_reply(self, replies: AsyncIterator[Draft | Reply]) -> Reply | None:
        """Show the drafts until the reply is complete, then return it."""
        return await self._drafts.show_until_reply(replies, self._show_drafts())

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
        if place is None or not last or (self.sent is not None and self.sent[0] != place):
            return
        content = build_message(last)
        if self.sent is not None:
            await self._client.send(place.room, build_edit(content, self.sent[1]))
        else:
            event = await self._client.send(place.room, add_to_topic(content, place.root))
            self.sent = (place, event)

    async def _try(self, call: Awaitable[object]) -> None:
        """Await a call; a failed draft is not retried, for the next one follows soon."""
        try:
            await call
        except RateLimitedError as flood:
            self._pause = max(self._pause, flood.seconds)
        except (MatrixRequestError, ConnectionError) as error:
            log.debug("Matrix did not take a draft: %s", error)
