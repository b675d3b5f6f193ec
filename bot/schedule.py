"""What happens by itself: jobs on their intervals, in UTC, none lost and none twice.

APScheduler drops a run that is a second late, unless told otherwise; a laptop that slept would
never clean up.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Job:
    """`run` at once, and then again after each `every`."""

    name: str
    every: timedelta
    run: Callable[[], Awaitable[object]]


@asynccontextmanager
async def open_schedule(jobs: Sequence[Job], now: datetime) -> AsyncIterator[None]:
    """Runs `jobs` from `now` until the context ends; a failure is logged, and tried next time."""
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

    defaults = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
    scheduler = AsyncIOScheduler(timezone=UTC, job_defaults=defaults)
    for job in jobs:
        scheduler.add_job(
            job.run,
            "interval",
            seconds=job.every.total_seconds(),
            id=job.name,
            next_run_time=now,
        )
    scheduler.start()
    try:
        yield
    finally:
        scheduler.shutdown(wait=False)
