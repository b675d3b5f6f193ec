"""A button that carries somebody's words goes with them when they are forgotten."""

from pathlib import Path

import pytest

from bot.delivery.schema import INBOX
from bot.messages import Choice
from indexer.store.database import Schema, open_database
from tests.conversation import World
from tests.factories import a_message
from tests.posting import post

CANARY = "quartzlocker"
TOLD = f"My {CANARY} code is 4711."
OTHER = "My sister is called Zoe."
CLOSED = "That button has expired"


async def offered(world: World, said: str = TOLD, sender: str = "1", chat: str = "") -> str:
    """The key of the button that would remember what was said."""
    message = a_message(said, sender=sender, chat=chat)
    return (await post(world, message)).keys["Remember it"]


async def pressed(world: World, key: str, sender: str = "1", chat: str = "") -> str:
    return (await post(world, a_message("", pressed=key, sender=sender, chat=chat))).reply.text


async def behind_buttons(world: World) -> str:
    async with world.services.people._database.transaction() as db:
        rows = await db.execute_fetchall("SELECT message FROM buttons")
    return "\n".join(row["message"] for row in rows)


@pytest.mark.parametrize("forget", ["/forget", f"/forget {CANARY}"])
async def test_a_forgotten_sentence_is_not_remembered_by_its_button(
    world: World, forget: str
) -> None:
    key = await offered(world)
    await post(world, a_message(forget, sender="1"))
    assert CANARY not in await behind_buttons(world)
    assert CLOSED in await pressed(world, key)
    assert CANARY not in (await world.owner("/memory")).text


async def test_words_close_no_button_that_does_not_hold_them(world: World) -> None:
    key = await offered(world, OTHER)
    for words in (CANARY, "remember"):
        await post(world, a_message(f"/forget {words}", sender="1"))
    assert await pressed(world, key) == "Noted and pinned."


async def test_buttons_that_carry_no_words_outlive_forgetting(world: World) -> None:
    await world.owner("/remember tea is at four")
    forgotten = await post(world, a_message("/forget tea", sender="1"))
    await world.owner("/remember Ann is my sister")
    await post(world, a_message("/forget", sender="1"))
    back = await pressed(world, forgotten.keys["Undo"])
    assert back.startswith("Restored")


async def test_the_owners_forget_reaches_all_their_private_chats_and_no_other(
    world: World,
) -> None:
    elsewhere = await offered(world, chat="55")
    guest = await offered(world, sender="2")
    await post(world, a_message("/forget", sender="1"))
    assert CLOSED in await pressed(world, elsewhere, chat="55")
    assert await pressed(world, guest, sender="2") == "Noted and pinned."


async def test_a_guests_forget_closes_no_button_of_anybody_else(world: World) -> None:
    key = await offered(world)
    await offered(world, sender="2")
    await post(world, a_message("/forget", sender="2"))
    await post(world, a_message(f"/forget {CANARY}", sender="2"))
    assert await pressed(world, key) == "Noted and pinned."


async def test_in_a_group_nobody_says_anothers_words_by_a_button(world: World) -> None:
    """What is remembered is the presser's own word, and may end what they said before."""
    bob = world.person("3", chat="g", private=False)
    await bob("/remember My home is in Hull")
    said = a_message("I moved to Leeds.", sender="2", chat="g", private=False)
    key = (await post(world, said)).keys["Remember it"]
    press = a_message("", pressed=key, sender="3", chat="g", private=False)
    assert CLOSED in (await post(world, press)).reply.text
    assert "Leeds" not in (await bob("/memory")).text
    own = a_message("", pressed=key, sender="2", chat="g", private=False)
    assert (await post(world, own)).reply.text == "Noted and pinned."


async def test_in_a_group_anothers_words_are_not_forgotten_with_the_power_of_the_owner(
    world: World,
) -> None:
    cleo, bob = (world.person(each, chat="g", private=False) for each in ("3", "2"))
    await cleo("/remember Pizza is on Fridays")
    await bob("/remember I like pizza")
    shown = await post(world, a_message("forget pizza", sender="2", chat="g", private=False))
    for key in shown.keys.values():
        press = a_message("", pressed=key, sender="1", chat="g", private=False)
        assert CLOSED in (await post(world, press)).reply.text
    assert "Pizza is on Fridays" in (await cleo("/memory")).text


