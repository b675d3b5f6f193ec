"""A folder stays in the index as it is on the disk."""

import asyncio
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from indexer.errors import UserError
from indexer.ingest.folder_events import FolderEvents, open_folder_events
from indexer.ingest.living_folder import LivingFolder, OtherFolders, open_living_folder
from indexer.ingest.pipeline import Pipeline
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.store.analysis.worker import Passages
from indexer.store.chunks import analyze_in_thread
from indexer.store.terms import Terms
from indexer.store.writer import Writer
from tests.indexer.factories import NOW
from tests.indexer.filling import Bench

PATIENCE = 60.0  # seconds, on a busy machine


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "papers"
    (made / "house").mkdir(parents=True)
    write(made / "rent.md", "The rent is 900.")
    write(made / "house" / "keys.md", "There are two keys.")
    return made


@pytest.fixture
def living(bench: Bench, folder: Path) -> LivingFolder:
    return open_living_folder(
        folder, KB, bench.pipeline, Writer(bench.index.database), OtherFolders()
    )


def write(path: Path, text: str) -> None:
    path.write_text(f"# Note\n\n{text}\n")


def move(path: Path, to: Path) -> None:
    path.rename(to)


def make(folder: Path) -> None:
    folder.mkdir()


async def look(living: LivingFolder, *paths: Path) -> list[tuple[str, str]]:
    changes = [each async for each in living.update(paths or (living.folder,))]
    return [(each.kind, each.path.name) for each in changes]


async def found(bench: Bench, question: str) -> list[str]:
    return [hit.file_name for hit in await bench.index.search(question)]


async def test_what_is_there_is_indexed_once(living: LivingFolder, bench: Bench) -> None:
    assert await look(living) == [("indexed", "keys.md"), ("indexed", "rent.md")]
    assert await look(living) == []
    assert await found(bench, "keys") == ["keys.md"]
    again = open_living_folder(living.folder, KB, living.pipeline, living.writer, OtherFolders())
    assert await look(again) == []  # another process reads the files, and finds nothing new


async def test_a_changed_file_and_a_new_one_are_read(living: LivingFolder, folder: Path) -> None:
    await look(living)
    write(folder / "rent.md", "The rent is 950 now.")
    write(folder / "new.md", "A new note.")
    changed = [folder / "rent.md", folder / "new.md"]
    assert await look(living, *changed) == [("indexed", "new.md"), ("indexed", "rent.md")]


async def test_what_is_deleted_leaves_the_index(
    living: LivingFolder, bench: Bench, folder: Path
) -> None:
    await look(living)
    shutil.rmtree(folder / "house")
    assert await look(living, folder / "house") == [("removed", "keys.md")]
    assert await found(bench, "keys") == []
    assert await found(bench, "rent") == ["rent.md"]


async def test_a_renamed_file_is_found_under_its_new_name_alone(
    living: LivingFolder, bench: Bench, folder: Path
) -> None:
    await look(living)
    (folder / "rent.md").rename(folder / "lease.md")
    changes = await look(living, folder / "rent.md", folder / "lease.md")
    assert sorted(changes) == [("indexed", "lease.md"), ("removed", "rent.md")]
    assert await found(bench, "rent") == ["lease.md"]


async def test_a_copy_outlives_the_first_file(
    living: LivingFolder, bench: Bench, folder: Path
) -> None:
    await look(living)
    shutil.copy(folder / "rent.md", folder / "copy.md")
    await look(living)
    (folder / "rent.md").unlink()
    await look(living)
    assert await found(bench, "rent") == ["copy.md"]
    (folder / "copy.md").unlink()
    await look(living)
    assert await found(bench, "rent") == []


async def test_nothing_outside_the_folder_is_read(
    living: LivingFolder, bench: Bench, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret").mkdir()
    write(tmp_path / "secret" / "diary.md", "The diary is secret.")
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "diary.md").symlink_to(tmp_path / "secret" / "diary.md")
    (folder / ".hidden").mkdir()
    write(folder / ".hidden" / "diary.md", "The diary is hidden.")
    await look(living)
    outside = (folder / "link" / "diary.md", folder / "diary.md", tmp_path / "secret" / "diary.md")
    hidden = folder / ".hidden" / "diary.md"
    assert await look(living, *outside, hidden, folder / ".." / "secret" / "diary.md") == []
    assert await found(bench, "diary") == []


async def test_the_pictures_and_scripts_of_a_saved_page_are_not_read(
    living: LivingFolder, folder: Path
) -> None:
    await look(living)
    (folder / "Rents_files").mkdir()
    write(folder / "Rents_files" / "ad.html", "Buy shoes.")
    (folder / "Rents.html").write_text("<p>The rent is 900.</p>")
    assert await look(living, folder / "Rents_files" / "ad.html") == []
    assert await look(living) == [("indexed", "Rents.html")]


