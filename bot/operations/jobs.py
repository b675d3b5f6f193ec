"""What the daemon does from time to time: clear away, and try again what failed."""

import asyncio
import logging
import shutil
from datetime import datetime, timedelta
from pathlib import Path

from bot.operations import health_file
from bot.runtime.scheduler import Job
from bot.services.services import Services

log = logging.getLogger(__name__)

CLEARING = timedelta(hours=6)
RETENTION = timedelta(hours=24)
MAINTENANCE = timedelta(seconds=60)
GAP = timedelta(days=30)  # a machine was off for so long, or its clock is ahead
LEFTOVER_AGE = timedelta(days=1)  # an upload that old belongs to no process any more


def build_jobs(services: Services) -> list[Job]:
    """Everything that happens by itself while the daemon runs, each at its start too."""
    return [
        Job("clearing away", CLEARING, lambda: clean_up(services)),
        Job("retention", RETENTION, lambda: run_retention(services)),
        Job("older memory", RETENTION, lambda: import_older_memory(services)),
        Job("captures left behind", RETENTION, lambda: resume_captures(services)),
        Job("captures", MAINTENANCE, lambda: retry_captures(services)),
        Job("facts", MAINTENANCE, lambda: maintain_facts(services)),
        Job("words", MAINTENANCE, lambda: update_words(services)),
        Job("index", MAINTENANCE, lambda: merge_index(services)),
        Job("memory of the process", MAINTENANCE, lambda: release_memory(services)),
        Job("own memory", MAINTENANCE, lambda: maintain_own_memory(services)),
    ]


async def clean_up(services: Services) -> None:
    await services.inbox.prune()
    await services.pin_gate.delete_old()
    oldest = services.clock() - LEFTOVER_AGE
    await asyncio.to_thread(remove_leftovers, services.home.tmp, oldest)
    await services.originals.sweep(services.writer.list_hashes)


async def run_retention(services: Services) -> None:
    """Once a day, by the database: a daemon that is often restarted does not do it each time.

    After a long gap nothing goes before the next day: the clock may be wrong.
    """
    retention, now = services.retention, services.clock()
    last = await retention.last_run()
    if last is not None and now - last > GAP:
        log.warning("retention last ran on %s; what is too old goes tomorrow", last.date())
        await retention.postpone(now)
    elif last is None or abs(now - last) >= RETENTION:
        await retention.run(now)
        await services.scrub()


async def import_older_memory(services: Services) -> None:
    await services.import_legacy_files(services.clock())


async def resume_captures(services: Services) -> None:
    """What a crash cut off, or a time without a model: every chat is looked at."""
    if services.model:
        await services.captures.resume(services.memories)


async def retry_captures(services: Services) -> None:
    """What failed and may be tried again."""
    if services.model:
        await services.captures.retry(services.memories)


async def maintain_facts(services: Services) -> None:
    """What has expired goes, and what was deleted a month ago goes for good."""
    await services.owner_memory.ledger.maintain(services.clock())


async def update_words(services: Services) -> None:
    """What another version has indexed is found as this one finds it."""
    await services.writer.reindex()


async def merge_index(services: Services) -> None:
    """What FTS5 has in many pieces is searched more slowly."""
    await services.writer.merge_segments()


async def release_memory(services: Services) -> None:
    """A daemon at rest holds what it needs at rest, not what its busiest minute needed."""
    await services.release_memory()
    await asyncio.to_thread(health_file.trim_heap)


async def maintain_own_memory(services: Services) -> None:
    await services.owner_memory.maintain(services.memories, services.clock())


def remove_leftovers(folder: Path, oldest: datetime) -> None:
    """What a killed process left in `folder` before `oldest`."""
    for path in folder.iterdir():
        if path.stat().st_mtime < oldest.timestamp():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
