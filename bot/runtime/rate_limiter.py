"""Limits how often one person may do something within any interval of a given length.

A token bucket admits almost twice the configured number in a minute and would answer a flood with
a refusal every few seconds. The library `limits` reads the wall clock by itself, wakes an idle
process a hundred times a second and takes 77 ms to import.
"""

from collections import OrderedDict, deque

KEYS = 10_000  # tracked at once; beyond that, the one unused for longest is dropped


class RateLimiter:
    """Admits at most `most` per key in any `seconds`, in memory; 0 means no limit."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self._seconds = seconds
        self._admitted: OrderedDict[str, deque[float]] = OrderedDict()

    def admit(self, key: str, now: float) -> bool:
        """Count one more at `now` (seconds) and return True, unless it is too many.

        Refusals do not count.
        """
        if not self.most:
            return True
        admitted = self._get_times(key)
        # A clock that was put back must not lock anybody out: a time that lies ahead is ignored.
        if len(admitted) == self.most and 0 <= now - admitted[0] < self._seconds:
            return False
        admitted.append(now)  # drops the oldest
        return True

    def _get_times(self, key: str) -> deque[float]:
        admitted = self._admitted.setdefault(key, deque(maxlen=self.most))
        self._admitted.move_to_end(key)
        if len(self._admitted) > KEYS:
            self._admitted.popitem(last=False)
        return admitted
