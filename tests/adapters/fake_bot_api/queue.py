"""Updates on their way to the bot: kept until the bot asks for a later one."""

import asyncio

from tests.adapters.fake_bot_api.errors import Json, conflict

LONGEST_POLL = 50  # seconds
FIRST = 1001  # the id of the first update


class Updates:
    """One bot's queue; a second long poll ends the first."""

    def __init__(self) -> None:
        self.pending: dict[int, Json] = {}
        self.acknowledged = 0  # the highest update id that was confirmed
        self.last = FIRST - 1
        self._news = asyncio.Event()
        self._poll: asyncio.Event | None = None  # set when a later poll ends this one

    @property
    def pushed(self) -> int:
        """The number of updates that were ever queued."""
        return self.last - FIRST + 1

    def push(self, content: Json) -> int:
        """Queue an update; returns its id."""
        self.last += 1
        self.pending[self.last] = {"update_id": self.last} | content
        self._news.set()
        return self.last

    @property
    def is_polled(self) -> bool:
        """Whether a long poll waits."""
        return self._poll is not None

    async def poll(self, offset: int, limit: int, seconds: float) -> list[Json]:
        """Confirm everything before `offset`, then wait for updates up to `seconds`."""
        self.confirm(offset)
        if self._poll is not None:
            self._poll.set()
        ended = self._poll = asyncio.Event()
        try:
            await self._wait(ended, min(seconds, LONGEST_POLL))
        finally:
            self._poll = None if self._poll is ended else self._poll
        if ended.is_set():
            raise conflict()
        return list(self.pending.values())[: min(max(limit, 1), 100)]

    def confirm(self, offset: int) -> None:
        """Forget everything before `offset`."""
        if offset < 0:
            offset = (list(self.pending)[offset:] or [self.last + 1])[0]
        for update_id in [known for known in self.pending if known < offset]:
            del self.pending[update_id]
            self.acknowledged = max(self.acknowledged, update_id)

    async def _wait(self, ended: asyncio.Event, seconds: float) -> None:
        if self.pending or seconds <= 0:
            return
        self._news.clear()
        waits = [asyncio.ensure_future(event.wait()) for event in (self._news, ended)]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
