"""The status of multis as /status shows it, and the gauges over time."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from math import ceil

from msgspec import Struct

from bot.desk.timings import Sample, Timing
from bot.desk.views import Arguments, View, ViewContext
from bot.operations.status import collect_status, format_status

HOURS = 24
LONGEST = 14 * 24
STAGES = ("search", "first", "checked", "whole")


class StageView(Struct, frozen=True):
    """Seconds within which so many of the answers had passed a stage."""

    name: str  # search, first, checked or whole
    count: int  # of answers that had it
    half: float
    most: float  # 95 of 100
    nearly_all: float  # 99 of 100


class PulseView(Struct, frozen=True):
    now: int  # epoch seconds
    hours: int
    lines: tuple[str, ...]  # of /status
    samples: tuple[Sample, ...]  # one a minute
    timings: tuple[Timing, ...]  # one for each answer
    stages: tuple[StageView, ...]  # in the order of an answer, without those that none had


async def show(context: ViewContext, arguments: Arguments) -> PulseView:
    turn, wanted = context.turn, arguments.get("hours", "")
    hours = min(max(int(wanted), 1), LONGEST) if wanted.isdecimal() and len(wanted) < 9 else HOURS
    since = turn.now - timedelta(hours=hours)
    timings = tuple(await context.gauges.list_timings(since))
    return PulseView(
        now=int(turn.now.timestamp()),
        hours=hours,
        lines=tuple(format_status(await collect_status(turn.services, turn.visibility))),
        samples=tuple(await context.gauges.list_samples(since)),
        timings=timings,
        stages=tuple(_list_stages(timings)),
    )


def _list_stages(timings: Sequence[Timing]) -> Iterator[StageView]:
    for name in STAGES:
        found = sorted(filter(None, (getattr(each, name) for each in timings)))
        if found:
            half, most, nearly_all = (find_percentile(found, share) for share in (0.5, 0.95, 0.99))
            yield StageView(name, len(found), half, most, nearly_all)


def find_percentile(ascending: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share of the values do not exceed."""
    return ascending[max(ceil(share * len(ascending)), 1) - 1]


view = View("pulse", show, owner_only=True)
