"""What the owner made private in a folder that others may read stays so, whatever comes next."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.settings.config import DocumentSettings, Settings, WatchedFolder
from tests.bot.operations.following import following
from tests.conversation import World, a_world


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "papers"
    made.mkdir()
    write(made / "rent.md", "The rent is 900.")
    return made


@pytest.fixture
def watched(folder: Path) -> WatchedFolder:
    return WatchedFolder(str(folder), "kb")


@pytest.fixture
async def world(tmp_path: Path, watched: WatchedFolder) -> AsyncIterator[World]:
    """A world in which rent.md was made private."""
    settings = Settings(documents=DocumentSettings(watch=(watched,), roots=(str(tmp_path),)))
    async with a_world(tmp_path / "home", settings) as world:
        async with following(world, watched) as told:
            assert await told.next() == ("indexed", "rent.md")
        assert "900" in await search(world, "2")
        await world.owner.press(await world.owner("/docs rent.md"), "Make it admin")
        yield world


def write(path: Path, text: str) -> None:
    path.write_text(f"# Rent\n\n{text}\n")


async def search(world: World, person: str) -> str:
    return (await world.person(person)("/search rent")).text


async def follow_until(world: World, watched: WatchedFolder, kind: str, name: str) -> None:
    async with following(world, watched) as told:
        while (await told.find(kind)).path.name != name:
            pass


async def test_it_stays_private_when_its_folder_is_followed_anew(
    world: World, watched: WatchedFolder, folder: Path
) -> None:
    write(folder / "rent.md", "The rent is 950.")
    await follow_until(world, watched, "indexed", "rent.md")
    assert "950" in await search(world, "1")
    assert "950" not in await search(world, "2")


async def test_it_stays_private_when_it_comes_back_after_its_owner_deleted_it(
    world: World, watched: WatchedFolder
) -> None:
    await world.owner("/docs rent.md delete")
    assert "900" not in await search(world, "1")
    await follow_until(world, watched, "indexed", "rent.md")
    assert "900" in await search(world, "1")
    assert "900" not in await search(world, "2")


async def test_it_stays_private_when_it_is_written_anew_after_its_file_was_deleted(
    world: World, watched: WatchedFolder, folder: Path
) -> None:
    (folder / "rent.md").unlink()
    write(folder / "other.md", "The rent of a tent is 9.")
    await follow_until(world, watched, "removed", "rent.md")
    assert "900" not in await search(world, "1")
    write(folder / "rent.md", "The rent is 950.")
    await follow_until(world, watched, "indexed", "rent.md")
    assert "950" in await search(world, "1")
    assert "950" not in await search(world, "2")


async def test_it_stays_private_when_it_could_not_be_read_and_is_read_again(
    world: World, watched: WatchedFolder, folder: Path
) -> None:
    (folder / "rent.md").write_bytes(b"")
    await follow_until(world, watched, "failed", "rent.md")
    (unread,) = await world.services.originals.unread.list_all()
    assert unread.scope == "admin"
    write(folder / "rent.md", "The rent is 950.")
    await world.owner(f"/documents again {unread.code}")
    assert "950" in await search(world, "1")
    assert "950" not in await search(world, "2")


async def test_it_stays_private_though_it_failed_while_others_might_read_it(
    world: World, watched: WatchedFolder, folder: Path
) -> None:
    await world.owner.press(await world.owner("/docs rent.md"), "Make it kb")
    (folder / "rent.md").write_bytes(b"")
    await follow_until(world, watched, "failed", "rent.md")
    (unread,) = await world.services.originals.unread.list_all()
    await world.owner.press(await world.owner("/docs rent.md"), "Make it admin")
    write(folder / "rent.md", "The rent is 950.")
    await world.owner(f"/documents again {unread.code}")
    assert "950" in await search(world, "1")
    assert "950" not in await search(world, "2")


async def test_it_stays_private_in_another_folder_of_the_same_readers(
    tmp_path: Path, folder: Path, watched: WatchedFolder
) -> None:
    other = WatchedFolder(str(tmp_path / "others"), "kb")
    (tmp_path / "others").mkdir()
    settings = Settings(documents=DocumentSettings(watch=(watched, other)))
    async with a_world(tmp_path / "home", settings) as world:
        await follow_until(world, watched, "indexed", "rent.md")
        await world.owner.press(await world.owner("/docs rent.md"), "Make it admin")
        (folder / "rent.md").rename(tmp_path / "others" / "rent.md")
        await follow_until(world, other, "indexed", "rent.md")
        assert "900" in await search(world, "1")
        assert "900" not in await search(world, "2")


async def test_what_is_published_after_it_was_renamed_stays_public(
    world: World, watched: WatchedFolder, folder: Path
) -> None:
    (folder / "rent.md").rename(folder / "lease.md")
    await follow_until(world, watched, "removed", "rent.md")
    assert "900" not in await search(world, "2")
    await world.owner.press(await world.owner("/docs lease.md"), "Make it kb")
    write(folder / "other.md", "The rent of a tent is 9.")
    await follow_until(world, watched, "indexed", "other.md")
    assert "900" in await search(world, "2")
    write(folder / "rent.md", "The rent is 950.")
    await follow_until(world, watched, "indexed", "rent.md")
    assert "950" in await search(world, "2")


async def test_what_is_published_by_its_path_after_it_was_deleted_stays_public(
    world: World, watched: WatchedFolder, folder: Path
) -> None:
    await world.owner("/docs rent.md delete")
    await world.owner(f"/index {folder / 'rent.md'} kb")
    assert "900" in await search(world, "2")
    write(folder / "rent.md", "The rent is 950.")
    await follow_until(world, watched, "indexed", "rent.md")
    assert "950" in await search(world, "2")
