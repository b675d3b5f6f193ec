from datetime import timedelta
from pathlib import Path

import pytest

from indexer.scopes import ADMIN, Visibility
from memory.fact import FactValue, Provenance
from memory.facts.ledger import FactLedger
from memory.legacy_import import import_legacy
from tests.memory.conftest import World
from tests.memory.conversation import START

OLD = """# MEMORY

Some words before.

## User preferences

- likes dark mode
- writes short letters

### Project Aurora

Ships in May.

## Empty

## 杂项

贵州茅台股票代码是600519
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "MEMORY.md").write_text(OLD)
    (folder / "2026-11-20.md").write_text("# 2026-11-20\n\n- bought paint\n")
    (folder / "2020-01-01.md").write_text("- long ago\n")
    (folder / "2026-99-99.md").write_text("no day\n")
    (folder / "notes.md").write_text("not ours\n")
    return folder


@pytest.mark.spec("S1-63", "S1-64")
async def test_an_old_memory_is_taken_over_once(world: World, old: Path) -> None:
    assert await import_legacy(world.database, old, START) == 6
    assert await import_legacy(world.database, old, START) == 0
    facts = await world.fact_reader.list_facts(Visibility.only(ADMIN), now=START)
    found = [(fact.value.title, fact.value.type, fact.value.importance) for fact in facts]
    assert found == [
        ("MEMORY.md", "note", 7),
        ("User preferences", "preference", 7),
        ("User preferences / Project Aurora", "project", 7),
        ("杂项", "note", 7),
        ("2020-01-01", "note", 4),
        ("2026-11-20", "note", 4),
    ]
    assert facts[1].value.content == "- likes dark mode\n- writes short letters"
    assert facts[4].value.retention == "short_term"
    hits = await world.fact_reader.search(Visibility.only(ADMIN), "茅台", now=START)
    assert hits[0].fact.value.title == "杂项"


@pytest.mark.spec("S1-64")
async def test_what_was_deleted_after_the_import_stays_deleted(world: World, old: Path) -> None:
    await import_legacy(world.database, old, START)
    facts = await world.fact_reader.list_facts(Visibility.only(ADMIN), now=START)
    await FactLedger(world.database).delete(ADMIN, [fact.id for fact in facts[:2]], START)
    assert await import_legacy(world.database, old, START) == 0
    assert len(await world.known(ADMIN)) == 4


@pytest.mark.spec("S1-62")
async def test_the_old_files_stay_as_they_are(world: World, old: Path) -> None:
    await import_legacy(world.database, old, START)
    assert (old / "MEMORY.md").read_text() == OLD


@pytest.mark.spec("S1-64")
async def test_an_import_that_was_cut_off_doubles_nothing(world: World, old: Path) -> None:
    await import_legacy(world.database, old, START)
    async with world.database.transaction() as db:
        await db.execute("DELETE FROM memory_runs")
    await import_legacy(world.database, old, START)
    assert len(await world.known(ADMIN)) == 6


NESTED = """# Project Alpha

## Status

Ships in May.

# Project Beta

Made of wood.

## Status

Ships in June.

### Notes

```sh
## not a heading
make boat
```

## Status

Ships in July.
"""


@pytest.mark.spec("S1-63")
async def test_each_section_keeps_the_headings_above_it(world: World, tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text(NESTED)
    assert await import_legacy(world.database, tmp_path, START) == 5
    facts = await world.fact_reader.list_facts(Visibility.only(ADMIN), now=START)
    assert {fact.value.title: fact.value.content for fact in facts} == {
        "Project Alpha / Status": "Ships in May.",
        "Project Beta": "Made of wood.",
        "Project Beta / Status": "Ships in June.",
        "Project Beta / Status / Notes": "```sh\n## not a heading\nmake boat\n```",
        "Project Beta / Status (2)": "Ships in July.",
    }


@pytest.mark.spec("S1-63")
async def test_an_old_day_is_kept_for_a_month_from_the_import(world: World, old: Path) -> None:
    await import_legacy(world.database, old, START)
    facts = await world.fact_reader.list_facts(Visibility.only(ADMIN), now=START)
    ends = {fact.value.title: fact.value.expires_at for fact in facts if fact.value.expires_at}
    assert ends["2020-01-01"] == int((START + timedelta(days=30)).timestamp())


async def test_an_import_replaces_nothing_that_was_said_here(world: World, tmp_path: Path) -> None:
    ledger = FactLedger(world.database)
    await ledger.upsert(ADMIN, FactValue("My favourite colour is blue."), Provenance(), START)
    (tmp_path / "MEMORY.md").write_text("## Facts\n\nMy favourite colour is red.\n")
    assert await import_legacy(world.database, tmp_path, START) == 1
    assert sorted(await world.known(ADMIN)) == [
        "My favourite colour is blue.",
        "My favourite colour is red.",
    ]


async def test_where_there_is_nothing_it_looks_again(world: World, tmp_path: Path) -> None:
    assert await import_legacy(world.database, tmp_path / "none", START) == 0
    folder = tmp_path / "none"
    folder.mkdir()
    (folder / "MEMORY.md").write_text("## Facts\n\nI live in Rome.\n")
    assert await import_legacy(world.database, folder, START) == 1


async def test_a_long_section_is_divided(world: World, tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("## Facts\n\n" + "I live by the sea. " * 500)
    assert await import_legacy(world.database, tmp_path, START) > 3


async def test_a_piece_of_code_that_no_fact_can_hold_is_divided(
    world: World, tmp_path: Path
) -> None:
    code = "".join(f"line{n} = {n}\n" for n in range(400))
    (tmp_path / "MEMORY.md").write_text(f"## Patterns\n\n```\n{code}```\n")
    assert await import_legacy(world.database, tmp_path, START) > 2
    (hit, *_) = await world.fact_reader.search(Visibility.only(ADMIN), "line399", now=START)
    assert "line399 = 399" in hit.fact.value.content
