"""A group that becomes a supergroup keeps everything, and only if both sides say so."""

import dataclasses
import fcntl
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from bot.access.policy import Mode
from bot.delivery.dispatch import Dispatcher
from bot.messages import Choice, IncomingMessage, Notice, Reply
from bot.services.chat_moves import ChatMoves
from indexer.scopes import Scope, Visibility
from tests.bot.services.moving import (
    BOTH,
    NEW,
    OLD,
    PLAN,
    a_world_of_groups,
    announced,
    everything,
    group,
    told,
)
from tests.conversation import World
from tests.factories import a_message
from tests.postgresql.engines import ENGINES


@pytest.fixture(params=ENGINES)
async def world(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[World]:
    async with a_world_of_groups(request, request.param, tmp_path) as world:
        yield world


async def lived_in(world: World) -> None:
    """What a group has after a while."""
    await group(world, "1")("kb", rules__md=b"# Rules\n\nThe galley closes at nine.\n")
    await group(world, "2")("", plan__md=PLAN)
    await group(world, "2")("/remember the anchor weighs 12 kilos")
    await group(world, "2")("/remember the kite is red")
    await group(world, "2")("/forget kite")
    await group(world, "1")("/mode silent")
    await group(world, "1")("/mode personal")
    await group(world, "2")("Remind me tomorrow at nine to buy rope")
    await group(world, "2")("/reminders")
    await group(world, "2")("When is the quarterdeck painted?")


@pytest.mark.parametrize("order", [BOTH, BOTH[::-1]], ids=["old first", "new first"])
async def test_a_group_that_moved_keeps_all_it_had(
    world: World, order: tuple[IncomingMessage, ...]
) -> None:
    await lived_in(world)
    before = await world.services.store.list_documents(Visibility.unrestricted())
    await told(world, *order)
    member = group(world, "2", NEW)
    assert "in May" in (await member("/search quarterdeck")).text
    assert "12 kilos" in (await member("/memory")).text
    assert "12 kilos" in (await member("/export")).text
    assert await world.services.modes.get(f"test:{NEW}") is Mode.PERSONAL
    assert [chat for chat, _ in await world.services.modes.list_all()] == [f"test:{NEW}"]
    assert "plan.md" in (await member("/why")).text
    assert "buy rope" in (await member("/reminders done 1")).text
    await member("/forget undo")
    assert "kite" in (await member("/memory")).text
    assert not (await member("/undo")).failed
    after = await world.services.store.list_documents(Visibility.unrestricted())
    assert [each.id for each in after] == [each.id for each in before]
    await member("", plan__md=PLAN + b"Twice.\n")
    await group(world, "1", NEW)("kb", rules__md=b"# Rules\n\nThe galley closes at ten.\n")
    replaced = await world.services.store.list_documents(Visibility.unrestricted())
    assert [each.id for each in replaced] == [each.id for each in before]


async def test_nothing_stays_under_the_old_key(world: World) -> None:
    await lived_in(world)
    await told(world, *BOTH)
    left = await everything(world)
    for trace in (f"test:{OLD}'", f'test:{OLD}"', f"test:{OLD}/", f"test_{OLD}'", f"test_{OLD}/"):
        at = left.find(trace)
        assert at < 0, left[max(0, at - 300) : at + 100]
    gone = Visibility.only(Scope.of_chat(f"test:{OLD}"))
    assert await world.services.store.list_documents(gone) == []


FORGED = {
    "the old side alone": (BOTH[0],),
    "the new side alone": (BOTH[1],),
    "the same side twice": (BOTH[1], BOTH[1]),
    "sides that disagree": (BOTH[0], announced(NEW, since="-7")),
    "another new one": (BOTH[0], announced("-9", since=OLD)),
    "a private chat": (
        BOTH[1],
        replace(BOTH[0], chat=dataclasses.replace(BOTH[0].chat, private=True)),
    ),
    "both in one": (announced(OLD, to=NEW, since=NEW), announced(NEW, to=OLD, since=OLD)),
    "to itself": (announced(OLD, to=OLD), announced(OLD, since=OLD)),
}


@pytest.mark.parametrize("messages", FORGED.values(), ids=FORGED)
async def test_a_forged_or_one_sided_announcement_moves_nothing(
    world: World, messages: tuple[IncomingMessage, ...]
) -> None:
    await lived_in(world)
    before = await everything(world)
    await told(world, *messages)
    assert await everything(world) == before
    assert "in May" not in (await group(world, "2", NEW)("/search quarterdeck")).text


async def test_a_chat_moves_once_and_no_second_one_joins_it(world: World) -> None:
    await lived_in(world)
    await told(world, *BOTH)
    before = await everything(world)
    for other in ("-9", NEW):
        await told(world, announced(other, to="-3"), announced("-3", since=other))
    await told(world, announced("-8", to=NEW), announced(NEW, since="-8"))
    assert await everything(world) == before


async def test_what_came_under_the_new_key_before_is_kept_too(world: World) -> None:
    await lived_in(world)
    await group(world, "2", NEW)("/remember the mast is 9 metres")
    await group(world, "2", NEW)("hello again")
    moves = await told(world, *BOTH)
    notes = (await group(world, "2", NEW)("/memory")).text
    assert ("12 kilos" in notes, "9 metres" in notes) == (True, True)
    await moves.resume()
    assert (await group(world, "2", NEW)("/memory")).text.count("9 metres") == notes.count(
        "9 metres"
    )


async def test_files_that_a_crash_left_are_moved_at_the_next_start(
    world: World, tmp_path: Path
) -> None:
    await lived_in(world)
    chats = world.services.home.chats
    await told(world, *BOTH)
    (chats / f"test_{NEW}").rename(chats / f"test_{OLD}")
    again = ChatMoves(
        world.services.people._database, world.services.memories, world.services.inbox
    )
    await again.resume()
    assert (chats / f"test_{NEW}" / "memory.md").exists()
    assert not (chats / f"test_{OLD}").exists()
    old = a_message("x", chat=OLD, private=False).chat
    assert again.find_chat(old).id == NEW


async def test_what_was_under_way_when_the_group_moved_follows(world: World) -> None:
    """A long file is read, an answer is written: what they leave has the old key."""
    await lived_in(world)
    await told(world, *BOTH)
    await group(world, "2", NEW)("/remember the mast is 9 metres")
    await group(world, "2", NEW)("/mode")
    await group(world, "1", NEW)("/mode silent")
    await group(world, "2")("", late__md=b"# Late\n\nThe capstan turns left.\n")
    await group(world, "2")("/remember the rudder is oak")
    await group(world, "2")("/remind tomorrow at nine to buy paint")
    await world.services.chat_moves.resume()
    member = group(world, "2", NEW)
    assert await world.services.modes.get(f"test:{NEW}") is Mode.SILENT
    await group(world, "1", NEW)("/mode personal")
    assert "turns left" in (await member("/search capstan")).text
    notes = (await member("/memory")).text
    assert all(each in notes for each in ("12 kilos", "9 metres", "oak"))
    assert "buy paint" in (await member("/reminders")).text
    assert "capstan" not in (await group(world, "2")("/search capstan turns")).text
    left = await everything(world)
    await world.services.chat_moves.resume()
    assert (await everything(world)).count("oak") == left.count("oak")


async def test_what_was_said_on_the_day_of_a_move_is_forgotten_under_both_keys(
    world: World,
) -> None:
    """Each key has a file for the day, and only that of the new one is looked into afterwards."""
    await group(world, "1")("/mode silent")
    await group(world, "1", NEW)("/mode silent")
    for chat, words in ((OLD, "The anchor code is amber."), (NEW, "The mast code is maple.")):
        async with aclosing(world.bot.handle(group(world, "2", chat).write(words))) as items:
            assert [item async for item in items] == []
    moves = await told(world, *BOTH)
    await group(world, "2")("/remember The rudder code is rust.")
    await moves.resume()
    await group(world, "1", NEW)("/mode personal")
    assert len(await list_days(world)) == 1
    said = (await group(world, "2", NEW)("What did we say about the code?")).text
    assert all(each in said for each in ("amber", "maple", "rust"))
    await group(world, "2", NEW)("/forget amber")
    left = (await group(world, "2", NEW)("What did we say about the code?")).text
    assert "amber" not in left
    assert "maple" in left
    await group(world, "2", NEW)("/forget")
    said = await everything_said(world)
    assert not any(each in said for each in ("amber", "maple", "rust"))


async def test_the_joined_record_of_a_day_is_in_the_order_of_what_was_said(world: World) -> None:
    await group(world, "1")("/mode silent")
    await group(world, "1", NEW)("/mode silent")
    words = ["The anchor is amber.", "The mast is maple.", "The rudder is rust."]
    for chat, said in zip((OLD, NEW, OLD), words, strict=True):
        world.clock.forward(minutes=1)
        async with aclosing(world.bot.handle(group(world, "2", chat).write(said))) as items:
            assert [item async for item in items] == []
    await told(world, *BOTH)
    async with world.services.people._database.read_committed() as db:
        rows = await db.execute_fetchall("SELECT content FROM transcripts ORDER BY position")
    assert [str(row["content"]) for row in rows] == words


async def list_days(world: World) -> list[str]:
    async with world.services.people._database.read_committed() as db:
        rows = await db.execute_fetchall("SELECT path FROM files WHERE kind = 'conversation'")
    return [str(row["path"]) for row in rows]


async def everything_said(world: World) -> str:
    async with world.services.people._database.read_committed() as db:
        rows = await db.execute_fetchall("SELECT content FROM transcripts")
    return "\n".join(str(row["content"]) for row in rows)


async def test_nobody_else_writes_while_what_came_late_is_joined(world: World) -> None:
    await lived_in(world)
    await told(world, *BOTH)
    await group(world, "2", NEW)("/remember the mast is 9 metres")
    await group(world, "2")("/remember the rudder is oak")
    folders = [world.services.home.chats / f"test_{each}" for each in (OLD, NEW)]
    locks = [folder / name for folder in folders for name in (".lock", ".notes.lock")]
    seen: list[list[bool]] = []

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if event == "os.rename" and str(arguments[1]) == str(folders[1] / "memory.md") and not seen:
            seen.append([is_held(each) for each in locks])

    sys.addaudithook(watch)
    await world.services.chat_moves.resume()
    assert seen == [[True] * 4]
    assert not folders[0].exists()
    notes = (await group(world, "2", NEW)("/memory")).text
    assert all(each in notes for each in ("9 metres", "oak"))


def is_held(path: Path) -> bool:
    with path.open("r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@pytest.mark.parametrize("world", ["sqlite"], indirect=True)
async def test_what_came_late_is_looked_for_without_reading_every_file(world: World) -> None:
    await lived_in(world)
    moves = await told(world, *BOTH)
    statements: list[str] = []
    async with world.services.people._database.read_committed() as db:
        await db.run(
            lambda db: cast("sqlite3.Connection", db).set_trace_callback(statements.append)
        )
    await moves.resume()
    of_files = [each for each in statements if "FROM files" in each]
    assert of_files
    assert all("WHERE" in each for each in of_files)


async def test_waiting_messages_replies_and_buttons_follow(world: World) -> None:
    inbox = world.services.inbox
    entry = await inbox.store(a_message("/docs", chat=OLD, private=False))
    assert entry
    chat = entry.message.chat
    notice = await inbox.store_notice(Notice(chat, Reply("later")))
    key = await inbox.create_notice_receipt(notice).button(Choice("More", "/docs"))
    await told(world, *BOTH)
    (waiting,) = await inbox.list_open(["test"])
    (unsent,) = await inbox.list_notices(["test"])
    assert (waiting.message.chat.id, unsent.chat.id) == (NEW, NEW)
    pressed = await inbox.store(a_message("", chat=NEW, private=False, pressed=key))
    assert pressed
    assert pressed.message.text == "/docs"
    dispatch = Dispatcher(
        inbox, world.bot.handle, world.services.background, moves=world.services.chat_moves
    )
    await dispatch.resume({"test": world.platform})
    await dispatch.accept(a_message("/docs", chat=OLD, private=False))  # sent before, heard after
    await world.services.background.wait_until_idle()
    assert len(world.platform.sent) == 4
    assert all(each.startswith(f"{NEW}: ") for each in world.platform.sent)
