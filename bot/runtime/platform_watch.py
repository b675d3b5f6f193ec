"""Runs each platform by itself: one that fails is tried again, then rests, and stops no other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.messages import Accept, Adapter, Local, Polling, UserError
from bot.runtime.background import Sleep

TRIES = 3  # failures in a row after which a platform rests
FIRST_PAUSE = 2.0  # seconds before the second try
FIRST_REST, LONGEST_REST = 60.0, 3600.0  # seconds
SETTLED = 10.0  # seconds after which a platform that does not poll counts as working

# (platform, the failure; None: it works again)
Tell = Callable[[str, Exception | None], Awaitable[None]]
log = logging.getLogger(__name__)


class PlatformWatch:
    """Runs adapters; lives as long as the daemon.

    A platform that fails before it ever worked is configured wrongly, and the failure is raised.
    """

    def __init__(
        self,
        accept: Accept,
        tell: Tell,
        sleep: Sleep = asyncio.sleep,
        settled: float = SETTLED,
    ) -> None:
        self._accept = accept
        self._tell = tell
        self._sleep = sleep
        self._settled = settled
        self._worked: set[str] = set()
        self.paused: set[str] = set()  # platforms that wait for their next try
        self.resting: set[str] = set()  # platforms whose owner was told that they rest

    async def run(self, adapter: Adapter) -> None:
        """Run `adapter` until cancelled, again after each failure, ever more slowly."""
        failures = 0
        while True:
            works = asyncio.Event()
            failure = await self._run_once(adapter, works)
            if adapter.name not in self._worked:
                raise failure
            failures = 1 if works.is_set() else failures + 1
            log.error("%s failed: %s", adapter.name, failure, exc_info=_find_fault(failure))
            if failures >= TRIES and adapter.name not in self.resting:
                self.resting.add(adapter.name)
                await self._tell(adapter.name, failure)
            await self._pause(adapter.name, failures)

    async def _run_once(self, adapter: Adapter, works: asyncio.Event) -> Exception:
        """Run `adapter` until it fails, and return the failure; set `works` if it worked first."""
        before = _find_contact(adapter)
        contact = asyncio.create_task(self._await_contact(adapter, before, works))
        try:
            # Whatever one platform raises must not reach the others.
            (failure,) = await asyncio.gather(adapter.run(self._accept), return_exceptions=True)
        finally:
            contact.cancel()
        if _find_contact(adapter) not in (None, before):
            works.set()
            self._worked.add(adapter.name)
        return failure if isinstance(failure, Exception) else RuntimeError("it ended by itself")

    async def _await_contact(
        self, adapter: Adapter, before: float | None, works: asyncio.Event
    ) -> None:
        """Set `works` once the platform answers, and tell the owner if it was at rest."""
        while not works.is_set():
            await asyncio.sleep(self._settled)
            open_here = isinstance(adapter, Local) and bool(adapter.address)
            if open_here or _find_contact(adapter) not in (None, before):
                works.set()
        self._worked.add(adapter.name)
        if adapter.name in self.resting:
            self.resting.discard(adapter.name)
            log.info("%s works again", adapter.name)
            await self._tell(adapter.name, None)

    async def _pause(self, name: str, failures: int) -> None:
        rests = failures - TRIES
        pause = FIRST_PAUSE * 2.0 ** (failures - 1)
        if rests >= 0:
            pause = min(FIRST_REST * 2.0 ** min(rests, 10), LONGEST_REST)
        self.paused.add(name)
        try:
            await self._sleep(pause)
        finally:
            self.paused.discard(name)


def _find_contact(adapter: Adapter) -> float | None:
    return adapter.last_poll if isinstance(adapter, Polling) else None


def _find_fault(failure: Exception) -> Exception | None:
    """Return a failure whose traceback is worth a look; a person's mistake has a sentence."""
    return None if isinstance(failure, UserError) else failure
