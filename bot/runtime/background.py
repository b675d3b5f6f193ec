"""Work that outlives the message it came from: named, held on to, its failures logged."""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager

log = logging.getLogger(__name__)

DRAIN_SECONDS = 4.0  # a stop takes at most five


class Background:
    """Made by `open_background`, which waits for what is running when it closes."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._endless: set[asyncio.Task[None]] = set()

    def start(self, name: str, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(self._run_logged(name, work), name=name)
        # The event loop itself keeps only weak references to its tasks.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def run_forever(self, name: str, work: Coroutine[object, object, None]) -> None:
        """Run what has no end: nothing waits for it, and the stop ends it at once."""
        task = asyncio.create_task(self._run_logged(name, work), name=name)
        self._endless.add(task)
        task.add_done_callback(self._endless.discard)

    async def wait_until_idle(self) -> None:
        """Returns once nothing is running."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def stop(self, drain: float = DRAIN_SECONDS) -> None:
        """Give what is running a moment to end, then cancel it; stored work resumes next time."""
        for task in self._endless:
            task.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=drain)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._endless, return_exceptions=True)

    async def _run_logged(self, name: str, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except Exception:  # nobody awaits this task: the log is where its failure is heard of
            log.exception("background work failed: %s", name)


@asynccontextmanager
async def open_background() -> AsyncIterator[Background]:
    background = Background()
    try:
        yield background
    finally:
        await background.stop()
