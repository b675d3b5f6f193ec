"""What multis does in a chat is the owner's word, and lasts."""

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.access.modes import MODES, Modes
from bot.access.policy import Access, Mode
from bot.access.rate_limit import RateLimitSettings
from bot.access.settings import ModeSettings
from bot.delivery.batching import collect_missed
from bot.messages import IncomingMessage, Reply
from bot.settings.config import Settings
from indexer.scopes import Scope
from indexer.store.database import open_database
from tests.conversation import OWNER, Conversation, World, a_world
from tests.factories import a_message
from tests.fakes import FakeClock

UNLIMITED = Settings(rate_limit=RateLimitSettings(0, 0))
HOUSE = b"# House rules\n\nBreakfast is served from seven to ten in the yellow room.\n"
DIARY = b"# Diary\n\nThe safe combination is written under the zanzibar lamp.\n"
CUSTOMER = "9"  # nobody let them in
QUESTION = "When is breakfast served?"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, UNLIMITED) as world:
        await world.owner("kb", house__md=HOUSE)
        await world.owner("admin", diary__md=DIARY)
        yield world


def group(world: World, sender: str) -> Conversation:
    return world.person(sender, chat="g", private=False)


async def told(world: World, message: IncomingMessage) -> list[str]:
    async with aclosing(world.bot.handle(message)) as items:
        return [item.text async for item in items if isinstance(item, Reply)]


async def test_the_owner_sets_the_mode_of_the_chat_they_are_in(world: World) -> None:
    reply = await group(world, "1")("/mode silent")
    assert reply.text.startswith("This chat is in silent mode")
    assert await world.services.modes.get("test:g") is Mode.SILENT


@pytest.mark.spec("S4-71")
async def test_the_profile_of_a_chat_has_its_mode(world: World) -> None:
    profile = world.services.home.folder / "memory" / "chats" / "test_g" / "profile.json"
    for mode in ("silent", "personal"):
        await group(world, OWNER)(f"/mode {mode}")
        await told(world, a_message("Tea at four.", sender=OWNER, chat="g", private=False))
        assert json.loads(profile.read_text())["mode"] == mode


async def test_mode_alone_shows_it_with_a_button_for_each_other(world: World) -> None:
    reply = await group(world, "1")("/mode")
    assert "personal" in reply.text
    assert [choice.label for choice in reply.choices] == ["Business", "Silent", "Off"]
    await group(world, "1").press(reply, "Off")
    assert await world.services.modes.get("test:g") is Mode.OFF


@pytest.mark.parametrize("sender", ["2", CUSTOMER])
async def test_nobody_else_sets_a_mode(world: World, sender: str) -> None:
    assert (await group(world, sender)("/mode off")).failed
    assert (await world.person(sender)("/mode business test:g")).failed
    assert await world.services.modes.list_all() == []


async def test_from_the_private_chat_the_owner_sets_any_chats_mode_by_its_id(world: World) -> None:
    reply = await world.owner("/mode silent telegram:123")
    assert "`telegram:123` is in silent mode" in reply.text
    assert "telegram:123" in (await world.owner("/mode")).text
    back = await world.owner.press(reply, "Personal")
    assert "personal mode" in back.text


async def test_or_by_the_name_of_a_person_who_was_let_in(world: World) -> None:
    for key, name in (("test:5", "Ann Miller"), ("test:6", "Anna Smith")):
        await world.let_in(key, name)
    assert "`test:5` is in off mode" in (await world.owner("/mode off miller")).text
    reply = await world.owner("/mode silent ann")
    assert [choice.message for choice in reply.choices] == [
        "/mode silent test:5",
        "/mode silent test:6",
    ]


async def test_a_name_that_nobody_has_is_told(world: World) -> None:
    reply = await world.owner("/mode silent nobody")
    assert reply.failed
    assert reply.text.startswith("I know no chat called nobody. Name a chat as platform:id")


async def test_a_word_that_is_no_mode_and_no_chat_is_told_as_that(world: World) -> None:
    reply = await world.owner("/mode foo")
    assert reply.failed
    assert reply.text.startswith(
        "foo is neither a mode (personal, business, silent or off) nor a chat that I know. Name a "
        "chat as platform:id"
    )
    in_group = await group(world, "1")("/mode foo")
    assert in_group.text.startswith("foo is not a mode (personal, business, silent or off). ")


