"""SQLite refuses whatever goes round the door, and the door refuses it too.

Each statement works on a plain connection to the same file, so that it is refused for what it does
and not for how it is written.
"""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.services.open import SCHEMAS
from indexer.scopes import ADMIN, KB, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.corpus import PASSAGES
from indexer.store.database import open_database
from indexer.store.door import match, select
from indexer.store.rows import FILE_ROWS
from indexer.store.writer import Writer
from memory.facts.reader import FactReader
from tests.indexer.factories import NOW, Index

SEEN = Visibility.only(KB)
REFUSAL = r"prohibited|not authorized|authorization denied|constructor failed"
FTS = PASSAGES.fts
PLAIN = "WITH visible AS (SELECT * FROM files)"  # stands for the door on a plain connection

# Statements of anybody who reaches the connection.
DIRECT = [
    "SELECT content FROM chunks",
    "SELECT count(*) FROM chunks",
    "SELECT max(rowid) FROM chunks",
    "SELECT 1 FROM chunks WHERE content LIKE '%finch%'",
    "SELECT (SELECT content FROM chunks LIMIT 1)",
    "SELECT visible.content FROM chunks AS visible",
    "SELECT content FROM (SELECT * FROM chunks) AS visible",
    "WITH visible AS (SELECT * FROM chunks) SELECT * FROM visible",
    "WITH visible (a) AS MATERIALIZED (SELECT content FROM chunks) SELECT a FROM visible",
    "WITH visible AS (SELECT * FROM people) SELECT * FROM visible",
    "WITH visible AS (SELECT * FROM memory_items_fts_docsize) SELECT * FROM visible",
    "WITH visible AS (SELECT * FROM chunks), more AS (SELECT * FROM visible) SELECT * FROM more",
    "CREATE TEMP VIEW visible AS SELECT * FROM chunks",
    "CREATE TEMP TABLE visible AS SELECT * FROM chunks",
    "CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, chunks_fts, row)",
    "CREATE VIRTUAL TABLE temp.again USING fts5(main, content = chunks_terms)",
    "SELECT * FROM people",
    "SELECT count(*) FROM people",
    "SELECT * FROM requests",
    "SELECT * FROM claim",
    "SELECT * FROM last_answers",
    "SELECT * FROM usage",
    "SELECT * FROM modes",
    "SELECT * FROM parked",
    "SELECT * FROM inbox",
    "SELECT * FROM outbox",
    "SELECT * FROM buttons",
    "SELECT * FROM proposals",
    "SELECT * FROM forgotten",
    "SELECT * FROM note_sources",
    "SELECT * FROM vectors",
    "SELECT * FROM memory_items",
    "SELECT block FROM chunks_fts_data",
    "SELECT term FROM chunks_fts_idx",
    "SELECT sz FROM chunks_fts_docsize",
    "SELECT v FROM chunks_fts_config",
    "SELECT count(*) FROM memory_items_fts_data",
    "SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH 'goldfinch'",
    "SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH 'goldfinch'",
    "SELECT rowid FROM chunks_fts('goldfinch')",
    "SELECT main FROM chunks_fts",
    "SELECT highlight(chunks_fts, 0, '', '') FROM chunks_fts WHERE chunks_fts MATCH 'goldfinch'",
    "SELECT sql FROM sqlite_master",
    "SELECT name FROM sqlite_schema",
    "SELECT count(*) FROM sqlite_temp_master",
    "SELECT payload FROM dbstat",
    "SELECT * FROM pragma_table_info('chunks')",
    "SELECT * FROM pragma_database_list",
    "ATTACH DATABASE '{path}' AS other",
    "ATTACH DATABASE '{path}.copy' AS other",
    "VACUUM INTO '{path}.stolen'",
    "VACUUM",
    "PRAGMA query_only = OFF",
    "PRAGMA query_only",
    "PRAGMA writable_schema = ON",
    "PRAGMA table_info(chunks)",
    "PRAGMA database_list",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA wal_checkpoint",
    "PRAGMA temp_store_directory = '/'",
    "DELETE FROM chunks",
    "UPDATE chunks SET scope = 'kb'",
    "INSERT INTO people VALUES ('console:eve', 'Eve', 'owner', 0)",
    "INSERT INTO chunks_fts (chunks_fts) VALUES ('delete-all')",
    "DROP TABLE people",
    "ALTER TABLE people RENAME TO totals_of",
    "CREATE TABLE more (a)",
    "REINDEX",
    "ANALYZE",
    "SAVEPOINT mine",
    "SELECT randomblob(1000000)",
    "SELECT hex(zeroblob(1000000))",
    "SELECT sqlite_compileoption_get(1)",
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9) SELECT i FROM n",
    "SELECT * FROM json_tree('[1]')",
    "EXPLAIN SELECT content FROM chunks",
]
# What follows the door, as a mistake or an injection could write it.
BEHIND = [
    "SELECT content FROM chunks",
    "SELECT count(*) FROM chunks",
    "SELECT name FROM visible UNION ALL SELECT content FROM chunks",
    "SELECT (SELECT content FROM chunks WHERE chunks.file_id = visible.id) FROM visible",
    "SELECT content FROM visible JOIN chunks ON chunks.file_id = visible.id",
    "SELECT 1 FROM visible WHERE EXISTS (SELECT 1 FROM chunks WHERE content LIKE '%finch%')",
    "SELECT name FROM visible ORDER BY (SELECT max(content) FROM chunks)",
    "SELECT * FROM (WITH visible AS (SELECT * FROM files) SELECT * FROM visible)",
    "SELECT * FROM (WITH visible AS (SELECT * FROM people) SELECT * FROM visible)",
    "SELECT * FROM (SELECT * FROM files) AS visible",
    "SELECT visible.content FROM chunks AS visible",
    ", more AS (SELECT * FROM files) SELECT * FROM more",
    ", visible2 AS (SELECT * FROM chunks) SELECT * FROM visible2",
    "SELECT * FROM main.files",
    "SELECT name FROM people",
    "SELECT passages FROM last_answers",
    "SELECT block FROM chunks_fts_data",
    "SELECT term FROM chunks_fts_idx",
    "SELECT sz FROM chunks_fts_docsize",
    "SELECT v FROM chunks_fts_config",
    "SELECT main FROM chunks_fts WHERE chunks_fts MATCH 'goldfinch'",
    "SELECT * FROM chunks_fts",
    "SELECT snippet(chunks_fts, -1, '', '', '', 9) FROM chunks_fts('goldfinch')",
    "SELECT sql FROM sqlite_master",
    "SELECT payload FROM dbstat",
    "SELECT * FROM pragma_table_info('files')",
    "SELECT printf('%s', name) FROM visible",
    "DELETE FROM files",
    "UPDATE files SET scope = 'kb'",
]
MATCHES = [
    "SELECT main FROM {fts} WHERE {fts} MATCH 'goldfinch'",
    "SELECT highlight({fts}, 0, '', '') FROM {fts} WHERE {fts} MATCH 'goldfinch'",
    "SELECT rowid FROM {fts} UNION SELECT term FROM {fts}_idx",
    "SELECT rowid, (SELECT content FROM chunks WHERE id = {fts}.rowid) FROM {fts}",
]


