"""Each chat's messages in their order, and no more of one chat in memory as tasks than `WIDTH`."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.delivery.inbox import InboxEntry
from bot.messages import IncomingMessage
from bot.runtime.background import Background

WIDTH = 32

_Key = tuple[str, bool]  # the chat, and whether this is its lane for what goes ahead


@dataclass
class _Queue:
    waiting: deque[InboxEntry] = field(default_factory=deque)
    running: int = 0
    sending_on: bool = False  # an answer from before a restart, which holds no lock of the chat


class ChatQueues:
    """Lives as long as `background`, in which the work is done."""

    def __init__(
        self,
        work: Callable[[InboxEntry], Awaitable[None]],
        background: Background,
        ahead: Callable[[IncomingMessage], bool] = lambda _: False,
    ) -> None:
        self._work = work
        self._background = background
        self._ahead = ahead  # says what must not wait, such as /cancel: it has a lane of its own
        self._lanes: dict[_Key, _Queue] = {}

    def add(self, entry: InboxEntry) -> None:
        key = entry.message.chat.key, self._ahead(entry.message)
        self._lanes.setdefault(key, _Queue()).waiting.append(entry)
        self._advance(key)

    def _advance(self, key: _Key) -> None:
        lane = self._lanes[key]
        while lane.waiting and lane.running < WIDTH and not lane.sending_on:
            entry = lane.waiting.popleft()
            lane.running += 1
            lane.sending_on = entry.answered
            # Tasks begin in the order they are made, and whatever one waits for before it has its
            # place in the chat's order is first come, first served: so a chat is answered in order.
            self._background.start(f"answer {entry.id}", self._process(key, lane, entry))
        if not lane.running:
            del self._lanes[key]

    async def _process(self, key: _Key, lane: _Queue, entry: InboxEntry) -> None:
        try:
            await self._work(entry)
        except asyncio.CancelledError:
            lane.waiting.clear()  # the program stops: what is stored begins again next time
            raise
        finally:
            lane.running -= 1
            if entry.answered:
                lane.sending_on = False
            self._advance(key)
