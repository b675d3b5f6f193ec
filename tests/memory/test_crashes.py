"""Killed at any line, and started again: nothing lost, nothing doubled, nothing half-written.

Every sixty-first line is tried; with MULTIS_EVERY_CRASH set to 1 every single one.
"""

import asyncio
import os
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from indexer.errors import UserError
from indexer.scopes import Scope, Visibility
from memory.chat.notes import split_sections
from memory.fact import Provenance
from memory.settings import MemorySettings
from tests.fakes import FakeClock
from tests.memory.conftest import ANN, World, open_world
from tests.memory.conversation import START, turn
from tests.memory.crashing import MIA, MOVED

GONE, THERE = (False,) * 4, (True,) * 4
STRIDE = os.environ.get("MULTIS_EVERY_CRASH") or "61"
FACTS = [f"Fact{number} is in drawer{number}." for number in range(9)] + [MIA]


def killed(scenario: str, folder: Path) -> list[Path]:
    """A folder for each run."""
    base, runs = folder / "base", folder / "runs"
    command = [
        sys.executable,
        "-m",
        "tests.memory.crashing",
        scenario,
        str(base),
        str(runs),
        STRIDE,
    ]
    subprocess.run(command, check=True)  # noqa: S603 - our own interpreter and module
    found = sorted(runs.iterdir(), key=lambda run: int(run.name))
    assert len(found) > 3
    return found


@asynccontextmanager
async def restarted(folder: Path) -> AsyncIterator[World]:
    clock = FakeClock(START)
    clock.forward(hours=12)
    async with open_world(folder, MemorySettings(), clock) as world:
        await world.forgetting.resume()
        await world.facts.resume(world.memories)
        await world.captures.resume(world.memories)
        yield world


async def contents(world: World) -> list[str]:
    return [message.content for message in await world.chat().read_window()]


def log_of(world: World) -> str:
    return (world.chat().folder.log_file(START.date())).read_text()


async def unharmed(world: World) -> None:
    """No file is damaged, and no note, summary or log entry stands anywhere twice."""
    assert await world.memories.list_problems() == []
    noted = Counter((await world.chat().read_notes()).splitlines())
    summed = Counter("\n".join(await world.summaries()).splitlines())
    known = Counter(await world.known())
    logged = Counter(log_of(world).splitlines())
    for fact in FACTS:
        assert logged[fact] == 1
        assert noted[f"- {fact}"] <= 1
        assert summed[f"- {fact}"] == noted[f"- {fact}"]
        assert known[fact] == noted[f"- {fact}"]


@pytest.mark.spec("S1-69")
async def test_a_turn_is_recorded_whole_and_once(tmp_path: Path) -> None:
    for folder in await asyncio.to_thread(killed, "record", tmp_path):
        async with open_world(folder, MemorySettings(), FakeClock(START)) as world:
            for number in (10, 11):  # as the inbox hands them out again
                await world.chat().record(turn(number))
            await unharmed(world)
            asked = [f"question {number}" for number in (10, 11)]
            assert [text for text in await contents(world) if "question" in text] == asked
            assert len(await world.chat().read_window()) == 24
            assert all(log_of(world).count(f"\n{text}\n") == 1 for text in asked)
            assert log_of(world).count("###") == 24


@pytest.mark.spec("S1-69")
async def test_a_capture_loses_and_doubles_nothing(tmp_path: Path) -> None:
    for folder in await asyncio.to_thread(killed, "capture", tmp_path):
        async with restarted(folder) as world:
            await unharmed(world)
            notes = await world.chat().read_notes()
            assert all(f"- {fact}" in notes for fact in FACTS)
            assert [section.pinned for section in split_sections(notes)] == [True, False]
            assert len(await world.summaries()) == 1
            assert [message.captured for message in await world.chat().read_window()] == [True] * 5
            (state,) = await world.captures.list_states()
            assert (state.state, state.kept) == ("done", 10)


@pytest.mark.parametrize(("scenario", "word"), [("forget", "drawer"), ("forget_words", "Mia")])
async def test_forgetting_happens_or_does_not(tmp_path: Path, scenario: str, word: str) -> None:
    outcomes = set[bool]()
    for folder in await asyncio.to_thread(killed, scenario, tmp_path):
        async with restarted(folder) as world:
            gone = await holds(world, word) == GONE
            outcomes.add(gone)
            if gone:
                await world.forgetting.restore(world.chat(), world.clock())
            assert await holds(world, word) == THERE
            await unharmed(world)
            assert len(await world.chat().read_window()) == 9
    assert outcomes == {True, False}


async def test_undo_happens_or_does_not(tmp_path: Path) -> None:
    for folder in await asyncio.to_thread(killed, "restore", tmp_path):
        async with restarted(folder) as world:
            if await holds(world, "drawer") == GONE:
                await world.forgetting.restore(world.chat(), world.clock())
            assert await holds(world, "drawer") == THERE
            await unharmed(world)
            with pytest.raises(UserError):
                await world.forgetting.restore(world.chat(), world.clock())


@pytest.mark.spec("S1-69")
async def test_a_fact_is_remembered_once_and_loses_no_other(tmp_path: Path) -> None:
    outcomes = set[int]()
    for folder in await asyncio.to_thread(killed, "remember", tmp_path):
        async with restarted(folder) as world:
            known = await world.known()
            outcomes.add(known.count(MIA))
            assert [text for text in known if text != MIA] == [*FACTS[:-1], "Fact9 is in drawer9."]
            await world.facts.remember(world.chat(), MIA, Provenance(), world.clock())
            assert (await world.known()).count(MIA) == 1
            anns = Visibility.only(Scope.of_chat(ANN))
            found = await world.fact_reader.search(anns, "Mia Rome", now=world.clock())
            assert [hit.fact.value.content for hit in found] == [MIA]
    assert outcomes == {0, 1}


@pytest.mark.spec("S1-69")
@pytest.mark.parametrize("scenario", ["edit", "delete", "undo"])
async def test_a_fact_and_what_tells_of_it_change_together(tmp_path: Path, scenario: str) -> None:
    outcomes = set[tuple[str, ...]]()
    for folder in await asyncio.to_thread(killed, scenario, tmp_path):
        async with restarted(folder) as world:
            known = [text for text in await world.known() if "Mia" in text]
            outcomes.add(tuple(known))
            parts = split_sections(await world.chat().read_notes())
            assert [each.body for each in parts if each.pinned and "Mia" in each.body] == known
            lines = [line for each in parts if each.captured for line in each.body.splitlines()]
            assert (f"- {MIA}" in lines) == (MIA in known)
            assert (f"- {MIA}" in (await world.summaries())[0].splitlines()) == (MIA in known)
    assert outcomes == {(MIA,), (MOVED,) if scenario == "edit" else ()}


async def holds(world: World, word: str) -> tuple[bool, ...]:
    """Tell if the word stands in the notes, the index, the facts and the conversation."""
    return (
        word in await world.chat().read_notes(),
        any(word in text for text in await world.summaries()),
        any(word in text for text in await world.known()),
        any(word in text for text in await contents(world)),
    )
