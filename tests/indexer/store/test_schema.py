"""Programs that read the database may rely on its tables, columns and full-text search."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from indexer.documents import Chunk
from indexer.scopes import KB
from indexer.store.database import Schema, hash_text, open_database
from indexer.store.engine.session import Row
from indexer.store.schema import INDEX
from tests.indexer.earlier_rows import EARLIER, count_rows, write_as_earlier, write_as_now
from tests.indexer.factories import EVERYTHING, NOW, Index, document

pytestmark = pytest.mark.sqlite("its migrations")


async def select(index: Index, sql: str, *values: object) -> list[Row]:
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
            " document_type, pages, size, kind, created_at, updated_at, notices FROM files)",
        )


@pytest.mark.parametrize("corpus", ["chunks", "transcripts"])
async def test_full_text_merges_as_often_as_measured(index: Index, corpus: str) -> None:
    rows = await select(index, f"SELECT k, v FROM {corpus}_fts_config WHERE k LIKE '%merge'")  # noqa: S608 - our names
    assert {row["k"]: row["v"] for row in rows} == {"automerge": 16, "crisismerge": 64}


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


PASSAGE_COLUMNS = {
    "chunk_id": "TEXT",
    "file_path": "TEXT",
    "page_start": "INTEGER",
    "page_end": "INTEGER",
    "element_type": "TEXT",
    "name": "TEXT",
    "content": "TEXT",
    "parent_chunk_id": "TEXT",
    "section_path": "TEXT",
    "section_level": "INTEGER",
    "document_type": "TEXT",
    "metadata": "TEXT",
    "scope": "TEXT",
    "activation": "REAL",
    "access_count": "INTEGER",
    "last_accessed": "INTEGER",
    "created_at": "INTEGER",
    "updated_at": "INTEGER",
}


@pytest.mark.spec("S4-20", "S4-135", "S4-137", "S4-138", "S4-140", "S4-143", "S4-144")
async def test_a_passage_has_these_columns(index: Index) -> None:
    found = await columns(index, "chunks", *PASSAGE_COLUMNS)
    assert {name: kind for name, kind, _ in found} == PASSAGE_COLUMNS


@pytest.mark.spec("S4-133", "S4-134")
async def test_a_passage_has_one_id_and_always_a_file(index: Index) -> None:
    await index.add("a.txt", "The rent is 900.")
    [other] = await select(index, "SELECT * FROM chunks")
    names = [name for name in other.keys() if name != "id"]  # noqa: SIM118 - a Row has no `in`
    again = f"INSERT INTO chunks ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608 - our names
    with pytest.raises(sqlite3.IntegrityError, match=r"UNIQUE .*chunks\.chunk_id"):
        await select(index, again, *(other[name] for name in names))
    with pytest.raises(sqlite3.IntegrityError, match=r"NOT NULL .*chunks\.file_path"):
        await select(index, "UPDATE chunks SET file_path = NULL")


@pytest.mark.spec("S4-139", "S4-142")
async def test_path_and_metadata_are_json_once(index: Index) -> None:
    chunk = Chunk("doc:1", "Rent", "900", path=("Lease", "Miete für März"), metadata={"by": "Ann"})
    await index.writer.put_document(KB, document("a.txt"), [chunk], NOW)
    [row] = await select(index, "SELECT section_path, metadata FROM chunks")
    assert json.loads(row["section_path"]) == ["Lease", "Miete für März"]
    assert json.loads(row["metadata"]) == {"by": "Ann"}
    assert [hit.chunk.path for hit in await index.search("rent")] == [chunk.path]


@pytest.mark.spec("S4-21", "S4-145")
async def test_the_words_of_name_text_and_headings_follow_every_change(index: Index) -> None:
    chunk = Chunk("doc:1", "Rentals", "It is 900.", path=("Leases", "Rentals"))
    file_id = await index.writer.put_document(KB, document("house.txt"), [chunk], NOW)
    [row] = await select(index, "SELECT sql FROM sqlite_schema WHERE name = 'chunks_fts'")
    assert "content = 'chunks_terms'" in row["sql"]
    matching = "SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?"
    for word in ("rental", "900", "leas"):  # stemmed as they are asked for
        assert len(await select(index, matching, word)) == 1
    fields = await select(index, "SELECT name FROM pragma_table_info('chunks_fts')")
    assert [field["name"] for field in fields] == ["main", "side", "common", "acl"]
    await index.writer.remove(file_id)
    assert await select(index, matching, "rental") == []


@pytest.mark.spec("S4-146")
async def test_accesses_are_numbered_and_go_with_their_passage(index: Index) -> None:
    file_id = await index.add("a.txt", "The rent is 900.")
    await index.store.record_access(EVERYTHING, await index.search("rent"), "rent", NOW)
    [row] = await select(index, "SELECT sql FROM sqlite_schema WHERE name = 'access_history'")
    assert "id INTEGER PRIMARY KEY AUTOINCREMENT" in row["sql"]
    names = ("id", "chunk_id", "accessed_at", "query")
    assert len(await columns(index, "access_history", *names)) == 4
    await index.writer.remove(file_id)
    assert await select(index, "SELECT * FROM access_history") == []


async def test_questions_of_older_versions_are_kept_without_their_words(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    async with open_database(path, Schema(INDEX.part, INDEX.steps[:3])):
        pass
    with closing(sqlite3.connect(path)) as old, old:
        old.execute(
            "INSERT INTO access_history (chunk_id, accessed_at, query) VALUES ('c', 60, 'what ä?')"
        )
    async with open_database(path, INDEX) as database, database.transaction() as db:
        [row] = await db.execute_fetchall("SELECT chunk_id, accessed_at, query FROM access_history")
    assert tuple(row) == ("c", 60, hash_text("what ä?"))


async def test_rows_of_earlier_versions_and_new_ones_are_counted_once(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    async with open_database(path, EARLIER) as database:
        await write_as_earlier(database, 3)
        assert len(set(await count_rows(database))) == 1
    async with open_database(path, INDEX) as database:
        await write_as_now(database, "The rent is 900.", "The boiler is old.")
        (counted,) = set(await count_rows(database))
        assert counted[0] == 5


async def test_the_rows_of_a_file_are_counted_in_one_step(index: Index) -> None:
    """As many statements write the statistics for many rows as for one."""
    statements = list[str]()
    async with index.database.transaction() as db:
        await db.set_trace_callback(statements.append)
    await index.add("a.txt", *(f"The rent of flat {n} is 900." for n in range(20)))
    counting = [each for each in statements if "INTO totals" in each or "INTO scope_totals" in each]
    waiting = [each for each in statements if "INTO chunks_tail" in each]
    assert (len(counting), len(waiting)) == (2, 1)
