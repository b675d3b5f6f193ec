"""What a room sees of a reply that is not whole yet: typing, then one message that is edited."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from adapters.matrix.answers import Flooded, Refused
from adapters.matrix.client import Client
from adapters.matrix.content import edit, in_topic, message
from adapters.matrix.place import Place
from adapters.shared.health import Time
from adapters.shared.parts import split
from bot.messages import Draft

FIRST_SECONDS = 0.3  # a reply that is quicker needs no typing
TYPING_SECONDS = 20.0
# Every edit stays in the room's history, and servers allow few events: so ever fewer of them.
PAUSE, GROWTH, LONGEST = 1.0, 1.4, 8.0

log = logging.getLogger(__name__)


class Live:
    """Lives as long as the reply is being made; made by `live`."""

    def __init__(self, client: Client, time: Time, place: Callable[[], Place | None]) -> None:
        self._client = client
        self._time = time
        self._place = place
        self._newest: Draft | None = None
        self._shown = ""
        self._pause = PAUSE
        self._news = asyncio.Event()
        self._over = asyncio.Event()
        self.sent: tuple[Place, str] | None = None  # the message that the reply becomes

    def show(self, draft: Draft) -> None:
        self._newest = draft
        self._news.set()

    def end(self) -> None:
        self._over.set()
        self._news.set()

    async def run(self) -> None:
        """Until `end`; a call under way is finished, so that it cannot overtake the reply."""
        await self._wait(FIRST_SECONDS, self._news)
        typing = None
        while not self._over.is_set():
            self._news.clear()
            if self._newest is None or self._newest.text == self._shown:
                typing = self._place()
                await self._tried(self._typing(typing))
                await self._wait(TYPING_SECONDS * 0.9, self._news)
            else:
                await self._tried(self._show(self._newest))
                await self._wait(self._pause, self._over)
                self._pause = min(self._pause * GROWTH, LONGEST)
        if typing is not None:
            await self._tried(self._client.typing(typing.room, 0))

    async def _typing(self, place: Place | None) -> None:
        if place is not None:
            await self._client.typing(place.room, TYPING_SECONDS)

    async def _show(self, draft: Draft) -> None:
        self._shown = draft.text
        place = self._place()
        # Of a text that outgrows one message, the end is what is new.
        last = next(iter(split(draft.text)[-1:]), "")
        if place is None or not last or (self.sent is not None and self.sent[0] != place):
            return
        content = message(last)
        if self.sent is not None:
            await self._client.send(place.room, edit(content, self.sent[1]))
        else:
            event = await self._client.send(place.room, in_topic(content, place.root))
            self.sent = (place, event)

    async def _wait(self, seconds: float, event: asyncio.Event) -> None:
        """For the event, but no longer than `seconds`."""
        tasks = [
            asyncio.ensure_future(event.wait()),
            asyncio.ensure_future(self._time.sleep(seconds)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    async def _tried(self, call: Awaitable[object]) -> None:
        """A draft that fails is worth no second try: the next one is on its way."""
        try:
            await call
        except Flooded as flood:
            self._pause = max(self._pause, flood.seconds)
        except (Refused, ConnectionError) as error:
            log.debug("Matrix did not take a draft: %s", error)


@asynccontextmanager
async def live(
    client: Client, time: Time, place: Callable[[], Place | None]
) -> AsyncIterator[Live]:
    """Shows drafts until the block ends; after it nothing more comes."""
    shown = Live(client, time, place)
    task = asyncio.create_task(shown.run())
    try:
        yield shown
    finally:
        shown.end()
        await task
