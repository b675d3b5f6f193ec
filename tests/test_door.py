"""SQLite refuses whatever goes round the door, and the door refuses it too.

Each statement works on a plain connection to the same file, so that it is refused for what it does
and not for how it is written.
"""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.services.tables import SCHEMAS
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.corpus import PASSAGES
from indexer.store.database import open_database
from indexer.store.door import match, select
from indexer.store.engine.session import Session
from indexer.store.rows import FILE_ROWS
from indexer.store.writer import Writer
from memory.facts.reader import FactReader
from tests.indexer.factories import NOW, Index
from tests.redteam.statements import BEHIND, DIRECT, MATCHES

SEEN = Visibility.only(KB)
REFUSAL = r"prohibited|not authorized|authorization denied|constructor failed"
FTS = PASSAGES.fts
PLAIN = "WITH visible AS (SELECT * FROM files)"  # stands for the door on a plain connection


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


async def assert_refused(index: Index, work: Callable[[Session], object]) -> None:
    for _ in range(2):  # also after the door has connected FTS5, which stays connected
        with pytest.raises(sqlite3.DatabaseError, match=REFUSAL):
            await index.database.reader.run(work)
        await index.found("goldfinch", SEEN)


SCOPES = "SELECT 'kb' AS scope UNION ALL SELECT 'admin' UNION ALL SELECT 'user:test:7'"


@pytest.mark.spec("S4-61", "S4-62", "S4-63")
@pytest.mark.parametrize(
    ("reader", "seen"),
    [
        (Visibility(), []),
        (Visibility.only(KB), ["kb"]),
        (Visibility.only(KB, Scope("user:test:7")), ["kb", "user:test:7"]),
        (Visibility.unrestricted(), ["admin", "kb", "user:test:7"]),
    ],
)
async def test_the_door_shows_the_rows_of_visible_scopes_and_no_other(
    index: Index, reader: Visibility, seen: list[str]
) -> None:
    rows = await index.database.reader.run(
        lambda db: select(db, reader, SCOPES, " SELECT scope FROM visible ORDER BY scope")
    )
    assert [row["scope"] for row in rows] == seen


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
    def name(db: Session) -> str:
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