@pytest.mark.parametrize(
    ("message", "open_to_all"),
    [
        ("/show c1", True),
        ("/summary d123456789", True),
        ("/docs page 2", True),
        ("/undo", False),
        ("/fact 1 delete", False),
        ("/document d123456789 delete", False),
        ("/forget pizza", False),
    ],
)
async def test_in_a_group_others_may_press_only_what_shows_something(
    world: World, message: str, open_to_all: bool
) -> None:
    entry = await world.services.inbox.store(a_message(OTHER, sender="2", chat="g", private=False))
    assert entry
    key = await world.services.inbox.create_receipt(entry).button(Choice("Do it", message))
    for presser, opens in (("3", open_to_all), ("1", open_to_all), ("2", True)):
        press = a_message("", pressed=key, sender=presser, chat="g", private=False)
        stored = await world.services.inbox.store(press)
        assert stored
        assert bool(stored.message.text) is opens


async def test_a_button_that_repeats_words_and_was_shown_to_nobody_is_closed(
    world: World,
) -> None:
    key = await offered(world, chat="")
    async with world.services.people._database.transaction() as db:
        await db.execute("UPDATE buttons SET asked = ''")
    assert CLOSED in await pressed(world, key)


async def test_buttons_of_an_old_home_that_repeat_words_go_with_the_update(tmp_path: Path) -> None:
    earlier = Schema("inbox", INBOX.steps[:8])
    rows = ("/remember tea", "/ask tea", "/forget tea", "/forget undo", "/forget", "/show c1")
    async with open_database(tmp_path / "m.db", earlier) as database:
        for n, each in enumerate(rows):
            sql = "INSERT INTO buttons (key, chat, message, created_at) VALUES (?, 'c', ?, 0)"
            await database.write(sql, (str(n), each))
    async with open_database(tmp_path / "m.db", INBOX) as database, database.transaction() as db:
        left = await db.execute_fetchall("SELECT message FROM buttons ORDER BY key")
    assert [row["message"] for row in left] == ["/forget undo", "/forget", "/show c1"]


async def test_a_bare_forget_closes_the_button_that_would_forget_words(world: World) -> None:
    await world.owner("/remember I like pizza")
    await post(world, a_message("forget pizza", sender="1"))
    await post(world, a_message("/forget", sender="1"))
    assert "pizza" not in await behind_buttons(world)


@pytest.mark.parametrize("words", ["", " zebra", f" {CANARY}"])
async def test_in_a_group_a_members_forget_closes_nothing_of_others(
    world: World, words: str
) -> None:
    said = a_message(TOLD, sender="2", chat="g", private=False)
    key = (await post(world, said)).keys["Remember it"]
    unheard = world.services.speech.unheard
    token = await unheard.keep(said, world.clock.now)
    await post(world, a_message(f"/forget{words}", sender="3", chat="g", private=False))
    assert await unheard.find(token, said) == said
    press = a_message("", pressed=key, sender="2", chat="g", private=False)
    assert (await post(world, press)).reply.text == "Noted and pinned."


async def test_in_a_group_the_owners_forget_closes_those_of_everybody(world: World) -> None:
    said = a_message(TOLD, sender="2", chat="g", private=False)
    await post(world, said)
    token = await world.services.speech.unheard.keep(said, world.clock.now)
    await post(world, a_message("/forget", sender="1", chat="g", private=False))
    assert CANARY not in await behind_buttons(world)
    assert await world.services.speech.unheard.find(token, said) is None


async def test_words_too_common_to_forget_close_nothing(world: World) -> None:
    key = await offered(world)
    assert (await post(world, a_message("/forget is", sender="1"))).reply.failed
    assert await pressed(world, key) == "Noted and pinned."


async def test_the_question_of_a_caption_goes_too(world: World) -> None:
    message = a_message(OTHER, sender="1")
    entry = await world.services.inbox.store(message)
    assert entry
    ask = Choice("Ask", f"/ask Where is the {CANARY}?")
    key = await world.services.inbox.create_receipt(entry).button(ask)
    await post(world, a_message(TOLD, sender="1"))
    await post(world, a_message("/forget", sender="1"))
    assert CLOSED in await pressed(world, key)
