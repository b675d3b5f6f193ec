"""Checks the database, and the work that waits in it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import datetime, timedelta

from bot.doctor.findings import Finding, fail, ok, warn
from bot.home import Home
from bot.messages import UserError
from bot.operations.backups.backup import Damaged, check_database
from bot.operations.jobs import RETENTION
from bot.operations.replica_status import report_replica
from bot.operations.standby import format_occupancy
from bot.operations.status import format_queues, format_set_aside, format_unsupported
from bot.replica.litestream import open_litestream
from bot.runtime.process_lock import is_running
from bot.services.services import Services
from bot.settings.config import Settings
from indexer.errors import StorageError, UnavailableError
from indexer.i18n import (
    N_,
    Sentence,
    _,
    format_moment,
    format_size,
    join_sentences,
    ngettext,
)
from indexer.store.copies import list_copies
from indexer.store.engine.postgresql.lease import Occupancy
from indexer.store.engine.server import DatabaseSettings
from indexer.store.engine.sqlite import SqliteSession
from indexer.store.full_text import list_whole

RESTORE = N_("Stop the daemon and run: multis backup restore FILE")
STUCK = timedelta(hours=1)
CLOCKS_APART = timedelta(seconds=5)


def check_integrity(home: Home) -> Iterator[Finding]:
    """Check the home's own database."""
    if not home.database.exists():
        yield ok("database", _("There is none yet."))
        return
    try:
        check_database(home.database)
    except UserError as error:
        advice = str(RESTORE) if isinstance(error, Damaged) else ""
        yield fail("database", join_sentences(str(error), advice))
        return
    yield ok("database", _("quick_check found no errors."))
    yield from _check_search_indexes(home)


def _check_search_indexes(home: Home) -> Iterator[Finding]:
    # FTS5 runs its check on an INSERT, which needs the write lock.
    with closing(SqliteSession(home.database, timeout=2, isolation_level=None)) as database:
        for name in list_whole(database):
            try:
                # The 1 also compares the index with the table that it indexes.
                database.execute(
                    f'INSERT INTO "{name}" ("{name}", rank) VALUES (\'integrity-check\', 1)'  # noqa: S608  # a name out of the schema
                )
            except UnavailableError as error:
                yield warn(
                    "search index",
                    _("{name} was not checked: {reason}.", name=name, reason=str(error)),
                )
                return
            except StorageError as error:
                yield fail("search index", join_sentences(f"{name}: {error}.", str(RESTORE)))
            else:
                yield ok("search index", _("{name} matches its texts.", name=name))


async def check_server(services: Services) -> AsyncIterator[Finding]:
    """Report the server that has the database, if one has."""
    if services.settings.database.url:
        yield ok("database", _("{model} answers.", model=await services.database_state.describe()))
    if occupancy := await services.database_state.read_occupancy():
        yield _report_daemons(services.settings.database, occupancy)
    if clock := await services.database_state.read_clock():
        yield _compare_clocks(abs(clock - services.clock()))


def _report_daemons(settings: DatabaseSettings, occupancy: Occupancy) -> Finding:
    """Report which daemons work, with a warning if none would go on should one end."""
    if settings.workers:
        lacks = len(occupancy.workers) < 2
        return (warn if lacks else ok)("workers", format_occupancy(occupancy))
    lacks = settings.standby and not occupancy.standbys
    return (warn if lacks else ok)("standby", format_occupancy(occupancy))


def _compare_clocks(apart: timedelta) -> Finding:
    """Report how far the clocks are apart: dates of messages and reminders are of this machine."""
    seconds = ngettext(
        "The clocks of this machine and of the server are {count} second apart.",
        "The clocks of this machine and of the server are {count} seconds apart.",
        round(apart.total_seconds()),
    )
    return (warn if apart > CLOCKS_APART else ok)("clock", seconds)


