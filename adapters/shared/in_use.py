"""Count the users of a connection, so that it is closed only when nobody uses it."""

import asyncio
import contextlib
from collections.abc import Iterator
from contextlib import contextmanager

IDLE_SECONDS = 10.0  # a stop takes less


class InUse:
    """The users of one connection."""

    def __init__(self) -> None:
        self._users = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Count as a user for the duration of the block."""
        self._users += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._users -= 1
            if not self._users:
                self._idle.set()

    async def wait_until_idle(self) -> None:
        """Wait until nobody uses the connection, but not for what waits out a long flood."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(IDLE_SECONDS):
                await self._idle.wait()
