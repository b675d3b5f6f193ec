import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from indexer.documents import Chunk
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.store.writer import NewDocument
from memory.chat.daily_log import compute_expiry_day
from memory.fact import Provenance
from memory.facts.service import FactService
from memory.forgetting.retention import Retention
from memory.messages import Exchange
from memory.settings import MemorySettings
from tests.memory.conftest import ANN, World, until_waiting
from tests.memory.conversation import START, turn
from tests.memory.moving import MOVED, PORT, Index


def turn_on(day: int) -> Exchange:
    when = START + timedelta(days=day)
    return Exchange(f"d{day}", "question", "answer", when, when)


def log_names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "log").iterdir())


@pytest.mark.spec("S4-104", "S4-111", "S4-116")
async def test_logs_go_on_the_day_that_is_told(world: World) -> None:
    chat = world.chat()
    for day in range(5):
        await chat.record(turn_on(day))
    world.clock.forward(days=30)
    assert (await world.retention.run(world.clock())).logs == 0
    world.clock.forward(days=1)
    assert compute_expiry_day(START.date(), 30) == world.clock.now.date()
    assert (await world.retention.run(world.clock())).logs == 1
    assert log_names(chat.folder.path)[0] == "2026-11-22.md"


@pytest.mark.spec("S4-116")
async def test_only_logs_are_deleted(world: World) -> None:
    chat = world.chat()
    await chat.record(turn_on(0))
    await chat.pin_note("tea", START)
    for name in ("notes.md", "2026-99-99.md", "2020-01-01.txt", "2020-01-01.md"):
        (chat.folder.path / "log" / name).write_text("x")
    world.clock.forward(days=20)
    await world.retention.run(world.clock())
    assert log_names(chat.folder.path) == [
        "2020-01-01.txt",
        "2026-11-21.md",
        "2026-99-99.md",
        "notes.md",
    ]
    assert "tea" in await chat.read_notes()
    assert len(await chat.read_window()) == 2


async def test_logs_of_a_chat_with_a_damaged_profile_go_too(world: World) -> None:
    chat = world.chat()
    await chat.record(turn_on(0))
    chat.folder.profile.write_text("{")
    world.clock.forward(days=31)
    assert (await world.retention.run(world.clock())).logs == 1


async def test_a_log_that_is_gone_is_not_written_again(world: World) -> None:
    chat = world.chat()
    await chat.record(turn_on(0))
    world.clock.forward(days=31)
    await world.retention.run(world.clock())
    await chat.record(turn_on(31))
    assert log_names(chat.folder.path) == ["2026-12-22.md"]


@pytest.mark.spec("S4-109", "S4-110", "S4-115")
@pytest.mark.parametrize(
    ("scope", "kept", "gone"), [(Scope.of_chat(ANN), 89, 91), (ADMIN, 364, 366)]
)
async def test_summaries_are_searchable_for_their_time(
    world: World, scope: Scope, kept: int, gone: int
) -> None:
    chat = world.chat(ANN, scope)
    await world.talk(chat, 0, 10)
    await world.captures.run(chat)
    await world.retention.run(START + timedelta(days=kept))
    assert len(await world.summaries(scope)) == 1
    expired = await world.retention.run(START + timedelta(days=gone))
    assert (expired.summaries, expired.owner_summaries) == ((0, 1) if scope == ADMIN else (1, 0))
    assert await world.summaries(scope) == []


async def test_a_correction_under_way_brings_no_expired_summary_back(world: World) -> None:
    chat, later = world.chat(), START + timedelta(days=91)
    world.model.answer = lambda _: f"- {PORT} [1]"
    await chat.record(turn(0, PORT))
    await world.talk(chat, 1, 10)
    await world.captures.run(chat)
    reached, go = asyncio.Event(), asyncio.Event()

    async def waits() -> None:
        reached.set()
        await go.wait()

    facts = FactService(world.database, Index(world.writer, waits))
    changes = asyncio.create_task(facts.remember(chat, MOVED, Provenance(), later))
    await reached.wait()
    expires = asyncio.create_task(world.retention.run(later))
    await until_waiting(expires)
    go.set()
    await asyncio.gather(changes, expires)
    assert await world.summaries() == []


