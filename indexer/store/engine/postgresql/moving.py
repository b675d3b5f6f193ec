"""A database on a server into which all rows of another one are moved, or out of which they go.

The table `moving` says of which source the rows are, by a sign that changes with it, and whether
all are there. Until then nobody else opens the database, and a move that was interrupted goes on.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress

from msgspec import Struct

from indexer.errors import StorageError, UserError
from indexer.i18n import _
from indexer.store.corpus import Corpus
from indexer.store.database import Schema
from indexer.store.engine.copying import Report, Sum, Table, copy_rows, sum_up
from indexer.store.engine.postgresql.lease import NOBODY, read_occupancy, revoke_lease
from indexer.store.engine.postgresql.opening import (
    hold_tables,
    let_read,
    make_tables,
    open_writer,
    read_login,
    write_versions,
)
from indexer.store.engine.postgresql.ownership import check_login
from indexer.store.engine.postgresql.place import PAGE_PLACE, SCHEMA
from indexer.store.engine.postgresql.session import (
    PostgresReader,
    PostgresSession,
)
from indexer.store.engine.server import Server
from indexer.store.engine.session import Session

_MARK = "CREATE TABLE moving (source TEXT NOT NULL, finished BIGINT NOT NULL)"


class Target(Struct, frozen=True):
    """The database of a server with all tables, which nobody else uses."""

    db: PostgresSession
    reader: PostgresReader
    is_whole: bool  # all rows are there, and perhaps others since


@contextmanager
def open_target(
    server: Server, schemas: Sequence[Schema], corpora: Sequence[Corpus], sign: str
) -> Iterator[Target]:
    """Open the database of a server for the rows of the source with that sign.

    A `UserError` if it has rows of anything else, or if a login sees more than it should.
    """
    with (
        closing(_open_alone(server)) as db,
        closing(PostgresReader(server.reader)) as reader,
    ):
        login = read_login(reader)
        check_login(db, login, SCHEMA)
        with hold_tables(db):
            whole = _find_state(db, sign)
            if whole is None:
                db.run_as_is(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
                make_tables(db, schemas)
                db.run_as_is(_MARK)
                db.execute("INSERT INTO moving VALUES (?, 0)", (sign,))
                let_read(db, login, schemas, corpora)
        yield Target(db, reader, bool(whole))


def _open_alone(server: Server) -> PostgresSession:
    db = open_writer(server, NOBODY)
    if read_occupancy(db).standbys:  # it would begin with the database that is left behind
        db.close()
        raise UserError(_("Another multis daemon stands by for this database. Stop it first."))
    revoke_lease(db)
    return db


def _find_state(db: PostgresSession, sign: str) -> bool | None:
    """Return whether all rows of this source are there; None if a move has to begin."""
    names = (SCHEMA, PAGE_PLACE.schema)
    ((tables,),) = db.execute("SELECT count(*) FROM pg_tables WHERE schemaname IN (?, ?)", names)
    marks = db.execute("SELECT source, finished FROM moving") if db.has_table("moving") else ()
    marked = {str(source): bool(finished) for source, finished in marks}
    if sign in marked:
        return marked[sign]
    if True in marked.values() or (tables and not marked):
        raise UserError(_("That database already has tables of multis. Name one that is empty."))
    return None  # what an interrupted move left is of a state of the source that is gone


def fill(source: Session, target: Target, tables: Iterable[Table], report: Report) -> None:
    """Copy all rows that are not there yet."""
    for table in tables:
        target.db.run_as_is(f"ALTER TABLE {table.name} DISABLE TRIGGER USER")
        for rows in copy_rows(source, target.db, table, target.db.write_rows):
            report(table.name, rows)


def compare(source: Session, target: Session, tables: Iterable[Table]) -> list[Sum]:
    """Return what each table holds; a `UserError` names the first that differs."""
    return [_compare(source, target, table) for table in tables]


def _compare(source: Session, target: Session, table: Table) -> Sum:
    wanted, found = sum_up(source, table), sum_up(target, table)
    if wanted != found:
        raise UserError(
            _(
                "The copy of {table} is not equal: {copied} rows instead of {rows}, or another "
                "content. Nothing else was changed; try again with an empty database.",
                table=table.name,
                copied=str(found.rows),
                rows=str(wanted.rows),
            )
        )
    return wanted


def check_walls(target: Target, tables: Iterable[Table], seen: Collection[str]) -> None:
    """Raise a `UserError` if the reader sees a row of another table than those `seen` by all."""
    for table in tables:
        with suppress(StorageError):  # it is refused
            row = target.reader.execute(f"SELECT 1 FROM {table.name} LIMIT 1").fetchone()  # noqa: S608 - our names
            if row and table.name not in seen:
                raise UserError(
                    _(
                        "The login that only reads sees rows of {table} in that database, which "
                        "nobody asked for. Make both logins anew, without rights of their own.",
                        table=table.name,
                    )
                )


def finish(
    target: Target,
    schemas: Sequence[Schema],
    tables: Iterable[Table],
    numbers: Mapping[str, int],
) -> None:
    """Let the database be opened; `numbers` are the last ones that tables have given to rows."""
    db = target.db
    db.begin_change()
    try:
        for table in tables:
            db.run_as_is(f"ALTER TABLE {table.name} ENABLE TRIGGER USER")
            _set_number(db, table, numbers.get(table.name, 0))
        write_versions(db, schemas)
        db.execute("UPDATE moving SET finished = 1")
    except BaseException:
        db.rollback()
        raise
    db.commit()
    db.run_as_is("ANALYZE")


def _set_number(db: PostgresSession, table: Table, number: int) -> None:
    if sequence := _find_sequence(db, table):
        ((highest,),) = db.execute(f"SELECT max({table.key[0]}) FROM {table.name}").fetchall()  # noqa: S608 - our names
        last = max(number, highest or 0)
        db.execute("SELECT setval(?, ?, ?)", (sequence, max(last, 1), last > 0)).close()


def _find_sequence(db: PostgresSession, table: Table) -> str:
    """Return what numbers the rows of a table; "" if nothing does."""
    named = (f"{SCHEMA}.{table.name}", table.key[0])
    ((sequence,),) = db.execute("SELECT pg_get_serial_sequence(?, ?)", named).fetchall()
    return sequence or ""


@contextmanager
def open_source(server: Server) -> Iterator[PostgresSession]:
    """Open the database of a server to read one state of it, while no daemon uses it."""
    with closing(_open_alone(server)) as db:
        db.begin_reading()
        yield db


def read_numbers(db: PostgresSession, tables: Iterable[Table]) -> dict[str, int]:
    """Return the last number that each table has given to a row."""
    numbers = dict[str, int]()
    for table in tables:
        if sequence := _find_sequence(db, table):
            state = db.execute(f"SELECT last_value, is_called FROM {sequence}").fetchall()  # noqa: S608 - its name
            numbers[table.name] = sum(last for last, is_called in state if is_called)
    return numbers