async def test_a_file_that_becomes_a_link_leaves_the_index(
    living: LivingFolder, bench: Bench, folder: Path, tmp_path: Path
) -> None:
    await look(living)
    moved = (folder / "house").rename(tmp_path / "elsewhere")
    (folder / "house").symlink_to(moved)
    assert await look(living) == [("removed", "keys.md")]
    assert await found(bench, "keys") == []


async def test_documents_of_other_readers_and_other_folders_stay(
    living: LivingFolder, bench: Bench, folder: Path, tmp_path: Path
) -> None:
    beside = tmp_path / "papers.md"
    write(beside, "Beside the folder.")
    await bench.run(beside)
    write(folder / "own.md", "For the owner.")
    await bench.run(folder / "own.md", Scope("user:telegram:2"))
    beside.unlink()
    (folder / "own.md").unlink()
    assert ("removed", "own.md") not in await look(living)
    assert await found(bench, "beside folder") == ["papers.md"]


async def test_what_the_owner_made_private_leaves_the_index_with_its_file(
    living: LivingFolder, bench: Bench, folder: Path
) -> None:
    hidden = folder / ".drafts" / "rent.md"
    hidden.parent.mkdir()
    write(hidden, "A draft of the rent, which the owner indexed.")
    await bench.run(hidden, ADMIN)
    await look(living)
    await bench.run(folder / "rent.md", ADMIN)
    (folder / "rent.md").unlink()
    assert await look(living) == [("removed", "rent.md")]
    assert await found(bench, "rent draft") == ["rent.md"]
    hidden.unlink()
    assert await look(living) == [("removed", "rent.md")]
    assert await found(bench, "rent draft") == []


async def test_what_becomes_private_while_it_is_read_is_not_published(
    bench: Bench, folder: Path
) -> None:
    index, rent = bench.index, folder / "rent.md"
    first = await bench.run(rent)

    async def analyze(passages: Passages) -> Sequence[Terms]:
        await index.writer.relabel(first.file_id, ADMIN)  # as the button does
        return await analyze_in_thread(passages)

    writer = Writer(index.database, analyze)
    pipeline = Pipeline(writer, bench.pipeline.parsers, lambda: NOW)
    write(rent, "The rent is 950.")
    assert await look(open_living_folder(folder, KB, pipeline, writer, OtherFolders()), rent)
    assert not await index.search("rent", Visibility.only(KB))
    (hit,) = await index.search("rent", Visibility.only(ADMIN))
    assert "950" in hit.chunk.text


@pytest.mark.parametrize("change", ["none", "edited", "renamed", "copied"])
async def test_what_the_owner_made_private_is_not_published_again(
    bench: Bench, folder: Path, living: LivingFolder, change: str
) -> None:
    """Neither by a start of the process, which looks at each file as if it was new."""
    await look(living)
    rent, other = folder / "rent.md", folder / "house" / "other.md"
    await bench.run(rent, ADMIN)
    match change:
        case "edited":
            write(rent, "The rent is 950.")
        case "renamed":
            rent.rename(other)
        case "copied":
            shutil.copy(rent, other)
    writer = Writer(bench.index.database)
    await look(open_living_folder(folder, KB, bench.pipeline, writer, OtherFolders()))
    seen = await bench.index.search("rent", Visibility.only(KB))
    assert [hit.file_name for hit in seen] == []
    assert [hit.scope for hit in await bench.index.search("rent", Visibility.only(ADMIN))] != []
    write(folder / "new.md", "The rent of a tent is 9.")
    await look(living)
    seen = await bench.index.search("rent", Visibility.only(KB))
    assert [hit.file_name for hit in seen] == ["new.md"]


async def test_what_becomes_private_while_its_folder_is_read_is_not_published(
    bench: Bench, folder: Path, living: LivingFolder
) -> None:
    await look(living)
    write(folder / "a.md", "A new note, which is read first.")
    write(folder / "rent.md", "The rent is 955.")
    (rent,) = await living.writer.list_files_in(KB, str(folder / "rent.md"))
    reading = living.update((folder,))
    assert (await anext(reading)).path.name == "a.md"
    await living.writer.relabel(rent.id, ADMIN)  # as the button does
    assert [each.path.name async for each in reading] == ["rent.md"]
    assert not await bench.index.search("rent", Visibility.only(KB))
    (hit,) = await bench.index.search("rent", Visibility.only(ADMIN))
    assert "955" in hit.chunk.text


async def test_what_becomes_private_when_its_bytes_are_known_is_not_published(
    bench: Bench, folder: Path, living: LivingFolder
) -> None:
    await look(living)
    (rent,) = await living.writer.list_files_in(KB, str(folder / "rent.md"))
    assert await living.writer.relabel(rent.id, ADMIN) == ADMIN  # as the button does
    # A job that looked before the button was pressed:
    assert await living.writer.relabel(rent.id, KB, chosen=False) == ADMIN
    assert not await bench.index.search("rent", Visibility.only(KB))


