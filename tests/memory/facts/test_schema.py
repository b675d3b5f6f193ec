"""What a fact looks like on disk: one table, in one file, that any SQLite program can open."""

import json
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from indexer.scopes import Scope, Visibility
from indexer.store.engine.session import Row
from memory.fact import FactValue, Provenance
from memory.facts.ledger import FactLedger
from tests.memory.conftest import ANN, World
from tests.memory.conversation import START

ANNS = Scope.of_chat(ANN)
ANNS_SEEN = Visibility.only(ANNS)
NOW = int(START.timestamp())
TEA = FactValue(
    content="Ann likes oolong tea",
    title="Drinks",
    summary="a leafy preference",
    type="preference",
    retention="short_term",
    importance=8,
    tags=("food", "中文"),
    key="user.tea",
    expires_at=NOW + 86_400,
)

ALLOWED = (
    *(f"retention = '{each}'" for each in ("short_term", "long_term")),
    *(f"type = '{each}'" for each in ("fact", "preference", "project", "task", "note")),
    *(f"importance = {n}" for n in range(1, 11)),
)


async def rows(world: World, sql: str) -> list[Row]:
    async with world.database.transaction() as db:
        return list(await db.execute_fetchall(sql))


@pytest.mark.spec("S1-3", "S1-4")
async def test_a_fact_lies_in_the_one_sqlite_file(world: World, tmp_path: Path) -> None:
    await FactLedger(world.database).upsert(ANNS, TEA, Provenance(), START)
    with sqlite3.connect(tmp_path / "multis.db") as file:
        assert file.execute("SELECT content FROM memory_items").fetchall() == [(TEA.content,)]
        (made,) = file.execute("SELECT sql FROM sqlite_schema WHERE name = 'memory_items_fts'")
    file.close()
    assert "USING fts5" in made[0]


@pytest.mark.spec("S1-6", "S1-9", "S1-10", "S1-11", "S1-12", "S1-14", "S1-15", "S1-16", "S1-18")
async def test_every_part_of_a_fact_has_its_column(world: World) -> None:
    told = await FactLedger(world.database).upsert(ANNS, TEA, Provenance(), START)
    (row,) = await rows(world, "SELECT * FROM memory_items")
    expected = {
        "item_id": told.fact.id,
        "scope": ANNS.label,
        "retention": "short_term",
        "type": "preference",
        "title": "Drinks",
        "content": "Ann likes oolong tea",
        "summary": "a leafy preference",
        "importance": 8,
        "dedup_key": "user.tea",
        "created_at": NOW,
        "updated_at": NOW,
        "expires_at": NOW + 86_400,
        "deleted_at": None,
    }
    assert {name: row[name] for name in expected} == expected
    assert json.loads(row["tags"]) == ["food", "中文"]
    assert isinstance(row["item_id"], str)


@pytest.mark.spec("S1-6")
async def test_no_two_facts_have_one_id(world: World) -> None:
    told = await FactLedger(world.database).upsert(ANNS, TEA, Provenance(), START)
    other = await FactLedger(world.database).upsert(
        ANNS, FactValue("Bob rows"), Provenance(), START
    )
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        await rows(
            world,
            f"UPDATE memory_items SET item_id = '{told.fact.id}'"  # noqa: S608  # our own id
            f" WHERE item_id = '{other.fact.id}'",
        )


@pytest.mark.spec("S1-17")
async def test_a_deleted_fact_only_carries_the_time_of_it(world: World) -> None:
    ledger, later = FactLedger(world.database), START + timedelta(hours=1)
    told = await ledger.upsert(ANNS, TEA, Provenance(), START)
    await ledger.delete(ANNS, [told.fact.id], later)
    (row,) = await rows(world, "SELECT * FROM memory_items")
    assert (row["content"], row["deleted_at"]) == (TEA.content, int(later.timestamp()))


@pytest.mark.spec("S1-7", "S1-8", "S1-13")
@pytest.mark.parametrize("change", ALLOWED)
async def test_the_database_takes_every_kind_of_fact(world: World, change: str) -> None:
    await FactLedger(world.database).upsert(ANNS, TEA, Provenance(), START)
    await rows(world, f"UPDATE memory_items SET {change}")  # noqa: S608  # from the list above
    assert await rows(world, f"SELECT 1 FROM memory_items WHERE {change}")  # noqa: S608  # as above


@pytest.mark.spec("S1-14", "S1-15")
async def test_a_change_has_its_time_and_leaves_that_of_the_creation(world: World) -> None:
    later = START + timedelta(hours=1)
    await FactLedger(world.database).upsert(ANNS, TEA, Provenance(), START)
    changed = replace(TEA, content="Ann likes green tea")
    await FactLedger(world.database).upsert(ANNS, changed, Provenance(), later)
    (row,) = await rows(world, "SELECT * FROM memory_items")
    assert (row["content"], row["created_at"]) == ("Ann likes green tea", NOW)
    assert row["updated_at"] == int(later.timestamp())


@pytest.mark.spec("S1-7", "S1-8", "S1-13")
@pytest.mark.parametrize(
    "change",
    ["retention = 'forever'", "type = 'mood'", "importance = 0", "importance = 11"],
)
async def test_the_database_refuses_what_is_no_fact(world: World, change: str) -> None:
    await FactLedger(world.database).upsert(ANNS, TEA, Provenance(), START)
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        await rows(world, f"UPDATE memory_items SET {change}")  # noqa: S608  # from the list above


@pytest.mark.spec("S1-19")
@pytest.mark.parametrize("word", ["Drinks", "leafy", "oolong tea", "food", "中文"])
async def test_title_summary_content_and_tags_are_searched(world: World, word: str) -> None:
    await FactLedger(world.database).upsert(ANNS, TEA, Provenance(), START)
    hits = await world.fact_reader.search(ANNS_SEEN, word, now=START)
    assert [hit.fact.value for hit in hits] == [TEA]
