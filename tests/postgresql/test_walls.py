"""What the reader's login cannot do, whatever statement it is given."""

from collections.abc import AsyncIterator

import pytest

from indexer.errors import StorageError, UserError
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.across import ACROSS
from indexer.store.corpus import INDEXED, PASSAGES
from indexer.store.engine.postgresql.opening import open_postgresql
from indexer.store.engine.server import Server
from indexer.store.engine.session import Row, Session
from indexer.store.schema import INDEX
from indexer.store.segments.keeper import SegmentKeeper
from indexer.store.writer import Writer
from tests.indexer.factories import NOW, Index, conversation
from tests.postgresql.databases import TEMPLATE, Databases
from tests.postgresql.server import OWNER, READER

ALICE, BOB = Scope.of_chat("telegram:1"), Scope.of_chat("telegram:2")
CANARY = "goldfinch"
OPEN = {"aliases", "chunks_tail", "full_text", "scope_totals", "totals", "transcripts_tail"}
GUARDED = {
    "access_history",
    "chunks",
    "chunks_terms",
    "files",
    "transcripts",
    "transcripts_terms",
}
ALL_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'multis'"


@pytest.fixture
async def index(databases: Databases) -> AsyncIterator[Index]:
    async with databases.open() as database:
        index = Index(database, Store(database, RankingSettings()), Writer(database))
        for scope in (KB, ALICE, BOB):
            word = f"{CANARY}{scope.chat[-1:]}"
            await index.add(f"{scope.label}.txt", word, scope=scope, title=word)
            await index.said(
                *conversation(f"Ann: {word}"), scope=scope, file=f"{scope.label}.jsonl"
            )
        yield index


async def list_tables(index: Index) -> set[str]:
    async with index.database.read_committed() as db:
        return {row["tablename"] for row in await db.execute_fetchall(ALL_TABLES)}


async def read_as(index: Index, scope: Scope | None, sql: str) -> list[Row]:
    """Run any statement as the reader, in a transaction that names one scope or none."""

    def read(db: Session) -> list[Row]:
        db.begin_reading()
        try:
            if scope is not None:
                db.execute("SELECT set_config('multis.scopes', ?, true)", (f'["{scope.label}"]',))
            return db.execute(sql).fetchall()
        finally:
            db.rollback()

    return await index.database.reader.run(read)


async def test_where_no_scope_is_named_no_row_is_seen(index: Index) -> None:
    for table in GUARDED:
        assert await read_as(index, None, f"SELECT * FROM {table}") == []  # noqa: S608 - names of the schema


async def test_a_statement_that_goes_round_the_door_sees_the_named_scope_alone(
    index: Index,
) -> None:
    rows = await read_as(index, ALICE, "SELECT content, scope FROM chunks")
    assert [tuple(row) for row in rows] == [(f"{CANARY}1", ALICE.label)]
    told = await read_as(index, ALICE, "SELECT content FROM transcripts")
    assert [row["content"] for row in told] == [f"{CANARY}1"]


async def test_what_a_transaction_named_ends_with_it(index: Index) -> None:
    assert await read_as(index, ALICE, "SELECT 1 FROM chunks")
    assert await read_as(index, None, "SELECT 1 FROM chunks") == []


async def test_every_other_table_is_closed(index: Index) -> None:
    closed = await list_tables(index) - OPEN - GUARDED
    assert {"segments", "postings", "vectors", "signs", "removals", "twins"} <= closed
    for table in closed:
        with pytest.raises(StorageError, match="permission denied"):
            await read_as(index, ALICE, f"SELECT * FROM {table}")  # noqa: S608 - names of the schema


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM chunks",
        "UPDATE files SET scope = 'kb'",
        "CREATE TABLE mine (text TEXT)",
        "SET ROLE multis",
        "ALTER TABLE chunks DISABLE ROW LEVEL SECURITY",
    ],
)
async def test_the_reader_changes_nothing(index: Index, sql: str) -> None:
    def write(db: Session) -> None:
        db.execute("SET default_transaction_read_only = off")
        db.execute(sql)

    with pytest.raises(StorageError, match=r"permission denied|must be owner"):
        await index.database.reader.run(write)


async def test_what_is_read_across_all_scopes_holds_no_word(index: Index) -> None:
    """Neither of what waits for its segment nor of what is in one."""
    for settled in (False, True):
        if settled:
            await SegmentKeeper(index.database, PASSAGES).settle(1)
        for each in ACROSS:
            columns = {column.split(" ")[0] for column in each.returns.split(", ")}
            assert not columns & {"content", "name", "main", "side", "common", "term"}
        wanted = "SELECT * FROM load_postings_chunks('[[1, 0, \"goldfinch2\"]]')"
        assert CANARY not in repr([tuple(row) for row in await read_as(index, ALICE, wanted)])
        tail = await read_as(index, ALICE, "SELECT * FROM load_tail_chunks(0)")
        assert CANARY not in repr([tuple(row) for row in tail])
        assert len(tail) == (0 if settled else 3)


async def test_words_that_wait_are_those_of_the_named_scope(index: Index) -> None:
    rows = await read_as(index, ALICE, "SELECT main FROM chunks_terms")
    assert rows == []  # its rows are shown by tokens, and none is named


async def test_the_owners_login_cannot_read(index: Index, databases: Databases) -> None:
    del index  # the server has a database
    url = databases.name_server(TEMPLATE).owner
    with pytest.raises(UserError, match="second login"):
        async with open_postgresql(Server(url, url), INDEX, corpora=INDEXED):
            pass


@pytest.mark.parametrize("right", [OWNER, "pg_read_all_data"])
async def test_a_reader_with_the_rights_of_others_is_refused(
    right: str, index: Index, databases: Databases
) -> None:
    del index  # the server has a database
    databases.run(f"GRANT {right} TO {READER}")
    try:
        with pytest.raises(UserError, match="second login"):
            async with open_postgresql(databases.name_server(TEMPLATE), INDEX, corpora=INDEXED):
                pass
    finally:
        databases.run(f"REVOKE {right} FROM {READER}")


async def test_a_text_with_nul_is_stored_without(index: Index) -> None:
    await index.add("nul.txt", "otter\0river", scope=KB)
    assert await index.found("otter") == ["otter\ufffdriver"]


async def test_use_is_counted_in_the_circle_it_was_of(index: Index) -> None:
    hits = await index.store.search(Visibility.only(ALICE), CANARY + "1", now=NOW)
    await index.store.record_access(Visibility.only(ALICE), hits, "goldfinch", NOW)
    assert await read_as(index, ALICE, "SELECT 1 FROM access_history")
    assert await read_as(index, ADMIN, "SELECT 1 FROM access_history") == []
