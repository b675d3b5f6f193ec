from contextlib import closing

import pytest

from indexer.errors import UnavailableError
from indexer.store.engine.postgresql.session import PostgresSession
from tests.postgresql.databases import Databases


async def test_who_writes_waits_until_no_other_writes(databases: Databases) -> None:
    """What began earlier commits earlier: no row comes to light below one that was seen."""
    async with databases.open_server() as server:
        with (
            closing(PostgresSession(server.owner)) as one,
            closing(PostgresSession(server.owner)) as other,
        ):
            other.run_as_is("SET lock_timeout = '100ms'")
            one.begin_change()
            with pytest.raises(UnavailableError, match="lock timeout"):
                other.begin_change()
            other.rollback()
            one.commit()
            other.begin_change()
            other.rollback()


async def test_rows_are_found_by_place_and_by_name(databases: Databases) -> None:
    async with databases.open_server() as server:
        with closing(PostgresSession(server.owner)) as session:
            row = session.execute("SELECT 1 AS a, 2 AS b, 3 AS a, sum(4) AS d").fetchone()
    assert (row["a"], row["b"], row[2], row["d"]) == (1, 2, 3, 4)
    assert (list(row), isinstance(row["d"], int)) == ([1, 2, 3, 4], True)


async def test_a_statement_without_rows_has_none(databases: Databases) -> None:
    async with databases.open_server() as server:
        with closing(PostgresSession(server.owner)) as session:
            cursor = session.execute("DELETE FROM twins WHERE id = ?", (1,))
            assert (cursor.fetchall(), cursor.fetchone(), list(cursor)) == ([], None, [])
            assert cursor.rowcount == 0
