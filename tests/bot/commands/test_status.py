import dataclasses
from contextlib import aclosing
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.doctor.storage import check_captures
from bot.llm import LlmSettings
from bot.operations.health_file import Trouble, Vitals, write_vitals
from bot.operations.status import Status, format_status
from bot.runtime.process_lock import hold_daemon_lock
from bot.settings.config import Settings
from indexer.i18n import format_duration, use_language
from indexer.scopes import ADMIN
from memory.settings import MemorySettings
from memory.vault.program_writes import ProgramWrite
from tests.catalog.made_up import a_language
from tests.conversation import OWNER, a_world
from tests.factories import NOON, a_message
from tests.fake_llm import Fails, FakeLlm, Says

CAPTURE = "You keep the notes"  # of a prompt, that of summaries alone


def vitals() -> Vitals:
    return Vitals(
        version="1.2.3",
        pid=42,
        started_at=NOON - timedelta(hours=3),
        written_at=NOON,
        memory_bytes=90_000_000,
        polls={"telegram": NOON - timedelta(seconds=20), "matrix": None, "web": None},
        troubles=(Trouble(NOON - timedelta(minutes=2), "canary trouble"),),
        addresses={"web": "http://127.0.0.1:8765"},
    )


def test_a_page_of_this_machine_is_open_whoever_has_used_it() -> None:
    daemon = replace(vitals(), polls={"web": NOON - timedelta(minutes=5)})
    lines = list(format_status(Status("1.0", NOON, daemon, 0, 0, 0, 0, 0)))
    assert "web: open at http://127.0.0.1:8765, last used 5 minutes ago." in lines
    starting = replace(daemon, addresses={"web": ""})
    assert "web: not open yet." in list(format_status(Status("1.0", NOON, starting, 0, 0, 0, 0, 0)))


async def test_the_owner_hears_how_everything_is(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.services.inbox.store(a_message())
        write_vitals(world.services.home, vitals())
        with hold_daemon_lock(world.services.home):
            lines = (await world.owner("/status")).text.splitlines()
    assert lines[1:] == [
        "Running for 3 hours (process 42, 85.8 MB).",
        "matrix: no contact yet.",
        "telegram: last contact 20 seconds ago.",
        "web: open at http://127.0.0.1:8765, not used yet.",
        "2 minutes ago: canary trouble",
        "Waiting for an answer: 1. Waiting to be sent: 0.",
        lines[-1],
    ]
    assert lines[-1].startswith("Index: 0 documents, 0 passages (notes included), ")


async def test_the_question_itself_does_not_wait_for_an_answer(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        asked = a_message("/status", sender=OWNER)
        for message in (a_message(), asked, a_message(key=asked.key, platform="other")):
            await world.services.inbox.store(message)
        async with aclosing(world.bot.handle(asked)) as items:
            (reply,) = [item async for item in items]
    assert "Waiting for an answer: 2. " in reply.text


async def test_what_programs_want_remembered_is_mentioned(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        writes = world.services.owner_memory.program_writes
        assert "/programs" not in (await world.owner("/status")).text
        for _each in range(2):
            write = ProgramWrite("core_memory_write", {"key": "x"}, "test:1", ADMIN)
            await writes.add(write, NOON)
        lines = (await world.owner("/status")).text.splitlines()
    assert "2 texts of other programs wait for your approval: /programs shows them." in lines


async def test_the_index_is_as_large_as_what_lies_on_the_disk(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", note__txt=b"The key is under the mat.")
        data = world.services.home.database.parent
        size = sum(
            path.stat().st_size for path in data.glob("multis.db*") if path.suffix != ".db-shm"
        )
        last = (await world.owner("/status")).text.splitlines()[-1]
    assert last == f"Index: 1 document, 1 passage (notes included), {size / 1024:.1f} kB."


async def test_notes_that_could_not_be_taken_are_told_until_they_are(tmp_path: Path) -> None:
    async with FakeLlm() as llm:
        model = LlmSettings(model="openai:fake", base_url=f"{llm.address}/v1", api_key="k")
        memory = MemorySettings(capture_threshold=4)
        async with a_world(
            tmp_path, dataclasses.replace(Settings(), llm=model, memory=memory)
        ) as world:
            llm.otherwise = lambda call: Fails(401) if CAPTURE in call.text else Says("Fine.")
            for said in ("I like tea", "The canary sings"):
                await world.owner(said)
            await world.services.background.wait_until_idle()
            failing = (await world.owner("/status")).text.splitlines()[-1]
            (finding,) = [each async for each in check_captures(world.services)]
            with use_language(a_language(tmp_path / "locale").load("de")):
                (german,) = [each async for each in check_captures(world.services)]
            llm.otherwise = lambda _: Says("- likes tea [1]")
            world.clock.forward(hours=24)
            await world.services.captures.retry(world.services.memories)
            well = (await world.owner("/status")).text
    assert failing.startswith("Could not update the notes of test:1 (tried 1 time): ")
    assert finding.text.endswith("Tried 1 time.")
    assert german.text.startswith("⟦test:1: ⟦")  # the reason is translated too
    assert "Could not update" not in well


async def test_what_a_dead_daemon_said_is_not_told(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        write_vitals(world.services.home, vitals())
        text = (await world.owner("/status")).text
    assert "not running" in text
    assert "3 hours" not in text


@pytest.mark.parametrize(("sender", "chat"), [("2", ""), ("1", "g"), ("2", "g")])
async def test_nobody_else_hears_numbers(tmp_path: Path, sender: str, chat: str) -> None:
    async with a_world(tmp_path) as world:
        write_vitals(world.services.home, vitals())
        with hold_daemon_lock(world.services.home):
            person = world.person(sender, chat=chat, private=not chat)
            assert (await person("/status")).text == "I'm up and running."


@pytest.mark.parametrize(
    ("length", "text"),
    [
        (timedelta(seconds=-5), "0 seconds"),
        (timedelta(seconds=1), "1 second"),
        (timedelta(seconds=59), "59 seconds"),
        (timedelta(seconds=60), "1 minute"),
        (timedelta(hours=47), "1 day"),
        (timedelta(days=9), "9 days"),
    ],
)
def test_a_duration_is_written_roughly(length: timedelta, text: str) -> None:
    assert format_duration(length) == text
