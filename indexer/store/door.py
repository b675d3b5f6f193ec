"""The only way to read stored text for a person: a query sees no row that they may not see."""

import json
import sqlite3
from collections.abc import Sequence

from indexer.scopes import Visibility
from indexer.store.connection import Reader

Parameter = str | int | float | bytes | None


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
    statement = (
        f"WITH visible AS (SELECT * FROM ({rows})"  # noqa: S608 - fixed texts of this package
        " WHERE :everything OR scope IN (SELECT value FROM json_each(:scopes)))"
    )
    return db.execute(statement + sql, {**parameters, **seen}).fetchall()
