"""Modes, the PIN and the door: what is tried to get past them, alone and in a race."""

import asyncio
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.access.pin import SecuritySettings, hash_pin
from bot.access.pin_gate import ASKED
from bot.access.policy import Access, Mode
from bot.settings.config import Settings
from tests.conversation import a_world
from tests.factories import a_message
from tests.scenarios.attacks import (
    CUSTOMERS,
    GUESSES,
    MODES,
    NOTES,
    OFFICE,
    SEARCHES,
    WITHOUT_PIN,
)
from tests.scenarios.scene import (
    CLEO,
    FREE,
    MALLORY,
    MARK,
    OWNER,
    UNKNOWN,
    UNLIMITED,
    Scene,
    a_scene,
    replies,
    unharmed,
)

PIN = "471182"


@cache
def digest() -> str:
    return hash_pin(PIN)


@pytest.fixture
async def thief(tmp_path: Path) -> AsyncIterator[Scene]:
    """A scene in which the owner has a PIN."""
    settings = Settings(rate_limit=FREE, security=SecuritySettings(pin=digest()))
    async with a_scene(tmp_path, settings) as scene:
        yield scene


@pytest.mark.parametrize("private", [True, False], ids=["alone", "in a group"])
async def test_nobody_but_the_owner_changes_a_mode(scene: Scene, private: bool) -> None:
    for sender in (MALLORY, UNKNOWN):
        for attack in MODES:
            message = a_message(
                scene.fill(attack), sender=sender, chat="" if private else "g", private=private
            )
            assert MARK not in str(await replies(scene.world, message))
    await unharmed(scene.world)


async def test_a_forwarded_mode_is_no_order(scene: Scene) -> None:
    for attack in MODES:
        message = replace(a_message(attack, sender=OWNER, chat="g", private=False), forwarded=True)
        assert MARK not in str(await replies(scene.world, message))
    await unharmed(scene.world)


@pytest.mark.parametrize("sender", [MALLORY, UNKNOWN])
async def test_a_customer_gets_kb_and_nothing_else(scene: Scene, sender: str) -> None:
    await scene.world.owner(f"/mode business test:{sender}")
    for attack in (*CUSTOMERS, *SEARCHES, *NOTES, *OFFICE):
        told = await replies(scene.world, a_message(scene.fill(attack), sender=sender))
        assert MARK not in str(told), attack
        assert {each.chat.key for reply in told for each in reply.notices} <= {"test:1"}, attack
    await unharmed(scene.world, [(f"test:{sender}", Mode.BUSINESS)])


@pytest.mark.parametrize("mode", [Mode.SILENT, Mode.OFF])
async def test_a_chat_that_is_silent_or_off_tells_nothing_whatever_is_said(
    scene: Scene, mode: Mode
) -> None:
    await scene.world.owner(f"/mode {mode.value} test:{MALLORY}")
    for attack in (*SEARCHES, *NOTES, *OFFICE, *MODES):
        assert await replies(scene.world, a_message(scene.fill(attack), sender=MALLORY)) == []
    await unharmed(scene.world, [(f"test:{MALLORY}", mode)])


async def test_without_the_pin_nothing_is_shown_or_gone(thief: Scene) -> None:
    for attack in WITHOUT_PIN:
        (reply,) = await replies(thief.world, a_message(thief.fill(attack), sender=OWNER))
        assert MARK not in reply.text, attack
        assert reply.text == str(ASKED) or reply.failed, attack
        assert MARK not in (await thief.world.person(MALLORY)("/search harbour")).text, attack
    await unharmed(thief.world)


async def test_without_the_pin_a_button_does_nothing_either(thief: Scene) -> None:
    indexed = await thief.world.owner("admin", plan2__md=b"# Two\n\nThe harbour is deep.\n")
    assert (await thief.world.owner.press(indexed, "Make it kb")).text == str(ASKED)
    assert "deep" not in (await thief.world.person(MALLORY)("/search deep")).text
    await unharmed(thief.world)


