"""Drafts of a reply on their way from the handler that writes it to the task that shows them.

The task runs on its own, so a slow network or a rate limit delays neither the handler nor other
chats. Drafts that come too fast are skipped.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine

from adapters.shared.health import Time
from bot.messages import Draft, Reply

CALL_SECONDS = 0.4  # for a call under way when the program stops
CLOSING_SECONDS = 0.6  # for the last word on what grows then; a stop takes at most five in all


class Drafts:
    """The drafts of one reply."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._newest: Draft | None = None
        self._news = asyncio.Event()
        self._over = asyncio.Event()

    @property
    def over(self) -> bool:
        """True once the reply is complete or will never come."""
        return self._over.is_set()

    @property
    def newest(self) -> Draft | None:
        return self._newest

    def take(self) -> Draft | None:
        """Return the newest draft; only a later one counts as news again."""
        self._news.clear()
        return self._newest

    async def wait_for_news(self, seconds: float) -> None:
        """Wait at most `seconds` for a new draft or the end."""
        await self._wait(self._news, seconds)

    async def wait_for_end(self, seconds: float) -> None:
        """Wait at most `seconds` for the end."""
        await self._wait(self._over, seconds)

    async def show_until_reply(
        self, replies: AsyncIterator[Draft | Reply], showing: Coroutine[object, object, None]
    ) -> Reply | None:
        """Run `showing` until the reply is complete and return the reply; None if there is none.

        When this returns, `showing` has ended and shows nothing more. The handler stays suspended
        at its reply, so nothing overtakes what is being sent.
        """
        task = asyncio.create_task(showing)
        try:
            return await self._take_until_reply(replies)
        except asyncio.CancelledError:  # the program stops: no reply follows
            self._end()
            # A message whose sending is broken off has no name by which to finish it.
            await asyncio.wait([task], timeout=CALL_SECONDS)
            task.cancel()
            raise
        finally:
            self._end()
            await task

    async def _take_until_reply(self, replies: AsyncIterator[Draft | Reply]) -> Reply | None:
        async for item in replies:
            if isinstance(item, Reply):
                return item
            self._newest = item
            self._news.set()
        return None

    def _end(self) -> None:
        self._over.set()
        self._news.set()

    async def _wait(self, event: asyncio.Event, seconds: float) -> None:
        tasks = [
            asyncio.ensure_future(event.wait()),
            asyncio.ensure_future(self._time.sleep(seconds)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
