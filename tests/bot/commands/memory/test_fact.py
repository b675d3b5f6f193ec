"""Single facts, seen and corrected from a chat."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexer.scopes import ADMIN
from tests.conversation import Conversation, World, a_world

GUIDE = (Path(__file__).parents[4] / "examples" / "guesthouse.md").read_bytes()


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as world:
        await world.owner("/remember I take my tea without milk")
        await world.owner("/remember The canary sings at noon")
        yield world


async def fact(person: Conversation, number: int, action: str) -> str:
    """Press the number below /memory, then the button of the fact."""
    shown = await person.press(await person("/memory"), str(number))
    return (await person.press(shown, action)).text


async def test_facts_are_numbered_and_each_has_its_button(world: World) -> None:
    reply = await world.owner("/memory")
    assert "1. I take my tea without milk (pinned, noted on 11 Feb 2026)" in reply.text
    assert "2. The canary sings at noon (pinned, noted on 11 Feb 2026)" in reply.text
    assert [choice.label for choice in reply.choices] == ["1", "2"]


async def test_a_pinned_fact_comes_first(world: World) -> None:
    unpinned = await fact(world.owner, 1, "Unpin")
    assert unpinned == "Unpinned: I take my tea without milk"
    assert (
        "1. The canary sings at noon (pinned, noted on 11 Feb 2026)"
        in (await world.owner("/memory")).text
    )
    assert await fact(world.owner, 2, "Pin") == "Pinned: I take my tea without milk"
    assert (
        "1. I take my tea without milk (pinned, noted on 11 Feb 2026)"
        in (await world.owner("/memory")).text
    )


async def test_a_deleted_fact_is_gone_until_that_is_taken_back(world: World) -> None:
    assert await fact(world.owner, 1, "Delete") == "Deleted: I take my tea without milk"
    assert "1. The canary" in (await world.owner("/memory")).text
    assert (await world.owner("/undo")).text == "Restored: I take my tea without milk"
    assert "2. The canary" in (await world.owner("/memory")).text


async def test_a_corrected_fact_keeps_what_it_said_before(world: World) -> None:
    shown = await world.owner.press(await world.owner("/memory"), "1")
    edit = shown.text.rpartition("send: ")[2].partition(" NEW")[0]
    reply = await world.owner(f"{edit} I take my tea with lemon")
    assert reply.text == "I take my tea with lemon\n(was: I take my tea without milk)"
    assert "was: I take my tea without milk" in await fact(world.owner, 1, "History")
    assert (await world.owner("/undo")).text == "Changed back to: I take my tea without milk"


async def notes(world: World) -> str:
    (chat,) = [
        each for each in await world.services.memories.list_chats() if each.folder.scope == ADMIN
    ]
    return await chat.read_notes()


async def test_what_is_taken_back_no_longer_stands_in_the_notes(world: World) -> None:
    await world.owner("hello")
    assert "canary sings" in await notes(world)
    await world.owner("/undo")
    assert "canary sings" not in await notes(world)
    assert "tea without milk" in await notes(world)


async def test_deleted_facts_are_listed_and_restored_by_a_button(world: World) -> None:
    assert "no deleted fact" in (await world.owner("/memory deleted")).text
    for _each in range(2):
        shown = await world.owner.press(await world.owner("/memory"), "1")
        await world.owner.press(shown, "Delete")
    listed = await world.owner.press(await world.owner("/memory"), "Deleted facts")
    number = 1 if listed.text.index("canary") < listed.text.index("tea") else 2
    restored = await world.owner.press(listed, f"Restore {number}")
    assert restored.text == "Restored: The canary sings at noon"
    assert "canary" not in (await world.owner("/memory deleted")).text
    assert "canary" not in (await world.person("2")("/memory deleted")).text


async def test_the_notes_follow_what_is_corrected_deleted_and_taken_back(world: World) -> None:
    await world.owner("hello")
    number = (await world.owner("/memory")).choices[0].message
    await world.owner(f"{number} edit I take my tea with lemon")
    assert "with lemon" in await notes(world)
    assert "without milk" not in await notes(world)
    await world.owner("/undo")
    assert "with lemon" not in await notes(world)
    assert "without milk" in await notes(world)
    await world.owner(f"{number} delete")
    assert "without milk" not in await notes(world)
    await world.owner("/undo")
    assert "without milk" in await notes(world)


async def test_a_fact_says_where_it_comes_from(world: World) -> None:
    assert "tea without milk" in await fact(world.owner, 1, "Source")


async def test_of_what_another_member_said_the_source_names_them(world: World) -> None:
    one, other = (world.person(each, chat="g", private=False) for each in ("2", "3"))
    await one("/remember the meeting is on Monday")
    assert (await fact(other, 1, "Source")).startswith("name of 2 said on 11 Feb 2026:")
    assert (await fact(one, 1, "Source")).startswith("You said on 11 Feb 2026:")


async def test_all_facts_can_be_taken_along(world: World) -> None:
    assert "canary sings" in (await world.owner("/export")).text
    assert "no facts" in (await world.person("2")("/export")).text


async def test_with_nothing_changed_there_is_nothing_to_take_back(world: World) -> None:
    assert (await world.person("2")("/undo")).failed


@pytest.mark.parametrize("action", ["", " pin", " delete", " history", " source", " edit x"])
async def test_nobody_else_reaches_a_fact_by_its_id(world: World, action: str) -> None:
    button = (await world.owner("/memory")).choices[1].message
    for other in (world.person("2"), world.person("1", chat="g", private=False)):
        reply = await other(button + action)
        assert reply.failed
        assert "canary" not in reply.text
    assert "The canary sings at noon" in (await world.owner("/memory")).text


async def test_why_names_what_the_last_answer_drew_on(world: World) -> None:
    assert (await world.owner("/why")).failed
    await world.owner("kb", guide__md=GUIDE)
    await world.owner("What does the fault F28 of the boiler mean?")
    reply = await world.owner("/why")
    assert "guide.md, The Harbour Guesthouse › Heating and hot water" in reply.text
    assert "Eide Plumbing" in (await world.owner(reply.choices[0].message)).text
    assert (await world.person("2")("/why")).failed


async def test_why_shows_nothing_that_was_taken_away_since(world: World) -> None:
    owner, stranger = world.owner, world.person("2")
    reply = await owner("kb", guide__md=GUIDE)
    await stranger("What does the fault F28 of the boiler mean?")
    await owner.press(reply, "Make it admin")
    assert (
        await stranger("/why")
    ).text == "Nothing that my last answer used is available any more."


async def test_why_after_an_answer_that_drew_on_nothing_says_so(world: World) -> None:
    await world.owner("what can you do?")
    await world.owner("thanks")
    assert (await world.owner("/why")).text == "My last answer used no passages and no facts."


async def test_the_notes_tell_each_pin_once_and_the_day_instead_of_a_heading(world: World) -> None:
    await world.owner("/remember The canary sings at noon")
    memory = world.services.memories.get("test:1", ADMIN)
    memory.folder.notes.write_text(
        memory.folder.notes.read_text()
        + "\n## 2026-01-30T09:30:00.000Z\n\n- likes tea\n"
        + "\n# Mine\n\nBy hand.\n\n## 2026-plans\n\nSea.\n"
    )
    text = (await world.owner("/memory")).text
    assert text.count("The canary sings at noon") == 1
    assert "**30 Jan 2026**\n\n- likes tea" in text
    assert "# Mine\n\nBy hand." in text
    assert "## 2026-plans\n\nSea." in text
    assert "Z" not in text
