"""Folders of the settings are followed, and a day of changes is one summary."""

import asyncio
import errno
import os
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from bot.operations.watched_folders import FolderDiary, follow_folder
from bot.runtime.background import open_background
from bot.settings.config import DocumentSettings, Settings, WatchedFolder
from indexer.ingest.living_folder import FolderChange
from tests.bot.operations.following import Told, following
from tests.conversation import a_world
from tests.factories import NOON
from tests.small_disk import full_after


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def diary(tmp_path: Path, clock: Clock) -> FolderDiary:
    return FolderDiary(tmp_path / "watched.json", clock)


def test_a_day_of_changes_is_one_summary(diary: FolderDiary, clock: Clock) -> None:
    for name in ("a.md", "b.md"):
        diary.add(FolderChange("indexed", Path(name)))
    diary.add(FolderChange("removed", Path("c.md")))
    assert not diary.is_due
    clock.now += timedelta(days=1)
    assert diary.is_due
    assert diary.format() == (
        "In your watched folders, since the last summary: 2 files were indexed. 1 file was removed."
    )
    diary.clear()
    assert not diary.is_due
    assert not diary.path.exists()


def test_a_clock_that_was_a_year_ahead_keeps_no_summary_back(
    diary: FolderDiary, clock: Clock
) -> None:
    clock.now += timedelta(days=365)
    diary.add(FolderChange("indexed", Path("/papers/a.md")))
    clock.now -= timedelta(days=365)
    assert diary.is_due


def test_what_could_not_be_read_is_named_up_to_five(diary: FolderDiary) -> None:
    for number in range(7):
        diary.add(FolderChange("failed", Path(f"/papers/{number}.pdf"), "It is damaged."))
    assert "7 files could not be read, among them 0.pdf, 1.pdf, 2.pdf, 3.pdf and 4.pdf." in (
        diary.format()
    )


def test_a_name_stays_one_line_that_can_be_sent(diary: FolderDiary) -> None:
    diary.add(FolderChange("failed", Path("/papers/a\n# Big\udcff.md"), "It is damaged."))
    assert "could not be read: a # Big?.md." in diary.format()


def test_it_survives_a_restart_and_a_damaged_file(diary: FolderDiary, clock: Clock) -> None:
    diary.add(FolderChange("indexed", Path("/papers/a.md")))
    clock.now += timedelta(days=2)
    again = FolderDiary(diary.path, clock)
    assert again.is_due
    assert "1 file was indexed." in again.format()
    diary.path.write_text('{"counts": 3}')
    assert not FolderDiary(diary.path, clock).is_due


@pytest.mark.parametrize(
    "text",
    [
        '{"counts": {"indexed": 1e999}, "failed": [], "since": 1}',
        '{"counts": {}, "failed": [], "since": 1' + "0" * 400 + "}",
        "[" * 100_000,
    ],
    ids=["endless", "huge", "nested"],
)
def test_a_hostile_file_keeps_no_daemon_from_starting(
    diary: FolderDiary, clock: Clock, text: str
) -> None:
    """A backup that somebody else made may hold it."""
    diary.path.write_text(text)
    assert not FolderDiary(diary.path, clock).is_due


