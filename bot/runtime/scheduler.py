"""Runs recurring jobs at their intervals, in UTC: none is lost, none runs twice at once.

By default APScheduler drops a run that is a second late: a laptop that slept would never clean up.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

LOOK = 60.0  # seconds between two looks at the clock

# Each job with the time of its next run.
Scheduled = Callable[[], list[tuple[str, datetime]]]


class Job(Struct, frozen=True):
    """Work to run at once, unless it `waits`, and again after each `every`."""

    name: str
    every: timedelta
    run: Callable[[], Awaitable[object]]
    waits: bool = False  # it was done just before the schedule began


@asynccontextmanager
async def open_schedule(
    jobs: Sequence[Job],
    now: datetime,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncIterator[Scheduled]:
    """Run `jobs` from `now` until the context ends; a failed run is logged and tried again.

    Yields a function that lists the jobs with their next times.
    """
    scheduler = _build_scheduler(jobs, now)
    scheduler.start()
    following = asyncio.create_task(_follow_the_clock(scheduler, jobs, sleep))
    try:
        yield lambda: [(each.id, each.next_run_time) for each in scheduler.get_jobs()]
    finally:
        following.cancel()
        scheduler.shutdown(wait=False)


def _build_scheduler(jobs: Sequence[Job], now: datetime) -> "AsyncIOScheduler":
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

    defaults = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
    scheduler = AsyncIOScheduler(timezone=UTC, job_defaults=defaults)
    for job in jobs:
        seconds = job.every.total_seconds()
        # APScheduler awaits coroutine functions and calls anything else in a thread.
        first = now + job.every if job.waits else now
        scheduler.add_job(
            _wrap_in_coroutine(job), "interval", seconds=seconds, id=job.name, next_run_time=first
        )
    return scheduler


async def _follow_the_clock(
    scheduler: "AsyncIOScheduler", jobs: Sequence[Job], sleep: Callable[[float], Awaitable[None]]
) -> None:
    """Run jobs again after the clock was put back: APScheduler would wait until it catches up."""
    while True:
        await sleep(LOOK)
        now = datetime.now(UTC)
        for job in jobs:
            if scheduler.get_job(job.name).next_run_time - now > job.every:
                scheduler.modify_job(job.name, next_run_time=now)


def _wrap_in_coroutine(job: Job) -> Callable[[], Awaitable[None]]:
    async def run() -> None:
        with suppress(asyncio.CancelledError):  # a stop: APScheduler would log a failure
            await job.run()

    return run