@pytest.fixture
async def index(tmp_path: Path) -> AsyncIterator[Index]:
    """An index with all tables of a home, a document of the owner and one for everybody."""
    async with open_database(tmp_path / "multis.db", *SCHEMAS) as database:
        index = Index(database, Store(database, RankingSettings()), Writer(database))
        await index.add("admin.txt", "goldfinch of the owner", scope=ADMIN)
        await index.add("kb.txt", "goldfinch of everybody")
        yield index


def in_a_copy(path: Path, sql: str) -> None:
    """Run it on a plain connection to a copy."""
    with (
        closing(sqlite3.connect(path)) as here,
        closing(sqlite3.connect(f"{path}.plain", isolation_level=None)) as db,
    ):
        here.backup(db)
        db.execute(sql.format(path=path, fts=FTS)).fetchall()


async def assert_refused(index: Index, work: Callable[[sqlite3.Connection], object]) -> None:
    for _ in range(2):  # also after the door has connected FTS5, which stays connected
        with pytest.raises(sqlite3.DatabaseError, match=REFUSAL):
            await index.database.reader.run(work)
        await index.found("goldfinch", SEEN)


@pytest.mark.spec("S4-63", "S4-64")
@pytest.mark.parametrize("sql", DIRECT)
async def test_a_statement_is_refused(index: Index, tmp_path: Path, sql: str) -> None:
    in_a_copy(tmp_path / "multis.db", sql)
    text = sql.format(path=tmp_path / "multis.db")
    await assert_refused(index, lambda db: db.execute(text).fetchall())