def test_a_full_disk_keeps_the_changes_until_they_can_be_written(
    diary: FolderDiary, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    diary.add(FolderChange("indexed", Path("/papers/a.md")))
    with full_after(0):
        diary.add(FolderChange("indexed", Path("/papers/b.md")))
    assert "cannot be stored" in caplog.text
    assert "1 file was indexed" in FolderDiary(diary.path, clock).format()
    diary.add(FolderChange("indexed", Path("/papers/c.md")))
    assert "3 files were indexed" in FolderDiary(diary.path, clock).format()


async def test_a_file_that_stays_broken_is_counted_once(
    tmp_path: Path, folder: Path, clock: Clock
) -> None:
    """Each start of the process meets it; another fault of it is news."""
    (folder / "bad.pdf").write_bytes(b"%PDF-1.4 broken")
    watched = WatchedFolder(str(folder), "admin")
    diary = FolderDiary(tmp_path / "watched.json", clock)
    async with a_world(tmp_path / "home") as world:
        for _start in range(3):
            async with following(world, watched) as told:
                failed = await told.find("failed")
            diary.add(failed)
        assert "1 file could not be read: bad.pdf." in diary.format()
        diary.clear()
        diary.add(failed)
        clock.now += timedelta(days=2)
        assert not diary.is_due
        (folder / "bad.pdf").write_bytes(b"")
        async with following(world, watched) as told:
            diary.add(await told.find("failed"))
    assert "1 file could not be read: bad.pdf." in diary.format()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "papers"
    made.mkdir()
    (made / "rent.md").write_text("# Rent\n\nThe rent is 900.\n")
    return made


async def test_a_folder_is_followed_and_its_files_answer(tmp_path: Path, folder: Path) -> None:
    async with a_world(tmp_path / "home") as world:
        told = Told()
        watched = WatchedFolder(str(folder), "admin")
        following = asyncio.create_task(follow_folder(world.services, watched, told, 0.01))
        assert await told.next() == ("indexed", "rent.md")
        (folder / "keys.md").write_text("# Keys\n\nThere are two keys.\n")
        assert await told.next() == ("indexed", "keys.md")
        assert "keys.md" in (await world.owner("/search keys")).text
        (folder / "keys.md").unlink()
        assert await told.next() == ("removed", "keys.md")
        assert "keys.md" not in (await world.owner("/search keys")).text
        following.cancel()


async def test_a_full_disk_ends_it_for_a_while_only(tmp_path: Path, folder: Path) -> None:
    """What happened cannot be written down; a minute later it can."""
    paused, told = list[float](), Told()

    def tell(change: FolderChange) -> None:
        if not paused:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        told(change)

    async def pause(seconds: float) -> None:
        paused.append(seconds)
        (folder / "keys.md").write_text("# Keys\n\nThere are two keys.\n")

    async with a_world(tmp_path / "home") as world, open_background(pause) as background:
        watched = WatchedFolder(str(folder), "admin")
        follow = partial(follow_folder, world.services, watched, tell, 0.01)
        background.run_forever("watching", follow)
        assert await told.next() == ("indexed", "keys.md")
        assert "rent.md" in (await world.owner("/search rent")).text


async def test_a_folder_that_holds_the_home_publishes_nothing_of_it(tmp_path: Path) -> None:
    """The home has everybody's files and notes, whatever the folder's readers are."""
    async with a_world(tmp_path / "srv" / "multis") as world:
        await world.owner("admin", safe__md=b"# Safe\n\nThe safe opens with zanzibar.\n")
        await world.owner("/remember My password is zanzibar.")
        (tmp_path / "srv" / "plan.md").write_text("# Plan\n\nThe ferry leaves at noon.\n")
        async with following(world, WatchedFolder(str(tmp_path / "srv"), "kb")) as told:
            assert await told.next() == ("indexed", "plan.md")
            (tmp_path / "srv" / "later.md").write_text("# Later\n\nThe inn is full.\n")
            assert await told.next() == ("indexed", "later.md")
        guest = world.person("2")
        assert "plan.md" in (await guest("/search ferry")).text
        assert "zanzibar" not in (await guest("/search zanzibar safe password")).text


async def test_the_innermost_of_nested_folders_decides_who_reads(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    (folder / "private").mkdir(parents=True)
    (folder / "open.md").write_text("# Open\n\nThe ferry leaves at noon.\n")
    (folder / "private" / "own.md").write_text("# Own\n\nThe safe opens with zanzibar.\n")
    (folder / "private" / "shared").mkdir()
    (folder / "private" / "shared" / "menu.md").write_text("# Menu\n\nThere is soup.\n")
    outer, inner = WatchedFolder(str(folder), "kb"), WatchedFolder(f"{folder}/private", "admin")
    innermost = WatchedFolder(f"{folder}/private/shared", "kb")
    settings = Settings(documents=DocumentSettings(watch=(outer, inner, innermost)))
    async with a_world(tmp_path / "home", settings) as world:
        async with following(world, inner) as told:
            assert await told.next() == ("indexed", "own.md")
        async with following(world, innermost) as told:
            assert await told.next() == ("indexed", "menu.md")
        async with following(world, outer) as told:
            assert await told.next() == ("indexed", "open.md")
        assert "menu.md" in (await world.person("2")("/search soup")).text
        assert "zanzibar" not in (await world.person("2")("/search zanzibar")).text
        assert "zanzibar" in (await world.owner("/search zanzibar")).text


async def test_a_deleted_document_of_a_watched_folder_is_said_to_come_back(
    tmp_path: Path, folder: Path
) -> None:
    async with a_world(tmp_path / "home") as world:
        await world.owner("kb", sent__md=b"# Sent\n\nThe ferry leaves at noon.\n")
        async with following(world, WatchedFolder(str(folder), "kb")) as told:
            assert await told.next() == ("indexed", "rent.md")
            sent = (await world.owner("/docs sent.md delete")).text
            assert "watched" not in sent
            rent = (await world.owner("/docs rent.md delete")).text
        assert "Its folder is watched" in rent
