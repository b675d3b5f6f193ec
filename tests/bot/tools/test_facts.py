"""What a model is told about the tools for single facts, and what each argument does."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import cast

import pytest
from msgspec import Struct

from bot.llm import Tool
from bot.tools.context import ToolContext, ToolEffects, TrustedWitness
from bot.tools.facts import build_fact_tools
from indexer.scopes import Scope, Visibility
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from indexer.store.writer import Writer
from memory.chat.memory import ChatMemories
from memory.fact import FactValue, Provenance
from memory.facts.ledger import FactLedger
from memory.facts.reader import FactReader
from memory.facts.service import FactService
from memory.schema import MEMORY
from memory.settings import MemorySettings
from tests.factories import NOON

ANN = Scope.of_chat("test:7")
SEEN = Visibility.only(ANN)


class Box(Struct, frozen=True):
    tools: Mapping[str, Tool]
    reader: FactReader
    ledger: FactLedger

    def offered(self, name: str) -> dict[str, dict[str, str]]:
        """The parameters of a tool, as the model is told them."""
        return cast("dict[str, dict[str, str]]", self.tools[name].parameters["properties"])

    async def say(self, content: str, **more: object) -> str:
        statement = FactValue(content, **more)  # type: ignore[arg-type]  # real fields
        return (await self.ledger.upsert(ANN, statement, Provenance(), NOON)).fact.id

    async def left(self) -> list[str]:
        return [fact.value.text for fact in await self.reader.list_facts(SEEN, now=NOON)]


@pytest.fixture
async def box(tmp_path: Path) -> AsyncIterator[Box]:
    async with open_database(tmp_path / "multis.db", INDEX, MEMORY) as database:
        reader, ledger = FactReader(database), FactLedger(database)
        reach = ToolContext(SEEN, ANN, "test:7", NOON, "5f3a9c", TrustedWitness(), ToolEffects())
        facts = FactService(database, Writer(database))
        memory = ChatMemories(tmp_path / "chats", MemorySettings()).get("test:7", ANN)
        tools = build_fact_tools(reader, facts, memory, reach)
        yield Box({tool.name: tool for tool in tools}, reader, ledger)


@pytest.mark.spec("S1-28", "S1-30", "S1-34", "S1-48")
@pytest.mark.parametrize(
    ("tool", "parameters"),
    [
        (
            "memory_upsert",
            "title content type scope importance tags dedup_key expires_in_days",
        ),
        ("memory_query", "query scope top_k"),
        ("memory_forget", "action id scope type tags"),
    ],
)
async def test_the_tools_take_what_was_agreed(box: Box, tool: str, parameters: str) -> None:
    assert set(parameters.split()) <= set(box.offered(tool))


@pytest.mark.spec("S1-23", "S1-24", "S1-25", "S1-26", "S1-27")
@pytest.mark.parametrize(
    "told",
    [
        "fact: an objective fact",
        "preference: what the user prefers",
        "project: information about a project",
        "task: the state of a task",
        "note: anything else",
    ],
)
async def test_the_model_is_told_what_each_type_is_for(box: Box, told: str) -> None:
    for tool in ("memory_upsert", "memory_query", "memory_forget"):
        assert told in box.offered(tool)["type"]["description"]


@pytest.mark.spec("S1-20", "S1-21", "S1-22")
async def test_the_model_is_told_what_stays_and_what_ends(box: Box) -> None:
    told = box.offered("memory_upsert")["scope"]["description"]
    assert told == "long_term stays, short_term expires"


@pytest.mark.spec("S1-30", "S1-33")
async def test_a_query_brings_as_many_as_asked_the_best_first(box: Box) -> None:
    for number in range(20):
        await box.say(f"Boat {number} is blue")
    await box.say("Boat Zephyr has a torn sail")
    query = box.tools["memory_query"].run
    assert (await query({"query": "boat"})).count("\n- ") == 10
    (line,) = (await query({"query": "boat with a torn sail", "top_k": 1})).splitlines()[1:-1]
    assert line.startswith("- Boat Zephyr")


@pytest.mark.spec("S1-30")
async def test_a_query_keeps_to_the_scope_it_names(box: Box) -> None:
    await box.say("Boat one is blue")
    await box.say("Boat two is at the yard", retention="short_term")
    told = await box.tools["memory_query"].run({"query": "boat", "scope": "short_term"})
    assert "Boat two" in told
    assert "Boat one" not in told


@pytest.mark.spec("S1-36")
@pytest.mark.parametrize(
    ("condition", "left"),
    [
        ({"scope": "short_term"}, ["tea", "boat"]),
        ({"type": "project"}, ["tea", "call"]),
        ({"tags": ["food"]}, ["boat", "call"]),
        ({"scope": "long_term", "type": "preference"}, ["boat", "call"]),
    ],
)
async def test_a_batch_takes_what_meets_every_condition(
    box: Box, condition: dict[str, object], left: list[str]
) -> None:
    await box.say("tea", type="preference", tags=("food",))
    await box.say("boat", type="project", tags=("water",))
    await box.say("call", type="task", retention="short_term")
    await box.tools["memory_forget"].run({"action": "batch_delete", **condition})
    assert await box.left() == left
    gone = await box.reader.list_deleted(SEEN, NOON)
    await box.ledger.restore(ANN, [fact.id for fact in gone], NOON)
    assert await box.left() == ["tea", "boat", "call"]
