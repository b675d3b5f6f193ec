"""Records how long answers took and how much was waiting. No text, no names."""

import time
from collections.abc import Callable
from contextlib import aclosing
from datetime import datetime, timedelta

from msgspec import Struct

from bot.messages import Answer, Handle, IncomingMessage, Reply
from bot.runtime.stage_times import StageTimes
from indexer.store.database import Database

RETENTION = timedelta(days=14)


class Timing(Struct, frozen=True):
    """One answer, on any platform."""

    at: int  # epoch seconds
    platform: str
    first: float  # seconds until something was shown
    whole: float  # seconds until all of it was there
    search: float = 0.0  # seconds of the search for passages; 0 if there was none
    checked: float = 0.0  # seconds of the check of its citations, likewise


class Sample(Struct, frozen=True):
    """The load at one moment."""

    at: int  # epoch seconds
    waiting: int  # messages without an answer
    unsent: int  # replies that no platform has confirmed
    captures: int  # chats whose notes could not be updated yet
    memory: int  # bytes that the process holds


class Gauges:
    """Timings and samples of the last 14 days; lives as long as the page's database."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime],
        monotonic: Callable[[], float] = time.monotonic,
        stages: StageTimes | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._monotonic = monotonic
        self._stages = stages or StageTimes()

    def measure(self, handle: Handle) -> Handle:
        """Wrap `handle` to record how long each answer takes."""

        async def measured(message: IncomingMessage) -> Answer:
            started, first = self._monotonic(), 0.0
            async with aclosing(handle(message)) as items:
                async for item in items:
                    elapsed = self._monotonic() - started
                    first = first or elapsed
                    if isinstance(item, Reply):
                        await self._record_answer(message, first, elapsed)
                    yield item

        return measured

    async def record_sample(self, waiting: int, unsent: int, captures: int, memory: int) -> None:
        now = self._clock()
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO samples (at, waiting, unsent, captures, memory)"
                " VALUES (?, ?, ?, ?, ?)",
                (int(now.timestamp()), waiting, unsent, captures, memory),
            )
            oldest = int((now - RETENTION).timestamp())
            await db.execute("DELETE FROM samples WHERE at < ?", (oldest,))
            await db.execute("DELETE FROM answers WHERE at < ?", (oldest,))

    async def list_timings(self, since: datetime) -> list[Timing]:
        """Return those since a moment, the oldest first."""
        rows = await self._database.records.execute_fetchall(
            "SELECT at, platform, first, whole, search, checked FROM answers"
            " WHERE at >= ? ORDER BY at",
            (int(since.timestamp()),),
        )
        return [Timing(*row) for row in rows]

    async def list_samples(self, since: datetime) -> list[Sample]:
        """Return those since a moment, the oldest first."""
        rows = await self._database.records.execute_fetchall(
            "SELECT at, waiting, unsent, captures, memory FROM samples WHERE at >= ? ORDER BY at",
            (int(since.timestamp()),),
        )
        return [Sample(*row) for row in rows]

    async def _record_answer(self, message: IncomingMessage, first: float, whole: float) -> None:
        at, platform = int(self._clock().timestamp()), message.chat.platform
        stages = self._stages.take(f"{platform}:{message.key}")
        search, checked = stages.get("search", 0.0), stages.get("check", 0.0)
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO answers (at, platform, first, whole, search, checked)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (at, platform, first, whole, search, checked),
            )
