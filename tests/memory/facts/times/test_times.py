"""Facts have time: when they were said, from when they hold, and until when."""

import json
from datetime import datetime

import pytest

from indexer.scopes import Scope, Visibility
from memory.chat.notes import split_sections
from memory.fact import ALWAYS, FactValue, Provenance, Validity
from memory.facts.ledger import FactLedger
from tests.memory.conftest import ANN, World
from tests.memory.conversation import START, turn

ANNS = Scope.of_chat(ANN)
SEEN = Visibility.only(ANNS)
SAID = int(START.timestamp())
DAY = 24 * 60  # turns
FRIDAY = 4


@pytest.mark.parametrize(
    ("until", "over"),
    [
        ("", False),
        ("2025", True),
        ("2026", False),
        ("2026-10", True),
        ("2026-11", False),
        ("2026-11-20", True),
        ("2026-11-21", False),
    ],
)
def test_what_held_until_a_day_is_over_after_it(until: str, over: bool) -> None:
    assert Validity(until=until).is_over(START) is over


async def test_a_fact_is_stored_with_its_times(world: World) -> None:
    ledger = FactLedger(world.database)
    validity = Validity("2026-03", "2027", "2026-11-27")
    value = FactValue("rents a garage", validity=validity)
    stored = (await ledger.upsert(ANNS, value, Provenance(), START)).fact
    (found,) = await world.fact_reader.list_facts(SEEN, now=START)
    assert found == stored
    assert (found.value.validity, found.said_at) == (validity, SAID)


async def test_history_of_an_earlier_version_has_no_times(world: World) -> None:
    ledger = FactLedger(world.database)
    fact = (await ledger.upsert(ANNS, FactValue("The code is 22"), Provenance(), START)).fact
    await ledger.upsert(ANNS, FactValue("The code is 33"), Provenance(), START)
    async with world.database.transaction() as db:
        (row,) = await db.execute_fetchall("SELECT * FROM memory_changes WHERE before <> ''")
        before = json.loads(row["before"])
        for name in ("said_at", "holds_from", "holds_until", "occurs"):
            del before[name]
        await db.execute(
            "UPDATE memory_changes SET before = ? WHERE id = ?", (json.dumps(before), row["id"])
        )
    changed, _added = await world.fact_reader.list_history(SEEN, fact.id, START)
    assert changed.before is not None
    assert (changed.before.value.validity, changed.before.said_at) == (ALWAYS, SAID)


async def test_what_has_ended_stays_known_with_its_end_and_can_be_undone(world: World) -> None:
    chat = world.chat()
    world.model.answer = lambda _: "- I work at the mill [1]"
    await chat.record(turn(0, "I work at the mill"))
    await world.talk(chat, 1, 10)
    await world.captures.run(chat)
    (fact,) = await world.fact_reader.list_facts(SEEN, now=START)
    await world.facts.end(chat, fact.id, "2026-11-21", START)
    (ended,) = await world.fact_reader.list_facts(SEEN, now=START)
    assert ended.value.validity.until == "2026-11-21"
    assert "- I work at the mill (until 2026-11-21)" in await chat.read_notes()
    await world.facts.undo(chat, START)
    (again,) = await world.fact_reader.list_facts(SEEN, now=START)
    assert again.value == fact.value
    assert "until" not in await chat.read_notes()


async def test_an_addition_ends_nothing(world: World) -> None:
    chat = world.chat()
    world.model.answer = lambda _: "- I work at the mill [1] {fact: work}"
    await chat.record(turn(0, "I work at the mill"))
    await world.talk(chat, 1, 10)
    await world.captures.run(chat)
    world.model.answer = lambda _: "- I work at the mill in Porto [6] {fact: work}"
    await chat.record(turn(DAY, "I work at the mill in Porto"))
    await world.talk(chat, DAY + 1, DAY + 8)
    await world.captures.run(chat)
    assert await world.known() == ["I work at the mill in Porto"]
    assert [section.body for section in split_sections(await chat.read_notes())] == [
        "- I work at the mill",
        "- I work at the mill in Porto",
    ]
    assert await world.summaries() == ["- I work at the mill", "- I work at the mill in Porto"]


async def test_an_addition_takes_the_place_of_a_pin(world: World) -> None:
    chat = world.chat()
    for text in ("I work at the mill", "I work at the mill in Porto"):
        done = await world.facts.remember(chat, text, Provenance(), START)
        assert (done.new, done.was) == (True, "")
    assert [section.body for section in split_sections(await chat.read_notes())] == [
        "I work at the mill in Porto"
    ]


async def test_saying_it_again_keeps_since_when_it_holds(world: World) -> None:
    ledger = FactLedger(world.database)
    since = FactValue("lives in Porto", validity=Validity(since="2026-03"))
    await ledger.upsert(ANNS, since, Provenance(), START)
    await ledger.upsert(ANNS, FactValue("lives in Porto, near the river"), Provenance(), START)
    (fact,) = await world.fact_reader.list_facts(SEEN, now=START)
    assert fact.value.validity == Validity(since="2026-03")
    await ledger.end(ANNS, fact.id, "2026-10", START)
    await ledger.upsert(ANNS, FactValue("lives in Porto"), Provenance(), START)
    (fact,) = await world.fact_reader.list_facts(SEEN, now=START)
    assert fact.value.validity == Validity(since="2026-03")


async def test_a_corrected_day_is_the_day_of_the_fact(world: World) -> None:
    for text in ("The dentist is on Thursday at 11.", "I meant Friday, not Thursday."):
        await world.facts.remember(world.chat(), text, Provenance(), world.clock())
    (fact,) = await world.fact_reader.list_facts(SEEN, now=world.clock())
    assert fact.value.content == "The dentist is on Friday at 11."
    assert datetime.fromisoformat(fact.value.validity.occurs).weekday() == FRIDAY