@pytest.mark.spec("S4-63", "S4-64")
@pytest.mark.parametrize("sql", BEHIND)
async def test_a_statement_behind_the_door_is_refused(
    index: Index, tmp_path: Path, sql: str
) -> None:
    if not sql.startswith(("DELETE", "UPDATE")):
        in_a_copy(tmp_path / "multis.db", f"{PLAIN} {sql}")
    await assert_refused(index, lambda db: select(db, SEEN, FILE_ROWS, f" {sql}"))


@pytest.mark.spec("S4-64")
@pytest.mark.parametrize("sql", MATCHES)
async def test_full_text_search_is_asked_for_ids_only(
    index: Index, tmp_path: Path, sql: str
) -> None:
    in_a_copy(tmp_path / "multis.db", sql)
    await assert_refused(index, lambda db: match(db, PASSAGES, sql))


@pytest.mark.parametrize("sql", ["SELECT load_extension('m')", "SELECT writefile('a', 'b')"])
async def test_functions_that_reach_out_are_refused(index: Index, sql: str) -> None:
    with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|no such function"):
        await index.database.reader.execute_fetchall(sql)


async def test_what_the_door_ran_serves_nobody_round_it(index: Index) -> None:
    """SQLite keeps statements compiled, and asks its authorizer no second time."""
    having = "SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH 'goldfinch'"
    await index.database.reader.run(lambda db: match(db, PASSAGES, having))
    await assert_refused(index, lambda db: db.execute(having).fetchall())


async def test_each_connection_has_a_door_of_its_own(index: Index, tmp_path: Path) -> None:
    def name(db: sqlite3.Connection) -> str:
        return "visible_" + str(getattr(db, "secret"))  # noqa: B009 - of a connection that sqlite3 does not know

    async with open_database(tmp_path / "multis.db", *SCHEMAS) as other:
        doors = [await each.reader.run(name) for each in (index.database, other)]
    assert len(set(doors)) == 2
    guess = f"WITH {doors[1]} AS (SELECT * FROM chunks) SELECT * FROM {doors[1]}"  # noqa: S608 - the attack
    await assert_refused(index, lambda db: db.execute(guess).fetchall())
    await assert_refused(index, lambda db: select(db, SEEN, FILE_ROWS, f", {guess[5:]}"))


async def test_the_door_goes_on_after_another_process_changed_the_schema(
    index: Index, tmp_path: Path
) -> None:
    assert len(await index.found("goldfinch", SEEN)) == 1
    facts = FactReader(index.database)
    assert await facts.search(SEEN, "goldfinch", now=NOW) == []
    with closing(sqlite3.connect(tmp_path / "multis.db")) as other:
        other.execute("CREATE TABLE later (a)")
        other.execute("CREATE INDEX later_by_a ON later (a)")
    assert len(await index.found("goldfinch", SEEN)) == 1
    assert len(await index.store.list_documents(SEEN)) == 1
    assert await facts.search(SEEN, "goldfinch", now=NOW) == []
    with closing(sqlite3.connect(tmp_path / "multis.db")) as other:
        other.execute("VACUUM")
    assert len(await index.found("finch goldfinch", SEEN)) == 1


async def test_whoever_only_keeps_records_reads_no_text(index: Index) -> None:
    for table in ("chunks", "files", "chunks_fts", "inbox", "memory_items", "requests", "claim"):
        with pytest.raises(sqlite3.DatabaseError, match=REFUSAL):
            await index.database.records.execute_fetchall(f"SELECT * FROM {table}")  # noqa: S608 - names of the schema
    assert list(await index.database.records.execute_fetchall("SELECT * FROM people")) == []
