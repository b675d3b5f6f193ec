"""Rate limits of the Bot API."""

import math
from collections import defaultdict, deque

from msgspec import Struct, field

from tests.adapters.fake_bot_api.errors import flood


class Rates(Struct, frozen=True):
    """Calls within seconds. The defaults are what Telegram's bot FAQ asks for."""

    chat: tuple[int, float] = (1, 1.0)
    group: tuple[int, float] = (20, 60.0)
    overall: tuple[int, float] = (30, 1.0)


class Meter(Struct):
    """Counts what was let through; a call too many raises a flood error."""

    rates: Rates | None = None
    passed: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def check(self, chat_id: int, now: float) -> None:
        if self.rates is None:
            return
        limits = {f"chat {chat_id}": self.rates.chat, "all": self.rates.overall}
        if chat_id < 0:
            limits[f"group {chat_id}"] = self.rates.group
        waits = [self._wait(name, *limit, now) for name, limit in limits.items()]
        if max(waits) > 0:
            raise flood(math.ceil(max(waits)))
        for name in limits:
            self.passed[name].append(now)

    def _wait(self, name: str, most: int, seconds: float, now: float) -> float:
        passed = self.passed[name]
        while passed and passed[0] <= now - seconds:
            passed.popleft()
        return passed[0] + seconds - now if len(passed) >= most else 0.0
