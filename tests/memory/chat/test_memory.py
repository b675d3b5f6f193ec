import asyncio
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from indexer.errors import UserError
from indexer.scopes import ADMIN, Scope
from memory.chat.memory import ChatMemories, ChatMemory
from memory.messages import Exchange
from memory.settings import MemorySettings
from memory.storage.locks import Locks
from tests.memory.conversation import START, turn

ANN = "telegram:1"


@pytest.fixture
def memories(tmp_path: Path) -> ChatMemories:
    return ChatMemories(tmp_path, MemorySettings())


@pytest.fixture
def ann(memories: ChatMemories) -> ChatMemory:
    return memories.get(ANN, Scope.of_chat(ANN))


@pytest.mark.spec("S4-69", "S4-77", "S4-107")
async def test_the_conversation_is_the_last_messages(ann: ChatMemory) -> None:
    for number in range(15):
        await ann.record(turn(number))
    assert [message.content for message in await ann.list_recent(2)] == ["question 14", "answer 14"]
    assert len(await ann.list_recent()) == 20
    assert await ann.list_recent(0) == ()


@pytest.mark.spec("S4-107", "S4-126")
async def test_recent_window_sets_how_much_of_it(tmp_path: Path) -> None:
    ann = ChatMemories(tmp_path, MemorySettings(recent_window=6)).get(ANN, Scope.of_chat(ANN))
    for number in range(15):
        await ann.record(turn(number))
    assert len(await ann.list_recent()) == 6


@pytest.mark.spec("S4-125")
async def test_memory_that_is_switched_off_keeps_nothing(tmp_path: Path) -> None:
    ann = ChatMemories(tmp_path, MemorySettings(enabled=False)).get(ANN, Scope.of_chat(ANN))
    await ann.record(turn(1))
    with pytest.raises(UserError, match=r"memory\.enabled"):
        await ann.pin_note("tea", START)
    assert await ann.list_recent() == ()
    assert not (await ann.read_notes())


async def test_forty_messages_at_once_keep_their_order(ann: ChatMemory) -> None:
    await asyncio.gather(*(ann.record(turn(number)) for number in range(40)))
    asked = [m.content for m in await ann.read_window() if m.role == "user"]
    assert asked == [f"question {number}" for number in range(40)]


async def pinned(memory: ChatMemory, text: str) -> None:
    async with memory.hold_notes():
        await memory.pin_note(text, START)


async def test_another_process_may_write_to_the_same_chat(tmp_path: Path) -> None:
    # Two registries do not know of each other, as two processes do not.
    one, other = (
        ChatMemories(tmp_path, MemorySettings()).get(ANN, Scope.of_chat(ANN)) for _ in "ab"
    )
    await asyncio.gather(
        *(manager.record(turn(n)) for n in range(20) for manager in (one, other)),
        *(pinned(manager, f"note {n}") for n in range(5) for manager in (one, other)),
    )
    assert len(await one.read_window()) == 40
    assert (await one.read_notes()).count("note ") == 5


@pytest.mark.spec("S4-70", "S4-97", "S4-98", "S4-100")
async def test_the_owners_chats_share_notes_and_keep_their_conversations(
    memories: ChatMemories,
) -> None:
    telegram, console = memories.get("telegram:9", ADMIN), memories.get("console:me", ADMIN)
    await telegram.record(turn(1))
    await telegram.pin_note("the key is under the mat", START)
    assert "under the mat" in await console.read_notes()
    assert await console.list_recent() == ()


async def test_a_group_of_the_owner_does_not_see_the_owners_notes(memories: ChatMemories) -> None:
    await memories.get("telegram:9", ADMIN).pin_note("the key is under the mat", START)
    group = memories.get("telegram:-5", Scope.of_chat("telegram:-5"))
    assert await group.read_notes() == ""


async def test_what_a_person_wrote_by_hand_stays(ann: ChatMemory) -> None:
    ann.folder.path.mkdir(parents=True)
    ann.folder.notes.write_text("my own\r\nwords \n\n## Later\nmore")
    await ann.pin_note("tea", START)
    text = ann.folder.notes.read_bytes().decode()
    assert text.startswith("my own\r\nwords \n\n## Later\nmore\n\n## 2026-11-21")