async def test_other_chats_are_no_subject_in_a_group(world: World) -> None:
    reply = await group(world, "1")("/mode silent test:2")
    assert reply.text == "I only talk about other chats in a private chat with you."
    assert await world.services.modes.list_all() == []


async def test_the_owners_own_chat_stays_personal(world: World) -> None:
    for said in ("/mode off", "/mode silent test:1"):
        assert "stays in personal mode" in (await world.owner(said)).text
    assert "yellow room" in (await world.owner(QUESTION)).text


async def test_whatever_the_default_the_owner_is_answered(tmp_path: Path) -> None:
    async with a_world(tmp_path, Settings(modes=ModeSettings(Mode.OFF))) as world:
        assert "Nothing is indexed" in (await world.owner("/docs")).text
        assert await told(world, a_message("/docs", sender="2")) == []


async def test_a_mode_lasts_beyond_a_restart(tmp_path: Path) -> None:
    async with a_world(tmp_path, UNLIMITED) as world:
        await group(world, "1")("/mode off")
    async with a_world(tmp_path, UNLIMITED) as world:
        assert await told(world, a_message("/docs", sender="2", chat="g", private=False)) == []


async def test_a_platform_has_its_own_default(tmp_path: Path) -> None:
    settings = ModeSettings(Mode.SILENT, {"beeper": Mode.OFF})
    async with open_database(tmp_path / "m.db", MODES) as database:
        modes = Modes(database, lambda: settings, FakeClock())
        assert await modes.get("beeper:1") is Mode.OFF
        assert await modes.get("telegram:1") is Mode.SILENT
        await modes.set("beeper:1", Mode.PERSONAL)
        assert await modes.get("beeper:1") is Mode.PERSONAL


async def test_a_bot_without_an_owner_can_be_claimed_whatever_the_default(tmp_path: Path) -> None:
    settings = Settings(modes=ModeSettings(Mode.OFF))
    async with a_world(tmp_path, settings, Access()) as world:
        code = await world.services.people.offer_claim()
        assert "owner" in (await world.person("5")(f"/start {code}")).text
        assert await told(world, a_message("hello", sender="6")) == []


async def test_off_says_nothing_and_keeps_nothing(world: World) -> None:
    await group(world, "1")("/mode off")
    for sender in ("1", "2", CUSTOMER):
        message = a_message("/remember the lamp", sender=sender, chat="g", private=False)
        assert await told(world, message) == []
    await group(world, "1")("/mode personal")
    assert "no notes" in (await group(world, "1")("/memory")).text
    assert list(world.services.home.chats.glob("test*g*")) == []


async def test_what_the_owner_forwards_wakes_nothing(world: World) -> None:
    await group(world, "1")("/mode off")
    message = a_message("/mode personal", sender="1", chat="g", private=False)
    assert await told(world, replace(message, forwarded=True)) == []
    assert await world.services.modes.get("test:g") is Mode.OFF


async def test_silent_remembers_what_is_said_and_says_nothing(world: World) -> None:
    await group(world, "1")("/mode silent")
    for sender in ("2", CUSTOMER):
        message = a_message(
            f"{sender} likes tea", sender=sender, chat="g", private=False, addressed=False
        )
        assert await told(world, message) == []
    memory = world.services.memories.get("test:g", Scope.of_chat("test:g"))
    kept = [(each.role, each.content) for each in await memory.list_recent()]
    assert kept == [("user", "2 likes tea"), ("member", f"{CUSTOMER} likes tea")]


async def test_silent_keeps_nothing_of_who_is_blocked(world: World) -> None:
    await world.owner("/users block test:9")
    await world.owner("/mode silent test:9")
    assert await told(world, a_message("hello", sender="9")) == []
    memory = world.services.memories.get("test:9", Scope.of_chat("test:9"))
    assert await memory.list_recent() == ()


async def test_a_button_pressed_in_a_silent_chat_is_nobodys_words(world: World) -> None:
    await world.owner("/mode silent test:9")
    assert await told(world, a_message("/docs", sender="9", pressed="key")) == []
    memory = world.services.memories.get("test:9", Scope.of_chat("test:9"))
    assert await memory.list_recent() == ()


