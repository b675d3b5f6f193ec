"""The only way to read stored text for a person: a query sees no row that they may not see."""

import json
import sqlite3
from collections.abc import Sequence

from indexer.scopes import Visibility
from indexer.store.authorizer import GuardedConnection, Parameter
from indexer.store.connection import Reader
from indexer.store.corpus import Corpus


class VisibleReader:
    """Selects visible rows; lives as long as its reader."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def select(
        self, visibility: Visibility, rows: str, sql: str, /, **parameters: Parameter
    ) -> Sequence[sqlite3.Row]:
        """Run `select` in the thread of the reader."""
        return await self._reader.run(lambda db: select(db, visibility, rows, sql, **parameters))


def select(
    db: sqlite3.Connection, visibility: Visibility, rows: str, sql: str, /, **parameters: Parameter
) -> Sequence[sqlite3.Row]:
    """Run `sql` over `visible`: those of `rows` whose column `scope` the visibility allows.

    `db` is the connection of a `Reader`. `rows` is a constant SELECT with a column `scope`; it
    never contains anything that a person typed.
    """
    seen: dict[str, Parameter] = {
        "everything": visibility.everything,
        "scopes": json.dumps(sorted(scope.label for scope in visibility.scopes)),
    }
    guarded = _get_guarded(db)
    statement = (
        f"WITH visible_{guarded.secret} AS (SELECT * FROM ({rows})"  # noqa: S608 - fixed texts of this package
        " WHERE :everything OR scope IN (SELECT value FROM json_each(:scopes))),"
        f" visible AS (SELECT * FROM visible_{guarded.secret})"
    )
    return guarded.read(statement + sql, {**parameters, **seen})


def match(
    db: sqlite3.Connection, corpus: Corpus, sql: str, /, **parameters: Parameter
) -> Sequence[sqlite3.Row]:
    """Run `sql` over `{fts}`, the FTS5 table of `corpus`: its ids and ranks of all scopes, no text.

    `db` is the connection of a `Reader`; `sql` is a constant.
    """
    return _get_guarded(db).read(sql.format(fts=corpus.fts), parameters)


def _get_guarded(db: sqlite3.Connection) -> GuardedConnection:
    if not isinstance(db, GuardedConnection):
        raise TypeError("only the connection of a reader looks at scopes")
    return db
