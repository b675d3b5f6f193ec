"""The database of a chaos run, from outside: a file of the home, or one on a server."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from indexer.errors import StorageError
from indexer.store.engine.postgresql.session import PostgresSession

# Returns no rows where the daemon was killed before it had made the tables.
Query = Callable[[str], list[tuple[Any, ...]]]


def open_file(home: Path) -> Query:
    """Return what queries the database of a home."""
    return partial(_query_file, home / "data" / "multis.db")


def open_server(url: str) -> Query:
    """Return what queries a database on a server, also while that is restarted."""
    return partial(_query_server, url)


def _query_file(path: Path, sql: str) -> list[tuple[Any, ...]]:
    if not path.exists():
        return []
    with closing(sqlite3.connect(path, timeout=10)) as database:
        try:
            return database.execute(sql).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):
                raise
            return []


def _query_server(url: str, sql: str) -> list[tuple[Any, ...]]:
    try:
        with closing(PostgresSession(url)) as session:
            return [tuple(row) for row in session.execute(sql).fetchall()]
    except StorageError:
        return []
