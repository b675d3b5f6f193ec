"""What the daemon does from time to time: clear away, and try again what failed."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

from bot.services import Services

TICK = 60.0  # seconds between two looks at what is due
CLEARING = timedelta(hours=6)
RETENTION = timedelta(hours=24)
LEFT_BEHIND = timedelta(days=1)  # an upload that old belongs to no process any more


class Tidying:
    """Lives as long as the daemon; its work runs in the background, where a failure is logged."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._cleared: datetime | None = None
        self._first = True

    async def run(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Until cancelled: at the start, then every minute what is due."""
        while True:
            await self._services.background.start("tidying", self.tick())
            await sleep(TICK)

    async def tick(self) -> None:
        now = self._services.clock()
        if self._cleared is None or now - self._cleared >= CLEARING:
            self._cleared = now
            await self._services.inbox.prune()
            await asyncio.to_thread(remove_left_behind, self._services.home.tmp, now - LEFT_BEHIND)
        await self._retention(now)
        await self._captures()
        await self._services.own.tick(self._services.remembering.memories, now)

    async def _retention(self, now: datetime) -> None:
        """By the database: a daemon that is often restarted does not do it each time."""
        retention = self._services.remembering.retention
        last = await retention.last_run()
        if last is None or now - last >= RETENTION:
            await retention.run(now)

    async def _captures(self) -> None:
        remembering = self._services.remembering
        if not remembering.captured:
            return
        if self._first:
            await remembering.captures.resume(remembering.memories)
        else:
            await remembering.captures.retry(remembering.memories)
        self._first = False


def remove_left_behind(folder: Path, oldest: datetime) -> None:
    """What a killed process left in `folder` before `oldest`."""
    for path in folder.iterdir():
        if path.stat().st_mtime < oldest.timestamp():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
