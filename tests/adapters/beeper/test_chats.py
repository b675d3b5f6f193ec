"""The owner's chats: what is ours to answer, and what we have said ourselves."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.beeper import Beeper, BeeperSettings
from adapters.beeper.adapter import SIGN
from adapters.beeper.api import open_api
from adapters.beeper.state import State, read_state, write_state
from bot.messages import Answer, Attachment, Chat, IncomingMessage, Reply, UserError
from tests.adapters.contract.beeper import BOB, CHATS, BeeperPlatform
from tests.adapters.contract.people import Listener, always, greet, hears, shows
from tests.adapters.contract.platform import Who, configure, joined
from tests.adapters.fake_beeper import PAGE, TOKEN, FakeBeeper
from tests.adapters.hosting import Ledger, a_host
from tests.daemon import a_daemon, until

CANARY = "zanzibar-4711"
NOTE, CUSTOMER = CHATS[Who.OWNER], CHATS[Who.GUEST]


@pytest.fixture
async def beeper() -> AsyncIterator[BeeperPlatform]:
    async with FakeBeeper() as fake:
        yield BeeperPlatform(fake)


async def test_what_was_said_before_the_first_start_is_left_alone(
    beeper: BeeperPlatform, tmp_path: Path
) -> None:
    listener = Listener()
    old = beeper.fake.say(NOTE, "/forget")
    old["timestamp"] = "2026-01-01T00:00:00Z"
    async with joined(beeper, tmp_path, listener):
        await beeper.say("now")
        await shows(beeper, "heard: now")
    assert listener.texts == ["now"]


async def test_more_than_one_page_arrives_whole_in_a_chat_known_and_in_a_new_one(
    beeper: BeeperPlatform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(beeper, tmp_path, listener):
        await greet(beeper)
    numbers = [f"number {n}" for n in range(3 * PAGE)]
    for text in numbers:
        beeper.fake.say(NOTE, text)
        beeper.fake.say(CUSTOMER, text, BOB)
    async with joined(beeper, tmp_path, listener):
        await hears(listener, 1 + 2 * len(numbers))
    for chat in ("owner", CUSTOMER):
        told = [each.text for each in listener.heard if each.chat.id == chat]
        assert told[-len(numbers) :] == numbers


@pytest.mark.parametrize("slow", [False, True], ids=["confirmed", "not confirmed yet"])
async def test_what_we_say_is_not_taken_for_the_owners_words(
    beeper: BeeperPlatform, tmp_path: Path, slow: bool
) -> None:
    beeper.fake.slow = slow
    listener = Listener(always(Reply("**Check-out** is at _eleven_ … ✓")))
    async with joined(beeper, tmp_path, listener):
        for text in ("when?", "and on Sundays?"):
            await beeper.say(text)
            await hears(listener, 1 if text == "when?" else 2)
        await beeper.say("thanks")
        await hears(listener, 3)
    assert listener.texts == ["when?", "and on Sundays?", "thanks"]


async def test_what_the_network_rewrote_is_known_by_its_id(
    beeper: BeeperPlatform, tmp_path: Path
) -> None:
    listener = Listener(always(Reply("eleven")))
    async with joined(beeper, tmp_path, listener):
        await beeper.say("when?")
        await shows(beeper, "eleven")
        # The network shows it as something else, only after it was confirmed.
        answer = beeper.fake.chats[NOTE].messages[-1]
        answer["text"] = "XI"
        await beeper.say("thanks")
        await hears(listener, 2)
    assert listener.texts == ["when?", "thanks"]


async def test_what_was_sent_just_before_a_crash_is_known_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "new" / "state.json"
    state = State("2026-01-01T00:00:00+00:00", {"!c": "5"})
    state.add_own("!c", "multis: **eleven**")
    write_state(path, state)
    again = read_state(path)
    assert (again.since, again.cursors) == (state.since, state.cursors)
    assert not again.recognize_own("!other", "7", "multis: eleven")
    assert again.recognize_own("!c", "7", "multis: *eleven*")
    assert again.recognize_own("!c", "7", "multis: *eleven*")
    assert not again.recognize_own("!c", "8", "multis: *eleven*")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"since": "", "cursors": [], "own": []}'])
def test_a_damaged_state_is_a_new_one(tmp_path: Path, content: str) -> None:
    (tmp_path / "state.json").write_text(content)
    assert read_state(tmp_path / "state.json") == State()


async def test_what_the_owner_asked_in_private_is_not_told_where_others_have_come(
    beeper: BeeperPlatform, tmp_path: Path
) -> None:
    thinking = asyncio.Event()

    async def answer(message: IncomingMessage) -> Answer:
        await thinking.wait()
        yield Reply(CANARY)

    listener = Listener(answer)
    async with joined(beeper, tmp_path, listener):
        await beeper.say("How does the safe open?")
        await hears(listener, 1)
        beeper.fake.chats[NOTE].people = {BOB: "Bob"}
        beeper.fake.chat("!another", {})
        thinking.set()
        await until(lambda: bool(beeper.fake.sent), "the answer")
    assert [each["chat"] for each in beeper.fake.sent] == ["!another"]


async def test_a_notice_reaches_the_note_to_self_and_bears_our_sign(
    beeper: BeeperPlatform, tmp_path: Path
) -> None:
    async with joined(beeper, tmp_path, Listener()) as adapter:

        async def notice() -> Answer:
            yield Reply("Bob asked for a refund.")

        await adapter.deliver(Chat("beeper", "owner", private=True), notice(), Ledger())
    (sent,) = beeper.fake.sent
    assert (sent["chat"], sent["text"]) == (NOTE, f"{SIGN}Bob asked for a refund.")


async def test_people_who_write_to_the_owner_hear_nothing_unless_the_owner_wants_it(
    beeper: BeeperPlatform, tmp_path: Path
) -> None:
    configure(tmp_path, beeper, access={"policy": "pairing"})
    async with a_daemon(tmp_path):
        for text in ("hello Ann!", "/start", "/help", "1"):
            await beeper.say(text, Who.GUEST)
        beeper.fake.say(CUSTOMER, "/search secret")  # the owner, where Bob reads it too
        await beeper.say("/help")
        await shows(beeper, "/docs")
        assert await beeper.shown(Who.GUEST) == []
        await beeper.say(f"/mode business beeper:{CUSTOMER}")
        await shows(beeper, "business mode")
        await beeper.say("When is check-out?", Who.GUEST)
        await shows(beeper, "", Who.GUEST)


async def test_a_wrong_token_is_an_error_of_configuration(
    beeper: BeeperPlatform, tmp_path: Path
) -> None:
    async def never(message: IncomingMessage) -> None:
        raise AssertionError(message)

    adapter = Beeper(BeeperSettings("wrong", beeper.fake.address), a_host(tmp_path))
    with pytest.raises(UserError, match="does not recognise this access token"):
        await adapter.run(never)
    with pytest.raises(UserError, match="does not recognise this access token"):
        await adapter.check()


async def test_check_tells_whose_account_it_is(beeper: BeeperPlatform, tmp_path: Path) -> None:
    adapter = Beeper(BeeperSettings(TOKEN, beeper.fake.address), a_host(tmp_path))
    assert await adapter.check() == "the assistant of Ann"
    await beeper.leave()
    with pytest.raises(ConnectionError):
        await adapter.check()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "access token"),
        ({"access_token": "x", "base_url": "https://beeper.example"}, "on this machine"),
        ({"access_token": "x", "base_url": "http://localhost.evil.example"}, "on this machine"),
        ({"access_token": "x", "base_url": "http://localhost@evil.example"}, "on this machine"),
    ],
)
def test_what_is_wrong_in_the_settings_is_said(given: dict[str, object], told: str) -> None:
    with pytest.raises(UserError, match=told):
        BeeperSettings.of(given)


def test_the_token_is_not_shown() -> None:
    assert "canary" not in repr(BeeperSettings.of({"access_token": "canary"}))


async def test_a_file_larger_than_what_is_read_is_given_up(
    beeper: BeeperPlatform, tmp_path: Path
) -> None:
    beeper.fake.files["mxc://x"] = ("small.pdf", bytes(100_000))
    async with open_api(BeeperSettings.of(beeper.settings())) as api:
        with pytest.raises(UserError, match=r"small.pdf is larger than 9.8 kB"):
            await api.download(Attachment("small.pdf", 1, "mxc://x"), tmp_path / "x", 10_000)
