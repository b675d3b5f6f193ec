"""Track whether a platform can be reached: log each change once, pause longer after each try."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator

from msgspec import Struct

from bot.messages import UserError

LONGEST_PAUSE = 60.0  # seconds

log = logging.getLogger(__name__)


class Time(Struct, frozen=True):
    """A clock and a way to sleep, so that tests need not wait."""

    now: Callable[[], float] = time.monotonic  # seconds
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


def split_wait(seconds: float) -> Iterator[float]:
    """Split a wait into pieces of at most `LONGEST_PAUSE`, between which a watchdog can be fed."""
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

    def report(self, trouble: str, detail: object = "") -> float:
        """Log a trouble if it is news; returns how many seconds to wait before the next try."""
        if detail:
            trouble = f"{trouble}: {detail}"
        if trouble != self._trouble:
            log.warning("%s: %s", self._platform, trouble)
        self.well = False
        self._trouble = trouble
        pause = min(2.0**self._tries, LONGEST_PAUSE)
        self._tries = min(self._tries + 1, 10)
        return pause

    def assess(self, failure: BaseException | None) -> float:
        """Return the seconds to wait after a round that `failure` ended, 0 if none did.

        What no waiting mends is raised.
        """
        match failure:
            case None:
                self.recover()
                return 0.0
            case UserError() | asyncio.CancelledError():
                raise failure
            case ConnectionError():
                return self.report("it cannot be reached", failure)
        log.debug("a round failed", exc_info=failure)
        return self.report("a message could not be stored", repr(failure))

    def recover(self) -> None:
        if self._trouble:
            log.info("%s: all is well again", self._platform)
        self.well = True
        self._trouble = ""
        self._tries = 0
