"""What conversations left elsewhere goes with /forget, and the person's own words stay."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec import Struct

from indexer.ingest.sources import SyncSource
from indexer.ingest.sync import Forgotten, Sync, SyncReport
from indexer.scopes import ADMIN, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.database import Database, open_database
from indexer.store.schema import INDEX
from memory.forgetting.matching import Words
from memory.forgetting.vault_erasure import VaultEraser, VaultErasure
from memory.schema import MEMORY, TRACES
from memory.settings import VaultSettings
from memory.storage.locks import Locks
from memory.vault.vault import FROM_TALK, Vault
from tests.small_disk import unwritable

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
ZOE = Words("Zoe Graz").matches


class World(Struct, frozen=True):
    folder: Path
    database: Database
    vault: Vault

    @property
    def traces(self) -> VaultEraser:
        return VaultEraser(self.database, self.vault)

    async def sync(self) -> SyncReport:
        sources = (*self.vault.list_sources(), SyncSource(f"{self.folder}/talks/*", "transcript"))
        pending = await self.traces.load_pending()
        forgotten = Forgotten(await self.traces.load_forgotten(), pending.hide)
        return await Sync(self.database, lambda: NOW).run(sources, forgotten)

    async def turns(self, question: str) -> list[str]:
        store = Store(self.database, RankingSettings())
        hits = await store.search_transcripts(Visibility.only(ADMIN), question)
        return [hit.turn.text for hit in hits]

    async def passages(self, question: str) -> list[str]:
        store = Store(self.database, RankingSettings())
        hits = await store.search(Visibility.only(ADMIN), question, now=NOW)
        return [hit.chunk.text for hit in hits]

    def read(self, name: str) -> str:
        return (self.vault.folder / name).read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_database(tmp_path / "multis.db", INDEX, MEMORY, TRACES) as database:
        vault = Vault(tmp_path / "vault", VaultSettings(), Locks(), UTC)
        world = World(tmp_path, database, vault)
        await vault.append_daily(NOW, "added Zoe in Graz to the list")
        await vault.append_extracted(NOW, ["Zoe lives in Graz", "Likes tea"])
        await vault.append_session(
            "telegram:1", NOW, "Final", "Noted:\n\n- Zoe lives in Graz\n- Tea"
        )
        await vault.add_memory("Zoe lives in Graz")
        world.write("talks/a.txt", "USER: Zoe lives in Graz\nASSISTANT: Good to know.")
        await world.sync()
        yield world


DAILY = "daily/2026-11-21.md"
SESSION = "sessions/2026-11-21T09-30-00-telegram_1.md"


async def test_words_take_what_was_derived_and_leave_what_a_person_has(world: World) -> None:
    told = ("Zoe lives in Graz",) * 2
    assert await world.traces.forget(ZOE, NOW) == VaultErasure(lines=2, turns=1, texts=told)
    assert world.read(DAILY) == (
        "# 2026-11-21\n\n- 09:30 added Zoe in Graz to the list\n- 09:30 [extracted] Likes tea\n"
    )
    assert "Zoe" not in world.read(SESSION)
    assert "- Tea" in world.read(SESSION)
    assert "Zoe lives in Graz" in world.read("Memory.md")


@pytest.mark.parametrize("mark", FROM_TALK)
async def test_every_marked_line_of_a_day_is_reached(world: World, mark: str) -> None:
    await world.vault.append_daily(NOW, f"{mark} something about Zoe in Graz")
    await world.traces.forget(ZOE, NOW)
    assert f"{mark} something" not in world.read(DAILY)


async def test_what_was_forgotten_comes_back_by_no_sync(world: World) -> None:
    await world.traces.forget(ZOE, NOW)
    await world.sync()
    assert await world.turns("Where does Zoe live?") == []
    assert await world.passages("Noted Zoe Graz conversation") != ["- Zoe lives in Graz"]
    world.write("talks/a.txt", "USER: Zoe  lives in Graz!\nASSISTANT: Good to know.\nUSER: Yes.")
    await world.sync()
    assert await world.turns("Where does Zoe live?") == []
    assert "Good to know." in await world.turns("good to know")


async def test_no_turn_goes_unless_it_is_known_to_be_forgotten(world: World) -> None:
    """Else the next sync would bring it back."""
    async with world.database.transaction() as db:
        await db.execute(
            "CREATE TRIGGER full BEFORE INSERT ON forgotten_turns"
            " BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
    with pytest.raises(sqlite3.IntegrityError, match="disk full"):
        await world.traces.forget(ZOE, NOW)
    assert "Zoe lives in Graz" in await world.turns("Zoe Graz")


async def test_everything_takes_all_that_was_derived_and_no_recorded_conversation(
    world: World,
) -> None:
    told = ("Zoe lives in Graz", "Likes tea", "Zoe lives in Graz", "Tea")
    assert await world.traces.forget(None, NOW) == VaultErasure(lines=4, turns=0, texts=told)
    assert world.read(DAILY) == "# 2026-11-21\n\n- 09:30 added Zoe in Graz to the list\n"
    assert "Zoe lives in Graz" in await world.turns("Zoe Graz")


async def test_undo_brings_back_the_last_one_only(world: World) -> None:
    before = world.read(DAILY), world.read(SESSION)
    await world.traces.forget(ZOE, NOW)
    between = world.read(DAILY), world.read(SESSION)
    await world.traces.forget(Words("tea").matches, LATER)
    assert await world.traces.restore() == VaultErasure(lines=2, turns=0)
    assert (world.read(DAILY), world.read(SESSION)) == between
    assert await world.traces.restore() == VaultErasure(lines=2, turns=1)
    assert (world.read(DAILY), world.read(SESSION)) == before
    await world.sync()
    assert "Zoe lives in Graz" in await world.turns("Where does Zoe live?")


async def test_undo_keeps_what_was_written_since(world: World) -> None:
    await world.traces.forget(ZOE, NOW)
    await world.vault.append_daily(LATER, "had lunch")
    await world.traces.restore()
    assert world.read(DAILY).endswith("had lunch\n- 09:30 [extracted] Zoe lives in Graz\n")


async def test_undo_finds_a_day_that_was_put_away_since(world: World) -> None:
    before = world.read(DAILY)
    await world.traces.forget(ZOE, NOW)
    await world.vault.archive_days(NOW + timedelta(days=99))
    world.write("vault/archive/daily/2026-11-21 2.md", "Put away once more.\n")
    await world.traces.restore()
    assert world.read(f"archive/{DAILY}") == before
    assert world.read("archive/daily/2026-11-21 2.md") == "Put away once more.\n"
    assert not (world.vault.folder / DAILY).exists()


async def test_undo_brings_back_nothing_that_a_person_has_deleted_since(world: World) -> None:
    await world.traces.forget(ZOE, NOW)
    world.write(f"vault/{DAILY}", "- 09:30 [extracted] Likes tea\n")
    (world.vault.folder / SESSION).unlink()
    await world.traces.restore()
    extracted = "- 09:30 [extracted] Zoe lives in Graz\n"
    assert world.read(DAILY) == f"- 09:30 [extracted] Likes tea\n{extracted}"
    assert world.read(SESSION) == "- Zoe lives in Graz\n"


async def test_after_its_time_nothing_of_the_text_is_kept(world: World) -> None:
    await world.traces.forget(ZOE, NOW)
    await world.traces.expire(NOW + timedelta(days=30), 30)
    assert await count(world.database, "forgotten_files") == 2
    await world.traces.expire(NOW + timedelta(days=31), 30)
    assert await count(world.database, "forgotten_files") == 0
    await world.sync()
    assert await world.turns("Zoe Graz") == []


async def count(database: Database, table: str) -> int:
    async with database.transaction() as db:
        rows = await db.execute_fetchall(f"SELECT count(*) AS n FROM {table}")  # noqa: S608 - ours
    return int(next(iter(rows))["n"])


def unwritable_day(world: World) -> AbstractContextManager[None]:
    return unwritable(world.vault.folder / DAILY)


async def forget_after_a_full_disk(world: World) -> None:
    """Forget in vain, have the file written to when there is room again, and resume."""
    with unwritable_day(world), pytest.raises(OSError, match="space"):
        await world.traces.forget(ZOE, NOW)
    await world.vault.append_daily(LATER, "had lunch")
    await world.traces.resume()


async def test_what_could_not_be_written_goes_as_soon_as_it_can(world: World) -> None:
    before = world.read(DAILY), world.read(SESSION)
    await forget_after_a_full_disk(world)
    assert "[extracted] Zoe" not in world.read(DAILY)
    assert "had lunch" in world.read(DAILY)
    assert "Zoe" not in world.read(SESSION)
    assert await world.traces.restore() == VaultErasure(lines=2, turns=1)
    assert "[extracted] Zoe" in world.read(DAILY)
    assert world.read(SESSION) == before[1]


@pytest.mark.parametrize("end", ["\r\n", "\u2028", "\x0b"])
async def test_a_line_goes_from_a_changed_file_however_it_ends(world: World, end: str) -> None:
    world.write(f"vault/{DAILY}", f"- 09:30 [extracted] Zoe lives in Graz{end}- tea\n")
    await forget_after_a_full_disk(world)
    assert "Zoe" not in world.read(DAILY)
    assert "- tea" in world.read(DAILY)


async def test_a_file_that_cannot_be_written_keeps_no_other_waiting(world: World) -> None:
    for at, words in ((NOW, "Zoe Graz"), (LATER, "Tea")):
        with unwritable_day(world), pytest.raises(OSError, match="space"):
            await world.traces.forget(Words(words).matches, at)
    assert "Zoe" not in world.read(SESSION)
    assert "Tea" not in world.read(SESSION)
    with unwritable_day(world):
        await world.traces.expire(NOW + timedelta(days=31), 30)
    await world.traces.resume()
    assert "[extracted]" not in world.read(DAILY)


async def test_an_unreadable_file_beside_it_shows_nothing_of_what_is_pending(world: World) -> None:
    """A day may be in the archive as well; here that file is a folder."""
    world.vault.folder.rename(world.folder / "elsewhere")
    world.vault.folder.symlink_to(world.folder / "elsewhere")
    with unwritable_day(world), pytest.raises(OSError, match="space"):
        await world.traces.forget(ZOE, NOW)
    world.write(f"vault/{DAILY}", world.read(DAILY) + "- 10:00 had lunch\n")
    (world.vault.folder / "archive" / DAILY).mkdir(parents=True)
    pending = await world.traces.load_pending()
    assert await world.vault.list_extracted(pending.hide) == ["Likes tea"]


async def test_what_was_taken_out_before_a_crash_can_be_restored(world: World) -> None:
    """The file is written, and the database is not."""
    before = world.read(DAILY)
    async with world.database.transaction() as db:
        await db.execute(
            "CREATE TRIGGER full BEFORE UPDATE ON forgotten_files"
            " BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
    with pytest.raises(sqlite3.IntegrityError, match="disk full"):
        await world.traces.forget(ZOE, NOW)
    assert world.read(DAILY) != before
    async with world.database.transaction() as db:
        await db.execute("DROP TRIGGER full")
    assert (await world.traces.forget(ZOE, NOW)).lines == 2  # the message comes again
    await world.traces.restore()
    assert world.read(DAILY) == before


async def test_nothing_leaves_a_file_that_could_not_be_restored(world: World) -> None:
    async with world.database.transaction() as db:
        await db.execute(
            "CREATE TRIGGER full BEFORE INSERT ON forgotten_files"
            " BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
    before = world.read(DAILY), world.read(SESSION)
    with pytest.raises(sqlite3.IntegrityError, match="disk full"):
        await world.traces.forget(ZOE, NOW)
    assert (world.read(DAILY), world.read(SESSION)) == before
