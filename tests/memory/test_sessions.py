"""Conversations that end: what goes to the vault of the owner, and what never does."""

from collections.abc import AsyncIterator
from datetime import UTC
from pathlib import Path

import pytest
from msgspec import Struct

from indexer.ingest.sources import SyncSource
from indexer.ingest.sync import Sync
from indexer.scopes import ADMIN, Scope
from indexer.store.database import Database, Schema, open_database
from indexer.store.schema import INDEX
from indexer.store.writer import Writer
from memory.capture.capture import CapturedNotes, Captures
from memory.capture.state import CaptureStore
from memory.chat.memory import ChatMemories, ChatMemory
from memory.schema import MEMORY, SESSIONS
from memory.sessions import Sessions
from memory.settings import MemorySettings, VaultSettings
from memory.storage.locks import Locks
from memory.vault.vault import Vault
from tests.fakes import FakeClock
from tests.memory.conversation import START, turn
from tests.memory.model import Model

ANN = "telegram:1"


class World(Struct):
    folder: Path
    database: Database
    memories: ChatMemories
    model: Model
    clock: FakeClock
    vault: Vault
    settings: MemorySettings

    @property
    def ann(self) -> ChatMemory:
        return self.memories.get(ANN, ADMIN)

    @property
    def sessions(self) -> Sessions:
        return Sessions(self.database, self.vault, self.model, self.settings, self.clock)

    async def talk(self, chat: ChatMemory, *numbers: int) -> None:
        for number in numbers:
            await chat.record(turn(number, f"Fact{number} is in drawer{number}."))
            self.clock.now = turn(number).answered_at

    def daily(self) -> list[str]:
        return _lines(self.vault.daily_file(self.clock.now.date()))

    def read_sessions(self) -> list[str]:
        return [path.read_text(encoding="utf-8") for path in sorted(self.vault.sessions.glob("*"))]


