"""A PIN that multis takes up long after it was typed is neither quoted nor kept."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec import field
from msgspec.structs import replace

from bot.access.pin_gate import TOO_LATE
from bot.delivery.batching import collect_missed
from bot.delivery.dispatch import Dispatcher
from bot.messages import Chat, IncomingMessage, Receipt, Reply
from tests.bot.access.guarding import PIN, guarded, remembers, rows
from tests.conversation import World
from tests.factories import a_message
from tests.fakes import FakePlatform

WRONG = "471183"


class RemovingPlatform(FakePlatform):
    removed: list[str] = field(default_factory=list)

    async def _send(self, chat: Chat, reply: Reply, receipt: Receipt) -> None:
        self.removed.append(reply.removes)
        await super()._send(chat, reply, receipt)


@pytest.mark.parametrize("hours", [2, 7, 24 * 7])
async def test_a_pin_that_was_typed_while_multis_was_off_is_neither_quoted_nor_kept(
    tmp_path: Path, hours: int
) -> None:
    async with guarded(tmp_path) as world:
        await world.owner("/remember the northern pier")
        await world.owner("/forget")
        typed = [a_sent(world, text) for text in (PIN, WRONG)]
        world.clock.forward(hours=hours)
        await world.services.pin_gate.delete_old()
        platform = await take_up(world, typed)
        assert platform.sent == [f"1: {TOO_LATE}"] * 2
        assert platform.removed == [each.reference for each in typed]
        assert await remembers(world.owner)
        held = rows(world.services.home.database)
        assert PIN not in held
        assert WRONG not in held


async def test_a_pin_among_other_late_messages_is_removed_by_itself(tmp_path: Path) -> None:
    async with guarded(tmp_path) as world:
        await world.owner("/forget")
        typed = [a_sent(world, text) for text in ("hello", PIN, "and then?", "well?")]
        world.clock.forward(hours=7)
        platform = await take_up(world, typed)
        told = "\n".join(platform.sent)
        assert PIN not in told
        assert "> hello" in told
        assert "> and then?\n1: > well?" in told
        assert [each for each in platform.removed if each] == [typed[1].reference]


async def test_late_messages_of_which_one_is_a_pin_are_never_quoted(tmp_path: Path) -> None:
    async with guarded(tmp_path) as world:
        await world.owner("/forget")
        late = collect_missed([a_sent(world, text) for text in (PIN, "hello")])
        assert (await world.owner.send(late)).text == str(TOO_LATE)


async def test_of_a_pin_that_was_typed_with_its_command_nothing_is_quoted(tmp_path: Path) -> None:
    async with guarded(tmp_path) as world:
        typed = [a_sent(world, text) for text in ("/forget", f" {PIN}", "and then?")]
        world.clock.forward(hours=7)
        platform = await take_up(world, typed)
        told = "\n".join(platform.sent)
        assert PIN not in told
        assert "> /forget" in told
        assert "> and then?" in told


async def test_a_passphrase_among_late_messages_is_removed_and_not_quoted(tmp_path: Path) -> None:
    async with guarded(tmp_path) as world:
        passphrase = "six words that nobody guesses"
        typed = [a_sent(world, text) for text in ("hello", f"/backup {passphrase}", "well?")]
        world.clock.forward(hours=7)
        platform = await take_up(world, typed)
        told = "\n".join(platform.sent)
        assert passphrase not in told
        assert "> hello" in told
        assert "> well?" in told
        assert [each for each in platform.removed if each] == [typed[1].reference]


async def test_of_several_late_passphrases_each_is_removed(tmp_path: Path) -> None:
    async with guarded(tmp_path) as world:
        commands = [
            name
            for name, each in world.bot.build_turn(
                a_message(""), await world.services.people.load_access()
            ).commands.items()
            if each.hides
        ]
        for name in commands:
            words = ("one of six unrelated words", "and another that is longer")
            said = (f"/{name} {words[0]}", "well?", f"/{name.upper()}@bot {words[1]}")
            typed = [a_sent(world, text) for text in said]
            world.clock.forward(hours=7)
            platform = await take_up(world, typed)
            assert {typed[0].reference, typed[2].reference} <= set(platform.removed)
            assert not any(each in "\n".join(platform.sent) for each in words)
        assert commands


async def test_a_late_number_that_is_no_pin_is_quoted(tmp_path: Path) -> None:
    async with guarded(tmp_path) as world:
        await world.owner("/forget")
        world.clock.forward(hours=2)
        typed = [a_sent(world, "4711", sender="2"), a_sent(world, "in 2024")]
        world.clock.forward(hours=7)
        platform = await take_up(world, typed)
        assert "1: > in 2024" in platform.sent
        assert set(platform.removed) == {""}


async def test_a_platforms_clock_that_is_ahead_hides_no_pin(tmp_path: Path) -> None:
    async with guarded(tmp_path) as world:
        await world.owner("/forget")
        typed = a_sent(world, PIN)
        ahead = replace(typed, sent_at=world.clock() + timedelta(days=1))
        assert await world.services.pin_gate.is_pin_reply(ahead)


async def take_up(world: World, typed: Sequence[IncomingMessage]) -> RemovingPlatform:
    """Take up messages as they come after a start."""
    services, platform = world.services, RemovingPlatform()
    quiet = asyncio.Event()

    async def sleep(_: float) -> None:
        await quiet.wait()

    dispatch = Dispatcher(services.inbox, world.bot.handle, services.background, sleep)
    await dispatch.resume({"test": platform})
    for each in typed:
        await dispatch.accept(each)
    quiet.set()
    await services.background.wait_until_idle()
    return platform


def a_sent(world: World, text: str, sender: str = "1") -> IncomingMessage:
    message = a_message(text, sender=sender)
    return replace(message, sent_at=world.clock(), reference=f"r{message.key}")
