"""Keeps the lease of a server's database, and ends the process once that went to another daemon.

It is renewed in a thread of its own. Another daemon may take it when it was not renewed in time,
because this process stood still or was cut off from the server. So the event loop asks, each time
before it goes on, whether the lease may have run out meanwhile; if so, nothing is done or sent
until the server says whose it is. What was just being sent when the process was paused cannot be
held back; the other daemon marks it as repeated, as after a crash.
"""

import asyncio
import logging
import selectors
import time
from collections.abc import Callable
from threading import Event
from typing import NoReturn

from indexer.errors import StorageError

RENEWAL = 1.0  # seconds between two
PATIENCE = 10.0  # seconds to wait for the server's word, before the process ends
LOOK = 0.05  # seconds between two looks whether it has come

log = logging.getLogger(__name__)


def read_clock() -> float:
    """Return seconds that also pass while the machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Lease:
    """The lease as this process knows it.

    `renew` returns False if another daemon has it; `end` ends the process at once.
    """

    def __init__(  # noqa: PLR0913 - the world at its edges
        self,
        number: int,
        seconds: float,
        renew: Callable[[], bool],
        end: Callable[[], NoReturn],
        *,
        lapsed: bool = False,
        shared: bool = False,
        every: float = RENEWAL,
        clock: Callable[[], float] = read_clock,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.number = number
        self.lapsed = lapsed  # the daemon before did not give it back
        self.shared = shared  # with other workers, which have leases of their own
        self._every = every
        self._seconds = seconds
        self._renew = renew
        self._clock = clock
        self._sleep = sleep
        self._end = end
        self._until = 0.0
        self._away = False

    def follow(self, stop: Event) -> None:
        """Renew it again and again, until `stop` is set."""
        while not stop.wait(self._every):
            self.renew()

    def renew(self) -> None:
        """Renew it once; ends the process if another daemon has it."""
        asked = self._clock()  # the server counts from later
        try:
            kept = self._renew()
        except StorageError as error:
            self._report_away(error)
            return
        if not kept:
            log.error("another daemon took over the database; this one ends")
            self._end()
        self._until, self._away = asked + self._seconds, False

    def _report_away(self, error: StorageError) -> None:
        if not self._away:
            log.warning("the lease of the database could not be renewed: %s", error)
        self._away = True

    def check(self) -> None:
        """Return once no other daemon can have the lease; ends the process if that stays open."""
        begun = now = self._clock()
        while now >= self._until:
            if now - begun > PATIENCE:
                log.error("another daemon may have taken over the database; this one ends")
                self._end()
            self._sleep(LOOK)
            now = self._clock()

    def build_loop(self) -> asyncio.AbstractEventLoop:
        """Return an event loop that runs nothing while another daemon may have the lease."""
        return asyncio.SelectorEventLoop(_CheckingSelector(self.check))


class _CheckingSelector(selectors.DefaultSelector):
    """Calls `check` before the loop goes on after a wait, and so after a pause of the process."""

    def __init__(self, check: Callable[[], None]) -> None:
        super().__init__()
        self._check = check

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        events = super().select(timeout)
        self._check()
        return events
