import json
from pathlib import Path

import pytest

from indexer.errors import UserError
from indexer.scopes import ADMIN, Scope, Visibility
from memory.fact import FactValue, Provenance
from memory.facts.export import export_facts, import_facts
from memory.facts.ledger import FactLedger
from memory.settings import MemorySettings
from tests.memory.conftest import ANN, World, open_world
from tests.memory.conversation import START

EVERYTHING = Visibility.unrestricted()


async def filled(world: World) -> FactLedger:
    ledger = FactLedger(world.database)
    ground = Provenance("capture", ANN, "m1", "I said so", "Ann")
    for scope in (ADMIN, Scope.of_chat(ANN)):
        for content in (
            "The SSH port is 22.",
            "The SSH port is 49222.",
            "likes 茶 \u2028 tea",
            "gone",
        ):
            tags = ("a", "b c")
            await ledger.upsert(scope, FactValue(content, "title", tags=tags), ground, START)
        passing = FactValue("call Bob", retention="short_term", importance=9)
        await ledger.upsert(scope, passing, Provenance(), START)
    found_facts = await world.fact_reader.list_facts(EVERYTHING, now=START)
    await ledger.pin(ADMIN, found_facts[0].id, True, START)
    for scope in (ADMIN, Scope.of_chat(ANN)):
        await ledger.delete(scope, [i.id for i in found_facts if i.value.content == "gone"], START)
    return ledger


async def test_what_is_exported_is_imported_exactly(world: World, tmp_path: Path) -> None:
    await filled(world)
    lines = await export_facts(world.fact_reader, EVERYTHING, START)
    assert len(lines) == 6
    assert all("\n" not in line for line in lines)
    async with open_world(tmp_path / "other", MemorySettings(), world.clock) as other:
        ledger = FactLedger(other.database)
        assert await import_facts(ledger, lines) == 6
        assert await export_facts(other.fact_reader, EVERYTHING, START) == lines
        assert await import_facts(ledger, lines) == 0
        hits = await other.fact_reader.search(Visibility.only(ADMIN), "port", now=START)
        assert [hit.fact.value.content for hit in hits] == ["The SSH port is 49222."]


async def test_only_what_may_be_seen_is_exported(world: World) -> None:
    await filled(world)
    lines = await export_facts(world.fact_reader, Visibility.only(Scope.of_chat(ANN)), START)
    assert len(lines) == 3
    assert not [line for line in lines if "admin" in line]
    assert await export_facts(world.fact_reader, Visibility(), START) == []


async def test_an_export_can_leave_out_in_which_message_a_fact_was_said(
    world: World, tmp_path: Path
) -> None:
    await filled(world)
    full = await export_facts(world.fact_reader, EVERYTHING, START)
    lines = await export_facts(world.fact_reader, EVERYTHING, START, message_keys=False)
    assert lines == [line.replace('"turn":"m1"', '"turn":""') for line in full]
    assert lines != full
    async with open_world(tmp_path / "other", MemorySettings(), world.clock) as other:
        assert await import_facts(FactLedger(other.database), lines) == 6


async def test_imported_facts_can_be_given_another_scope(world: World, tmp_path: Path) -> None:
    await filled(world)
    lines = await export_facts(world.fact_reader, Visibility.only(ADMIN), START)
    eve = Scope.of_chat("telegram:666")
    async with open_world(tmp_path / "other", MemorySettings(), world.clock) as other:
        assert await import_facts(FactLedger(other.database), lines, eve) == 3
        assert await export_facts(other.fact_reader, Visibility.only(ADMIN), START) == []
        assert len(await other.known(eve)) == 3
        (changes,) = [
            await other.fact_reader.list_history(Visibility.only(eve), fact.id, START)
            for fact in await other.fact_reader.list_facts(Visibility.only(eve), now=START)
            if "port" in fact.value.content
        ]
        assert {change.before.scope for change in changes if change.before} == {eve}


async def test_what_is_imported_is_there(world: World, tmp_path: Path) -> None:
    await filled(world)
    lines = await export_facts(world.fact_reader, Visibility.only(ADMIN), START)
    hidden = [line.replace('"deleted_at":null', '"deleted_at":5') for line in lines]
    async with open_world(tmp_path / "other", MemorySettings(), world.clock) as other:
        await import_facts(FactLedger(other.database), hidden)
        assert len(await other.known(ADMIN)) == 3


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"item": {"id": "x"}}', "hello"])
async def test_a_line_that_is_no_fact_stops_the_import(world: World, line: str) -> None:
    ledger = await filled(world)
    lines = await export_facts(world.fact_reader, EVERYTHING, START)
    found_facts = await world.fact_reader.list_facts(EVERYTHING, now=START)
    for scope in (ADMIN, Scope.of_chat(ANN)):
        await ledger.delete(scope, [fact.id for fact in found_facts], START)
        await ledger.purge(START.replace(year=2030))
    with pytest.raises(UserError, match="Line 3"):
        await import_facts(ledger, [*lines[:2], line, *lines[2:]])
    assert await world.fact_reader.list_facts(EVERYTHING, now=START) == []


async def test_a_step_of_history_is_of_no_other_fact(world: World) -> None:
    """Whoever undoes what they had imported would have another's fact, and its scope."""
    ledger = FactLedger(world.database)
    kept = (await ledger.upsert(ADMIN, FactValue("The code is 4711."), Provenance(), START)).fact
    mine = Scope.of_chat(ANN)
    await ledger.upsert(mine, FactValue("likes tea", key="drink"), Provenance(), START)
    await ledger.upsert(mine, FactValue("likes coffee", key="drink"), Provenance(), START)
    (line,) = await export_facts(world.fact_reader, Visibility.only(mine), START)
    forged = json.loads(line)
    await ledger.delete(mine, [forged["item"]["id"]], START)
    await ledger.purge(START.replace(year=2030))
    forged["history"][1]["before"] |= {"id": kept.id, "scope": {"label": "admin"}}
    assert await import_facts(ledger, [json.dumps(forged)]) == 1
    undone = await ledger.undo(mine, START)
    assert undone
    assert (undone.fact.id, undone.fact.scope) == (forged["item"]["id"], mine)
    assert await world.fact_reader.list_facts(Visibility.only(ADMIN), now=START) == [kept]


async def test_a_line_keeps_the_names_of_earlier_exports(world: World) -> None:
    ledger = FactLedger(world.database)
    await ledger.upsert(ADMIN, FactValue("likes tea", key="drink"), Provenance(), START)
    await ledger.upsert(ADMIN, FactValue("likes coffee", key="drink"), Provenance(), START)
    (line,) = await export_facts(world.fact_reader, EVERYTHING, START)
    export = json.loads(line)
    assert sorted(export) == ["history", "item"]
    fields = ["created_at", "deleted_at", "ground", "id", "scope", "statement", "updated_at"]
    assert sorted(export["item"]) == sorted(export["history"][1]["before"]) == fields
    assert export["item"]["statement"]["content"] == "likes coffee"
    assert export["item"]["ground"]["origin"] == "manual"
