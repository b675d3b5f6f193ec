"""An empty database in memory, with the tables of some versions: to see what a file should be."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager

from indexer.store.database import Schema, hash_text, run_script
from indexer.store.engine.sqlite import SqliteSession


@contextmanager
def open_template(
    schemas: Iterable[Schema], versions: Mapping[str, int] | None = None
) -> Iterator[SqliteSession]:
    """Open one with all steps of these parts, or with as many as `versions` says of each."""
    with closing(SqliteSession(":memory:", isolation_level=None)) as db:
        db.row_factory = sqlite3.Row
        db.create_function("digest", 1, hash_text)
        for schema in schemas:
            last = len(schema.steps) if versions is None else versions.get(schema.part, 0)
            for step in schema.steps[: max(0, last)]:
                run_script(db, step)
        yield db


def find_planted(db: SqliteSession, schemas: Iterable[Schema]) -> list[str]:
    """List the triggers and views that no version of multis has made, by their names.

    A trigger acts whenever multis writes, with all that it may do: one in a file of somebody else
    could copy what is said in confidence to where others read it.
    """
    known = db.has_table("migrations")
    rows = db.execute("SELECT part, version FROM migrations").fetchall() if known else ()
    with open_template(schemas, {str(part): int(version) for part, version in rows}) as template:
        ours = _list_acting(template)
    return sorted(name for name, sql in _list_acting(db).items() if ours.get(name) != sql)


def _list_acting(db: SqliteSession) -> dict[str, str]:
    """Return the triggers and views, each with its words: a rename of a table quotes some."""
    rows = db.execute("SELECT name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')")
    return {str(name): "".join(str(sql).replace('"', "").split()) for name, sql in rows}
