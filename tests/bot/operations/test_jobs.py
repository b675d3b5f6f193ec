import asyncio
import os
import sys
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from bot.messages import Reply
from bot.operations.jobs import RETENTION, build_jobs, clean_up, remove_leftovers, run_retention
from bot.settings.config import Settings
from indexer.scopes import ADMIN, Visibility
from indexer.search.ranking import SearchSettings
from indexer.store.corpus import PASSAGES
from indexer.store.full_text import has_full_text
from memory.fact import FactValue, Provenance
from memory.facts.reader import FactCounts
from tests.conversation import World, a_world
from tests.factories import NOON, a_message
from tests.indexer.aging import age

BUSY = """
import asyncio, sys
from pathlib import Path
from bot.operations.jobs import release_memory
from bot.operations.health_file import read_resident_bytes
from tests.conversation import a_world

async def main():
    async with a_world(Path(sys.argv[1])) as world:
        async with world.services.people._database.transaction(large=True) as db:
            await db.execute("CREATE TABLE filler (text TEXT)")
            await db.executemany("INSERT INTO filler VALUES (?)", [("x" * 4000,)] * 10_000)
        busy = read_resident_bytes()
        await release_memory(world.services)
        print(busy - read_resident_bytes(), (await world.owner("/remember it goes on")).text)

asyncio.run(main())
"""


def aged(path: Path, **ago: float) -> Path:
    at = (NOON - timedelta(**ago)).timestamp()
    os.utime(path, (at, at))
    return path


def test_what_a_killed_process_left_goes_and_what_is_in_use_stays(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "0").write_text("upload")
    (tmp_path / "file").write_text("x")
    aged(tmp_path / "old", hours=25)
    aged(tmp_path / "file", hours=25)
    aged(tmp_path / "new", hours=23)
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    os.utime(tmp_path / "link", (0, 0), follow_symlinks=False)
    remove_leftovers(tmp_path, NOON - timedelta(days=1))
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


