"""Nobody is shown what belongs to another: the store's part.

Who may see what is decided by `bot/access/policy.py`; here every read keeps to what it is given,
for any text, scope and reader, and SQLite itself refuses a statement that goes round the door.
"""

import inspect
import re
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search import stored_index
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.corpus import PASSAGES, TURNS
from indexer.store.segments import tail
from indexer.store.writer import Writer
from tests.canaries import ALICE, CANARY, READERS, SCOPES, everything_told, plant
from tests.indexer.factories import NOW, Index, conversation
from tests.postgresql.engines import open_on_engine

ROOT = Path(__file__).parent.parent
REFUSAL = r"prohibited|not authorized|constructor failed"
# Any statement of the reader may read these.
WITHOUT_TEXT = {"scope_totals", "totals", "aliases", "full_text"}
LONGEST = {"FTS5": -1, "segments": tail.LONGEST_TAIL}


@pytest.fixture(params=[*LONGEST, "postgresql"])
async def index(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Index]:
    """An empty index, searched by FTS5 or by segments and their tail; or on a server."""
    if request.param in LONGEST:
        monkeypatch.setattr(stored_index, "LONGEST_TAIL", LONGEST[request.param])
    engine = "sqlite" if request.param in LONGEST else request.param
    async with open_on_engine(request, engine, tmp_path) as database:
        yield Index(database, Store(database, RankingSettings()), Writer(database))


@pytest.mark.spec("S4-18", "S4-62")
@pytest.mark.parametrize("reader", READERS)
async def test_who_sees_what(index: Index, reader: str) -> None:
    for scope in SCOPES:
        await plant(index, scope)
    seen, allowed = READERS[reader]
    told = await everything_told(index, seen)
    named = {scope for scope in SCOPES if re.search(rf"{CANARY} of {scope.label}\b(?!:)", told)}
    assert named == allowed


@pytest.mark.spec("S4-18")
async def test_a_relabelled_canary_leaves_with_its_scope(index: Index) -> None:
    file_id = await index.add("plan.txt", f"{CANARY} plan", scope=KB)
    seen = Visibility.only(KB, ALICE)
    assert CANARY in await everything_told(index, seen)
    await index.writer.relabel(file_id, ADMIN)
    assert CANARY not in await everything_told(index, seen)


@pytest.mark.spec("S4-18", "S4-63", "S4-64")
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    stored=st.lists(
        st.tuples(st.sampled_from(SCOPES), st.sampled_from(["rent", "boiler", "rent boiler"])),
        max_size=8,
    ),
    seen=st.frozensets(st.sampled_from(SCOPES)),
    question=st.sampled_from(["rent", "boiler rent", "the", "rent OR admin"]),
)
async def test_every_hit_is_allowed(
    index: Index, stored: list[tuple[Scope, str]], seen: frozenset[Scope], question: str
) -> None:
    for n, (scope, text) in enumerate(stored):
        name = f"{scope.label}/{n}"
        await index.add(f"{name}.txt", f"the {text} {n}", scope=scope)
        await index.said(*conversation(f"Ann: {text}"), scope=scope, file=f"{name}.jsonl")
    reader = Visibility(seen)
    hits = await index.store.search(reader, question, limit=50, now=NOW)
    turns = await index.store.search_transcripts(reader, question, limit=50)
    assert {hit.scope for hit in hits} | {turn.scope for turn in turns} <= seen


@pytest.mark.sqlite("tests/postgresql has its own")
@pytest.mark.spec("S4-63", "S4-64")
async def test_a_reader_is_refused_every_table_round_the_door(index: Index) -> None:
    async with index.database.transaction() as db:
        rows = await db.execute_fetchall("SELECT name FROM sqlite_schema WHERE type = 'table'")
    tables = {row["name"] for row in rows} | {"sqlite_schema", "sqlite_master"}
    for table in tables - WITHOUT_TEXT:
        for sql in (f"SELECT * FROM {table}", f"SELECT count(*) FROM {table}"):  # noqa: S608 - names of the schema
            with pytest.raises(sqlite3.DatabaseError, match=REFUSAL):
                await index.database.reader.execute_fetchall(sql)


@pytest.mark.sqlite("FTS5")
@pytest.mark.spec("S4-64")
@pytest.mark.parametrize("fts", [PASSAGES.fts, TURNS.fts])
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT main FROM {fts}",
        "SELECT * FROM {fts} WHERE {fts} MATCH 'goldfinch'",
        "SELECT highlight({fts}, 0, '', '') FROM {fts} WHERE {fts} MATCH 'goldfinch'",
        "SELECT snippet({fts}, -1, '', '', '', 9) FROM {fts} WHERE {fts} MATCH 'goldfinch'",
        "CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, {fts}, row)",
    ],
)
async def test_full_text_search_gives_no_text_away(index: Index, fts: str, sql: str) -> None:
    await plant(index, ADMIN)
    with pytest.raises(sqlite3.DatabaseError):
        await index.database.reader.execute_fetchall(sql.format(fts=fts))


def test_every_read_of_the_store_names_who_will_see_it() -> None:
    reads = {
        name: list(inspect.signature(method).parameters.values())
        for name, method in inspect.getmembers(Store, inspect.isfunction)
        if not name.startswith("_")
    }
    assert len(reads) >= 7
    for name, parameters in reads.items():
        visibility = parameters[1]
        assert visibility.name == "visibility", name
        assert visibility.default is inspect.Parameter.empty, name


def test_only_the_door_says_what_is_visible() -> None:
    doors = {
        path.relative_to(ROOT).as_posix()
        for package in ("indexer", "memory", "bot", "adapters")
        for path in (ROOT / package).rglob("*.py")
        if re.search(r"visible\s+AS\s*\(", path.read_text(encoding="utf-8"), re.IGNORECASE)
    }
    assert doors == {"indexer/store/door.py"}
