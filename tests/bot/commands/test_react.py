"""👍 and 👎: the owner's flag an answer, a guest's are counted, and nobody else's count."""

import dataclasses
from datetime import timedelta
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace

from bot.access.rate_limit import RateLimitSettings
from bot.messages import IncomingMessage, Reply
from bot.settings.config import Settings
from bot.turns.command import Commands
from tests.conversation import OWNER, World, a_world
from tests.factories import a_message

Opinion = Literal["", "good", "bad"]


async def answered(world: World, sender: str, reference: str, text: str = "/ask hello") -> None:
    """`sender` asks, and the platform confirms the answer under the name `reference`."""
    inbox = world.services.inbox
    entry = await inbox.store(a_message(text, sender=sender))
    assert entry
    replies = [each async for each in world.bot.handle(entry.message) if isinstance(each, Reply)]
    await inbox.store_reply(entry, replies[0])
    receipt = inbox.create_receipt(entry)
    await receipt.begin(0, 1)
    await receipt.confirm(0, reference)


async def react(
    world: World, reaction: Opinion, sender: str = OWNER, reference: str = "41", chat: str = ""
) -> list[Reply]:
    message: IncomingMessage = replace(
        a_message("", sender=sender, chat=chat, private=not chat),
        reaction=reaction,
        reacts_to=reference,
        sent_at=None,
    )
    return [each async for each in world.bot.handle(message) if isinstance(each, Reply)]


def read_flags(world: World) -> tuple[str, str]:
    """What is flagged as right, and as wrong."""
    folder = world.services.home.folder / "vault"
    right, wrong = (
        "".join(path.read_text() for path in folder.glob(f"{name}*"))
        for name in ("rewards", "corrections")
    )
    return right, wrong


async def status(world: World) -> str:
    return (await world.owner("/status")).text


async def test_the_owners_flag_the_answer_that_it_stands_below(world: World) -> None:
    await answered(world, OWNER, "41", "/ask first")
    await answered(world, OWNER, "42", "/ask second")
    (reply,) = await react(world, "bad", reference="41")
    assert reply.text.startswith("Flagged as wrong.")
    right, wrong = read_flags(world)
    assert ("first" in wrong, "second" in wrong, right) == (True, False, "")
    (reply,) = await react(world, "good", reference="42")
    assert reply.text.startswith("Flagged as right.")
    assert "Reactions" not in await status(world)


async def test_a_guests_are_counted_once_each_and_change_nothing_else(world: World) -> None:
    await answered(world, "2", "41")
    await answered(world, "3", "51")
    assert await react(world, "good", "2") == []
    assert await react(world, "good", "2") == []
    assert await react(world, "bad", "3", "51") == []
    assert "👍 1, 👎 1" in await status(world)
    assert read_flags(world) == ("", "")
    assert await react(world, "bad", "2") == []
    assert "👍 0, 👎 2" in await status(world)
    assert await react(world, "", "2") == []
    assert "👍 0, 👎 1" in await status(world)


async def test_only_the_owner_sees_them(world: World) -> None:
    await answered(world, "2", "41")
    await react(world, "good", "2")
    assert "👍" not in (await world.person("2")("/status")).text


async def test_what_is_no_answer_here_counts_for_nothing(world: World) -> None:
    await answered(world, "2", "41")
    for sender, reference, chat in (
        ("2", "7", ""),
        ("3", "41", ""),
        ("9", "41", ""),
        ("2", "41", "g"),
    ):
        assert await react(world, "good", sender, reference, chat) == []
    assert "Reactions" not in await status(world)
    assert await react(world, "good", OWNER, "41") == []
    assert read_flags(world) == ("", "")


async def test_the_owner_is_told_of_an_answer_that_is_gone(world: World) -> None:
    await answered(world, OWNER, "41", "/help")
    (reply,) = await react(world, "good")
    assert "no longer have that answer" in reply.text


async def test_old_ones_are_neither_shown_nor_kept(world: World) -> None:
    await answered(world, "2", "41")
    await react(world, "good", "2")
    world.clock.now += timedelta(days=8)
    assert "Reactions" not in await status(world)
    world.clock.now += timedelta(days=90)
    await world.services.reactions.prune(world.clock.now)
    assert await react(world, "good", "2") == []
    assert "Reactions" not in await status(world)


async def test_reactions_of_whoever_is_blocked_or_beyond_the_limit_are_met_with_silence(
    tmp_path: Path,
) -> None:
    limited = dataclasses.replace(Settings(), rate_limit=RateLimitSettings(burst_per_minute=2))
    async with a_world(tmp_path / "limited", limited) as world:
        await answered(world, "2", "41")
        assert [await react(world, "good", "2") for _each in range(5)] == [[]] * 5
        await world.owner("/users block test:2")
        assert await react(world, "bad", "2") == []
        assert await react(world, "bad", "2", chat="g") == []


@pytest.mark.parametrize("sender", [OWNER, "2"])
async def test_every_command_that_somebody_types_alone_has_a_reply(
    tmp_path: Path, sender: str
) -> None:
    silent, unlimited = [], RateLimitSettings(burst_per_minute=0, daily_per_sender=0)
    async with a_world(tmp_path, dataclasses.replace(Settings(), rate_limit=unlimited)) as world:
        for name in Commands():
            message = a_message(f"/{name}", sender=sender)
            replies = [each async for each in world.bot.handle(message) if isinstance(each, Reply)]
            silent += [] if replies and replies[-1].text else [name]
    assert silent == []


async def test_typed_it_says_how_to_react(world: World) -> None:
    told = await world.owner("/react")
    assert told.text == "React with 👍 or 👎 to one of my answers, or send /good or /bad."
