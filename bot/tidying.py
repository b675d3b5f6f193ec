"""What the daemon clears away from time to time."""

import asyncio
import logging
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

from bot.services import Services

log = logging.getLogger(__name__)

EVERY = 6 * 3600.0  # seconds
LEFT_BEHIND = timedelta(days=1)  # an upload that old belongs to no process any more


async def tidy(
    services: Services, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Until cancelled: at the start, then every six hours."""
    while True:
        try:
            await services.inbox.prune()
        except sqlite3.OperationalError as error:
            log.warning("old messages could not be cleared away: %s", error)
        oldest = services.clock() - LEFT_BEHIND
        await asyncio.to_thread(remove_left_behind, services.home.tmp, oldest)
        await sleep(EVERY)


def remove_left_behind(folder: Path, oldest: datetime) -> None:
    """What a killed process left in `folder` before `oldest`."""
    for path in folder.iterdir():
        if path.stat().st_mtime < oldest.timestamp():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
