"""What was forgotten stays out of the owner's prompts, buttons and synced files."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.settings.config import Settings
from indexer.ingest.sources import SyncSource
from indexer.ingest.sync import Sync
from indexer.store.writer import NewDocument
from memory.forgetting.matching import Words
from memory.forgetting.plan import Matches
from memory.settings import MemorySettings
from tests.bot.services.vault import CANARY, EVERYTHING, group, plant, read, write
from tests.conversation import World, a_world
from tests.fake_llm import FakeLlm, Says
from tests.small_disk import unwritable


async def test_what_was_forgotten_is_in_no_later_prompt_and_comes_back_with_undo(
    world: World, llm: FakeLlm
) -> None:
    own = world.services.owner_memory
    await own.vault.append_extracted(world.clock(), [f"Zoe has the {CANARY}", "Ann likes tea"])
    await own.vault.append_session("test:1", world.clock(), "Final", f"- Zoe has the {CANARY}")
    await own.run_sync()
    gone = await world.owner(f"/forget {CANARY}")
    assert "2 lines about conversations" in gone.text
    assert "Memory.md, Procedural.md, Core.yaml" in gone.text
    await world.owner("What does Zoe have?")
    assert CANARY not in llm.calls[-1].text
    assert "Ann likes tea" in llm.calls[-1].text
    assert CANARY not in (await world.owner("/search Zoe")).text
    assert (await world.owner("/forget undo")).text == "Restored: 2 lines about conversations."
    await world.owner("And now?")
    assert CANARY in llm.calls[-1].text


@pytest.mark.parametrize("forget", [f"/forget {CANARY}", "/forget"])
async def test_no_button_writes_back_what_was_forgotten(
    world: World, llm: FakeLlm, forget: str
) -> None:
    own = world.services.owner_memory
    await own.vault.append_extracted(world.clock(), [f"Zoe has the {CANARY}", "Ann likes tea"])
    llm.enqueue(Says(f"FACT: Zoe has the {CANARY} [1]\nFACT: Ann likes tea [2]"))
    offer = await world.owner("/review")
    await world.owner(forget)
    assert "no longer open" in (await world.owner.press(offer, "Apply all")).text
    assert CANARY not in read(own.vault.memory_file)


async def test_a_strangers_forget_leaves_the_vault_alone(world: World) -> None:
    await plant(world)
    daily = world.services.owner_memory.vault.daily_file(world.clock().date())
    await world.services.owner_memory.vault.append_extracted(
        world.clock(), [f"Zoe has the {CANARY}"]
    )
    before = read(daily)
    for chat in (group(world), world.person("2")):
        assert (await chat(f"/forget {CANARY}")).text == "I remember nothing like that."
        await chat("/forget")
        assert (await chat("/forget undo")).failed
    assert read(daily) == before
    assert CANARY in before


@asynccontextmanager
async def a_recording(folder: Path) -> AsyncIterator[World]:
    """A recorded conversation, read: the canary and who has it."""
    write(folder / "talk.txt", f"USER: Zoe has the {CANARY}\nASSISTANT: Good to know.")
    source = SyncSource(str(folder / "talk.txt"), "transcript")
    settings = dataclasses.replace(Settings(), memory=MemorySettings(sources=(source,)))
    async with a_world(folder, settings) as world:
        await world.services.owner_memory.run_sync()
        yield world


async def test_a_recorded_conversation_stays_forgotten_through_every_sync(tmp_path: Path) -> None:
    async with a_recording(tmp_path) as world:
        own = world.services.owner_memory
        reply = await world.owner(f"/forget {CANARY}")
        assert "1 turn of a recorded conversation" in reply.text
        write(tmp_path / "talk.txt", f"USER: Zoe has the {CANARY}\nASSISTANT: Good to know!")
        await own.run_sync()
        recall = own.build_recall(world.services.store)
        found = await recall.search(EVERYTHING, f"Zoe {CANARY}", now=world.clock())
        assert not any(CANARY in each.text for each in found)


class Midway(Sync):
    """Has read a file and what was forgotten until then, and goes on when `go` is set."""

    def __init__(self, world: World) -> None:
        super().__init__(world.services.people._database, world.clock)
        self.read, self.go = asyncio.Event(), asyncio.Event()

    async def _store(
        self, source: SyncSource, document: NewDocument, text: str, forgotten: Matches
    ) -> None:
        self.read.set()
        await self.go.wait()
        await super()._store(source, document, text, forgotten)


async def test_a_sync_under_way_brings_nothing_back(tmp_path: Path) -> None:
    async with a_recording(tmp_path) as world:
        own = world.services.owner_memory
        midway, waiting = Midway(world), asyncio.Event()

        @asynccontextmanager
        async def watched() -> AsyncIterator[None]:
            waiting.set()
            async with own.hold_sync():
                yield

        write(tmp_path / "talk.txt", f"USER: Zoe has the {CANARY}\nASSISTANT: It goes on.")
        tick = asyncio.create_task(replace(own, sync=midway).run_sync())
        await midway.read.wait()
        forget = replace(own, hold_sync=watched).forget(Words(CANARY).matches, world.clock())
        forgetting, waits = asyncio.create_task(forget), asyncio.create_task(waiting.wait())
        await asyncio.wait({forgetting, waits}, return_when=asyncio.FIRST_COMPLETED)
        midway.go.set()
        waiting.set()
        await asyncio.gather(tick, forgetting, waits)
        await own.run_sync()
        recall = own.build_recall(world.services.store)
        found = await recall.search(EVERYTHING, f"Zoe {CANARY}", now=world.clock())
        assert not any(CANARY in each.text for each in found)


async def test_a_forget_that_the_disk_interrupted_is_finished_before_anything_is_read(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path) as world:
        own = world.services.owner_memory
        await own.vault.append_session("test:1", world.clock(), "Final", f"- Zoe has the {CANARY}")
        await own.run_sync()
        (session,) = own.vault.sessions.glob("*.md")
        with unwritable(session):
            assert (await world.owner(f"/forget {CANARY}")).failed
    async with a_world(tmp_path) as world:
        assert CANARY not in read(session)
        assert CANARY not in (await world.owner("/search Zoe")).text
        assert "1 line" in (await world.owner("/forget undo")).text
        assert CANARY in read(session)


async def test_a_file_that_cannot_be_written_stops_neither_a_start_nor_a_job(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_world(tmp_path) as world:
        own = world.services.owner_memory
        await own.vault.append_session("test:1", world.clock(), "Final", f"- Zoe has the {CANARY}")
        (session,) = own.vault.sessions.glob("*.md")
        with unwritable(session):
            assert (await world.owner(f"/forget {CANARY}")).failed
    with unwritable(session):
        async with a_world(tmp_path) as world:
            own = world.services.owner_memory
            await own.maintain(world.services.memories, world.clock(), world.clock())
    assert caplog.text.count("cannot be taken out of a file yet") == 2
    async with a_world(tmp_path) as world:
        own = world.services.owner_memory
        await own.maintain(world.services.memories, world.clock(), world.clock())
        assert CANARY not in read(session)
