"""Jobs run at the start and on their intervals, whatever the machine did meanwhile."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta

import pytest

from bot.runtime.scheduler import Job, open_schedule

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.mark.spec("S4-113", "S4-114")
async def test_a_job_runs_at_the_start_even_if_that_is_long_past() -> None:
    ran = asyncio.Event()

    async def run() -> None:
        ran.set()

    async with open_schedule([Job("a", timedelta(hours=24), run)], LONG_AGO) as scheduled:
        async with asyncio.timeout(5):
            await ran.wait()
        (name, next_run) = scheduled()[0]
    # Six years of missed runs are one run, and the next is within a day.
    assert name == "a"
    assert timedelta(0) < next_run - datetime.now(UTC) <= timedelta(hours=24)


async def test_a_job_that_waits_runs_first_after_its_interval() -> None:
    async def run() -> None:
        raise AssertionError("it runs at once")

    now = datetime.now(UTC)
    waiting = Job("a", timedelta(hours=6), run, waits=True)
    async with open_schedule([waiting], now) as scheduled:
        assert scheduled() == [("a", now + timedelta(hours=6))]


async def test_a_job_that_fails_is_logged_and_stays(caplog: pytest.LogCaptureFixture) -> None:
    failed = asyncio.Event()

    async def run() -> None:
        failed.set()
        raise OSError("no space left")

    async with open_schedule([Job("a", timedelta(hours=1), run)], LONG_AGO) as scheduled:
        async with asyncio.timeout(5):
            await failed.wait()
            for _ in range(5):  # turns of the loop: until APScheduler has looked at the failure
                await asyncio.sleep(0)
        assert "no space left" in caplog.text
        assert [name for name, _ in scheduled()] == ["a"]
    assert any(record.levelno >= logging.ERROR for record in caplog.records)


async def test_a_job_that_a_stop_cuts_off_has_not_failed(caplog: pytest.LogCaptureFixture) -> None:
    started, cut_off = asyncio.Event(), asyncio.Event()

    async def run() -> None:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            cut_off.set()

    async with asyncio.timeout(5):
        async with open_schedule([Job("a", timedelta(hours=1), run)], LONG_AGO):
            await started.wait()
        await cut_off.wait()
        for _ in range(5):  # turns of the loop: until APScheduler has looked at how it ended
            await asyncio.sleep(0)
    assert not caplog.records


async def test_a_clock_that_was_put_back_does_not_stop_the_jobs() -> None:
    ran, looks = asyncio.Event(), 0

    async def run() -> None:
        ran.set()

    async def sleep(_: float) -> None:
        nonlocal looks
        looks += 1
        if looks > 1:
            await asyncio.Event().wait()

    # What was scheduled by the clock as it was: ten years from now.
    ahead = datetime.now(UTC) + timedelta(days=3650)
    async with open_schedule([Job("a", timedelta(hours=24), run)], ahead, sleep):
        async with asyncio.timeout(5):
            await ran.wait()