async def test_texts_that_a_killed_process_had_prepared_go_where_multis_writes(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("What is the rent?")
        chat = next(world.services.home.chats.glob("test*"))
        vault = world.services.owner_memory.vault.folder
        for folder in (vault / "daily", vault / "notes"):
            folder.mkdir(parents=True, exist_ok=True)
        left = [chat / ".memory.md.new", vault / ".Memory.md.new", vault / "daily" / ".a.md.new"]
        kept = [vault / "notes" / ".a.md.new", vault / "daily" / "a.md.new"]
        for path in (*left, *kept):
            path.write_text("a secret")
            aged(path, minutes=61)
        fresh = vault / ".Procedural.md.new"
        fresh.write_text("being written")
        aged(fresh, minutes=59)
        await clean_up(world.services)
        assert [path.exists() for path in left] == [False] * 3
        assert all(path.exists() for path in (*kept, fresh))


async def test_secrets_that_a_killed_process_had_prepared_go_too(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        home = world.services.home
        matrix, page = home.platform_folder("matrix"), home.page
        for folder in (matrix, page.parent, home.unread, home.deleted):
            folder.mkdir(parents=True)
        (matrix / "identity.json").write_text("{}")
        left = [
            home.folder / ".config.json.0a1b.new",
            home.watched.with_name(".watched.json.0a1b.new"),
            home.run / ".daemon.json.0a1b.new",
            home.unread / ".d012345678.json.0a1b.new",
            home.deleted / ".d012345678.json.0a1b.new",
            matrix / ".identity.json.0a1b.new",
            matrix / "identity.new",  # as an earlier version named it
        ]
        kept = [page.with_suffix(".new"), home.config.with_suffix(".new"), matrix / "identity.json"]
        fresh = matrix / ".identity.json.2c3d.new"
        for path in (*left, *kept, fresh):
            path.write_text("a token")
            aged(path, minutes=59 if path == fresh else 61)
        await clean_up(world.services)
        assert [path.name for path in left if path.exists()] == []
        assert all(path.exists() for path in (*kept, fresh))


async def test_old_keys_are_cleared_at_the_start_and_every_six_hours(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        inbox = world.services.inbox

        async def known() -> bool:
            return await inbox.store(a_message(key="5")) is None

        entry = await inbox.store(a_message(key="5"))
        assert entry
        await inbox.store_reply(entry, Reply(""))
        await inbox.finish(entry)
        await clean_up(world.services)
        world.clock.now += timedelta(days=7) + timedelta(seconds=1)
        await clean_up(world.services)
        assert not await known()


@pytest.mark.spec("S4-113", "S4-114")
async def test_the_daemon_deletes_what_is_due_at_its_start_and_every_day(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        (job,) = [each for each in build_jobs(world.services) if each.name == "retention"]
        assert job.every == timedelta(hours=24)
        await world.owner("What is the rent?")
        (log,) = world.services.home.chats.rglob("log/*.md")
        world.clock.forward(days=32)
        await job.run()
        assert not log.exists()


@pytest.mark.spec("S4-114")
async def test_retention_runs_once_a_day_however_often_the_daemon_starts(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        retention = world.services.retention
        for _ in range(2):
            await run_retention(world.services)
            assert await retention.last_run() == NOON
            world.clock.forward(hours=1)
        world.clock.now = NOON + RETENTION
        await run_retention(world.services)
        assert await retention.last_run() == NOON + RETENTION


OWNERS = Visibility.only(ADMIN)


async def run(world: World, name: str) -> None:
    """What the daemon does under that name, now."""
    (job,) = [each for each in build_jobs(world.services) if each.name == name]
    await job.run()


async def facts(world: World) -> FactCounts:
    return await world.services.owner_memory.facts.count(OWNERS, world.clock())


@pytest.mark.spec("S1-53", "S1-54", "S1-55")
async def test_facts_are_looked_after_every_minute(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        (job,) = [each for each in build_jobs(world.services) if each.name == "facts"]
        assert job.every == timedelta(seconds=60)
        hour = int(world.clock().timestamp()) + 3600
        call = FactValue("call Bob", retention="short_term", expires_at=hour)
        ledger = world.services.owner_memory.ledger
        for says in (call, FactValue("likes tea"), FactValue("likes milk")):
            added = await ledger.upsert(ADMIN, says, Provenance(), world.clock())
        await ledger.delete(ADMIN, [added.fact.id], world.clock())
        await job.run()
        assert await facts(world) == FactCounts(1, 1, 1)
        world.clock.forward(hours=2)
        await job.run()
        assert await facts(world) == FactCounts(1, 0, 1)
        world.clock.forward(days=29)
        await job.run()
        assert await facts(world) == FactCounts(1, 0, 1)
        world.clock.forward(days=2)
        await job.run()
        assert await facts(world) == FactCounts(1, 0, 0)


@pytest.mark.spec("S1-62", "S1-63", "S1-64")
async def test_an_older_memory_in_the_home_is_taken_over_at_the_first_start(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Memory\n\n## Preferences\n\nlikes dark mode\n")
    (folder / "2026-02-10.md").write_text("bought paint\n")
    for _ in range(2):
        async with a_world(tmp_path) as world:
            await run(world, "older memory")
            assert await facts(world) == FactCounts(1, 1, 0)
    assert (folder / "MEMORY.md").exists()


@pytest.mark.spec("S1-62")
async def test_an_older_memory_that_comes_while_it_runs_is_taken_over_too(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        (world.services.home.memory / "MEMORY.md").write_text("likes dark mode\n")
        await run(world, "older memory")
        assert await facts(world) == FactCounts(1, 0, 0)


@pytest.mark.spec("S0-21")
async def test_every_minute_the_vault_is_in_the_index_as_it_is_now(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        (job,) = [each for each in build_jobs(world.services) if each.name == "own memory"]
        assert job.every == timedelta(seconds=60)
        memory = world.services.owner_memory.vault.memory_file
        for sails in ("linen", "canvas"):
            await job.run()
            memory.write_text(f"The sail is patched with {sails}.")
        await job.run()
        assert "canvas" in (await world.owner("/search sail")).text


async def test_every_minute_what_files_left_in_pieces_is_merged(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:

        async def pieces() -> int:
            sql = "SELECT count(DISTINCT segid) FROM chunks_fts_idx"
            async with world.services.people._database.read_committed() as db:
                return int(next(iter(await db.execute_fetchall(sql)))[0])

        (job,) = [each for each in build_jobs(world.services) if each.name == "index"]
        assert job.every == timedelta(seconds=60)
        for n in range(5):
            await world.owner("/index", **{f"{n}.txt": f"House {n} has a red door.".encode()})
        assert await pieces() >= 4
        await job.run()
        assert await pieces() < 4
        assert "red door" in (await world.owner("Which house has a red door?")).text


async def test_a_setting_leaves_fts5_out_and_brings_it_back(tmp_path: Path) -> None:
    for wanted in (True, False, True):
        settings = Settings(search=SearchSettings(fts5=wanted))
        async with a_world(tmp_path, settings) as world:
            (job,) = [each for each in build_jobs(world.services) if each.name == "index"]
            await job.run()
            await world.owner("/index", **{f"{wanted}.txt": b"The house has a red door."})
            async with world.services.people._database.read_committed() as db:
                has = await db.run(partial(has_full_text, corpus=PASSAGES))
            assert has is wanted
            assert "red door" in (await world.owner("Which house has a red door?")).text


async def test_what_another_version_has_indexed_is_analysed_again_at_the_start(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path) as world:
        assert [each.name for each in build_jobs(world.services)].count("words") == 1
        await world.owner("/index", **{"house.txt": b"The house has a red door."})
        await age(world.services.people._database, PASSAGES)
        assert "red door" not in (await world.owner("/search door")).text
        await run(world, "words")
        assert "red door" in (await world.owner("/search door")).text


async def test_memory_of_a_busy_minute_is_given_back(tmp_path: Path) -> None:
    """In a process of its own: what other tests left free would be filled first."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", BUSY, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    told, _ = await child.communicate()
    given, reply = told.decode().split(maxsplit=1)
    assert int(given) > 20_000_000
    assert "pinned" in reply


DELETING = ("facts", "own memory", "clearing away", "retention", "facts", "own memory")


async def a_fact_and_a_line_that_are_gone(world: World) -> None:
    """Both can be restored for a month."""
    own = world.services.owner_memory
    added = await own.ledger.upsert(ADMIN, FactValue("likes milk"), Provenance(), world.clock())
    await own.ledger.delete(ADMIN, [added.fact.id], world.clock())
    await own.vault.append_extracted(world.clock(), ["Zoe lives in Graz"])
    await world.owner("/forget Zoe Graz")


async def can_restore(world: World) -> tuple[bool, bool]:
    erased = await world.services.owner_memory.eraser.find_last()
    return (await facts(world)).deleted == 1, erased > 0


async def test_a_clock_that_is_ahead_for_some_hours_deletes_nothing_for_good(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path) as world:
        await run(world, "retention")
        await a_fact_and_a_line_that_are_gone(world)
        right = world.clock.now
        world.clock.forward(days=400)
        for name in DELETING:
            await run(world, name)
        world.clock.forward(hours=20)
        for name in DELETING:
            await run(world, name)
        world.clock.now = right + timedelta(hours=20)
        assert await can_restore(world) == (True, True)
        for name in DELETING:
            await run(world, name)
        assert await can_restore(world) == (True, True)


async def test_after_a_long_pause_what_is_due_is_deleted_the_next_day(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await run(world, "retention")
        await a_fact_and_a_line_that_are_gone(world)
        world.clock.forward(days=40)
        for name in DELETING:
            await run(world, name)
        assert await can_restore(world) == (True, True)
        world.clock.forward(hours=24)
        for name in DELETING:
            await run(world, name)
        assert await can_restore(world) == (False, False)


async def test_what_a_killed_installation_of_a_model_left_goes(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        models = world.services.home.models
        for name in ("installing-old", "installing-new", "whisper-base"):
            (models / name).mkdir(parents=True)
        for name in ("installing-old", "whisper-base"):
            aged(models / name, hours=25)
        world.clock.now = NOON
        await clean_up(world.services)
        assert sorted(each.name for each in models.iterdir()) == ["installing-new", "whisper-base"]
