"""What other programs may rely on that read the database: tables, columns, full-text search."""

import sqlite3
from collections.abc import Sequence

import pytest

from indexer.scopes import KB
from tests.indexer.factories import NOW, Index


async def select(index: Index, sql: str, *values: object) -> list[sqlite3.Row]:
    async with index.database.transaction() as db:
        return list(await db.execute_fetchall(sql, values))


async def columns(index: Index, table: str, *names: str) -> Sequence[tuple[str, str, bool]]:
    """Name, type and whether it is the primary key."""
    rows = await select(index, "SELECT * FROM pragma_table_info(?)", table)
    return [(row["name"], row["type"], bool(row["pk"])) for row in rows if row["name"] in names]


@pytest.mark.spec("S0-13")
async def test_a_file_has_a_path_of_its_own_a_hash_and_a_time(index: Index) -> None:
    assert await columns(index, "files", "id", "path", "hash", "updated_at") == [
        ("id", "INTEGER", True),
        ("path", "TEXT", False),
        ("hash", "TEXT", False),
        ("updated_at", "INTEGER", False),
    ]
    await index.add("a.txt", "The rent is 900.")
    [row] = await select(index, "SELECT path, hash, updated_at FROM files")
    assert tuple(row) == ("a.txt", "a.txt", int(NOW.timestamp()))
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        await select(
            index,
            "INSERT INTO files SELECT NULL, * FROM (SELECT path, name, hash, scope,"
            " document_type, pages, size, kind, created_at, updated_at FROM files)",
        )


@pytest.mark.spec("S0-14")
async def test_a_passage_belongs_to_its_file_and_goes_with_it(index: Index) -> None:
    file_id = await index.add("a.txt", "The rent is 900.")
    [row] = await select(index, "SELECT file_id, content FROM chunks")
    assert tuple(row) == (file_id, "The rent is 900.")
    await select(index, "DELETE FROM files")
    assert await select(index, "SELECT * FROM chunks") == []


@pytest.mark.spec("S0-9", "S0-15")
async def test_passages_are_in_a_full_text_index_of_sqlite(index: Index) -> None:
    [row] = await select(index, "SELECT sql FROM sqlite_schema WHERE name = 'chunks_fts'")
    assert "USING fts5" in row["sql"]
    await index.add("a.txt", "The rent is 900.", scope=KB)
    matching = "SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?"
    assert len(await select(index, matching, "rent")) == 1
    await index.add("a.txt", "The boiler is new.", scope=KB)
    assert await select(index, matching, "rent") == []
