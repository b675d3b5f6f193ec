"""How slow the machine is just now, beside the one on which the limits in seconds were set.

CPU time does not count the waiting for a turn, but that for caches and for the other half of a
core, which on a busy machine is as much again.
"""

import gc
import time
from collections.abc import Callable

USUAL = 0.002  # CPU seconds that the piece of work takes there


def measure_slowness() -> float:
    """Return how many times as long as usual a piece of work takes; at least 1."""
    return max(1.0, min(_time_work() for _ in range(5)) / USUAL)


def _time_work() -> float:
    return measure_seconds(lambda: sorted(str(number) for number in range(20_000)))


def measure_seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds that some work takes.

    Garbage is not collected meanwhile: that would charge the objects of all other tests to it.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        began = time.process_time()
        work()
        return time.process_time() - began
    finally:
        if enabled:
            gc.enable()
