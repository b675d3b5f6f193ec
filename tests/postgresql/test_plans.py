"""How the server finds the rows of an answer: by their key, however many there are."""

import json
import re

import pytest

from indexer.scopes import KB, Visibility
from indexer.store.door import THESE_ROWS
from indexer.store.engine.postgresql.session import PostgresReader
from indexer.store.engine.session import Session
from tests.postgresql.databases import Databases

KEYED = re.compile(r"Index Cond: \(id = ")


@pytest.mark.parametrize("table", ["chunks", "memory_items"], ids=["passages", "facts"])
async def test_rows_of_a_guarded_table_are_found_by_their_key(
    databases: Databases, table: str
) -> None:
    def explain(db: Session) -> str:
        assert isinstance(db, PostgresReader)
        db.begin_reading()
        db._show(Visibility.only(KB))
        for other in ("seqscan", "hashjoin", "mergejoin"):  # that win where a table is small
            db.run_as_is(f"SET LOCAL enable_{other} = off")
        text = f"EXPLAIN WITH visible AS (SELECT * FROM {table}) {THESE_ROWS}"  # noqa: S608 - ours
        rows = db.execute(text, {"rows": json.dumps([1, 2])}).fetchall()
        plan = "\n".join(row[0] for row in rows)
        db.rollback()
        return plan

    async with databases.open_whole() as database:
        plan = await database.reader.run(explain)
    assert KEYED.search(plan), plan
