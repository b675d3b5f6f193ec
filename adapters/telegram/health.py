"""Whether Telegram can be reached: told once per change, with growing pauses between tries."""

import logging

LONGEST_PAUSE = 60.0  # seconds

log = logging.getLogger(__name__)


class Health:
    """`well` is False until the first answer, and again from each trouble on."""

    def __init__(self) -> None:
        self.well = False
        self._trouble = ""
        self._tries = 0

    def trouble(self, told: str) -> float:
        """Log `told` if it is news; returns how many seconds to wait before the next try."""
        if told != self._trouble:
            log.warning("Telegram: %s", told)
        self.well = False
        self._trouble = told
        pause = min(2.0**self._tries, LONGEST_PAUSE)
        self._tries = min(self._tries + 1, 10)
        return pause

    def recovered(self) -> None:
        if self._trouble:
            log.info("Telegram: all is well again")
        self.well = True
        self._trouble = ""
        self._tries = 0
