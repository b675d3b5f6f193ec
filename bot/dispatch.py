"""From a stored message to a delivered reply, for every platform at once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing

from bot.background import Background
from bot.inbox import Entry, Inbox
from bot.messages import Adapter, Answer, Handle, IncomingMessage, Reply

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds between tries while a platform is away


class Dispatch:
    """Gives each message to the handler once, and its reply to the platform until that has it."""

    def __init__(
        self,
        inbox: Inbox,
        handle: Handle,
        background: Background,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._inbox = inbox
        self._handle = handle
        self._background = background
        self._sleep = sleep
        self._adapters: Mapping[str, Adapter] = {}

    async def resume(self, adapters: Mapping[str, Adapter]) -> None:
        """Take over `adapters`, and what a stop or a crash left undone on them."""
        self._adapters = adapters
        for entry in await self._inbox.open(list(adapters)):
            self._start(entry)

    async def accept(self, message: IncomingMessage) -> None:
        """Store `message` and begin to answer it; one that is known already changes nothing."""
        entry = await self._inbox.put(message)
        if entry:
            self._start(entry)

    def _start(self, entry: Entry) -> None:
        # Tasks begin in the order they are made, and whatever one waits for before it has its
        # place in the chat's order is first come, first served: so a chat is answered in order.
        self._background.start(f"answer {entry.id}", self._answer(entry))

    async def _answer(self, entry: Entry) -> None:
        adapter = self._adapters[entry.message.chat.platform]
        receipt = self._inbox.receipt(entry)
        pause = FIRST_PAUSE
        # The handler stays suspended at its reply, and so holds the chat's place, until the
        # platform has all of it.
        async with aclosing(self._handle(entry.message)) as items:
            while True:
                try:
                    async with aclosing(self._replies(entry, items)) as replies:
                        await adapter.deliver(entry.message.chat, replies, receipt)
                    break
                except ConnectionError as error:
                    log.warning("%s is away: %s", adapter.name, error)
                    await self._sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
            await self._inbox.finish(entry)

    async def _replies(self, entry: Entry, items: Answer) -> Answer:
        """The stored reply if there is one, else what the handler says, its reply stored first."""
        known = await self._inbox.reply(entry)
        if known:
            yield known
            return
        async for item in items:
            if isinstance(item, Reply):
                await self._inbox.answer(entry, item)
            yield item
