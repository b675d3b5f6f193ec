"""A reply that is not whole yet, between whoever makes it and the task that shows it.

The task is one of its own, so that a slow network or a flood wait holds up neither the handler nor
the other chats, and drafts that come too fast are left out.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine

from adapters.shared.health import Time
from bot.messages import Draft, Reply


class Drafts:
    """Of one reply."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._newest: Draft | None = None
        self._news = asyncio.Event()
        self._over = asyncio.Event()

    @property
    def over(self) -> bool:
        """Whether the reply is whole, or will never come."""
        return self._over.is_set()

    def take(self) -> Draft | None:
        """The newest draft; what comes after this is news again."""
        self._news.clear()
        return self._newest

    async def wait_for_news(self, seconds: float) -> None:
        """Until there is a new draft or all is over, but no longer than `seconds`."""
        await self._wait(self._news, seconds)

    async def wait_for_end(self, seconds: float) -> None:
        """Until all is over, but no longer than `seconds`."""
        await self._wait(self._over, seconds)

    async def show_until_reply(
        self, replies: AsyncIterator[Draft | Reply], showing: Coroutine[object, object, None]
    ) -> Reply | None:
        """The reply, while `showing` shows what comes before it; None if there was nothing to say.

        When this returns nothing more is shown. The handler is left waiting at its reply: while it
        waits, nothing overtakes what is being sent.
        """
        task = asyncio.create_task(showing)
        try:
            async for item in replies:
                if isinstance(item, Reply):
                    return item
                self._newest = item
                self._news.set()
            return None
        except asyncio.CancelledError:  # the program stops: no reply follows that it could overtake
            task.cancel()
            raise
        finally:
            self._over.set()
            self._news.set()
            await task

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