async def test_a_disk_that_is_not_mounted_removes_nothing(
    living: LivingFolder, bench: Bench, folder: Path, tmp_path: Path
) -> None:
    await look(living)
    move(folder, tmp_path / "elsewhere")
    with pytest.raises(UserError, match="missing or empty"):
        await look(living)
    make(folder)
    with pytest.raises(UserError, match="stays"):
        await look(living, folder / "rent.md")
    assert await found(bench, "rent") == ["rent.md"]


async def test_a_file_that_cannot_be_read_is_told_once(living: LivingFolder, folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    assert ("failed", "broken.pdf") in await look(living)
    assert await look(living) == []


async def wait_for(events: FolderEvents, path: Path) -> None:
    async with asyncio.timeout(PATIENCE):
        while path not in await events.wait():
            pass


async def test_the_system_tells_what_changes(folder: Path) -> None:
    async with open_folder_events(folder, quiet=0.01) as events:
        write(folder / "new.md", "New.")
        await wait_for(events, folder / "new.md")
        (folder / "deep" / "er").mkdir(parents=True)
        write(folder / "deep" / "er" / "note.md", "Deep.")
        await wait_for(events, folder / "deep" / "er" / "note.md")
        (folder / "new.md").rename(folder / "named.md")
        await wait_for(events, folder / "named.md")
        (folder / "rent.md").unlink()
        await wait_for(events, folder / "rent.md")


async def test_what_changes_behind_a_link_is_not_told(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (folder / "link").symlink_to(tmp_path / "outside")
    async with open_folder_events(folder, quiet=0.01) as events:
        write(tmp_path / "outside" / "note.md", "Outside.")
        write(folder / "inside.md", "Inside.")
        async with asyncio.timeout(PATIENCE):
            seen = await events.wait()
        assert all(folder in each.parents for each in seen)
        assert not any("note" in each.name for each in seen)


async def test_changes_that_come_together_are_told_together(folder: Path) -> None:
    events = FolderEvents(folder, quiet=0.05)
    events.add(folder / "a.md")
    asyncio.get_running_loop().call_later(0.01, events.add, folder / "b.md")
    assert await events.wait() == {folder / "a.md", folder / "b.md"}


async def test_very_many_changes_are_a_look_at_the_whole_folder(folder: Path) -> None:
    events = FolderEvents(folder, quiet=0.0)
    events.add(*(folder / f"{number}.md" for number in range(10_000)))
    events.add(folder / "one-more.md")
    assert folder in await events.wait()


async def test_a_folder_that_cannot_be_watched_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="does not say"):
        async with open_folder_events(tmp_path / "none"):
            pass


async def test_a_pipe_in_the_folder_holds_nothing_up(living: LivingFolder, folder: Path) -> None:
    os.mkfifo(folder / "pipe.md")
    async with asyncio.timeout(PATIENCE):
        assert ("indexed", "rent.md") in await look(living)


async def test_of_very_many_changes_only_what_is_there_is_read(
    living: LivingFolder, folder: Path
) -> None:
    paths = [folder / f"{number}.md" for number in range(200)]
    assert await look(living, *paths) == [("indexed", "keys.md"), ("indexed", "rent.md")]


async def test_nothing_in_a_closed_folder_is_indexed_or_stays(
    living: LivingFolder, bench: Bench
) -> None:
    await look(living)
    house = living.folder / "house"
    closed = open_living_folder(
        living.folder, KB, living.pipeline, living.writer, OtherFolders((house,))
    )
    assert await look(closed) == [("removed", "keys.md")]
    write(house / "safe.md", "The safe is blue.")
    assert await look(closed, house / "safe.md", house) == []
    assert await found(bench, "safe keys") == []
    inside = open_living_folder(
        house, KB, living.pipeline, living.writer, OtherFolders((living.folder,))
    )
    with pytest.raises(UserError, match="belongs to multis itself"):
        await look(inside)


@pytest.mark.parametrize("name", [b"\xff.md", b"\xff/plan.md"], ids=["file", "folder"])
async def test_a_name_that_is_no_text_keeps_nothing_else_from_being_read(
    living: LivingFolder, folder: Path, name: bytes
) -> None:
    """Whoever may write to the folder may name a file so, and then another way."""
    bad = folder / os.fsdecode(name)
    bad.parent.mkdir(exist_ok=True)
    write(bad, "The ferry sails at noon.")
    told = await look(living)
    assert [kind for kind, _ in told].count("indexed") == 2
    assert [each for kind, each in told if kind == "failed"] == [bad.name]
    top = folder / bad.relative_to(folder).parts[0]
    renamed = folder / ("good" + top.suffix)
    move(top, renamed)
    assert [kind for kind, _ in await look(living, top, renamed)] == ["indexed"]
    move(renamed, top)
    assert "removed" in [kind for kind, _ in await look(living, top, renamed)]
