"""Captures that overlap: with messages, with a cancellation, with each other."""

import asyncio

import pytest

from indexer.scopes import ADMIN, Scope
from memory.capture.capture import Captures
from memory.capture.state import (
    CaptureResult,
    CaptureStore,
    Ticket,
    compute_retry_delay,
    void_captures,
)
from memory.settings import MemorySettings
from tests.memory.conftest import ANN, World
from tests.memory.conversation import turn
from tests.memory.model import own_lines


@pytest.mark.spec("S4-95")
async def test_a_message_arriving_during_capture_is_kept(world: World) -> None:
    chat = world.chat()
    await world.talk(chat, 0, 10)
    capture = await world.capturing(chat)
    await world.talk(chat, 10, 13)
    world.model.gate.set()
    await capture
    window = await chat.read_window()
    assert [message.captured for message in window] == [True] * 5 + [False] * 6
    assert "Fact10" not in await chat.read_notes()


async def test_forty_messages_a_second_while_a_capture_runs(world: World) -> None:
    chat = world.chat()
    await world.talk(chat, 0, 10)
    running = [await world.capturing(chat)]

    async def arrive(number: int) -> None:
        await chat.record(turn(number, f"Fact{number} is in drawer{number}."))
        running.append(asyncio.create_task(world.captures.run(chat)))

    await asyncio.gather(*(arrive(number) for number in range(10, 50)))
    world.model.gate.set()
    await asyncio.gather(*running)
    assert world.model.most_at_once == 1
    left = [m.content for m in await chat.read_window() if m.role == "user"]
    asked = [text for request in world.model.requests for _, text in own_lines(request)]
    everything = list(dict.fromkeys((*asked, *left)))
    assert everything == [f"Fact{n} is in drawer{n}." for n in range(50)]
    log = "".join(path.read_text() for path in chat.folder.path.glob("log/*.md"))
    in_log = [line for line in log.splitlines() if line.startswith("Fact")]
    assert in_log == [f"Fact{n} is in drawer{n}." for n in range(50)]


async def test_a_run_that_is_cancelled_stops_asking_and_is_taken_up_again(world: World) -> None:
    chat = world.chat()
    await world.talk(chat, 0, 10)
    run = await world.capturing(chat)
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert world.model.at_once == 0
    world.model.gate.set()
    world.clock.forward(seconds=compute_retry_delay(1))
    await world.captures.resume(world.memories)
    assert "Fact3" in await chat.read_notes()


class CutOff(CaptureStore):
    """The answer is stored, and nothing of it is written."""

    async def is_valid(self, ticket: Ticket) -> bool:
        raise OSError("cut off")


async def test_what_was_captured_stays_in_the_scope_in_which_it_was_said(world: World) -> None:
    chat, ledger = world.chat(), CutOff(world.database)
    await world.talk(chat, 0, 10)
    cut_off = Captures(ledger, world.writer, world.model, MemorySettings(), world.clock)
    with pytest.raises(OSError, match="cut off"):
        await cut_off.run(chat)
    assert [each.state for each in await world.captures.list_states()] == ["stored"]
    owner = world.chat(ANN, ADMIN)  # who is the owner from now on
    await owner.record(turn(50))
    await world.captures.resume(world.memories)
    assert "Fact3" in await chat.read_notes()
    assert await owner.read_notes() == ""
    assert len(await world.summaries()) == 1


async def test_an_attempt_that_was_overtaken_is_void(world: World) -> None:
    ledger, scope = CaptureStore(world.database), Scope.of_chat(ANN)
    await ledger.mark_due(ANN, scope, world.clock())
    first = await ledger.claim(ANN, scope, world.clock())
    async with world.database.transaction() as db:
        await void_captures(db, scope)
    await ledger.mark_due(ANN, scope, world.clock())
    second = await ledger.claim(ANN, scope, world.clock())
    assert first is not None
    assert second is not None
    stamps = "2026-11-21T09:30:00.000Z"
    assert await ledger.store(CaptureResult(first, stamps, (), frozenset()), [], 0) is None
    assert await ledger.store(CaptureResult(second, stamps, (), frozenset()), [], 0) is not None


async def test_two_processes_never_capture_the_same_chat_at_once(world: World) -> None:
    # A second set of objects on the same files and database, as another process has them.
    memories = type(world.memories)(world.chat().folder.root, MemorySettings())
    other = Captures(
        CaptureStore(world.database), world.writer, world.model, MemorySettings(), world.clock
    )
    chat = world.chat()
    await world.talk(chat, 0, 10)
    run = await world.capturing(chat)
    world.clock.forward(hours=12)  # long after the time at which a cut-off attempt is repeated
    await other.run(memories.get(ANN, Scope.of_chat(ANN)))
    world.model.gate.set()
    await run
    assert len(world.model.requests) == 1
