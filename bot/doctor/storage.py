"""The database, and the work that waits in it."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import datetime, timedelta

from bot.doctor.findings import Finding, fail, ok, warn
from bot.home import Home
from bot.messages import UserError
from bot.operations.backup import Damaged, check_database
from bot.operations.jobs import RETENTION
from bot.rendering.format import counted, size
from bot.services.services import Services
from indexer.store.copies import list_copies

RESTORE = "Stop the daemon and run: multis backup restore FILE"
STUCK = timedelta(hours=1)


def check_integrity(home: Home) -> Iterator[Finding]:
    if not home.database.exists():
        yield ok("database", "There is none yet.")
        return
    try:
        check_database(home.database)
    except UserError as error:
        advice = f" {RESTORE}" if isinstance(error, Damaged) else ""
        yield fail("database", f"{error}{advice}")
        return
    yield ok("database", "quick_check finds it sound.")
    yield from _check_search_indexes(home)


def _check_search_indexes(home: Home) -> Iterator[Finding]:
    # FTS5 has its check asked for by an INSERT, which needs the lock of a writer.
    with closing(sqlite3.connect(home.database, timeout=2, isolation_level=None)) as database:
        names = [
            str(name)
            for (name,) in database.execute(
                "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"
            )
        ]
        for name in names:
            try:
                # The 1 also compares the index with the table whose terms it holds.
                database.execute(
                    f'INSERT INTO "{name}" ("{name}", rank) VALUES (\'integrity-check\', 1)'  # noqa: S608  # a name out of the schema
                )
            except sqlite3.OperationalError as error:
                yield warn("search index", f"{name} was not checked: {error}.")
                return
            except sqlite3.DatabaseError as error:
                yield fail("search index", f"{name}: {error}. {RESTORE}")
            else:
                yield ok("search index", f"{name} agrees with its texts.")


def check_copies(home: Home) -> Iterator[Finding]:
    """Made before upgrades: they still hold what has been deleted since."""
    kept = list_copies(home.database, home.copies)
    if kept:
        newest = kept[-1]
        yield ok(
            "copies",
            f"{home.copies} holds {counted(len(kept), 'database')} from before an upgrade; the"
            f" newest is {newest.name} ({size(newest.stat().st_size)}).",
        )


async def check_queues(services: Services) -> AsyncIterator[Finding]:
    waiting, unsent = await services.inbox.count_pending()
    told = f"Waiting for an answer: {waiting}. Waiting to be sent: {unsent}."
    oldest = await services.inbox.find_oldest()
    if oldest and services.clock() - oldest > STUCK:
        yield warn("inbox", f"{told} The oldest came {oldest:%Y-%m-%d %H:%M} UTC: see the log.")
    else:
        yield ok("inbox", told)


async def check_captures(services: Services) -> AsyncIterator[Finding]:
    states = await services.captures.list_states()
    failed = [state for state in states if state.error and state.state != "done"]
    for state in failed:
        yield warn("capture", f"{state.chat}: {state.error} Tried {counted(state.tries, 'time')}.")
    if not failed:
        yield ok("capture", "No summary of a chat is stuck.")


async def check_retention(services: Services, now: datetime) -> AsyncIterator[Finding]:
    last = await services.retention.last_run()
    if last is None:
        yield warn("retention", "It never ran; it does when the daemon runs.")
    elif now - last > 2 * RETENTION:
        yield warn("retention", f"It last ran {last:%Y-%m-%d %H:%M} UTC; is the daemon running?")
    else:
        yield ok("retention", f"Next run {last + RETENTION:%Y-%m-%d %H:%M} UTC.")


async def check_vectors(services: Services) -> AsyncIterator[Finding]:
    progress = await services.embedding_progress()
    if progress is None:
        return
    told = f"{progress.done} of {progress.total} texts have a vector of {progress.model}."
    if progress.done < progress.total:
        told += " The daemon makes the others while it runs."
    yield ok("vectors", told)
