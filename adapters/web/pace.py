"""How often one person may ask the page for something, whatever they ask."""

import time
from collections import OrderedDict
from collections.abc import Callable

PEOPLE = 1_000  # counted at once


class Pace:
    """At most `most` requests of each within `seconds`, spread or at once."""

    def __init__(
        self, most: int, seconds: float, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._each = seconds / most
        self._monotonic = monotonic
        self._full_until: OrderedDict[str, float] = OrderedDict()

    def admits(self, who: str) -> bool:
        """Whether one more is within measure; what is refused is not counted."""
        now = self._monotonic()
        until = max(self._full_until.get(who, now), now) + self._each
        if until - now > self._most * self._each:
            return False
        self._full_until[who] = until
        self._full_until.move_to_end(who)
        if len(self._full_until) > PEOPLE:
            self._full_until.popitem(last=False)
        return True
