"""Moves the log of changes into the file while others write, in a thread of its own.

Otherwise the commit after which the log is long does it: while files are indexed, its wait for the
disk took a fifth of the writer's time, and whoever wrote a message then waited, too.
"""

import asyncio
from collections.abc import Callable

EVERY = 4  # large changes, each of which logs a hundred pages or more


class Checkpoints:
    """The checkpoints of one file; used by the loop of its database, one at a time."""

    def __init__(self, checkpoint: Callable[[], None], every: int = EVERY) -> None:
        """`checkpoint` waits for nobody, and leaves what it cannot move to the next one."""
        self._checkpoint = checkpoint
        self._every = every
        self._changes = 0
        self._running: asyncio.Future[None] | None = None

    def count_change(self) -> None:
        """Note a change that is committed; after some of them, begin a checkpoint."""
        self._changes += 1
        if self._changes >= self._every and (self._running is None or self._running.done()):
            self._changes = 0
            self._running = asyncio.ensure_future(asyncio.to_thread(self._checkpoint))

    async def finish(self) -> None:
        """Return when none is under way."""
        running, self._running = self._running, None
        if running is not None:
            await running
