"""Whether a platform can be reached: told once per change, with growing pauses between tries."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

LONGEST_PAUSE = 60.0  # seconds

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Time:
    """Where waiting comes from, so that a test need not wait."""

    now: Callable[[], float] = time.monotonic  # seconds
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


def steps(seconds: float) -> Iterator[float]:
    """A wait in pieces of at most `LONGEST_PAUSE`: between them one can show that one is alive."""
    while seconds > 0:
        yield min(seconds, LONGEST_PAUSE)
        seconds -= LONGEST_PAUSE


class Health:
    """`well` is False until the first answer, and again from each trouble on."""

    def __init__(self, platform: str) -> None:
        self.well = False
        self._platform = platform
        self._trouble = ""
        self._tries = 0

    def trouble(self, told: str) -> float:
        """Log `told` if it is news; returns how many seconds to wait before the next try."""
        if told != self._trouble:
            log.warning("%s: %s", self._platform, told)
        self.well = False
        self._trouble = told
        pause = min(2.0**self._tries, LONGEST_PAUSE)
        self._tries = min(self._tries + 1, 10)
        return pause

    def recovered(self) -> None:
        if self._trouble:
            log.info("%s: all is well again", self._platform)
        self.well = True
        self._trouble = ""
        self._tries = 0