async def test_notes_that_are_no_text_are_copied_before_they_change(
    memories: ChatMemories, ann: ChatMemory
) -> None:
    ann.folder.path.mkdir(parents=True)
    ann.folder.notes.write_bytes(b"caf\xe9\n")
    await ann.pin_note("tea", START)
    assert ann.folder.notes.with_name("memory.md.bad").read_bytes() == b"caf\xe9\n"
    assert [problem for problem in await memories.list_problems() if "memory.md.bad" in problem]


async def test_a_damaged_file_is_told_of(memories: ChatMemories, ann: ChatMemory) -> None:
    await ann.record(turn(1))
    assert await memories.list_problems() == []
    ann.folder.recent.write_text("{")
    await ann.record(turn(2))
    (problem,) = await memories.list_problems()
    assert str(ann.folder.path / "recent.json.bad") in problem


async def test_a_registry_knows_every_chat_after_a_restart(tmp_path: Path) -> None:
    before = ChatMemories(tmp_path, MemorySettings())
    await before.get(ANN, Scope.of_chat(ANN)).record(turn(1))
    await before.get("console:me", ADMIN).record(turn(1))
    known = await ChatMemories(tmp_path, MemorySettings()).list_chats()
    assert {(each.folder.chat, each.folder.scope) for each in known} == {
        (ANN, Scope.of_chat(ANN)),
        ("console:me", ADMIN),
    }


async def test_a_profile_that_names_another_chat_is_not_believed(
    memories: ChatMemories, ann: ChatMemory
) -> None:
    await ann.record(turn(1))
    text = ann.folder.profile.read_text().replace("telegram:1", "telegram:2")
    ann.folder.profile.write_text(text)
    assert await memories.list_chats() == []


@pytest.mark.spec("S4-71")
async def test_the_mode_of_a_chat_is_kept(ann: ChatMemory) -> None:
    await ann.record(replace(turn(1), mode="silent"))
    await ann.record(turn(2))
    assert (await ann.read_profile()).mode == "silent"


async def test_a_cancelled_recording_is_whole_or_absent(ann: ChatMemory) -> None:
    async def once(each: Exchange) -> None:
        task = asyncio.create_task(ann.record(each))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})

    for number in range(5):
        await once(replace(turn(number), answer=""))
    contents = [message.content for message in await ann.read_window()]
    log = "".join(path.read_text() for path in ann.folder.path.glob("log/*.md"))
    assert all(f"\n{content}\n" in log for content in contents)
    assert log.count("###") == len(contents)


async def test_what_is_kept_is_readable_by_its_owner_only(ann: ChatMemory) -> None:
    await ann.record(turn(1))
    for path in [ann.folder.path, *ann.folder.path.rglob("*")]:
        assert os.stat(path).st_mode & 0o077 == 0


async def test_a_known_window_is_read_without_its_lock(
    memories: ChatMemories, ann: ChatMemory
) -> None:
    await ann.record(turn(1))
    async with Locks().hold(ann.folder.path / ".lock"):  # as another process holds it
        async with asyncio.timeout(10):
            assert len(await ann.read_window()) == 2
            assert len(await memories.get(ANN, Scope.of_chat(ANN)).read_window()) == 2


async def test_a_known_window_is_what_its_files_say(tmp_path: Path, ann: ChatMemory) -> None:
    await ann.record(replace(turn(1), quote="cut \ud83d", author="Ann"))
    other = ChatMemories(tmp_path, MemorySettings()).get(ANN, Scope.of_chat(ANN))
    assert await ann.read_window() == await other.read_window()
    await other.record(turn(2))  # by another process
    assert len(await ann.read_window()) == 4
    await ann.remove(frozenset(each.id for each in (await ann.read_window())[:2]))
    assert await ann.read_window() == await other.read_window()
    ann.folder.recent.unlink()
    assert await ann.read_window() == ()
