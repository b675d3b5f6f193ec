"""What was said last counts, however late and in whatever order it comes to be noted."""

import pytest

from indexer.scopes import Scope, Visibility
from memory.capture.capture import CapturedNotes
from memory.chat.memory import ChatMemory
from memory.chat.notes import split_sections
from memory.fact import Fact, FactValue, Provenance
from memory.facts.recent_changes import put_newest_first
from tests.memory.conftest import ANN, World
from tests.memory.conversation import turn

ANNS = Visibility.only(Scope.of_chat(ANN))
OLD, NEW = "My SSH port is 22", "My SSH port is 443"


async def capture_of(world: World, answer: str, *said: str) -> None:
    """The chat says this and then talks on, until what the model makes of it is written."""
    for number, text in enumerate(said):
        await world.chat().record(turn(number, text))
    await world.talk(world.chat(), len(said), 10)
    world.model.answer = lambda _: answer
    await world.captures.run(world.chat())


@pytest.mark.parametrize("seconds", [0, 60])
async def test_what_was_said_first_and_noted_later_replaces_nothing(
    world: World, seconds: int
) -> None:
    world.clock.forward(seconds=seconds)
    await world.facts.remember(world.chat(), NEW, Provenance(), world.clock())
    await capture_of(world, f"- {OLD} [1]", OLD)
    assert await world.known() == [NEW]
    assert await world.summaries() == [f"- {OLD} (until 2026-11-21)"]
    pinned, captured = split_sections(await world.chat().read_notes())
    assert (pinned.body, captured.body) == (NEW, f"- {OLD} (until 2026-11-21)")


async def test_what_is_noted_later_makes_nothing_older(world: World) -> None:
    world.clock.forward(minutes=5)
    await world.facts.remember(world.chat(), "Mia is a nurse", Provenance(), world.clock())
    (before,) = await world.fact_reader.list_facts(ANNS, now=world.clock())
    await capture_of(world, "- Mia is a nurse in Rome [1]", "Mia is a nurse in Rome")
    (after,) = await world.fact_reader.list_facts(ANNS, now=world.clock())
    assert after.value.content == "Mia is a nurse in Rome"
    assert after.updated_at == before.updated_at


async def test_what_was_deleted_after_it_was_said_stays_deleted(world: World) -> None:
    await world.facts.remember(world.chat(), OLD, Provenance(), world.clock())
    (fact,) = await world.fact_reader.list_facts(ANNS, now=world.clock())
    world.clock.forward(minutes=1)
    await world.facts.delete(world.chat(), [fact.id], world.clock())
    await capture_of(world, f"- {OLD} [1]", OLD)
    assert await world.known() == []
    assert await world.summaries() == [f"- {OLD} (until 2026-11-21)"]
    assert f"- {OLD} (until 2026-11-21)\n" in await world.chat().read_notes()


async def test_a_correction_that_was_deleted_brings_nothing_older_back(world: World) -> None:
    world.clock.forward(minutes=1)
    await world.facts.remember(world.chat(), NEW, Provenance(), world.clock())
    (fact,) = await world.fact_reader.list_facts(ANNS, now=world.clock())
    await world.facts.delete(world.chat(), [fact.id], world.clock())
    await capture_of(world, f"- {OLD} [1]", OLD)
    assert await world.known() == []


async def test_what_is_said_again_after_its_deletion_is_known_again(world: World) -> None:
    await world.facts.remember(world.chat(), NEW, Provenance(), world.clock())
    (fact,) = await world.fact_reader.list_facts(ANNS, now=world.clock())
    await world.facts.delete(world.chat(), [fact.id], world.clock())
    await capture_of(world, f"- {NEW} [3]", "Hello", NEW)
    assert await world.known() == [NEW]


@pytest.mark.parametrize("said", [(OLD, NEW), (f"{OLD}. {NEW}.", "Thanks")])
async def test_the_last_word_counts_in_whatever_order_a_model_tells(
    world: World, said: tuple[str, str]
) -> None:
    await capture_of(world, f"- {NEW} [1, 3]\n- {OLD} [1]", *said)
    assert await world.known() == [NEW]
    assert await world.summaries() == [f"- {OLD} (until 2026-11-21)\n- {NEW}"]


@pytest.mark.parametrize("said", [(OLD, NEW), (f"{OLD}. {NEW}.", "Thanks")])
async def test_a_capture_that_is_told_again_changes_nothing(
    world: World, said: tuple[str, str]
) -> None:
    told = list[CapturedNotes]()

    async def keep(_: ChatMemory, what: CapturedNotes) -> None:
        told.append(what)

    world.captures.add_follower(keep)
    await capture_of(world, f"- {OLD} [1]\n- {NEW} [1, 3]", *said)
    notes, summaries = await world.chat().read_notes(), await world.summaries()
    await world.facts.record_captured(world.chat(), *told)
    assert (await world.chat().read_notes(), await world.summaries()) == (notes, summaries)
    (fact,) = await world.fact_reader.list_facts(ANNS, now=world.clock())
    history = await world.fact_reader.list_history(ANNS, fact.id, world.clock())
    assert [each.action for each in history] == ["changed", "added"]


def test_what_was_told_of_the_same_thing_later_is_put_before_it_the_last_first() -> None:
    said = ("Max wears size 31 shoes", "Max is in size 32 shoes", "Max is in size 33 shoes")
    facts = [
        Fact(f"i{day}", Scope.of_chat(ANN), FactValue(text), day, day)
        for day, text in enumerate((*said, "Lea wears size 40 shoes"))
    ]
    found = put_newest_first(facts[:1], facts)
    assert [fact.id for fact in found] == ["i2", "i1", "i0"]
