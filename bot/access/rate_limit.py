"""Limits how many messages one person may send before they are asked to wait.

Counted in memory, per sender; a restart begins at zero. Owners are not limited: the caller sees to
that.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum

from msgspec import Struct

from bot.runtime.rate_limiter import KEYS, RateLimiter
from indexer.settings import Count

MINUTE = 60.0  # seconds


@dataclass(frozen=True, slots=True)
class RateLimitSettings:
    """The block `rate_limit` of config.json; 0 means no limit."""

    burst_per_minute: Count = 10  # messages per person and minute
    daily_per_sender: Count = 100  # messages per person and day


class Verdict(Enum):
    ADMIT = "answer it"
    MINUTE = "too many within a minute: say so"
    DAY = "too many for today: say so"
    DROP = "said so already"


class _Tally(Struct):
    day: date
    today: int = 0
    refused: bool = False


class MessageLimiter:
    """Lives as long as the bot."""

    def __init__(self, read_settings: Callable[[], RateLimitSettings]) -> None:
        self._read_settings = read_settings
        self._bursts = RateLimiter(read_settings().burst_per_minute, MINUTE)
        self._seen: OrderedDict[str, _Tally] = OrderedDict()

    def admit(self, sender: str, now: datetime) -> Verdict:
        """Decide about a message of `sender` at `now`; only those that pass are counted."""
        settings, seen = self._read_settings(), self._load_tally(sender, now.date())
        if self._bursts.most != settings.burst_per_minute:
            self._bursts = RateLimiter(settings.burst_per_minute, MINUTE)
        if settings.daily_per_sender and seen.today >= settings.daily_per_sender:
            return _refuse(seen, Verdict.DAY)
        if not self._bursts.admit(sender, now.timestamp()):
            return _refuse(seen, Verdict.MINUTE)
        seen.refused = False
        seen.today += 1
        return Verdict.ADMIT

    def _load_tally(self, sender: str, today: date) -> _Tally:
        seen = self._seen.setdefault(sender, _Tally(today))
        self._seen.move_to_end(sender)
        if len(self._seen) > KEYS:
            self._seen.popitem(last=False)
        if seen.day != today:
            seen.day, seen.today = today, 0
        return seen


def _refuse(seen: _Tally, verdict: Verdict) -> Verdict:
    """`verdict` for the first refusal of a streak; the others get no answer."""
    if seen.refused:
        return Verdict.DROP
    seen.refused = True
    return verdict
