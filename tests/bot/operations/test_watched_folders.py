"""Folders of the settings are followed, and a day of changes is one summary."""

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.operations.watched_folders import FolderDiary, follow_folder
from bot.settings.config import WatchedFolder
from indexer.ingest.living_folder import FolderChange
from tests.conversation import a_world
from tests.factories import NOON

PATIENCE = 60.0  # seconds, on a busy machine


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


def test_what_could_not_be_read_is_named_up_to_five(diary: FolderDiary) -> None:
    for number in range(7):
        diary.add(FolderChange("failed", Path(f"/papers/{number}.pdf"), "It is damaged."))
    assert "7 files could not be read, among them 0.pdf, 1.pdf, 2.pdf, 3.pdf and 4.pdf." in (
        diary.format()
    )


def test_it_survives_a_restart_and_a_damaged_file(diary: FolderDiary, clock: Clock) -> None:
    diary.add(FolderChange("indexed", Path("/papers/a.md")))
    clock.now += timedelta(days=2)
    again = FolderDiary(diary.path, clock)
    assert again.is_due
    assert "1 file was indexed." in again.format()
    diary.path.write_text('{"counts": 3}')
    assert not FolderDiary(diary.path, clock).is_due


class Told:
    """The changes, as they are waited for."""

    def __init__(self) -> None:
        self._changes = asyncio.Queue[FolderChange]()

    def __call__(self, change: FolderChange) -> None:
        self._changes.put_nowait(change)

    async def next(self) -> tuple[str, str]:
        async with asyncio.timeout(PATIENCE):
            change = await self._changes.get()
        return change.kind, change.path.name


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
