"""Starts the messages of each chat in order, at most `WIDTH` of one chat as tasks at once."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from msgspec import Struct, field

from bot.delivery.inbox import InboxEntry
from bot.messages import IncomingMessage
from bot.runtime.background import Background

WIDTH = 32

_Key = tuple[str, bool]  # the chat, and whether this is its queue for what goes ahead


class _Queue(Struct):
    waiting: deque[InboxEntry] = field(default_factory=deque)
    running: int = 0
    # What runs holds no lock of the chat, so nothing may begin beside it: an answer from before a
    # restart, or a message that the process may have died with.
    alone: bool = False


class ChatQueues:
    """One queue per chat; lives as long as `background`, which does the work."""

    def __init__(
        self,
        work: Callable[[InboxEntry], Awaitable[None]],
        background: Background,
        can_overtake: Callable[[IncomingMessage], bool],
    ) -> None:
        self._work = work
        self._background = background
        self._can_overtake = can_overtake  # True for what has a queue of its own, such as /cancel
        self._queues: dict[_Key, _Queue] = {}

    def add(self, entry: InboxEntry) -> None:
        key = entry.message.chat.key, self._can_overtake(entry.message)
        self._queues.setdefault(key, _Queue()).waiting.append(entry)
        self._advance(key)

    def _advance(self, key: _Key) -> None:
        queue = self._queues[key]
        while queue.waiting and queue.running < WIDTH and not queue.alone:
            entry = queue.waiting.popleft()
            queue.running += 1
            queue.alone = _runs_alone(entry)
            # Tasks start in the order of their creation, and the locks they take before they have
            # their place in the chat are first come, first served: so the order is kept.
            self._background.start(f"answer {entry.id}", self._process(key, queue, entry))
        if not queue.running:
            del self._queues[key]

    async def _process(self, key: _Key, queue: _Queue, entry: InboxEntry) -> None:
        try:
            await self._work(entry)
        except asyncio.CancelledError:
            queue.waiting.clear()  # the program stops: stored messages start again next time
            raise
        finally:
            queue.running -= 1
            if _runs_alone(entry):
                queue.alone = False
            self._advance(key)


def _runs_alone(entry: InboxEntry) -> bool:
    return entry.answered or entry.tries > 0
