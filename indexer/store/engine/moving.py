"""A SQLite file out of which all rows are moved to a server, or into which they come back."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from indexer.errors import UserError
from indexer.i18n import _
from indexer.store.copies import Copies
from indexer.store.corpus import Corpus
from indexer.store.database import Schema, find_outdated, open_database
from indexer.store.engine.copying import Report, Table, Values, copy_rows
from indexer.store.engine.session import Session
from indexer.store.engine.sqlite import SqliteSession


@contextmanager
def open_file(path: Path, schemas: Sequence[Schema]) -> Iterator[SqliteSession]:
    """Open a file to read one state of it; a `UserError` unless it is of these versions."""
    with closing(_connect(path, "?mode=ro")) as db:
        db.begin_reading()
        known = db.has_table("migrations")
        rows = db.execute("SELECT part, version FROM migrations") if known else ()
        if find_outdated({row["part"]: int(row["version"]) for row in rows}, schemas):
            raise UserError(
                _(
                    "The database was written by an older multis. Run `multis status` once, which "
                    "updates it, then try again."
                )
            )
        yield db


def _connect(path: Path, mode: str = "") -> SqliteSession:
    db = SqliteSession(f"{path.as_uri()}{mode}", uri=True, isolation_level=None)
    db.row_factory = sqlite3.Row
    return db


def build_sign(path: Path, schemas: Iterable[Schema]) -> str:
    """Return a text that changes whenever the file does, or the versions of its tables."""
    files = (path, path.with_name(f"{path.name}-wal"))
    states = [each.stat() for each in files if each.exists() and each.stat().st_size]
    parts = [f"{state.st_size}:{state.st_mtime_ns}" for state in states]
    return " ".join((*parts, *(f"{each.part}:{len(each.steps)}" for each in schemas)))


def read_last_numbers(db: Session) -> dict[str, int]:
    """Return the last number that each table has given to a row."""
    rows = db.execute("SELECT name, seq FROM sqlite_sequence")
    return {str(name): int(last) for name, last in rows}


async def make_file(path: Path, schemas: Sequence[Schema]) -> None:
    async with open_database(path, *schemas):
        """Now it has the tables."""


@contextmanager
def open_empty_file(path: Path, tables: Iterable[Table]) -> Iterator[SqliteSession]:
    """Open a new file that has all tables, without rows; its triggers are back at the end."""
    with closing(_connect(path)) as db:
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        kept = [(str(name), str(sql)) for name, sql in triggers.fetchall()]
        for name, _sql in kept:
            db.execute(f"DROP TRIGGER {name}")
        for table in tables:
            db.execute(f"DELETE FROM {table.name}")  # noqa: S608 - our names
        yield db
        for _name, sql in kept:
            db.execute(sql)


def remove_file(path: Path) -> None:
    """Remove a database and what lies beside it; nothing if there is none."""
    for suffix in ("-wal", "-shm", ""):
        path.with_name(f"{path.name}{suffix}").unlink(missing_ok=True)


def put_in_place(new: Path, path: Path, copies: Copies) -> None:
    """Make the database `new` that at `path`; one that is there is copied before."""
    if path.exists():
        copies.make(path)
    remove_file(path)
    new.replace(path)


def fill_file(source: Session, db: SqliteSession, tables: Iterable[Table], report: Report) -> None:
    """Copy all rows."""

    def write(table: Table, rows: Sequence[Values]) -> None:
        columns, places = ", ".join(table.columns), ", ".join("?" for _each in table.columns)
        db.executemany(f"INSERT INTO {table.name} ({columns}) VALUES ({places})", rows)  # noqa: S608 - our names

    for table in tables:
        for rows in copy_rows(source, db, table, write):
            report(table.name, rows)


def set_last_numbers(db: Session, numbers: Mapping[str, int]) -> None:
    for name, last in numbers.items():
        db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
        db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, last))


def rebuild_full_text(db: Session, corpora: Iterable[Corpus]) -> None:
    """Let FTS5 read all texts again."""
    for corpus in corpora:
        db.execute(f"INSERT INTO {corpus.fts} ({corpus.fts}) VALUES ('rebuild')")  # noqa: S608 - our names
