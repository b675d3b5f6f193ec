"""Measures how long the stages of an answer take, while it is made. No text, no names."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

Stage = Literal["search", "check"]  # for passages; of the citations of an answer

KEPT = 256  # answers whose stages nobody has taken, the newest ones


class StageTimes:
    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._kept: dict[str, dict[Stage, float]] = {}

    @contextmanager
    def measure(self, message: str, stage: Stage) -> Iterator[None]:
        """Add what the block takes to a stage of the answer to `message` (`platform:key`)."""
        started = self._monotonic()
        try:
            yield
        finally:
            stages = self._kept.setdefault(message, {})
            stages[stage] = stages.get(stage, 0.0) + self._monotonic() - started
            for old in list(self._kept)[:-KEPT]:
                del self._kept[old]

    def take(self, message: str) -> Mapping[Stage, float]:
        """Return the seconds of each stage that was measured, and forget them."""
        return self._kept.pop(message, {})