async def check_segments(services: Services) -> AsyncIterator[Finding]:
    """Compare the stored segments with the texts; unlike FTS5's they can simply be built again."""
    await services.upkeep.follow_full_text()
    if not services.settings.ranking.fts5 and not services.settings.database.url:
        yield ok("search index", _("FTS5 is left out of documents and conversations."))
    for name, intact in (await services.upkeep.mend()).items():
        if intact:
            yield ok("segments", _("The segments of {name} match its texts.", name=name))
        else:
            text = _("The segments of {name} did not match its texts; I rebuilt them.", name=name)
            yield warn("segments", text)
    for name in await services.upkeep.recount():
        text = _("The counts of {name} did not match its texts; I corrected them.", name=name)
        yield warn("segments", text)


def check_left_file(home: Home, settings: Settings) -> Iterator[Finding]:
    """Report a file of the home that is not used any more, and still contains what is forgotten."""
    for file in (home.database, home.page):
        if not settings.database.url or not file.exists():
            continue
        yield warn(
            "database",
            _(
                "{file} is from before the move to a server, and contains what was forgotten "
                "since. Delete it when you no longer need it.",
                file=str(file),
            ),
        )


def check_copies(home: Home) -> Iterator[Finding]:
    """Report copies made before upgrades: they still contain what was deleted since."""
    kept = list_copies(home.database, home.copies)
    if kept:
        newest = kept[-1]
        yield ok(
            "copies",
            ngettext(
                "{folder} contains {count} database from before an upgrade; the newest is {name} "
                "({size}).",
                "{folder} contains {count} databases from before an upgrade; the newest is {name} "
                "({size}).",
                len(kept),
                folder=str(home.copies),
                name=newest.name,
                size=format_size(newest.stat().st_size),
            ),
        )


def check_replica(home: Home, settings: Settings, now: datetime) -> Iterator[Finding]:
    """Report how far the replica is, and what keeps it from being one."""
    report = report_replica(home, settings.replica, now, running=is_running(home))
    if report is None:
        return
    try:
        open_litestream(home, settings.replica)
    except UserError as error:
        yield fail("replica", str(error))
        return
    text = join_sentences(*report.lines)
    yield ok("replica", text) if report.is_well else warn("replica", text)


async def check_queues(services: Services) -> AsyncIterator[Finding]:
    waiting, unsent = await services.inbox.count_pending()
    text = format_queues(waiting, unsent)
    oldest = await services.inbox.find_oldest()
    if oldest and services.clock() - oldest > STUCK:
        stuck = _("The oldest arrived {time} UTC; see the log.", time=format_moment(oldest))
        yield warn("inbox", join_sentences(text, stuck))
    else:
        yield ok("inbox", text)
    if count := len(await services.inbox.list_set_aside()):
        yield warn("inbox", format_set_aside(count))


async def check_captures(services: Services) -> AsyncIterator[Finding]:
    states = await services.captures.list_states()
    failed = [each for each in states if each.is_failing]
    for state in failed:
        tries = ngettext("Tried {count} time.", "Tried {count} times.", state.tries)
        problem = join_sentences(str(Sentence(state.error)), tries)
        yield warn("capture", _("{label}: {value}", label=state.chat, value=problem))
    if not failed:
        yield ok("capture", _("No summary of a chat is stuck."))


async def check_memory_files(services: Services) -> AsyncIterator[Finding]:
    """Report damaged files that were moved aside when their chat was used."""
    for problem in await services.memories.list_problems():
        yield warn("memory", problem)


async def check_retention(services: Services, now: datetime) -> AsyncIterator[Finding]:
    last = await services.retention.last_run()
    if last is None:
        yield warn("retention", _("It has never run; it runs when the daemon does."))
    elif now - last > 2 * RETENTION:
        text = _("It last ran {time} UTC. Is the daemon running?", time=format_moment(last))
        yield warn("retention", text)
    else:
        yield ok("retention", _("Next run: {time} UTC.", time=format_moment(last + RETENTION)))


async def check_vectors(services: Services) -> AsyncIterator[Finding]:
    progress = await services.embedding_progress()
    if progress is None:
        return
    text = _(
        "{done} of {total} texts have a vector of {model}.",
        done=progress.done - progress.unsupported,
        total=progress.total,
        model=progress.model,
    )
    if progress.done < progress.total:
        text = join_sentences(text, _("The daemon creates the others while it runs."))
    if skipped := format_unsupported(progress.unsupported):
        text = join_sentences(text, skipped)
    yield ok("vectors", text)
