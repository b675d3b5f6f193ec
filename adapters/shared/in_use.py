"""Whether somebody still uses a connection, which is closed only when nobody does."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class InUse:
    """One per connection."""

    def __init__(self) -> None:
        self._users = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """In use as long as the block lasts."""
        self._users += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._users -= 1
            if not self._users:
                self._idle.set()

    async def wait_until_idle(self) -> None:
        """Returns once nobody uses it."""
        await self._idle.wait()