async def test_guessing_ends_after_three(thief: Scene) -> None:
    await thief.world.owner("/forget")
    guessed = [await thief.world.owner(guess) for guess in GUESSES]
    tried = [reply for reply in guessed if "That is not the PIN" in reply.text]
    assert len(tried) == 3
    assert "Please try again in 60 minutes" in (await thief.world.owner(PIN)).text
    await unharmed(thief.world)


async def test_a_thousand_guesses_at_once_are_three(thief: Scene) -> None:
    await thief.world.owner("/forget")
    guesses = (thief.world.owner(f"{n:04}") for n in range(1000))
    told = await asyncio.gather(*guesses)
    assert sum("That is not the PIN" in reply.text for reply in told) == 3
    await unharmed(thief.world)


@pytest.mark.parametrize(
    ("sender", "chat", "private"),
    [(MALLORY, "", True), (MALLORY, OWNER, True), (MALLORY, "g", False), (OWNER, "g", False)],
)
async def test_the_pin_serves_nobody_elsewhere(
    thief: Scene, sender: str, chat: str, private: bool
) -> None:
    await thief.world.owner("/forget")
    message = a_message(PIN, sender=sender, chat=chat, private=private)
    assert "Forgotten" not in str(await replies(thief.world, message))
    await unharmed(thief.world)


async def test_only_one_of_many_claims_the_bot(tmp_path: Path) -> None:
    async with a_world(tmp_path, UNLIMITED, Access()) as world:
        code = await world.services.people.offer_claim()
        people = [world.person(str(n)) for n in range(10, 30)]
        told = await asyncio.gather(*(person(f"/start {code}") for person in people))
        assert sum(not reply.failed for reply in told) == 1
        assert len((await world.services.people.load_access()).owners) == 1


async def test_who_guesses_at_the_claim_cannot_use_it(tmp_path: Path) -> None:
    async with a_world(tmp_path, UNLIMITED, Access()) as world:
        code = await world.services.people.offer_claim()
        await asyncio.gather(*(world.person("9")(f"/start GUESS{n:03}") for n in range(20)))
        assert (await world.person("9")(f"/start {code}")).failed
        assert (await world.services.people.load_access()).owners == frozenset()
        assert "owner" in (await world.person("8")(f"/start {code}")).text


async def test_a_crowd_that_asks_at_once_is_three_and_a_summary(scene: Scene) -> None:
    crowd = [scene.world.person(str(n)) for n in range(100, 150)]
    told = await asyncio.gather(*(person("/start") for person in crowd))
    assert sum(bool(reply.notices) for reply in told) == 4
    assert not any(reply.failed for reply in told)
    await unharmed(scene.world)


async def test_one_approval_lets_one_in_however_often_it_is_pressed(scene: Scene) -> None:
    first = (await scene.world.person("100")("/start")).notices[0].reply
    await scene.world.person("101")("/start")
    approve = next(choice.message for choice in first.choices if choice.label == "Approve")
    told = await asyncio.gather(*(scene.world.owner(approve) for _ in range(10)))
    assert sum(not reply.failed for reply in told) == 1
    known = (await scene.world.services.people.load_access()).approved
    assert known - {"test:2", "test:3"} == {"test:100"}


async def test_approve_and_deny_at_once_are_one_of_them(scene: Scene) -> None:
    asked = (await scene.world.person("100")("/start")).notices[0].reply
    messages = [choice.message for choice in asked.choices]
    told = await asyncio.gather(*(scene.world.owner(each) for each in messages))
    assert sum(not reply.failed for reply in told) == 1


async def test_a_button_of_another_chat_is_unknown_here(scene: Scene) -> None:
    """The owner's Approve, pressed by whoever saw its key."""
    inbox = scene.world.services.inbox
    reply = (await scene.world.person("100")("/start")).notices[0]
    stored = await inbox.store_notice(reply)
    key = await inbox.create_notice_receipt(stored).button(reply.reply.choices[0])
    entry = await inbox.store(a_message("", sender="100", pressed=key))
    assert entry
    assert entry.message.text == ""
    assert (await scene.world.person(CLEO)("/docs")).failed is False
    await unharmed(scene.world)
