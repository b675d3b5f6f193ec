"""The status of multis as /status shows it, and the gauges over time."""

from dataclasses import dataclass
from datetime import timedelta

from bot.desk.timings import Sample, Timing
from bot.desk.views import Arguments, View, ViewContext
from bot.operations.status import collect_status, format_status

HOURS = 24
LONGEST = 14 * 24


@dataclass(frozen=True, slots=True)
class PulseView:
    now: int  # epoch seconds
    hours: int
    lines: tuple[str, ...]  # of /status
    samples: tuple[Sample, ...]  # one a minute
    timings: tuple[Timing, ...]  # one for each answer


async def show(context: ViewContext, arguments: Arguments) -> PulseView:
    turn, wanted = context.turn, arguments.get("hours", "")
    hours = min(max(int(wanted), 1), LONGEST) if wanted.isdecimal() and len(wanted) < 9 else HOURS
    since = turn.now - timedelta(hours=hours)
    return PulseView(
        now=int(turn.now.timestamp()),
        hours=hours,
        lines=tuple(format_status(await collect_status(turn.services, turn.visibility))),
        samples=tuple(await context.gauges.list_samples(since)),
        timings=tuple(await context.gauges.list_timings(since)),
    )


view = View("pulse", show, owner_only=True)
