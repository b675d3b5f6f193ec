"""/memory, /remember and /forget as a person uses them."""

from pathlib import Path

import pytest

from bot.access.rate_limit import RateLimitSettings
from bot.settings.config import Settings
from tests.conversation import World, a_world


@pytest.mark.spec("S4-120", "S4-121")
async def test_a_pinned_note_is_shown_again(world: World) -> None:
    owner = world.owner
    assert "no notes" in (await owner("/memory")).text
    assert (await owner("/remember I take my tea without milk")).text == "Noted and pinned."
    assert "tea without milk" in (await owner("/memory")).text
    assert (await owner("/remember I take my tea without milk")).text == "I already have that."


@pytest.mark.spec("S4-121")
async def test_remember_appends_to_the_notes_of_its_chat(world: World) -> None:
    guest, folder = world.person("2"), world.services.home.folder / "memory" / "chats"
    for note in ("Tea at four", "Cake at five"):
        await guest(f"/remember {note}")
    notes = (folder / "test_2" / "memory.md").read_text()
    assert 0 <= notes.find("Tea at four") < notes.find("Cake at five")
    assert not (folder / "admin" / "memory.md").exists()


@pytest.mark.spec("S4-120")
async def test_memory_shows_what_the_file_of_this_chat_says_now(world: World) -> None:
    folder = world.services.home.folder / "memory" / "chats"
    for sender in ("2", "3"):
        await world.person(sender)(f"/remember note of {sender}")
    notes = folder / "test_2" / "memory.md"
    notes.write_text(notes.read_text() + "\n## 2026-02-10T09:00:00.000Z\n\n- The boat is sold\n")
    shown = (await world.person("2")("/memory")).text
    assert "note of 2" in shown
    assert "The boat is sold" in shown
    assert "note of 3" not in shown


@pytest.mark.spec("S4-97")
async def test_the_owner_has_one_memory_in_all_private_chats(world: World) -> None:
    await world.owner("/remember canary tea")
    assert "canary" in (await world.person("1", chat="elsewhere")("/memory")).text


@pytest.mark.spec("S4-58", "S4-118")
@pytest.mark.parametrize(
    ("sender", "chat"), [("2", "2"), ("1", "g"), ("2", "g")], ids=["stranger", "owner", "member"]
)
async def test_nobody_else_and_no_group_sees_the_owners_notes(
    world: World, sender: str, chat: str
) -> None:
    await world.owner("/remember canary tea")
    reader = world.person(sender, chat=chat, private=chat == sender)
    for said in ("/memory", "/search canary tea", "canary tea?", "/docs", "/status", "/help"):
        assert "canary" not in (await reader(said)).text.replace("canary tea?", "")


async def test_in_a_group_a_note_carries_its_author(world: World) -> None:
    group = world.person("2", chat="g", private=False)
    await group("/remember the meeting is on Monday")
    assert "name of 2: the meeting is on Monday" in (await group("/memory")).text


async def test_one_person_fills_no_group_with_what_they_had_it_remember(tmp_path: Path) -> None:
    async with a_world(tmp_path, Settings(rate_limit=RateLimitSettings(0, 0))) as world:
        group = world.person("2", chat="g", private=False)
        for n in range(30):
            await group(f"/remember the {n}th boat carries {n * 7} crates of {'tea ' * 400}")
        shown = (await group("/memory")).text
        assert len(shown) < 60_000  # some facts, and the latest notes
        assert "The latest of my notes" in shown
        assert "too much for a group" in (await group("/export")).text


@pytest.mark.spec("S4-122")
async def test_forgetting_can_be_undone(world: World) -> None:
    owner = world.owner
    await owner("/remember canary tea")
    reply = await owner("/forget")
    assert "1 line of notes" in reply.text
    assert "all your private chats" in reply.text
    assert "no notes" in (await owner("/memory")).text
    await owner.press(reply, "Undo")
    assert "canary" in (await owner("/memory")).text


async def test_only_what_holds_the_words_is_forgotten(world: World) -> None:
    owner = world.owner
    await owner("/remember canary tea")
    await owner("/remember black coffee")
    await owner("/forget canary")
    notes = (await owner("/memory")).text
    assert "canary" not in notes
    assert "coffee" in notes


async def test_what_holds_the_words_is_named_before_what_only_went_with_it(world: World) -> None:
    await world.owner("The rent is 650 pounds.")
    await world.owner("The rent of the shed is 90 pounds.")
    told = (await world.owner("/forget rent")).text.splitlines()
    assert [line for line in told if line.startswith("- ")][:2] == [
        "- The rent is 650 pounds.",
        "- The rent of the shed is 90 pounds.",
    ]


async def test_what_was_forgotten_is_named_where_it_was_asked_for(world: World) -> None:
    owner = world.owner
    tea = [f"{kind} tea is {'good ' * 30}" for kind in ("green", "black", "white", "red", "mint")]
    for each in tea:
        await owner(f"/remember {each}")
    told = (await owner("/forget tea")).text.splitlines()
    assert told[0].startswith("Forgotten: 5 lines of notes, 5 facts and 5 recent messages.")
    shown = [line for line in told if line.startswith("- ")]
    assert [line[:12] for line in shown] == [
        "- green tea ",
        "- black tea ",
        "- white tea ",
        "- …",
    ]
    assert all(line.endswith(" …") and len(line) <= 82 for line in shown)
    await owner("/remember black coffee")
    assert "- " not in (await owner("/forget")).text


async def test_what_two_chats_remember_is_named_in_each_by_itself(world: World) -> None:
    await world.owner("/remember canary tea")
    group = world.person("2", chat="g", private=False)
    await group("/remember the canary sings")
    assert "tea" not in (await group("/forget canary")).text
    assert "sings" not in (await world.owner("/forget canary")).text


@pytest.mark.parametrize("words", ["the", "is it in the"])
async def test_words_that_every_sentence_has_are_not_forgotten_by(world: World, words: str) -> None:
    await world.owner("/remember the tea is in the red tin")
    refused = await world.owner(f"/forget {words}")
    assert refused.failed
    assert "words are too common" in refused.text
    assert "red tin" in (await world.owner("/memory")).text


async def test_nothing_to_forget_is_said(world: World) -> None:
    assert (await world.owner("/forget")).text == "I remember nothing from this chat."
    assert (await world.owner("/forget tea")).text == "I remember nothing like that."
    assert (await world.owner("/forget undo")).failed
