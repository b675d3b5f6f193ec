"""What the owner made private in a folder that others may read stays so, whatever comes next."""

from collections.abc import AsyncIterator
from pathlib import Path
from shutil import move

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


async def test_it_stays_private_in_a_folder_within_one_of_the_owner(tmp_path: Path) -> None:
    own, shared = tmp_path / "papers", tmp_path / "papers" / "shared"
    shared.mkdir(parents=True)
    write(shared / "rent.md", "The rent is 900.")
    outer, inner = WatchedFolder(str(own), "admin"), WatchedFolder(str(shared), "kb")
    async with a_world(tmp_path / "home", _watch(outer, inner)) as world:
        await follow_until(world, inner, "indexed", "rent.md")
        await world.owner.press(await world.owner("/docs rent.md"), "Make it admin")
        write(own / "own.md", "My own rent is 7.")
        await follow_until(world, outer, "indexed", "own.md")
        write(own / "second.md", "My second rent is 8.")
        await follow_until(world, outer, "indexed", "second.md")
        assert "900" in await search(world, "1")
        write(shared / "tent.md", "The rent of a tent is 9.")
        await follow_until(world, inner, "indexed", "tent.md")
        assert "900" in await search(world, "1")
        assert "900" not in await search(world, "2")


async def test_a_folder_for_others_within_one_of_the_owner_publishes_what_nobody_made_private(
    tmp_path: Path,
) -> None:
    own, shared = tmp_path / "papers", tmp_path / "papers" / "shared"
    shared.mkdir(parents=True)
    write(shared / "rent.md", "The rent is 900.")
    outer, inner = WatchedFolder(str(own), "admin"), WatchedFolder(str(shared), "kb")
    async with a_world(tmp_path / "home", _watch(outer)) as world:
        await follow_until(world, outer, "indexed", "rent.md")
        assert "900" not in await search(world, "2")
    async with a_world(tmp_path / "home", _watch(outer, inner)) as world:
        await follow_until(world, inner, "indexed", "rent.md")
        assert "900" in await search(world, "2")


async def test_it_stays_private_when_the_whole_folder_moves_and_the_settings_follow(
    world: World, folder: Path, tmp_path: Path
) -> None:
    moved = WatchedFolder(str(tmp_path / "moved"), "kb")
    move(folder, tmp_path / "moved")
    async with a_world(tmp_path / "home", _watch(moved)) as later:
        await follow_until(later, moved, "indexed", "rent.md")
        assert "900" in await search(later, "1")
        assert "900" not in await search(later, "2")


async def test_it_stays_private_though_its_folder_was_the_owners_for_a_while(
    world: World, watched: WatchedFolder, folder: Path
) -> None:
    await world.owner("/docs rent.md delete")
    own = WatchedFolder(str(folder), "admin")
    await follow_until(world, own, "indexed", "rent.md")
    (folder / "rent.md").unlink()
    write(folder / "tent.md", "The rent of a tent is 9.")
    await follow_until(world, own, "removed", "rent.md")
    write(folder / "rent.md", "The rent is 950.")
    await follow_until(world, watched, "indexed", "rent.md")
    assert "950" in await search(world, "1")
    assert "950" not in await search(world, "2")


async def test_a_copy_of_an_earlier_version_stays_private(
    world: World, watched: WatchedFolder, folder: Path
) -> None:
    earlier = (folder / "rent.md").read_bytes()
    write(folder / "rent.md", "The rent is 950.")
    await follow_until(world, watched, "indexed", "rent.md")
    (folder / "earlier.md").write_bytes(earlier)
    await follow_until(world, watched, "indexed", "earlier.md")
    assert "900" in await search(world, "1")
    assert "900" not in await search(world, "2")


async def test_a_copy_that_was_published_by_its_path_stays_public(
    world: World, watched: WatchedFolder, folder: Path
) -> None:
    (folder / "lease.md").write_bytes((folder / "rent.md").read_bytes())
    await world.owner(f"/index {folder / 'lease.md'} kb")
    write(folder / "rent.md", "The rent is 950.")
    await follow_until(world, watched, "indexed", "rent.md")
    seen = await search(world, "2")
    assert "900" in seen
    assert "950" not in seen


async def test_it_goes_when_a_folder_takes_its_name(
    world: World, watched: WatchedFolder, folder: Path
) -> None:
    (folder / "rent.md").unlink()
    (folder / "rent.md").mkdir()
    write(folder / "rent.md" / "tent.md", "The rent of a tent is 9.")
    await follow_until(world, watched, "removed", "rent.md")
    assert "900" not in await search(world, "1")


async def test_who_makes_private_what_is_so_as_all_of_its_folder_has_chosen_it(
    tmp_path: Path, folder: Path, watched: WatchedFolder
) -> None:
    own = WatchedFolder(str(folder), "admin")
    settings = Settings(documents=DocumentSettings(watch=(own,), roots=(str(tmp_path),)))
    async with a_world(tmp_path / "home", settings) as world:
        write(folder / "tent.md", "The rent of a tent is 9.")
        await follow_until(world, own, "indexed", "rent.md")
        await world.owner(f"/index {folder / 'rent.md'} admin")
    async with a_world(tmp_path / "home", _watch(watched)) as later:
        await follow_until(later, watched, "indexed", "tent.md")
        assert "tent" in await search(later, "2")
        assert "900" in await search(later, "1")
        assert "900" not in await search(later, "2")


@pytest.mark.parametrize("deleted", [False, True])
async def test_it_stays_private_when_its_whole_folder_is_indexed_for_everybody(
    world: World, folder: Path, *, deleted: bool
) -> None:
    if deleted:
        await world.owner("/docs rent.md delete")
    write(folder / "tent.md", "The rent of a tent is 9.")
    (folder / "copy.md").write_bytes((folder / "rent.md").read_bytes())
    said = (await world.owner(f"/index {folder} kb")).text
    assert "Still readable by you alone (admin), as you chose before: 2." in said
    assert "900" in await search(world, "1")
    assert "tent" in await search(world, "2")
    assert "900" not in await search(world, "2")
    said = (await world.owner(f"/index {folder / 'rent.md'} kb")).text
    assert "Still" not in said
    assert "900" in await search(world, "2")


def _watch(*folders: WatchedFolder) -> Settings:
    return Settings(documents=DocumentSettings(watch=folders))
