"""Moves the database of a home to a PostgreSQL server, or back into a file."""

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from msgspec import Struct

from bot import version
from bot.home import Home
from bot.runtime.disk_space import DiskSpace
from bot.runtime.process_lock import hold_daemon_lock, hold_sole_use_lock
from bot.runtime.storage_errors import explain_error
from bot.services.resources import utc_now
from bot.services.tables import CORPORA, SCHEMAS
from bot.settings.config import Settings, read_object
from bot.settings.file import write_config
from indexer.errors import ServerAwayError, StorageError, UserError
from indexer.i18n import _
from indexer.store.authorizer import Readable
from indexer.store.copies import Copies
from indexer.store.engine.copying import Report, Sum
from indexer.store.engine.moving import (
    build_sign,
    fill_file,
    make_file,
    open_empty_file,
    open_file,
    put_in_place,
    read_last_numbers,
    rebuild_full_text,
    remove_file,
    set_last_numbers,
)
from indexer.store.engine.server import SCHEMES, DatabaseSettings, Server, build_server


class Moved(Struct, frozen=True):
    """The contents that both databases have."""

    tables: int
    rows: int
    sha256: str  # of the sums of all tables


FILE = "sqlite"  # in place of an address
CopyBack = Callable[[Home, DatabaseSettings], None]


def is_address(text: str) -> bool:
    """Return whether `text` is the address of a PostgreSQL server."""
    return text.startswith(SCHEMES)


def migrate(  # noqa: PLR0913 - each is a part of where from and where to
    home: Home,
    settings: Settings,
    to: str,
    reader: str,
    report: Report,
    copy_back: CopyBack = lambda _home, _settings: None,
) -> Moved:
    """Copy the database to the address `to`, compare, and use that one from now on.

    `reader` is the address with the login that only reads. `copy_back` puts what else is on the
    server into the home.
    """
    is_file = to == FILE
    if is_file is not bool(settings.database.url):
        raise UserError(_("The database is there already."))
    if is_file:
        also = partial(copy_back, home, settings.database)
        sparing = _spare_disk(home, settings, report)
        return move_to_file(home, build_server(settings.database), sparing, also)
    if not home.database.exists():
        raise UserError(_("There is no database in {folder}.", folder=str(home.folder)))
    return move_to_server(home, build_server(DatabaseSettings(to, reader)), report)


def move_to_server(home: Home, server: Server, report: Report) -> Moved:
    """Copy the database of a home into an empty one of a server, and use that from now on.

    One that was interrupted goes on. The file of the home stays as it is.
    """
    from indexer.store.engine.postgresql import moving  # with psycopg
    from indexer.store.engine.postgresql.tables import list_copied

    tables = list_copied(SCHEMAS)
    with _hold_home(home), _explain(), open_file(home.database, SCHEMAS) as source:
        sign = build_sign(home.database, SCHEMAS)
        with moving.open_target(server, SCHEMAS, CORPORA, sign) as target:
            if not target.is_whole:
                moving.fill(source, target, tables, report)
            sums = moving.compare(source, target.db, tables)
            moving.check_walls(target, tables, _list_open())
            if not target.is_whole:
                moving.finish(target, SCHEMAS, tables, read_last_numbers(source))
        _write_setting(home, {"url": server.owner, "reader": server.reader})
    return _sum_up(sums)


def move_to_file(home: Home, server: Server, report: Report, also: Callable[[], None]) -> Moved:
    """Copy the database of a server into a new file of the home, and use that from now on.

    A file that is there is copied aside before. What is on the server stays as it is. `also` is
    called while nobody uses it.
    """
    from indexer.store.engine.postgresql.moving import compare, open_source, read_numbers
    from indexer.store.engine.postgresql.tables import list_copied

    tables = list_copied(SCHEMAS)
    with _hold_home(home), _explain(), _begin_file(home) as new:
        asyncio.run(make_file(new, SCHEMAS))
        with open_empty_file(new, tables) as db:
            with open_source(server) as source:
                fill_file(source, db, tables, report)
                sums = compare(source, db, tables)
                set_last_numbers(db, read_numbers(source, tables))
                also()
            rebuild_full_text(db, CORPORA)
        put_in_place(new, home.database, Copies(home.copies, version, utc_now))
        _write_setting(home, None)
    return _sum_up(sums)


def _spare_disk(home: Home, settings: Settings, report: Report) -> Report:
    """Return a report that ends the copying before the disk is full: a server may have any size."""
    space = DiskSpace(home.folder, settings.documents.free_bytes)

    def report_and_check(table: str, rows: int) -> None:
        report(table, rows)
        if scarce := space.describe():
            raise UserError(_("The database was not copied: {reason}", reason=scarce))

    return report_and_check


@contextmanager
def _begin_file(home: Home) -> Iterator[Path]:
    """Give the path of a new database; what is left there in the end is removed."""
    new = home.database.with_suffix(".new")
    remove_file(new)
    try:
        yield new
    finally:
        remove_file(new)


@contextmanager
def _hold_home(home: Home) -> Iterator[None]:
    with hold_daemon_lock(home), hold_sole_use_lock(home):
        yield


@contextmanager
def _explain() -> Iterator[None]:
    """Say why a server or a file refuses something; of a server that is away, too."""
    try:
        yield
    except StorageError as error:
        known = None if isinstance(error, ServerAwayError) else explain_error(error)
        reason = _("The database was not copied: {reason}", reason=str(error).strip())
        raise UserError(str(known) if known else reason) from error


def _list_open() -> frozenset[str]:
    """List the tables that every reader sees."""
    searched = Readable.join(*(schema.searched for schema in SCHEMAS))
    return searched.plain | {corpus.tail for corpus in CORPORA}


def _write_setting(home: Home, database: dict[str, str] | None) -> None:
    raw = read_object(home.config)
    raw.pop("database", None)
    changed = {**raw, "database": database} if database else raw
    try:
        write_config(home.config, changed)
    except OSError as error:
        raise UserError(
            _(
                "Everything is copied, but {file} cannot be written ({reason}). Write into it: "
                "{text}",
                file=str(home.config),
                reason=str(error.strerror),
                text=json.dumps({"database": database or {}}),
            )
        ) from None


def _sum_up(sums: Sequence[Sum]) -> Moved:
    together = hashlib.sha256("".join(each.sha256 for each in sums).encode()).hexdigest()
    return Moved(len(sums), sum(each.rows for each in sums), together)
