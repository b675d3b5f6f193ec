"""A machine that is out of order under the running daemon: sentences, and nothing lost."""

import asyncio
import random
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.runtime import storage_errors
from tests import small_disk
from tests.adapters.fake_bot_api import FakeBotApi
from tests.conversation import World, a_world
from tests.daemon import Daemon, a_daemon, until, write_config
from tests.factories import a_message
from tests.small_disk import Disk

unlike_linux = small_disk.missing()
needs_a_disk = pytest.mark.skipif(bool(unlike_linux), reason=unlike_linux)

NOTED = "Noted and pinned."
HOLDS = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
async def fake() -> AsyncIterator[FakeBotApi]:
    async with FakeBotApi() as served:
        yield served


async def replies(fake: FakeBotApi, count: int) -> list[str]:
    """Once there are so many, and none is still growing."""
    await until(
        lambda: len(fake.world.texts()) == count and not unfinished(fake),
        f"{count} replies",
        seen=fake.world.texts,
    )
    return fake.world.texts()


def unfinished(fake: FakeBotApi) -> bool:
    return any(text.endswith("…") for text in fake.world.texts())


def said_since(daemon: Daemon, mark: int, *words: str) -> Callable[[], bool]:
    return lambda: any(each in daemon.log[mark:] for each in words)


@needs_a_disk
async def test_while_the_disk_is_full_nothing_is_lost_and_each_message_gets_a_sentence(
    tmp_path: Path, fake: FakeBotApi
) -> None:
    home, outside = tmp_path / "home", tmp_path / "outside"
    outside.mkdir()
    write_config(home, fake, documents={"free_bytes": 0})
    under = small_disk.under(home)
    async with a_daemon(outside, "--home", str(home), under=under) as daemon:
        disk = Disk(daemon.process.pid, home)
        # Where the room ends decides which step fails: taking the message, the work, the reply.
        for n, room in enumerate((0, 16_384, 65_536)):
            mark = len(daemon.log)
            disk.fill(room)
            fake.say(f"/remember the number {n}")
            fake.say(
                document=fake.document(f"f{n}.txt", f"Ferry {n} leaves at nine. ".encode() * 3000)
            )
            await until(said_since(daemon, mark, "disk is full", "No space left"), "the disk full")
            disk.empty()
            told = await replies(fake, 2 * (n + 1))
        kept = (disk.home / "memory/chats/admin/memory.md").read_text()
    assert all(text.startswith(("Noted", "Indexed f", "The disk is full")) for text in told), told
    assert kept.count("the number") == told.count(NOTED) >= 1, "what was told is what is so"


@needs_a_disk
async def test_a_home_that_is_read_only_is_refused_with_a_sentence(
    tmp_path: Path, fake: FakeBotApi
) -> None:
    home, outside = tmp_path / "home", tmp_path / "outside"
    outside.mkdir()
    write_config(home, fake)
    under = small_disk.under(home, small_disk.READ_ONLY)
    async with a_daemon(outside, "--home", str(home), start=False, under=under) as daemon:
        await until(lambda: daemon.ended, "the end")
    assert (daemon.process.returncode, daemon.log) == (1, f"multis: {storage_errors.READ_ONLY}\n")


async def test_a_database_that_another_process_holds_is_waited_for(
    tmp_path: Path, fake: FakeBotApi
) -> None:
    write_config(tmp_path, fake)
    async with a_daemon(tmp_path) as daemon:
        async with holding(tmp_path / "data" / "multis.db"):
            fake.say("/remember the number 1")
            fake.say("/remember the number 2")
            await until(lambda: bool(fake.world.called("getupdates")), "a round of polling")
            assert (fake.world.texts(), len(fake.updates.pending)) == ([], 2)
        assert await replies(fake, 2) == [NOTED] * 2
    assert "Traceback" not in daemon.log


async def test_a_database_held_for_too_long_is_told_and_what_came_in_is_not_taken(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path) as world:
        await pragma(world, "busy_timeout = 50")  # the ten seconds, made short
        async with holding(world.services.home.database):
            told = (await world.owner("/remember the number 1")).text
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                await world.services.inbox.store(a_message(key="1"))
        assert (await world.owner("/remember the number 1")).text == NOTED
        assert await world.services.inbox.store(a_message(key="1")), "it was not there"
    assert told == str(storage_errors.LOCKED)


async def test_a_database_that_turns_read_only_is_told_and_what_came_in_is_not_taken(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path) as world:
        await pragma(world, "query_only = ON")
        told = (await world.owner("/remember the number 1")).text
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            await world.services.inbox.store(a_message(key="1"))
        await pragma(world, "query_only = OFF")
        assert (await world.owner("/remember the number 1")).text == NOTED
        assert await world.services.inbox.store(a_message(key="1")), "it was not there"
    assert told == str(storage_errors.READ_ONLY)


async def pragma(world: World, setting: str) -> None:
    await world.services.people._database._writer.execute(f"PRAGMA {setting}")


async def test_a_damaged_window_is_kept_aside_and_told_in_the_log(
    tmp_path: Path, fake: FakeBotApi
) -> None:
    write_config(tmp_path, fake)
    recent = tmp_path / "memory" / "chats" / "telegram_7" / "recent.json"
    async with a_daemon(tmp_path) as daemon:
        fake.say("When does the ferry leave?")
        await replies(fake, 1)
        damage = recent.read_bytes()[:-20]
        recent.write_bytes(damage)
        fake.say("And the train?")
        await replies(fake, 2)
    (aside,) = (each for each in recent.parent.iterdir() if each.name.startswith("recent.json."))
    assert aside.read_bytes() == damage
    assert f"recent.json is damaged, kept as {aside.name}" in daemon.log
    assert "And the train?" in recent.read_text()


@pytest.mark.parametrize("seed", range(2))
async def test_a_damaged_database_is_refused_with_the_way_back_and_left_as_it_is(
    tmp_path: Path, fake: FakeBotApi, seed: int
) -> None:
    write_config(tmp_path, fake)
    path = tmp_path / "data" / "multis.db"
    async with a_daemon(tmp_path) as daemon:
        fake.say("/remember the number 1")
        await replies(fake, 1)
        await daemon.stop()
    damage(path, random.Random(seed))  # noqa: S311 - the same damage in every run
    before = path.read_bytes()
    async with a_daemon(tmp_path, start=False) as daemon:
        await until(lambda: daemon.ended, "the end")
        told = daemon.log.splitlines()[-1]
    assert (daemon.process.returncode, told) == (1, f"multis: {storage_errors.DAMAGED}")
    assert path.read_bytes() == before


def damage(path: Path, luck: random.Random) -> None:
    """Every second page but the first."""
    content = bytearray(path.read_bytes())
    for start in range(4096, len(content), 8192):
        content[start : start + 4096] = luck.randbytes(len(content[start : start + 4096]))
    path.write_bytes(content)


@asynccontextmanager
async def holding(path: Path) -> AsyncIterator[None]:
    """Another process in the middle of a write, until the block ends."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDS, str(path),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert await process.stdout.readline() == b"held\n"
    try:
        yield
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()
