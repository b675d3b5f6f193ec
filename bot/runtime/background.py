"""Background tasks that outlive the message they came from; their failures are logged."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager

log = logging.getLogger(__name__)

DRAIN_SECONDS = 3.5  # a stop takes at most five; what grows then needs a last word
PAUSE = 60.0  # seconds before endless work that failed begins again
HOUR = 3600.0  # seconds; who worked for so long has a fresh start

Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]
Work = Coroutine[object, object, None]


class Background:
    """Runs tasks; made by `open_background`, which waits for them when it closes."""

    def __init__(self, sleep: Sleep, monotonic: Clock) -> None:
        self._sleep = sleep
        self._monotonic = monotonic
        self._stopping = False
        self._tasks: set[asyncio.Task[bool]] = set()
        self._endless: set[asyncio.Task[None]] = set()

    def start(self, name: str, work: Work) -> asyncio.Task[bool]:
        task = asyncio.create_task(self._run_logged(name, work), name=name)
        # The event loop itself keeps only weak references to its tasks.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def run_forever(self, name: str, work: Callable[[], Work], longest: float = PAUSE) -> None:
        """Start work that never ends: nothing waits for it, and `stop` cancels it at once.

        Where it fails, as on a full disk, it begins again after a minute. If it fails again, the
        pause doubles, up to `longest` seconds: for work whose beginning costs much.
        """
        task = asyncio.create_task(self._repeat_until_done(name, work, longest), name=name)
        self._endless.add(task)
        task.add_done_callback(self._endless.discard)

    async def wait_until_idle(self) -> None:
        """Return once no task is running; those of `run_forever` do not count."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def stop(self, drain: float = DRAIN_SECONDS) -> None:
        """Wait up to `drain` seconds for tasks, then cancel them; stored work resumes next time."""
        self._stopping = True
        for task in self._endless:
            task.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=drain)
        for waiting in self._tasks:
            waiting.cancel()
        await asyncio.gather(*self._tasks, *self._endless, return_exceptions=True)

    async def _repeat_until_done(self, name: str, work: Callable[[], Work], longest: float) -> None:
        pause, began = PAUSE, self._monotonic()
        # Its end may answer the cancellation with an error of its own.
        while not await self._run_logged(name, work()) and not self._stopping:
            if self._monotonic() - began >= HOUR:
                pause = PAUSE
            await self._sleep(pause)
            pause, began = min(pause * 2, longest), self._monotonic()

    async def _run_logged(self, name: str, work: Work) -> bool:
        """Return whether it came to its end."""
        try:
            await work
        except Exception:  # nobody awaits this task: only the log reports its failure
            log.exception("background work failed: %s", name)
            return False
        return True


@asynccontextmanager
async def open_background(
    sleep: Sleep = asyncio.sleep, monotonic: Clock = time.monotonic
) -> AsyncIterator[Background]:
    background = Background(sleep, monotonic)
    try:
        yield background
    finally:
        await background.stop()