async def test_a_chat_that_is_busy_keeps_no_other_waiting_for_what_it_expires(
    world: World,
) -> None:
    """Nor does a capture wait for retention longer than for one chat: no lock is held for two."""
    chats = [world.chat(), world.chat("telegram:2"), world.chat("console:me", ADMIN)]
    for chat in chats:
        await world.talk(chat, 0, 10)
        await world.captures.run(chat)
    for busy in chats:
        async with busy.hold_notes():
            expires = asyncio.create_task(world.retention.run(START + timedelta(days=400)))
            await until_waiting(expires)
            for chat in chats:
                if chat != busy:
                    async with asyncio.timeout(5), chat.hold_notes():
                        pass
        await expires
    for chat in chats:
        assert await world.summaries(chat.folder.scope) == []


async def test_what_nobody_can_be_asked_about_expires_too(world: World) -> None:
    """Of a chat whose profile is damaged, the words that its notes rested on go in their time."""
    chat = world.chat()
    await world.talk(chat, 0, 10)
    await world.captures.run(chat)
    chat.folder.profile.write_text("{")
    chat.folder.notes.write_text("cleared by hand\n")
    assert (await world.retention.run(START + timedelta(days=91))).summaries == 1
    async with world.database.transaction() as db:
        assert not list(await db.execute_fetchall("SELECT * FROM note_sources"))


@pytest.mark.spec("S4-112")
async def test_documents_stay_for_ever(world: World) -> None:
    """Also in scopes whose summaries expire, and as old as those."""
    document = NewDocument("lease.txt", "lease.txt", "txt")
    chats = (ADMIN, Scope.of_chat(ANN))
    for scope in (KB, *chats):
        file = f"{scope.label}.txt"
        chunk = Chunk(f"doc:{scope.label}", "Rent", f"The rent of {scope.label}.")
        await world.writer.put_document(scope, replace(document, file=file), [chunk], START)
    for scope in chats:
        text = "Asked about the rent."
        summary = Chunk(f"mem-{scope.label}", "Rent", text, element_type="memory_summary")
        await world.writer.add_memory(scope, summary, START)
    expired = await world.retention.run(START + timedelta(days=4000))
    assert (expired.summaries, expired.owner_summaries) == (1, 1)
    assert await world.store.count_passages(Visibility.unrestricted()) == {"txt": 3}


async def test_the_grounds_of_a_note_live_as_long_as_the_note(world: World) -> None:
    async def sources() -> int:
        async with world.database.transaction() as db:
            return len(list(await db.execute_fetchall("SELECT * FROM note_sources")))

    chat = world.chat()
    await world.talk(chat, 0, 10)
    await world.captures.run(chat)
    await world.retention.run(START + timedelta(days=400))
    assert await sources() == 10
    chat.folder.notes.write_text("cleared by hand\n")
    await world.retention.run(START + timedelta(days=89))
    assert await sources() == 10
    await world.retention.run(START + timedelta(days=91))
    assert await sources() == 0


async def test_the_last_run_is_known(world: World) -> None:
    assert await world.retention.last_run() is None
    await world.retention.run(START)
    await world.retention.run(START + timedelta(days=1))
    assert await world.retention.last_run() == START + timedelta(days=1)


async def test_a_clock_in_doubt_is_believed_at_no_moment(world: World) -> None:
    wrong, believed = START + timedelta(days=300), list[datetime]()

    class Watched(Retention):
        async def _write_run(self, name: str, now: datetime, report: str) -> None:
            await super()._write_run(name, now, report)
            believed.append(await self.choose_time(wrong))

    await world.retention.run(START)
    retention = Watched(world.database, world.writer, world.memories, MemorySettings())
    await retention.postpone(wrong)
    assert believed == [START, START]


class TestSettings:
    @pytest.fixture
    def settings(self) -> MemorySettings:
        return MemorySettings(retention_days=2, admin_retention_days=4, log_retention_days=1)

    @pytest.mark.spec("S4-129", "S4-130", "S4-131")
    async def test_each_limit_is_set_by_itself(self, world: World) -> None:
        ann, owner = world.chat(), world.chat("console:me", ADMIN)
        for chat in (ann, owner):
            await world.talk(chat, 0, 10)
            await world.captures.run(chat)
        expired = [await world.retention.run(START + timedelta(days=day)) for day in range(7)]
        assert [each.logs for each in expired] == [0, 0, 2, 0, 0, 0, 0]
        assert [each.summaries for each in expired] == [0, 0, 0, 1, 0, 0, 0]
        assert [each.owner_summaries for each in expired] == [0, 0, 0, 0, 0, 1, 0]
