"""Opens a database on a PostgreSQL server, making its tables where there are none."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial

from indexer.errors import UserError
from indexer.i18n import _
from indexer.store.across import ACROSS
from indexer.store.authorizer import Readable
from indexer.store.connection import Connection, Reader
from indexer.store.corpus import Corpus
from indexer.store.database import Database, Schema, find_outdated
from indexer.store.engine.postgresql.exclusion import TABLES, begin_alone
from indexer.store.engine.postgresql.functions import FUNCTIONS
from indexer.store.engine.postgresql.isolation import isolate
from indexer.store.engine.postgresql.lease import WORKERS, Tenure
from indexer.store.engine.postgresql.ownership import check_login
from indexer.store.engine.postgresql.place import MAIN, Place
from indexer.store.engine.postgresql.session import (
    PostgresReader,
    PostgresSession,
    TakenError,
)
from indexer.store.engine.postgresql.tables import list_steps, list_tables
from indexer.store.engine.server import Server
from indexer.store.engine.session import Session

LOOK = 1.0  # seconds between two looks whether other workers have ended

log = logging.getLogger(__name__)

Fill = Callable[[PostgresSession], None]


@asynccontextmanager
async def open_postgresql(
    server: Server, *schemas: Schema, corpora: Sequence[Corpus], lease: Tenure | None = None
) -> AsyncIterator[Database]:
    """Open the database of a server, as `open_database` opens a file.

    Its writers wait for each other, in whichever process they are. The reader's login must not be
    the owner's: it would see every row. The daemon, of which a database has one, names its `lease`.
    """
    async with (
        Connection(partial(open_writer, server, lease)) as writer,
        Reader(partial(PostgresReader, server.reader)) as reader,
        Reader(partial(PostgresSession, server.owner, reads=True)) as records,
    ):
        login = await reader.run(read_login)
        await _wait_for_others(writer, schemas, lease)
        await writer.run(lambda db: _prepare(_narrow(db), login, schemas, corpora))
        yield Database(writer, reader, records, partial(_open_maintenance, server))


@asynccontextmanager
async def open_beside(
    server: Server, place: Place, *schemas: Schema, fill: Fill, lease: Tenure | None
) -> AsyncIterator[Database]:
    """Open tables that stand beside those of the index, and that the reader's login cannot see.

    `fill` is called once, in the transaction that makes them.
    """
    read = partial(PostgresSession, server.owner, reads=True, place=place)
    async with (
        Connection(partial(open_writer, server, lease, place)) as writer,
        Reader(read) as reader,
    ):
        await _wait_for_others(writer, schemas, lease)
        await writer.run(lambda db: _prepare_beside(_narrow(db), schemas, fill))
        yield Database(writer, reader, reader, partial(_open_maintenance, server))


async def _wait_for_others(
    writer: Connection, schemas: Sequence[Schema], lease: Tenure | None
) -> None:
    """Return once this worker may change the tables: others of an older version do not use them."""
    if lease is None or not lease.shared:
        return
    told = False
    while await writer.run(partial(_would_disturb, schemas=schemas, number=lease.number)):
        if not told:
            log.warning("the tables are to be changed; this worker waits until the others ended")
        told = True
        await asyncio.sleep(LOOK)


def _would_disturb(db: Session, *, schemas: Sequence[Schema], number: int) -> bool:
    versions = _read_versions(_narrow(db))
    others = f"SELECT 1 FROM {WORKERS} WHERE serving IS NOT NULL AND number != ?"  # noqa: S608 - our name
    outdated = versions and find_outdated(versions, schemas)
    return bool(outdated) and db.execute(others, (number,)).fetchone() is not None


def has_tables(server: Server, place: Place) -> bool:
    """Return whether the tables of a place were made; also while a daemon uses them."""
    with closing(PostgresSession(server.owner, reads=True, place=place)) as db:
        return db.has_table("migrations")


def open_writer(server: Server, lease: Tenure | None, place: Place = MAIN) -> PostgresSession:
    """Open a session that writes; with a number, while no daemon does, but that of the lease."""
    try:
        return PostgresSession(server.owner, lease=lease, place=place)
    except TakenError:
        raise UserError(
            _("Another multis daemon already works with this database. Stop it first.")
        ) from None


@asynccontextmanager
async def _open_maintenance(server: Server, _readable: Readable) -> AsyncIterator[Reader]:
    async with Reader(partial(PostgresSession, server.owner, reads=True)) as reader:
        yield reader


def _narrow(db: Session) -> PostgresSession:
    if not isinstance(db, PostgresSession):
        raise TypeError("not a session of PostgreSQL")
    return db


def read_login(db: Session) -> str:
    ((login,),) = db.execute("SELECT session_user")
    return str(login)


def _prepare(
    db: PostgresSession, login: str, schemas: Sequence[Schema], corpora: Sequence[Corpus]
) -> None:
    """Make the tables if there are none, and say what the reader may see."""
    check_login(db, login, db.place.schema)
    with hold_tables(db):
        if is_half_filled(db):
            raise UserError(
                _(
                    "`multis migrate` into this database was interrupted, and it lacks rows. Run "
                    "it again, with the database of the home as it was."
                )
            )
        if _bring_up_to_date(db, schemas):
            let_read(db, login, schemas, corpora)


def _prepare_beside(db: PostgresSession, schemas: Sequence[Schema], fill: Fill) -> None:
    with hold_tables(db):
        is_new = not db.has_table("migrations")
        _bring_up_to_date(db, schemas)
        if is_new:
            fill(db)


def _bring_up_to_date(db: PostgresSession, schemas: Sequence[Schema]) -> bool:
    """Make tables or change those of an older version; return whether there was anything to do."""
    versions = _read_versions(db)
    outdated = find_outdated(versions, schemas)
    if not versions:
        make_tables(db, schemas)
        write_versions(db, schemas)
    for schema in outdated if versions else ():
        _upgrade(db, schema, versions.get(schema.part, 0))
    return bool(outdated)


@contextmanager
def hold_tables(db: PostgresSession) -> Iterator[None]:
    """Hold a transaction in which nobody else makes or changes tables."""
    db.run_as_is(begin_alone(TABLES))
    try:
        yield
    except BaseException:
        db.rollback()
        raise
    db.commit()


def is_half_filled(db: PostgresSession) -> bool:
    """Return whether a migration into this database began and did not end (see `moving`)."""
    if not db.has_table("moving"):
        return False
    ((finished,),) = db.execute("SELECT finished FROM moving").fetchall()
    return not finished


def let_read(
    db: PostgresSession, login: str, schemas: Sequence[Schema], corpora: Sequence[Corpus]
) -> None:
    """Let the reader's login see what it may."""
    searched = Readable.join(*(schema.searched for schema in schemas))
    isolate(db, login, searched, corpora, ACROSS)


