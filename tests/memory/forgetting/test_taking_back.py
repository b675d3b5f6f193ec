"""What a person took back stays back, whatever was under way meanwhile; and the notes follow."""

from datetime import timedelta

from indexer.scopes import Scope, Visibility
from memory.chat.notes import split_sections
from memory.fact import FactValue, Provenance
from memory.facts.ledger import FactLedger
from tests.memory.conftest import ANN, World
from tests.memory.conversation import turn

ANNS = Visibility.only(Scope.of_chat(ANN))
OLD, NEW = "My SSH port is 22", "My SSH port is 443"


async def test_what_was_taken_back_is_not_noted_by_the_retry_of_a_capture(world: World) -> None:
    chat = world.chat()
    await world.facts.remember(chat, OLD, Provenance(), world.clock())
    await chat.record(turn(1, NEW))
    await world.talk(chat, 2, 11)
    world.clock.forward(minutes=15)
    world.model.away = True
    await world.captures.run(chat)
    told = FactValue(NEW)
    await world.facts.upsert(chat, told, Provenance("tool", ANN, "m1", NEW), world.clock())
    world.clock.forward(minutes=15)
    assert await world.facts.undo(chat, world.clock())
    world.model.away, world.model.answer = False, lambda _: f"- {NEW} [1]"
    await world.captures.retry(world.memories)
    assert await world.known() == [OLD]
    pinned, captured = split_sections(await chat.read_notes())
    assert (pinned.body, captured.body) == (OLD, f"- {NEW} (until 2026-11-21)")
    assert await world.summaries() == [f"- {NEW} (until 2026-11-21)"]


async def test_what_is_said_again_after_it_was_taken_back_counts(world: World) -> None:
    chat = world.chat()
    await world.facts.remember(chat, OLD, Provenance(), world.clock())
    await world.facts.remember(chat, NEW, Provenance(), world.clock())
    assert await world.facts.undo(chat, world.clock())
    world.clock.forward(minutes=1)
    await chat.record(turn(5, NEW))
    await world.talk(chat, 6, 15)
    world.model.answer = lambda _: f"- {NEW} [1]"
    await world.captures.run(chat)
    assert await world.known() == [NEW]


async def test_a_pin_that_was_taken_back_makes_nothing_newer(world: World) -> None:
    chat, ledger, scope = world.chat(), FactLedger(world.database), Scope.of_chat(ANN)
    await world.facts.remember(chat, OLD, Provenance(), world.clock())
    (fact,) = await world.fact_reader.list_facts(ANNS, now=world.clock())
    await chat.record(turn(1, NEW))
    await world.talk(chat, 2, 11)
    world.clock.forward(minutes=15)
    await ledger.pin(scope, fact.id, False, world.clock())
    assert await world.facts.undo(chat, world.clock())
    world.model.answer = lambda _: f"- {NEW} [1]"
    await world.captures.run(chat)
    assert await world.known() == [NEW]


async def test_a_deletion_that_was_taken_back_is_not_old_when_it_stands_again(
    world: World,
) -> None:
    """Restored and, at once, deleted again: what was said before that stays out."""
    chat, ledger, scope = world.chat(), FactLedger(world.database), Scope.of_chat(ANN)
    await world.facts.remember(chat, NEW, Provenance(), world.clock())
    (fact,) = await world.fact_reader.list_facts(ANNS, now=world.clock())
    await world.facts.delete(chat, [fact.id], world.clock())
    world.clock.forward(minutes=20)
    await world.facts.restore(chat, [fact.id], world.clock())
    assert await world.facts.undo(chat, world.clock())
    await chat.record(turn(10, NEW))
    await world.talk(chat, 11, 20)
    world.model.answer = lambda _: f"- {NEW} [1]"
    await world.captures.run(chat)
    assert await world.known() == []
    assert await ledger.purge(world.clock() + timedelta(days=29)) == 0
    assert await ledger.restore(scope, [fact.id], world.clock())


async def test_the_notes_follow_an_undo_past_what_ended_by_itself(world: World) -> None:
    chat, ledger, scope = world.chat(), FactLedger(world.database), Scope.of_chat(ANN)
    await world.facts.remember(chat, OLD, Provenance(), world.clock())
    await world.facts.remember(chat, NEW, Provenance(), world.clock())
    soon = int((world.clock() + timedelta(minutes=1)).timestamp())
    await ledger.upsert(scope, FactValue("call Bob", expires_at=soon), Provenance(), world.clock())
    world.clock.forward(minutes=2)
    await ledger.maintain(world.clock())
    undone = await world.facts.undo(chat, world.clock())
    assert undone is not None
    assert undone.fact.value.content == OLD
    (pinned,) = split_sections(await chat.read_notes())
    assert pinned.body == OLD