def _lines(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [line[2:] for line in text.splitlines() if line.startswith("- ")]


@pytest.fixture
def settings() -> MemorySettings:
    return MemorySettings()


@pytest.fixture
async def world(tmp_path: Path, settings: MemorySettings) -> AsyncIterator[World]:
    vault = Vault(tmp_path / "vault", VaultSettings(), Locks(), UTC)
    memories = ChatMemories(tmp_path / "chats", settings)
    async with open_database(tmp_path / "multis.db", INDEX, MEMORY, SESSIONS) as database:
        yield World(tmp_path, database, memories, Model(), FakeClock(START), vault, settings)


@pytest.mark.spec("S2-15", "S2-17", "S2-19", "S2-22")
async def test_after_half_an_hour_of_silence_the_facts_go_to_the_day(world: World) -> None:
    await world.talk(world.ann, 1, 2, 3)
    world.clock.forward(minutes=29, seconds=59)
    await world.sessions.end_idle(world.memories)
    assert world.daily() == []
    world.clock.forward(seconds=1)
    await world.sessions.end_idle(world.memories)
    assert world.daily() == [
        "09:33 [extracted] Fact1 is in drawer1.",
        "09:33 [extracted] Fact2 is in drawer2.",
        "09:33 [extracted] Fact3 is in drawer3.",
    ]


@pytest.mark.spec("S2-12", "S2-13", "S2-27")
async def test_the_course_of_a_conversation_is_kept_in_a_file_of_its_own(world: World) -> None:
    await world.talk(world.ann, 1, 2, 3)
    await world.sessions.end(world.ann)
    assert world.read_sessions() == [
        "# Conversation in telegram:1, 2026-11-21 09:31\n\n"
        "## 2026-11-21T09:33:02.000Z\n\n"
        "Told:\n\n"
        "- Fact1 is in drawer1.\n- Fact2 is in drawer2.\n- Fact3 is in drawer3.\n\n"
        "Answered:\n\n"
        "- answer 1\n- answer 2\n- answer 3\n\n"
        "Noted:\n\n"
        "- Fact1 is in drawer1.\n- Fact2 is in drawer2.\n- Fact3 is in drawer3.\n"
    ]


@pytest.mark.spec("S2-27")
async def test_what_was_asked_and_what_was_told_are_kept_apart(world: World) -> None:
    world.model.answer = lambda _: "- the key is in the shed [3]\n- the ferry leaves [1]"
    said = (
        "When does the ferry leave?",
        "The key is in the shed. Who has seen it? It is a small one.",
        "breakfast time",
    )
    for number, text in enumerate(said, 1):
        await world.ann.record(turn(number, text))
    await world.ann.record(turn(4, "The shed is haunted, they say.", forwarded=True))
    world.clock.forward(minutes=5)
    await world.sessions.end(world.ann)
    (session,) = world.read_sessions()
    assert session.partition("Z\n\n")[2] == (
        "Asked:\n\n- When does the ferry leave?\n- Who has seen it?\n- breakfast time\n\n"
        "Told:\n\n- The key is in the shed. It is a small one.\n\n"
        "Answered:\n\n- answer 1\n- answer 2\n- answer 3\n- answer 4\n\n"
        "Noted:\n\n- the key is in the shed\n"
    )


@pytest.mark.spec("S2-23")
async def test_fewer_than_three_messages_are_not_asked_about(world: World) -> None:
    await world.talk(world.ann, 1, 2)
    await world.sessions.end(world.ann)
    assert (world.model.requests, world.daily()) == ([], [])


@pytest.mark.spec("S2-13")
async def test_a_short_conversation_has_a_file_too(world: World) -> None:
    await world.talk(world.ann, 1)
    await world.sessions.end(world.ann)
    (session,) = world.read_sessions()
    assert session.endswith("Told:\n\n- Fact1 is in drawer1.\n\nAnswered:\n\n- answer 1\n")


@pytest.mark.spec("S2-20")
async def test_a_note_of_a_model_is_searched_no_longer_than_its_day(world: World) -> None:
    world.model.answer = lambda _: "- Fact1 drawer1 [1]\n- Fact2 drawer2 [3]"
    await world.talk(world.ann, 1, 2, 3)
    await world.sessions.end(world.ann)
    source = SyncSource(str(world.vault.sessions / "*.md"), "course")
    await Sync(world.database, world.clock).run([source])
    async with world.database.read_committed() as db:
        rows = await db.execute_fetchall("SELECT content FROM chunks")
    text = "\n".join(row["content"] for row in rows)
    assert "Fact2 is in drawer2." in text
    assert "Fact2 drawer2" not in text


@pytest.mark.spec("S2-23")
async def test_a_conversation_ends_once(world: World) -> None:
    await world.talk(world.ann, 1, 2, 3)
    for _ in range(2):
        await world.sessions.end(world.ann)
    assert len(world.model.requests) == 1


async def test_the_next_conversation_is_another_one(world: World) -> None:
    await world.talk(world.ann, 1, 2, 3)
    await world.sessions.end(world.ann)
    await world.talk(world.ann, 60, 61, 62)
    await world.sessions.end(world.ann)
    assert len(world.read_sessions()) == 2
    assert "Fact1" not in world.model.requests[1]


YEAR = 365 * 24 * 60  # minutes


async def test_after_a_clock_was_a_year_ahead_conversations_are_kept_as_before(
    world: World,
) -> None:
    await world.talk(world.ann, YEAR + 1, YEAR + 2, YEAR + 3)
    await world.sessions.end(world.ann)
    await world.talk(world.ann, 1, 2, 3)
    world.clock.forward(minutes=30)
    await world.sessions.end_idle(world.memories)
    assert len(world.read_sessions()) == 2
    assert f"Fact{YEAR + 1}" not in world.model.requests[1]


async def test_what_was_said_while_the_clock_was_a_year_ahead_is_kept_at_once(
    world: World,
) -> None:
    await world.talk(world.ann, YEAR + 1, YEAR + 2, YEAR + 3)
    world.clock.now = START
    await world.sessions.end_idle(world.memories)
    assert len(world.read_sessions()) == 1


async def test_five_facts_are_enough(world: World) -> None:
    await world.talk(world.ann, *range(1, 9))
    await world.sessions.end(world.ann)
    assert len(world.daily()) == 5


async def test_what_the_model_made_up_is_not_kept(world: World) -> None:
    world.model.answer = lambda _: "- The person owns a yacht in Monaco. [1]\n- Fact2 drawer2 [3]"
    await world.talk(world.ann, 1, 2, 3)
    await world.sessions.end(world.ann)
    assert [line.partition("] ")[2] for line in world.daily()] == ["Fact2 drawer2"]


async def test_a_model_that_is_away_is_asked_again_later(world: World) -> None:
    await world.talk(world.ann, 1, 2, 3)
    world.model.away = True
    await world.sessions.end(world.ann)
    world.model.away = False
    await world.sessions.end(world.ann)
    assert (len(world.model.requests), world.daily()) == (1, [])
    world.clock.forward(seconds=60)
    await world.sessions.end(world.ann)
    assert len(world.daily()) == 3


async def test_without_a_model_the_course_is_kept_all_the_same(world: World) -> None:
    await world.talk(world.ann, 1, 2, 3)
    vault, settings, clock = world.vault, world.settings, world.clock
    await Sessions(world.database, vault, None, settings, clock).end(world.ann)
    assert world.daily() == []
    assert "Fact2 is in drawer2." in world.read_sessions()[0]


@pytest.mark.spec("S2-22")
@pytest.mark.parametrize("settings", [MemorySettings(auto_extract=False)])
async def test_extraction_can_be_switched_off(world: World) -> None:
    await world.talk(world.ann, 1, 2, 3)
    await world.sessions.end(world.ann)
    assert (world.model.requests, world.daily()) == ([], [])


@pytest.mark.parametrize("chat", ["telegram:2", "telegram:-100"])
async def test_nothing_of_anybody_elses_chat_reaches_the_vault(world: World, chat: str) -> None:
    other = world.memories.get(chat, Scope.of_chat(chat))
    await world.talk(other, 1, 2, 3)
    world.clock.forward(hours=1)
    await world.sessions.end_idle(world.memories)
    await world.sessions.end(other)
    assert (world.model.requests, world.daily(), world.read_sessions()) == ([], [], [])


async def test_what_was_forgotten_while_the_model_was_thinking_is_not_written(
    world: World,
) -> None:
    await world.talk(world.ann, 1, 2, 3)
    forgotten = frozenset(m.id for m in await world.ann.read_window() if "Fact2" in m.content)

    class Forgetful(Model):
        async def __call__(self, system: str, request: str) -> str:
            await world.ann.remove(forgotten)
            return await super().__call__(system, request)

    world.model = Forgetful()
    await world.sessions.end(world.ann)
    assert [line[-5:] for line in world.daily()] == ["wer1.", "wer3."]


@pytest.mark.spec("S2-11", "S2-13", "S2-14", "S2-15", "S2-17", "S2-26")
@pytest.mark.parametrize("settings", [MemorySettings(capture_threshold=8)])
async def test_a_capture_feeds_the_day_without_another_question(world: World) -> None:
    captures = Captures(
        CaptureStore(world.database),
        Writer(world.database),
        world.model,
        world.settings,
        world.clock,
    )
    captures.add_follower(world.sessions.record_capture)
    await world.talk(world.ann, 1, 2, 3, 4)
    await captures.run(world.ann)
    assert len(world.daily()) == 5
    assert world.daily()[-1] == (
        "09:34 [session] conversation in telegram:1 compacted"
        " — Fact1 is in drawer1.; Fact4 is in drawer4."
    )
    await world.talk(world.ann, 5)
    await world.sessions.end(world.ann)
    assert len(world.model.requests) == 1
    (session,) = world.read_sessions()
    assert session.startswith("# Conversation in telegram:1, 2026-11-21 09:31")
    assert session.count("## 2026-11-21T") == 2


async def test_after_new_a_prompt_holds_nothing_older(world: World) -> None:
    await world.talk(world.ann, 1, 2)
    world.clock.forward(seconds=10)
    await world.sessions.start_new(world.ann)
    await world.talk(world.ann, 3)
    recent = await world.sessions.list_recent(world.ann, await world.ann.read_window())
    assert [message.content for message in recent] == ["Fact3 is in drawer3.", "answer 3"]
    assert len(await world.ann.read_window()) == 6


@pytest.mark.parametrize("forgotten", [{2}, {1, 2}, {3}], ids=["the last", "all", "a new one"])
async def test_what_is_forgotten_brings_nothing_back_from_before_new(
    world: World, forgotten: set[int]
) -> None:
    await world.talk(world.ann, 1, 2)
    await world.sessions.start_new(world.ann)
    await world.talk(world.ann, 3, 4)
    keys = {turn(number).key for number in forgotten}
    gone = [message for message in await world.ann.read_window() if message.key in keys]
    await world.ann.remove(frozenset(message.id for message in gone))
    for _ in range(2):
        recent = await world.sessions.list_recent(world.ann, await world.ann.read_window())
        assert {each.key for each in recent} == {turn(n).key for n in {3, 4} - forgotten}
        forgotten = set()
        await world.ann.restore(gone)


async def test_a_conversation_that_an_older_version_began_anew_goes_on(tmp_path: Path) -> None:
    memory = ChatMemories(tmp_path / "chats", MemorySettings()).get(ANN, ADMIN)
    for number in (1, 2, 3):
        await memory.record(turn(number))
    first = Schema(SESSIONS.part, SESSIONS.steps[:1])
    async with open_database(tmp_path / "m.db", first) as old, old.transaction() as db:
        await db.execute(
            "INSERT INTO episodes (chat, fresh_after) VALUES (?, ?)", (ANN, turn(2).key)
        )
    vault = Vault(tmp_path / "vault", VaultSettings(), Locks(), UTC)
    async with open_database(tmp_path / "m.db", SESSIONS) as database:
        sessions = Sessions(database, vault, None, MemorySettings(), FakeClock(START))
        recent = await sessions.list_recent(memory, await memory.read_window())
    assert {each.key for each in recent} == {turn(3).key}


async def test_a_capture_of_anybody_elses_chat_tells_the_vault_nothing(world: World) -> None:
    other = world.memories.get("telegram:2", Scope.of_chat("telegram:2"))
    await world.talk(other, 1, 2, 3)
    what = CapturedNotes("2026-11-21T09:33:02.000Z", ("Fact1",), await other.read_window())
    await world.sessions.record_capture(other, what)
    assert (world.daily(), world.read_sessions()) == ([], [])
