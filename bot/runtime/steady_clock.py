"""A clock that does not follow the machine's when that jumps forward."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta

# Counts the time asleep too, where the system offers that: a night in a closed laptop is a night.
_SINCE_BOOT = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def read_elapsed() -> float:
    """Return seconds since some moment in the past, whatever anybody sets the clock to."""
    return time.monotonic() if _SINCE_BOOT is None else time.clock_gettime(_SINCE_BOOT)


class SteadyClock:
    """Returns the time of `clock`, but never more than has passed since this was made."""

    def __init__(
        self, clock: Callable[[], datetime], elapsed: Callable[[], float] = read_elapsed
    ) -> None:
        self._clock = clock
        self._elapsed = elapsed
        self._start = clock()
        self._begun = elapsed()

    def __call__(self) -> datetime:
        passed = timedelta(seconds=self._elapsed() - self._begun)
        return min(self._clock(), self._start + passed)
