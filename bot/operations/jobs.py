"""The daemon's recurring jobs: cleaning up, retention, retries, maintenance of memory and index."""

import asyncio
import glob
import logging
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from bot.home import INSTALLING, Home
from bot.operations import health_file
from bot.operations.replica import try_replica
from bot.replica.replicator import Replicator
from bot.runtime.scheduler import Job
from bot.services.services import Services
from indexer.confinement.bytecode import compile_missing

log = logging.getLogger(__name__)

CLEARING = timedelta(hours=6)
RETENTION = timedelta(hours=24)
MAINTENANCE = timedelta(seconds=60)
LOOK_FOR_TRIAL = timedelta(hours=1)
LEFTOVER_AGE = timedelta(days=1)  # no running process still needs an upload that old
UNFINISHED_AGE = timedelta(hours=1)  # no file takes as long to be written


def build_jobs(services: Services) -> list[Job]:
    """Return all recurring jobs of the daemon; most also run at its start."""
    return [
        Job("clearing away", CLEARING, lambda: clean_up(services)),
        Job("commands without a PIN", MAINTENANCE, services.pin_gate.delete_old),
        Job("retention", RETENTION, lambda: run_retention(services)),
        Job("older memory", RETENTION, lambda: import_older_memory(services)),
        Job("captures left behind", RETENTION, lambda: resume_captures(services)),
        Job("captures", MAINTENANCE, lambda: retry_captures(services)),
        Job("facts", MAINTENANCE, lambda: maintain_facts(services)),
        Job("words", MAINTENANCE, lambda: update_words(services)),
        Job("index", MAINTENANCE, lambda: merge_index(services)),
        Job("own memory", MAINTENANCE, lambda: maintain_own_memory(services)),
        Job("idle chats", MAINTENANCE, services.inbox.release_idle),
        Job("moved chats", CLEARING, lambda: services.chat_moves.resume(), waits=True),
    ]


def build_process_jobs(services: Services) -> list[Job]:
    """Return the recurring jobs of each process, also where several share the work."""
    return [
        Job("bytecode", RETENTION, compile_missing),
        Job("memory of the process", MAINTENANCE, lambda: release_memory(services)),
    ]


def build_replica_jobs(replicator: Replicator, clock: Callable[[], datetime]) -> list[Job]:
    """Return the jobs of a daemon whose home has a replica."""
    often = timedelta(minutes=replicator.settings.files_minutes)
    return [
        Job("files of the replica", often, replicator.copy_files),
        Job("trial of the replica", LOOK_FOR_TRIAL, lambda: try_replica(replicator, clock())),
    ]


async def clean_up(services: Services) -> None:
    await services.inbox.prune()
    await services.reactions.prune(services.clock())
    await services.reminders.prune(services.clock())
    await services.forgetting.resume()
    oldest = services.clock() - LEFTOVER_AGE
    await asyncio.to_thread(remove_leftovers, services.home.tmp, oldest)
    await asyncio.to_thread(remove_leftovers, services.home.models, oldest, INSTALLING)
    unfinished = services.clock() - UNFINISHED_AGE
    await asyncio.to_thread(remove_unfinished, list_written_folders(services), unfinished)
    await asyncio.to_thread(remove_unfinished_of_old, services.home, unfinished)
    await services.originals.sweep(services.writer.list_hashes)
    trusted = await services.retention.choose_time(services.clock())
    await services.originals.deleted.sweep(trusted)
    await services.originals.unread.sweep(trusted)


async def run_retention(services: Services) -> None:
    """Apply retention once a day by the date in the database, however often the daemon starts.

    After a long gap nothing is deleted before the next day: the clock may be wrong.
    """
    retention, now = services.retention, services.clock()
    last = await retention.last_run()
    if last is not None and retention.is_long_after(last, now):
        log.warning("retention last ran on %s; what is too old is deleted tomorrow", last.date())
        await retention.postpone(now)
    elif last is None or abs(now - last) >= RETENTION:
        await retention.run(now)
        if not await services.upkeep.scrub():
            log.warning("the log beside the database still has deleted text; trying again")


async def import_older_memory(services: Services) -> None:
    await services.import_legacy_files(services.clock())


async def resume_captures(services: Services) -> None:
    """Resume captures of all chats that a crash, or a time without a model, interrupted."""
    if services.model:
        await services.captures.resume(services.memories)


async def retry_captures(services: Services) -> None:
    """Retry failed captures that are due."""
    if services.model:
        await services.captures.retry(services.memories)


async def maintain_facts(services: Services) -> None:
    """Expire facts, and erase those that were deleted a month ago."""
    now = await services.retention.choose_time(services.clock())
    await services.owner_memory.ledger.maintain(now)


async def update_words(services: Services) -> None:
    """Index passages of an older version again as this version does."""
    await services.writer.reindex()


async def merge_index(services: Services) -> None:
    """Merge the segments of the search index: many make it slow."""
    await services.upkeep.follow_full_text()
    await services.writer.merge_segments()
    await services.upkeep.settle()
    await services.upkeep.finish_scrubbing()


async def release_memory(services: Services) -> None:
    """Release memory that only a busy minute needed."""
    await services.upkeep.release_memory()
    await asyncio.to_thread(health_file.trim_heap)


async def maintain_own_memory(services: Services) -> None:
    now = services.clock()
    trusted = await services.retention.choose_time(now)
    await services.facts.settle_over(services.memories, now)
    await services.owner_memory.maintain(services.memories, now, trusted)


def remove_leftovers(folder: Path, oldest: datetime, named: str = "*") -> None:
    """Delete what a killed process left in `folder` before `oldest`, if it is `named` so."""
    for path in folder.glob(named):
        with suppress(FileNotFoundError):  # whoever uses it has deleted it meanwhile
            state = path.lstat()
            if state.st_mtime >= oldest.timestamp():
                continue
            if stat.S_ISDIR(state.st_mode):
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink()


def list_written_folders(services: Services) -> Iterator[Path]:
    """Yield the folders that have files which are replaced as a whole."""
    home = services.home
    yield from (home.folder, home.database.parent, home.deleted, home.unread)
    yield from list_state_folders(home)
    yield from home.chats.glob("*")
    yield from services.owner_memory.vault.list_written_folders()


def list_state_folders(home: Home) -> Iterator[Path]:
    """Yield the folders with the state of the daemon and of each platform."""
    yield home.run
    yield from home.platforms.glob("*")


def remove_unfinished_of_old(home: Home, oldest: datetime) -> None:
    """Delete what earlier versions had prepared, as `identity.new` beside `identity.json`."""
    for folder in list_state_folders(home):
        for path in folder.glob("*.json"):
            remove_leftovers(folder, oldest, f"{glob.escape(path.stem)}.new")


def remove_unfinished(folders: Iterable[Path], oldest: datetime) -> None:
    """Delete texts that a process killed before `oldest` had prepared beside their files.

    They may hold a token, or what is forgotten later.
    """
    for path in (each for folder in folders for each in folder.glob(".*.new")):
        with suppress(FileNotFoundError):
            state = path.lstat()
            if stat.S_ISREG(state.st_mode) and state.st_mtime < oldest.timestamp():
                path.unlink()
