"""The one door to stored text for a person: what they may not see does not exist in the query."""

import json
import sqlite3
from collections.abc import Sequence

from indexer.scopes import Visibility
from indexer.store.connection import Reader

Parameter = str | int | float | bytes | None


class Door:
    """Lives as long as its reader."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def select(
        self, visibility: Visibility, rows: str, sql: str, /, **parameters: Parameter
    ) -> Sequence[sqlite3.Row]:
        """`select`, from outside the reader's thread."""
        return await self._reader.run(lambda db: select(db, visibility, rows, sql, **parameters))


def select(
    db: sqlite3.Connection, visibility: Visibility, rows: str, sql: str, /, **parameters: Parameter
) -> Sequence[sqlite3.Row]:
    """`sql` over `visible`: those of `rows` whose column `scope` the visibility allows.

    `db` is the connection of a `Reader`. `rows` is a SELECT of ours with a column `scope`; nothing
    a person typed is ever part of it.
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
