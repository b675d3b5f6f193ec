"""Faults of calls, planned beforehand or random."""

import random
from collections import defaultdict, deque
from collections.abc import Mapping

from msgspec import Struct, field

from tests.adapters.fake_bot_api.errors import ApiError, conflict, flood

ANY = "*"


class Refuse(Struct, frozen=True):
    """Answer with this instead of doing it."""

    error: ApiError


class Drop(Struct, frozen=True):
    """Close the connection instead of doing it."""


class Cut(Struct, frozen=True):
    """Do it, then close the connection without an answer."""


class Page(Struct, frozen=True):
    """Answer with a page of HTML, as a gateway does."""

    status: int = 502


class Delay(Struct, frozen=True):
    """Do it after so many seconds of real time."""

    seconds: float


Fault = Refuse | Drop | Cut | Page | Delay


class Storm(Struct, frozen=True):
    """Faults by chance; `odds` name the share of calls that each one hits, from 0 to 1."""

    odds: Mapping[str, float]
    seed: int = 0
    longest_delay: float = 0.2
    retry_after: int = 1


class Weather(Struct):
    """Planned and random faults; planned ones come first, one per call of their method."""

    planned: dict[str, deque[Fault]] = field(default_factory=lambda: defaultdict(deque))
    storm: Storm | None = None
    luck: random.Random = field(default_factory=lambda: random.Random(0))  # noqa: S311 - weather

    def plan(self, method: str, *faults: Fault) -> None:
        self.planned[method].extend(faults)

    def rise(self, storm: Storm | None) -> None:
        self.storm = storm
        self.luck = random.Random(storm.seed if storm else 0)  # noqa: S311 - weather

    def next(self, method: str) -> Fault | None:
        for name in (method, ANY):
            if self.planned[name]:
                return self.planned[name].popleft()
        return _chance(self.storm, self.luck, method) if self.storm else None


def _chance(storm: Storm, luck: random.Random, method: str) -> Fault | None:
    faults: dict[str, Fault | None] = {
        "drop": Drop(),
        "cut": Cut(),
        "page": Page(),
        "flood": Refuse(flood(storm.retry_after)),
        "conflict": Refuse(conflict()) if method == "getupdates" else None,
        "delay": Delay(luck.uniform(0, storm.longest_delay)),
    }
    draw = luck.random()
    for name, share in storm.odds.items():
        draw -= share
        if draw < 0:
            return faults[name]
    return None