async def test_what_was_said_in_a_silent_chat_while_away_is_remembered_message_by_message(
    world: World,
) -> None:
    await world.owner("/mode silent test:9")
    said = [a_message(text, sender="9", addressed=False) for text in ("I am away", "x" * 100)]
    button = a_message("no", sender="9", pressed="key")
    assert await told(world, collect_missed([*said, button])) == []
    memory = world.services.memories.get("test:9", Scope.of_chat("test:9"))
    kept = [(each.key, each.content) for each in await memory.list_recent()]
    assert kept == [(f"test:{each.key}", each.text) for each in said]


async def test_a_flood_in_a_silent_chat_is_cut_off_without_a_word(tmp_path: Path) -> None:
    async with a_world(tmp_path, Settings(rate_limit=RateLimitSettings(2, 0))) as world:
        await world.owner("/mode silent test:9")
        for n in range(5):
            assert await told(world, a_message(f"line {n}", sender="9")) == []
        memory = world.services.memories.get("test:9", Scope.of_chat("test:9"))
        assert len(await memory.list_recent()) == 2


async def test_only_the_owner_wakes_a_silent_chat(world: World) -> None:
    await group(world, "1")("/mode silent")
    for text in ("/mode personal", "/mode"):
        assert await told(world, a_message(text, sender="2", chat="g", private=False)) == []
    assert "personal" in (await group(world, "1")("/mode personal")).text
    assert "yellow room" in (await group(world, "2")(QUESTION)).text


async def test_business_answers_anybody_from_kb(world: World) -> None:
    await world.owner("/mode business test:9")
    reply = await world.person(CUSTOMER)(QUESTION)
    assert "yellow room" in reply.text
    assert reply.choices == ()


async def test_business_shows_nothing_but_kb_whoever_asks(world: World) -> None:
    await group(world, "2")("", notes__md=b"# Ours\n\nThe zanzibar lamp hangs in the hall.\n")
    assert "zanzibar" in (await group(world, "2")("/search lamp")).text
    await group(world, "1")("/mode business")
    for sender in ("1", "2", CUSTOMER):
        for said in ("/search lamp", "Where does the lamp hang?", "/docs"):
            assert "zanzibar" not in (await group(world, sender)(said)).text


@pytest.mark.parametrize("said", ["/search breakfast", "/docs", "/memory", "/forget", "/export"])
async def test_a_customer_has_no_commands(world: World, said: str) -> None:
    await world.owner("/mode business test:9")
    reply = await world.person(CUSTOMER)(said)
    assert (reply.failed, reply.text) == (
        True,
        "Here I answer questions. Please write yours in plain words.",
    )


async def test_a_customer_is_greeted(world: World) -> None:
    await world.owner("/mode business test:9")
    assert (await world.person(CUSTOMER)("/start")).text.startswith("Hello!")


async def test_nobody_is_a_customer_where_it_is_not_business(world: World) -> None:
    assert (await world.person(CUSTOMER)(f"/serve {QUESTION}")).failed
    assert "yellow room" not in (await world.person("2")(f"/serve {QUESTION}")).text


async def test_a_blocked_person_is_no_customer(world: World) -> None:
    await world.owner("/users block test:9")
    await world.owner("/mode business test:9")
    assert "private assistant" in (await world.person(CUSTOMER)(QUESTION)).text


async def test_while_the_owner_speaks_in_a_business_chat_multis_listens(world: World) -> None:
    await group(world, "1")("/mode business")
    owner = a_message("I am here", sender="1", chat="g", private=False, addressed=False)
    await told(world, owner)
    question = a_message(QUESTION, sender=CUSTOMER, chat="g", private=False)
    assert await told(world, question) == []
    world.clock.forward(minutes=31)
    assert "yellow room" in (await group(world, CUSTOMER)(QUESTION)).text


async def test_a_clock_that_was_put_back_makes_it_listen_no_longer(world: World) -> None:
    await group(world, "1")("/mode business")
    world.clock.forward(days=365)
    owner = a_message("I am here", sender="1", chat="g", private=False, addressed=False)
    await told(world, owner)
    world.clock.forward(days=-365)
    assert "yellow room" in (await group(world, CUSTOMER)(QUESTION)).text
