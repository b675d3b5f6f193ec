"""Keeps the order of a chat when messages in work begin again, since the database was away.

Their places in the chat are lost then: whoever comes next would be answered first.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable

from bot.delivery.inbox import InboxEntry
from bot.messages import IncomingMessage


class Places:
    """The messages of each chat that begin again; lives as long as the dispatcher."""

    def __init__(self, can_overtake: Callable[[IncomingMessage], bool]) -> None:
        self._can_overtake = can_overtake  # True for what waits for nobody, and nobody for it
        self._again: dict[str, set[int]] = defaultdict(set)
        self._changed = asyncio.Event()

    def hold(self, entry: InboxEntry) -> None:
        """Let what comes after `entry` in its chat wait until `release`."""
        if not self._can_overtake(entry.message):
            self._again[entry.message.chat.key].add(entry.id)

    def release(self, entry: InboxEntry) -> None:
        """Let others go on: `entry` has its place again, or is done."""
        chat = entry.message.chat.key
        if entry.id not in self._again.get(chat, ()):
            return
        self._again[chat].discard(entry.id)
        if not self._again[chat]:
            del self._again[chat]
        self._changed.set()
        self._changed = asyncio.Event()

    def is_behind(self, entry: InboxEntry) -> bool:
        """Return whether an earlier message of its chat begins again."""
        again = self._again.get(entry.message.chat.key, ())
        return any(each < entry.id for each in again) and not self._can_overtake(entry.message)

    async def wait(self, entry: InboxEntry) -> None:
        """Wait until all earlier messages of its chat have their places again."""
        while self.is_behind(entry):
            await self._changed.wait()
