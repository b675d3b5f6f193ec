"""What exposes or deletes waits for the owner's PIN, and the PIN stays nowhere."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.access.pin import SecuritySettings
from bot.access.pin_gate import ASKED, NOT_HERE, TOO_LATE
from bot.delivery.dispatch import Dispatcher
from bot.messages import Reply
from bot.settings.config import Settings
from indexer.scopes import ADMIN
from tests.bot.access.guarding import PIN, digest, guarded, remembers, rows
from tests.conversation import World, a_world, answered_by
from tests.factories import a_message
from tests.fake_llm import FakeLlm, Says

NOTE = b"# Note\n\nThe boat is moored at the northern pier.\n"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with guarded(tmp_path) as world:
        yield world


async def test_a_command_that_deletes_waits_for_the_pin(world: World) -> None:
    await world.owner("/remember the northern pier")
    assert (await world.owner("/forget")).text == str(ASKED)
    assert await remembers(world.owner)
    assert "Forgotten" in (await world.owner(PIN)).text
    assert not await remembers(world.owner)


async def test_without_a_pin_nothing_waits(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/remember the northern pier")
        assert "Forgotten" in (await world.owner("/forget")).text


@pytest.mark.parametrize(
    "said",
    [
        "/forget",
        "/forget pier",
        "/FORGET",
        "/export",
        "/label 1 kb",
        "/mode business test:9",
        "/mode off test:9",
        "/index {home}/note.md kb",
        "/users approve ABCDEF",
        "/users unblock test:9",
    ],
)
async def test_what_exposes_or_deletes_needs_the_pin(world: World, said: str) -> None:
    said = said.format(home=world.services.home.folder)
    assert (await world.owner(said)).text == str(ASKED)


@pytest.mark.parametrize(
    "said",
    [
        "/forget undo",
        "/label 1 admin",
        "/mode",
        "/mode silent test:9",
        "/users",
        "/users block test:9",
        "/docs",
        "/memory",
        "471182",
    ],
)
async def test_everything_else_does_not(world: World, said: str) -> None:
    assert (await world.owner(said)).text not in (str(ASKED), str(TOO_LATE))


async def test_a_file_that_is_sent_along_needs_none(world: World) -> None:
    assert "Indexed" in (await world.owner("kb", note__md=NOTE)).text
    assert "readable by you alone" in (await world.owner("admin", note__md=NOTE)).text


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("note__md", NOTE),
        ("note__md", b"# Note\n\nThe boat has left the northern pier.\n"),
        ("other__md", NOTE),
    ],
    ids=["the same file", "a later version", "the same bytes"],
)
async def test_what_the_owner_alone_may_read_is_not_published_by_sending_it_again(
    world: World, name: str, content: bytes
) -> None:
    guest = world.person("2")
    await world.owner("admin", note__md=NOTE)
    assert "by you alone" in (await world.owner("", **{name: content})).text
    assert (await world.owner("kb", **{name: content})).text == str(ASKED)
    assert (await world.owner(" KB ", **{name: content})).text == str(ASKED)
    assert "northern" not in (await guest("/search pier")).text
    assert "by everyone" in (await world.owner(PIN)).text
    assert "northern" in (await guest("/search pier")).text
    in_group = world.person("1", chat="g", private=False)
    await in_group("admin", secret__md=b"# Secret\n\nThe southern pier.\n")
    assert (await in_group("kb", secret__md=b"The southern pier.")).text == str(NOT_HERE)


@pytest.mark.parametrize("said", ["/docs note.md file", "/docs note file", "/document 1 file"])
async def test_a_file_that_the_owner_alone_may_read_comes_after_the_pin(
    world: World, said: str
) -> None:
    await world.owner("admin", note__md=NOTE)
    asked = await world.owner(said)
    assert (asked.text, asked.files) == (str(ASKED), ())
    assert [each.name for each in (await world.owner(PIN)).files] == ["note.md"]


async def test_a_guests_file_comes_after_the_pin_and_a_public_one_without(world: World) -> None:
    await world.person("2")("", plan__md=b"# Plan\n\nThe ferry sails at noon.\n")
    assert (await world.owner("/docs plan.md file")).text == str(ASKED)
    await world.owner("kb", note__md=NOTE)
    assert (await world.owner("/docs note.md file")).files
    guest = world.person("2")
    assert (await guest("/docs plan.md file")).text.startswith("I have no copy")
    assert (await guest("/docs note.md file")).files


async def test_a_button_waits_like_the_command_behind_it(world: World) -> None:
    indexed = await world.owner("admin", note__md=NOTE)
    assert (await world.owner.press(indexed, "Make it kb")).text == str(ASKED)
    assert "northern" not in (await world.person("2")("/search pier")).text
    assert "now readable by everyone" in (await world.owner(PIN)).text
    assert "northern" in (await world.person("2")("/search pier")).text


async def test_nobody_else_is_asked_for_a_pin_they_do_not_have(world: World) -> None:
    person = world.person("2")
    await person("/remember the northern pier")
    assert "Forgotten" in (await person("/forget")).text


async def test_a_pin_is_never_asked_for_where_others_read_it(world: World) -> None:
    group = world.person("1", chat="g", private=False)
    assert (await group("/mode business")).text == str(NOT_HERE)
    assert (await group("/mode")).text.startswith("This chat is in personal mode")


async def test_a_wrong_pin_runs_nothing_and_the_right_one_still_does(world: World) -> None:
    await world.owner("/remember the northern pier")
    await world.owner("/forget")
    assert "2 attempts left" in (await world.owner("0000")).text
    assert await remembers(world.owner)
    assert "Forgotten" in (await world.owner(PIN)).text


async def test_other_messages_go_on_while_a_command_waits(world: World) -> None:
    await world.owner("/forget")
    assert not (await world.owner("/docs")).failed
    assert (await world.owner(PIN)).text.startswith("I remember nothing")


async def test_the_last_command_is_the_one_that_waits(world: World) -> None:
    await world.owner("/remember the northern pier")
    await world.owner("/forget")
    await world.owner("/export")
    assert "northern pier" in (await world.owner(PIN)).text
    assert await remembers(world.owner)


async def test_no_message_overtakes_the_command_of_a_pin(tmp_path: Path) -> None:
    settings = Settings(security=SecuritySettings(pin=digest()))
    async with FakeLlm(lambda _: Says("Fine.")) as llm:
        async with a_world(tmp_path, answered_by(llm, settings)) as world:
            await world.owner("/remember the northern pier")
            await world.owner("/forget")
            services = world.services
            dispatch = Dispatcher(services.inbox, world.bot.handle, services.background)
            await dispatch.resume({"test": world.platform})
            for said in (PIN, "What do you know about the pier?"):
                await dispatch.accept(a_message(said, sender="1"))
            await services.background.wait_until_idle()
        assert [call for call in llm.calls if "northern pier" in call.text] == []
        assert "Fine." in world.platform.sent[-1]


async def test_a_pin_serves_once(world: World) -> None:
    await world.owner("/export")
    await world.owner(PIN)
    assert (await world.owner(PIN)).text == str(TOO_LATE)


async def test_a_late_pin_runs_nothing_and_is_no_question(world: World) -> None:
    await world.owner("/remember the northern pier")
    await world.owner("/forget")
    world.clock.forward(minutes=5, seconds=1)
    assert (await world.owner(PIN)).text == str(TOO_LATE)
    assert await remembers(world.owner)
    memory = world.services.memories.get("test:1", ADMIN)
    assert PIN not in str(await memory.list_recent())


async def test_what_waits_survives_a_restart(tmp_path: Path) -> None:
    async with guarded(tmp_path) as world:
        await world.owner("/remember the northern pier")
        await world.owner("/forget")
    async with guarded(tmp_path) as world:
        assert "Forgotten" in (await world.owner(PIN)).text


async def test_three_wrong_pins_lock_it_also_across_a_restart(tmp_path: Path) -> None:
    async with guarded(tmp_path) as world:
        await world.owner("/forget")
        told = [(await world.owner(f"000{n}")).text for n in range(3)]
        assert told == [
            "That is not the PIN. 2 attempts left.",
            "That is not the PIN. 1 attempt left.",
            "That is not the PIN. Please try again in 60 minutes.",
        ]
    async with guarded(tmp_path) as world:
        assert "Three wrong PINs" in (await world.owner(PIN)).text
        assert "Three wrong PINs" in (await world.owner("/export")).text
        world.clock.forward(minutes=59)
        assert "Please try again in 1 minute." in (await world.owner("/export")).text
        world.clock.forward(minutes=1)
        await world.owner("/export")
        assert "no facts" in (await world.owner(PIN)).text


async def test_a_clock_that_was_put_back_locks_nobody_out_for_longer(world: World) -> None:
    world.clock.forward(days=365)
    await world.owner("/export")
    for n in range(3):
        await world.owner(f"000{n}")
    world.clock.forward(days=-365)
    assert "Please try again in 60 minutes." in (await world.owner("/export")).text
    world.clock.forward(minutes=30)
    assert "Please try again in 30 minutes." in (await world.owner("/export")).text
    world.clock.forward(minutes=30)
    await world.owner("/export")
    assert "no facts" in (await world.owner(PIN)).text


async def test_no_command_waits_longer_because_the_clock_was_put_back(world: World) -> None:
    await world.owner("/forget")
    world.clock.forward(minutes=-6)
    assert (await world.owner(PIN)).text == str(TOO_LATE)
    world.clock.forward(days=-1)
    assert (await world.owner(PIN)).text == str(TOO_LATE)
    await world.services.pin_gate.delete_old()
    assert (await world.owner("4711")).text != str(TOO_LATE)


async def test_the_right_pin_forgives_the_wrong_ones(world: World) -> None:
    for _ in range(3):
        await world.owner("/export")
        for wrong in ("0000", "0001"):
            assert "not the PIN" in (await world.owner(wrong)).text
        assert "no facts" in (await world.owner(PIN)).text


async def test_wrong_pins_at_the_same_moment_count_one_by_one(world: World) -> None:
    await world.owner("/forget")
    told = await asyncio.gather(*(world.owner(f"000{n}") for n in range(8)))
    assert sum("not the PIN" in reply.text for reply in told) == 3


async def test_somebody_else_cannot_give_the_pin(world: World) -> None:
    await world.owner("/remember the northern pier")
    await world.owner("/forget")
    for sender, chat in (("2", ""), ("2", "1"), ("9", "1")):
        message = a_message(PIN, sender=sender, chat=chat)
        async with aclosing(world.bot.handle(message)) as items:
            assert not [item async for item in items if "Forgotten" in item.text]
    assert await remembers(world.owner)


async def test_a_forwarded_pin_opens_nothing(world: World) -> None:
    await world.owner("/remember the northern pier")
    await world.owner("/forget")
    message = replace(a_message(PIN, sender="1"), forwarded=True, reference="77")
    async with aclosing(world.bot.handle(message)) as items:
        (reply,) = [item async for item in items if isinstance(item, Reply)]
    assert reply.removes == ""
    assert await remembers(world.owner)


@pytest.mark.parametrize("said", [PIN, "0000", f" {PIN}\n"])
async def test_the_message_with_the_pin_is_to_be_deleted_right_or_wrong(
    world: World, said: str
) -> None:
    await world.owner("/forget")
    message = replace(a_message(said, sender="1"), reference="77")
    async with aclosing(world.bot.handle(message)) as items:
        (reply,) = [item async for item in items if isinstance(item, Reply)]
    assert reply.removes == "77"


async def test_no_other_message_is_ever_deleted(world: World) -> None:
    for said in ("/forget", "hello", "/docs"):
        message = replace(a_message(said, sender="1"), reference="77")
        async with aclosing(world.bot.handle(message)) as items:
            assert [item.removes async for item in items if isinstance(item, Reply)] == [""]


async def test_the_same_message_opens_the_same_command_after_a_crash(world: World) -> None:
    await world.owner("/export")
    message = a_message(PIN, sender="1", key="again")
    for _ in range(2):
        async with aclosing(world.bot.handle(message)) as items:
            (reply,) = [item async for item in items if isinstance(item, Reply)]
        assert "no facts" in reply.text


async def test_the_pin_stays_in_no_row_no_file_and_no_log(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)  # as `multis run` has it
    services = world.services
    dispatch = Dispatcher(services.inbox, world.bot.handle, services.background)
    await dispatch.resume({"test": world.platform})
    for said in ("/remember the northern pier", "/forget", "471183", PIN, "hello", PIN):
        await dispatch.accept(a_message(said, sender="1"))
        await services.background.wait_until_idle()
    assert any("Forgotten" in line for line in world.platform.sent)
    for number in (PIN, "471183"):
        assert number not in rows(services.home.database)
        assert number not in caplog.text
        files = (each for each in services.home.folder.rglob("*") if each.is_file())
        held = [each.name for each in files if number in each.read_text(errors="replace")]
        assert not [name for name in held if not name.startswith("multis.db")]


async def test_the_audit_log_says_for_what_the_pin_was_asked(world: World) -> None:
    await world.owner("/forget pier")
    lines = world.services.home.audit.read_text(encoding="utf-8").splitlines()
    assert {"event": "PIN asked for", "command": "forget"}.items() <= json.loads(lines[-1]).items()
    assert "pier" not in lines[-1]
    for _ in range(2):
        await world.owner("471183")
    lines = world.services.home.audit.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["event"] for line in lines[-2:]] == ["PIN refused", "PIN refused"]
    assert "471183" not in "".join(lines)


async def test_a_command_that_nobody_opened_is_forgotten(world: World) -> None:
    await world.owner("/forget the zanzibar lamp")
    await world.services.pin_gate.delete_old()
    assert "zanzibar" in rows(world.services.home.database)
    world.clock.forward(minutes=5)
    await world.services.pin_gate.delete_old()
    assert "zanzibar" not in rows(world.services.home.database)
    assert (await world.owner(PIN)).text == str(TOO_LATE)


async def test_a_command_that_ran_is_kept_until_its_reply_is_confirmed(world: World) -> None:
    await world.owner("/forget the zanzibar lamp")
    inbox, opening = world.services.inbox, world.owner.write(PIN)
    entry = await inbox.store(opening)
    assert entry
    await world.owner.send(opening)
    world.clock.forward(minutes=5)
    await world.services.pin_gate.delete_old()
    assert "zanzibar" in rows(world.services.home.database)
    await inbox.finish(entry)
    await world.services.pin_gate.delete_old()
    assert "zanzibar" not in rows(world.services.home.database)


def test_only_a_hash_is_a_setting() -> None:
    with pytest.raises(ValueError, match="never the PIN itself"):
        SecuritySettings(pin=PIN)
