"""Background tasks that outlive the message they came from; their failures are logged."""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager

log = logging.getLogger(__name__)

DRAIN_SECONDS = 3.5  # a stop takes at most five; what grows then needs a last word


class Background:
    """Runs tasks; made by `open_background`, which waits for them when it closes."""

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
        """Start work that never ends: nothing waits for it, and `stop` cancels it at once."""
        task = asyncio.create_task(self._run_logged(name, work), name=name)
        self._endless.add(task)
        task.add_done_callback(self._endless.discard)

    async def wait_until_idle(self) -> None:
        """Return once no task is running; those of `run_forever` do not count."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def stop(self, drain: float = DRAIN_SECONDS) -> None:
        """Wait up to `drain` seconds for tasks, then cancel them; stored work resumes next time."""
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
        except Exception:  # nobody awaits this task: only the log reports its failure
            log.exception("background work failed: %s", name)


@asynccontextmanager
async def open_background() -> AsyncIterator[Background]:
    background = Background()
    try:
        yield background
    finally:
        await background.stop()
