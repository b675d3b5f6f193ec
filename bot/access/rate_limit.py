"""How many messages one person may send before they are asked to wait.

Counted in memory, per sender; a restart forgives. Owners are not counted: that is up to the caller.
"""

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import Enum

from indexer.settings import Count

MINUTE = timedelta(minutes=1)
SENDERS = 10_000  # known at once; beyond that the one not heard of for longest is forgotten


@dataclass(frozen=True, slots=True)
class ThrottleSettings:
    """The block `rate_limit` of config.json; 0 means no limit."""

    burst_per_minute: Count = 10
    daily_per_sender: Count = 100


class Verdict(Enum):
    ADMIT = "answer it"
    MINUTE = "too many within a minute: say so"
    DAY = "too many for today: say so"
    DROP = "said so already"


@dataclass
class _Seen:
    day: date
    today: int = 0
    recent: deque[datetime] = field(default_factory=deque)
    told: bool = False


class RateLimiter:
    """Lives as long as the bot."""

    def __init__(self, settings: ThrottleSettings) -> None:
        self._settings = settings
        self._seen: OrderedDict[str, _Seen] = OrderedDict()

    def admit(self, sender: str, now: datetime) -> Verdict:
        """What to do with a message of `sender` at `now`; only those that pass are counted."""
        seen = self._of(sender, now)
        over = self._over(seen)
        if over is Verdict.ADMIT:
            seen.told = False
            seen.today += 1
            seen.recent.append(now)
            return Verdict.ADMIT
        if seen.told:
            return Verdict.DROP
        seen.told = True
        return over

    def _of(self, sender: str, now: datetime) -> _Seen:
        seen = self._seen.setdefault(sender, _Seen(now.date()))
        self._seen.move_to_end(sender)
        if len(self._seen) > SENDERS:
            self._seen.popitem(last=False)
        if seen.day != now.date():
            seen.day, seen.today = now.date(), 0
        # A clock that was put back must not lock anybody out: what lies ahead is forgotten too.
        while seen.recent and not timedelta(0) <= now - seen.recent[0] < MINUTE:
            seen.recent.popleft()
        return seen

    def _over(self, seen: _Seen) -> Verdict:
        daily, burst = self._settings.daily_per_sender, self._settings.burst_per_minute
        if daily and seen.today >= daily:
            return Verdict.DAY
        if burst and len(seen.recent) >= burst:
            return Verdict.MINUTE
        return Verdict.ADMIT
