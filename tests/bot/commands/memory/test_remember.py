"""/remember pins a note and makes a fact of it, each where its sender may see it."""

from pathlib import Path

import pytest

from bot.access.policy import Access
from indexer.scopes import ADMIN, Scope, Visibility
from memory.fact import Fact
from tests.conversation import World, a_world

GROUP = Scope.of_chat("test:g")


async def known(world: World, scope: Scope) -> list[Fact]:
    seen = Visibility.only(scope)
    return await world.services.owner_memory.facts.list_facts(seen, now=world.clock())


async def test_what_is_to_be_remembered_is_a_fact_with_its_source(world: World) -> None:
    await world.owner("/remember The gate is painted green.")
    (fact,) = await known(world, ADMIN)
    assert (fact.value.content, fact.value.pinned) == ("The gate is painted green.", True)
    assert (fact.provenance.origin, fact.provenance.said) == (
        "manual",
        "The gate is painted green.",
    )
    assert fact.provenance.turn.startswith("test:")


async def test_a_newer_word_takes_the_place_of_the_older_and_says_so(world: World) -> None:
    await world.owner("/remember The SSH port is 22.")
    told = await world.owner("/remember The SSH port is 49222.")
    assert told.text == "Noted and pinned. Before: “The SSH port is 22.”"
    assert [fact.value.content for fact in await known(world, ADMIN)] == ["The SSH port is 49222."]


async def test_what_says_less_than_is_known_pins_what_is_known(world: World) -> None:
    longer = "Anna lives in Berlin since 2019 with her two cats."
    await world.owner(f"/remember {longer}")
    told = await world.owner("/remember Anna lives in Berlin")
    assert told.text == "I already have that."
    (fact,) = await known(world, ADMIN)
    assert fact.value.content == longer
    await world.owner(f"/fact {fact.id} delete")
    assert "Anna" not in (await world.owner("/memory")).text


async def test_a_fact_belongs_to_the_chat_where_it_was_told(world: World) -> None:
    await world.person("2")("/remember canary of two")
    await world.person("1", chat="g", private=False)("/remember canary of the group")
    assert await known(world, ADMIN) == []
    (mine,) = await known(world, Scope.of_chat("test:2"))
    (groups,) = await known(world, Scope.of_chat("test:g"))
    assert mine.value.content == "canary of two"
    assert groups.value.content == "name of 1: canary of the group"


async def test_forgetting_takes_note_and_fact(world: World) -> None:
    await world.owner("/remember The gate is painted green.")
    gone = (await world.owner("/forget gate")).text
    assert "1 line of notes, 1 fact and 1 recent message" in gone
    assert await known(world, ADMIN) == []
    await world.owner("/forget undo")
    assert len(await known(world, ADMIN)) == 1


async def test_what_was_to_be_remembered_was_said_that_day(world: World) -> None:
    await world.owner("/remember The gate is painted green.")
    await world.owner("What colour is the gate?")
    world.clock.forward(days=1)
    answer = (await world.owner("What did we say about the gate yesterday?")).text
    assert "you: The gate is painted green." in answer
    assert "multis:" not in answer
    assert answer.count("painted green") == 1


async def test_nothing_to_remember_is_a_question_of_usage(world: World) -> None:
    assert "Usage" in (await world.owner("/remember")).text


@pytest.mark.parametrize(
    "words",
    ["/remember The gate is red.", "/forget gate", "/forget", "/forget undo", "/undo"]
    + [f"/fact ID {action}" for action in ("delete", "pin", "unpin", "edit The gate is red.")],
)
async def test_in_a_group_only_who_is_approved_changes_what_is_remembered(
    tmp_path: Path, words: str
) -> None:
    access = Access(owners=frozenset({"test:1"}), everybody=True)
    async with a_world(tmp_path, access=access) as world:
        await world.person("1", chat="g", private=False)("/remember The gate is green.")
        before = await known(world, GROUP)
        stranger = world.person("9", chat="g", private=False)
        told = await stranger(words.replace("ID", before[0].id))
        assert told.failed
        assert "approved" in told.text
        assert await known(world, GROUP) == before
        assert "green" in await world.services.memories.get("test:g", GROUP).read_notes()
        assert "green" in (await stranger(f"/fact {before[0].id}")).text


async def test_in_private_everybody_who_is_let_in_has_a_memory(tmp_path: Path) -> None:
    access = Access(owners=frozenset({"test:1"}), everybody=True)
    async with a_world(tmp_path, access=access) as world:
        stranger = world.person("9")
        assert (await stranger("/remember The gate is green.")).text == "Noted and pinned."
        assert "1 fact" in (await stranger("/forget gate")).text


@pytest.mark.parametrize(
    "said", ["no, on Tuesday", "nein, am Dienstag", "non, mardi", "no, el martes", "I meant 50"]
)
async def test_a_correction_of_nothing_is_not_noted(world: World, said: str) -> None:
    told = await world.owner(f"/remember {said}")
    assert any(each in told.text for each in ("corrects", "berichtigt", "corrige"))
    assert await known(world, ADMIN) == []


async def test_a_correction_of_what_was_said_last_changes_it(world: World) -> None:
    await world.owner("/remember The vet is on Monday.")
    await world.owner("/remember no, on Tuesday")
    assert [fact.value.content for fact in await known(world, ADMIN)] == ["The vet is on Tuesday."]


async def test_a_preference_with_what_it_is_not_is_noted(world: World) -> None:
    await world.owner("/remember Tea, not coffee")
    assert [fact.value.content for fact in await known(world, ADMIN)] == ["Tea, not coffee"]
