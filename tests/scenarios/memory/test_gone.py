"""What was forgotten and deleted is gone from every byte of the home, once nobody can undo it."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.messages import Attachment
from bot.operations.jobs import build_jobs
from bot.settings.config import Settings
from indexer.ingest.sources import SyncSource
from indexer.scopes import Visibility
from memory.settings import MemorySettings
from tests.conversation import World, a_world, answered_by
from tests.factories import a_message
from tests.fake_llm import Call, FakeLlm, Says, Step
from tests.posting import post

# However FTS5 stems, folds and shortens it, its middle stands there as it is.
CANARY = "xqzvkjw"
MIDDLE = b"qzvkj"
TOLD = f"My locker is the {CANARY} one."
GUIDE = f"# Lockers\n\nThe {CANARY} locker is on the second floor.\n".encode()
HOURS = b"# Hours\n\nThe building opens at nine.\n"
NOTES, FACTS = "You keep the notes", "FACT:"
FOR_UNDO = {"forgotten", "forgotten_files"}
UNTIL_SCRUBBED = {"postings"}  # which find the word no more, and are rewritten once a day
EVERYWHERE = {
    "buttons",
    "chunks",
    "chunks_fts_data",
    "memory_changes",
    "memory_items",
    "memory_items_fts_data",
    "note_sources",
    "postings",
    "questions",
    "transcripts",
    "transcripts_fts_data",
}
CHAT = ("memory/chats/admin/memory.md", "memory/chats/test_1/recent.json")
LOGS = ["memory/chats/test_1/log", "memory/chats/test_9/log"]


def as_a_model(call: Call) -> Step:
    """Takes down what was told of lockers, and otherwise says it again."""
    if NOTES in call.text:
        lines = str(call.body["messages"][-1]["content"]).split("\n")  # type: ignore[index]  # JSON
        own = [line for line in lines if '"own": true' in line and CANARY in line]
        return Says(
            f"- I painted the {CANARY} locker green [{json.loads(own[0])['n']}]"
            if own
            else "Nothing."
        )
    return Says(
        f"FACT: I painted the {CANARY} locker green [1]"
        if FACTS in call.text
        else f"So it is the {CANARY} one."
    )


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    talk = tmp_path / "talk.txt"
    talk.write_text(f"USER: Where is the {CANARY}?\nASSISTANT: Upstairs.\n", encoding="utf-8")
    sources = (SyncSource(str(talk), "transcript"),)
    memory = MemorySettings(capture_threshold=8, sources=sources)
    async with (
        FakeLlm(as_a_model) as llm,
        a_world(tmp_path, answered_by(llm, Settings(memory=memory))) as world,
    ):
        yield world


async def live(world: World) -> None:
    """The word comes to stand wherever a word can."""
    world.platform.files["locker.md"] = GUIDE
    guide = Attachment("locker.md", len(GUIDE), "locker.md")
    await post(world, a_message(f"Where is {CANARY}?", sender="1", attachments=(guide,)))
    await post(world, a_message(f"/remember {TOLD}", sender="1"))
    await post(
        world, a_message(f"/remember My locker is not the {CANARY} one any more.", sender="1")
    )
    for n in range(5):
        await post(world, a_message(f"I painted the {CANARY} locker green on day {n}.", sender="1"))
    await world.services.background.wait_until_idle()
    world.clock.forward(hours=1)
    await maintain(world)
    await world.services.upkeep.settle(1)
    await leave_buttons(world)


async def leave_buttons(world: World) -> None:
    """Buttons that say the word again, in another private chat of the owner: nothing closes it."""
    world.platform.files["hours.md"] = HOURS
    hours = Attachment("hours.md", len(HOURS), "hours.md")
    await post(world, a_message("My cat is called Tom.", sender="1", chat="9"))
    await post(world, a_message(f"{CANARY} upstairs", sender="1", chat="9", attachments=(hours,)))


async def maintain(world: World) -> None:
    for job in build_jobs(world.services):
        await job.run()
    await world.services.background.wait_until_idle()


async def let_pass(world: World, days: int) -> None:
    for _ in range(days):
        world.clock.forward(days=1)
        await maintain(world)


async def delete_guide(world: World) -> None:
    (guide,) = [
        each
        for each in await world.services.store.list_documents(Visibility.unrestricted())
        if each.name == "locker.md"
    ]
    await post(world, a_message(f"/document {guide.id} delete now", sender="1"))


async def tables(world: World) -> set[str]:
    """Those in which the word can be read, FTS5's own among them."""
    found = set()
    async with world.services.people._database.read_committed() as db:
        names = await db.execute_fetchall("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (name,) in names:
            rows = await db.execute_fetchall(f'SELECT * FROM "{name}"')  # noqa: S608  # a name out of the schema
            if any(MIDDLE in as_bytes(value) for row in rows for value in tuple(row)):
                found.add(name)
    return found


def as_bytes(value: object) -> bytes:
    return (value if isinstance(value, bytes) else str(value).encode()).lower()


def files(home: Path) -> list[str]:
    """Those that hold the word in any byte; of those named after a day, their folders."""
    paths = [path for path in sorted(home.rglob("*")) if path.is_file()]
    held = [p.relative_to(home) for p in paths if MIDDLE in p.read_bytes().lower()]
    return [str(p.parent if p.name.startswith("20") else p) for p in held]


@pytest.mark.parametrize("words", ["", CANARY])
async def test_what_is_forgotten_is_gone_from_every_byte(world: World, words: str) -> None:
    home = world.services.home.folder
    await live(world)
    assert await tables(world) > EVERYWHERE
    assert {"vault/sessions", "vault/daily", *CHAT} <= {*files(home)}

    await post(world, a_message(f"/forget {words}", sender="1"))
    await delete_guide(world)
    (home.parent / "talk.txt").unlink()
    await world.services.owner_memory.run_sync()
    left = await tables(world) - UNTIL_SCRUBBED
    assert {each for each in left if "_fts" not in each} == FOR_UNDO
    # The document comes back with an undo, as the facts do.
    (document,) = (each for each in files(home) if each.startswith("deleted/"))
    assert {*files(home)} <= {"data/multis.db", "data/multis.db-wal", document, *LOGS}

    await let_pass(world, 1)
    assert await tables(world) == FOR_UNDO
    assert files(home) == ["data/multis.db", document, *LOGS]
    await let_pass(world, 31)
    assert await tables(world) == set()
    assert files(home) == []


async def test_until_then_it_comes_back(world: World) -> None:
    await live(world)
    await post(world, a_message(f"/forget {CANARY}", sender="1"))
    await let_pass(world, 29)
    await post(world, a_message("/forget undo", sender="1"))
    await post(world, a_message("/forget undo", sender="1"))
    assert await tables(world) > {"memory_items", "memory_changes", "note_sources", "chunks"}
    assert CHAT[0] in files(world.services.home.folder)
