"""Facts that are ended, merged and restored, and what their history says of it."""

from indexer.scopes import ADMIN, Visibility
from memory.fact import Fact
from tests.conversation import World


async def list_facts(world: World) -> list[Fact]:
    facts = world.services.owner_memory.facts
    return await facts.list_facts(Visibility.only(ADMIN), now=world.clock())


async def list_deeds(world: World, fact: Fact) -> list[str]:
    facts = world.services.owner_memory.facts
    changes = await facts.list_history(Visibility.only(ADMIN), fact.id, world.clock())
    return [each.action for each in changes]


async def test_a_deletion_and_its_undoing_both_stand_in_the_history(world: World) -> None:
    await world.owner("/remember The boiler code is 4711")
    (fact,) = await list_facts(world)
    await world.owner(f"/fact {fact.id} edit The boiler code is 4712")
    await world.owner(f"/fact {fact.id} delete")
    assert (await world.owner("/undo")).text.startswith("Restored")
    assert await list_deeds(world, fact) == ["restored", "deleted", "changed", "added"]
    back = await world.owner("/undo")
    assert back.text == "Changed back to: The boiler code is 4711"
    assert await list_deeds(world, fact) == ["restored", "deleted", "added"]


async def test_a_deleted_fact_is_restored_by_its_id(world: World) -> None:
    await world.owner("/remember The boiler code is 4711")
    (fact,) = await list_facts(world)
    await world.owner(f"/fact {fact.id} delete")
    restored = await world.owner(f"/fact {fact.id} restore")
    assert restored.text == "Restored: The boiler code is 4711"
    assert await list_deeds(world, fact) == ["restored", "deleted", "added"]
    again = await world.owner(f"/fact {fact.id} restore")
    assert (again.failed, "no longer be restored" in again.text) == (True, True)


async def test_a_fact_ends_on_a_day_or_now_and_stays_to_be_read(world: World) -> None:
    await world.owner("/remember The flat is rented to Jo")
    (fact,) = await list_facts(world)
    told = await world.owner(f"/fact {fact.id} end 2020-05-01")
    assert told.text == "The flat is rented to Jo (until 1 May 2020)"
    (ended,) = await list_facts(world)
    assert ended.value.validity.is_over(world.clock())
    assert (await world.owner("/undo")).text.startswith("Changed back")
    await world.owner(f"/fact {fact.id} end")
    (ended,) = await list_facts(world)
    assert ended.value.validity.until.startswith(f"{world.clock().astimezone():%Y-%m-%d}")
    assert "Usage" in (await world.owner(f"/fact {fact.id} end someday")).text


async def test_facts_that_say_the_same_are_merged_and_the_others_can_come_back(
    world: World,
) -> None:
    for text in ("Jo likes tea", "The harbour opens at six", "Tea is what Jo always drinks"):
        await world.owner(f"/remember {text}")
    tea, harbour, drinks = await list_facts(world)
    told = await world.owner(f"/fact {tea.id} merge {drinks.id}")
    assert told.text.splitlines() == [
        "Kept: Jo likes tea",
        "Deleted: Tea is what Jo always drinks",
    ]
    assert [each.id for each in await list_facts(world)] == [tea.id, harbour.id]
    assert "Restored" in (await world.owner.press(told, "Undo")).text
    for others in ("", tea.id, "nothing"):
        assert "Usage" in (await world.owner(f"/fact {tea.id} merge {others}")).text
    assert len(await list_facts(world)) == 3


async def test_a_merger_of_several_is_undone_as_a_whole(world: World) -> None:
    for text in ("Jo likes tea", "Tea is what Jo always drinks", "Jo drinks nothing but tea"):
        await world.owner(f"/remember {text}")
    before = await list_facts(world)
    first, *others = (each.id for each in before)
    told = await world.owner(f"/fact {first} merge {' '.join(others)}")
    assert [each.id for each in await list_facts(world)] == [first]
    undone = await world.owner.press(told, "Undo")
    assert undone.text.splitlines() == [
        "Restored: Tea is what Jo always drinks",
        "Restored: Jo drinks nothing but tea",
    ]
    assert {each.id for each in await list_facts(world)} == {first, *others}


async def test_nobody_restores_ends_or_merges_a_fact_of_somebody_else(world: World) -> None:
    await world.owner("/remember The canary sings at noon")
    await world.owner("/remember The safe is behind the picture")
    canary, safe = await list_facts(world)
    await world.owner(f"/fact {safe.id} delete")
    for deed in (f"{safe.id} restore", f"{canary.id} end", f"{canary.id} merge {safe.id}"):
        refused = await world.person("2")(f"/fact {deed}")
        assert refused.failed
        assert "canary" not in refused.text
    assert [each.value.validity.until for each in await list_facts(world)] == [""]