def _read_versions(db: PostgresSession) -> dict[str, int]:
    if not db.has_table("migrations"):
        return {}
    rows = db.execute("SELECT part, version FROM migrations")
    return {str(row["part"]): int(row["version"]) for row in rows}


def make_tables(db: PostgresSession, schemas: Sequence[Schema]) -> None:
    """Make empty tables; `write_versions` then says of which versions they are."""
    db.run_as_is(f"CREATE SCHEMA IF NOT EXISTS {db.place.schema}")
    db.run_as_is(f"REVOKE ALL ON SCHEMA {db.place.schema} FROM PUBLIC")
    tables = "CREATE TABLE migrations (part TEXT PRIMARY KEY, version BIGINT NOT NULL)"
    for statement in (*FUNCTIONS, tables, *list_tables(schemas)):
        db.run_as_is(statement)


def write_versions(db: PostgresSession, schemas: Sequence[Schema]) -> None:
    db.executemany(
        "INSERT INTO migrations (part, version) VALUES (?, ?)",
        [(schema.part, len(schema.steps)) for schema in schemas],
    )


def _upgrade(db: PostgresSession, schema: Schema, version: int) -> None:
    for statement in list_steps(schema, version):
        db.run_as_is(statement)
    db.execute(
        "INSERT INTO migrations (part, version) VALUES (?, ?)"
        " ON CONFLICT (part) DO UPDATE SET version = excluded.version",
        (schema.part, len(schema.steps)),
    )
