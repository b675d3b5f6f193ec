"""Files that wait to be read, and files that could not be read, on the desk."""

import asyncio
import os
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.ingest.absent_documents import KEPT, AbsentDocuments
from bot.ingest.queue import Upload
from bot.operations.jobs import clean_up
from bot.operations.watched_folders import follow_folder
from bot.services.resources import utc_now
from bot.settings.config import DocumentSettings, Settings, WatchedFolder
from indexer.ingest.jobs import Job
from indexer.scopes import KB
from tests.bot.desk.office import GUIDE, Office, an_office
from tests.small_disk import full_after

BROKEN = b"%PDF-1.7 and then nothing that a PDF has"


async def test_a_file_that_could_not_be_read_is_listed_with_the_reason(office: Office) -> None:
    told = await office.world.owner("kb", broken__pdf=BROKEN, guide__md=GUIDE)
    shown = await office.look("documents")
    (failed,) = shown.unread
    assert (failed.name, failed.at) == ("broken.pdf", int(office.world.clock.now.timestamp()))
    assert failed.reason in told.text
    assert [row.name for row in shown.rows] == ["guide.md"]


async def test_what_could_not_be_read_is_read_again_and_then_gone_from_the_list(
    tmp_path: Path,
) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "plan.pdf").write_bytes(BROKEN)
    settings = Settings(documents=DocumentSettings(roots=(str(papers),)))
    async with an_office(tmp_path / "home", settings) as office:
        await office.world.owner(f"/index {papers / 'plan.pdf'} kb")
        (failed,) = (await office.look("documents")).unread
        await office.world.owner(f"/documents again {failed.id}")
        assert len((await office.look("documents")).unread) == 1
        (papers / "plan.pdf").write_bytes(GUIDE)
        assert (
            "Indexed plan.pdf" in (await office.world.owner(f"/documents again {failed.id}")).text
        )
        shown = await office.look("documents")
        assert ([row.name for row in shown.rows], shown.unread) == (["plan.pdf"], ())


async def test_a_file_that_was_sent_is_kept_to_be_read_again(office: Office) -> None:
    await office.world.owner("kb", broken__pdf=BROKEN)
    (failed,) = (await office.look("documents")).unread
    again = await office.world.owner(f"/documents again {failed.id}")
    assert again.text == f"broken.pdf was not indexed: {failed.reason}"
    kept = sorted(office.world.services.home.unread.iterdir())
    assert [path.suffix for path in kept] == [".file", ".json"]
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}


async def test_a_better_file_of_that_name_takes_it_off_the_list(office: Office) -> None:
    await office.world.owner("kb", plan__pdf=BROKEN)
    await office.world.owner("kb", plan__pdf=GUIDE)
    assert (await office.look("documents")).unread == ()


async def test_it_is_dismissed_and_leaves_the_disk(office: Office) -> None:
    await office.world.owner("kb", broken__pdf=BROKEN)
    (failed,) = (await office.look("documents")).unread
    told = await office.world.owner(f"/documents dismiss {failed.id}")
    assert told.text == "I no longer list what could not be read."
    assert (await office.look("documents")).unread == ()
    assert list(office.world.services.home.unread.iterdir()) == []


async def test_it_goes_by_itself_after_a_month(office: Office) -> None:
    await office.world.owner("kb", broken__pdf=BROKEN)
    office.world.clock.now += KEPT + KEPT
    assert (await office.look("documents")).unread == ()
    await clean_up(office.world.services)
    assert list(office.world.services.home.unread.iterdir()) == []


async def test_a_guest_reads_nothing_of_it_and_fills_no_list(office: Office) -> None:
    await office.world.let_in("test:2", "Ann Miller")
    await office.world.owner("kb", broken__pdf=BROKEN)
    await office.world.person("2")("", mine__pdf=BROKEN)
    assert [each.name for each in (await office.look("documents")).unread] == ["broken.pdf"]
    assert (await office.look("documents", sender="2")).unread == ()


async def test_no_more_than_so_many_are_listed(tmp_path: Path) -> None:
    unread = AbsentDocuments(tmp_path / "unread", utc_now, most=1)
    for name in ("one.pdf", "two.pdf", "one.pdf"):
        await unread.keep_unread(Job(Path(), name, name, KB), "It is damaged.", None)
    assert [each.name for each in await unread.list_all()] == ["one.pdf"]


async def test_the_list_is_narrowed_by_state_and_name(office: Office) -> None:
    await office.world.owner("kb", broken__pdf=BROKEN, guide__md=GUIDE)
    failed = await office.look("documents", state="failed")
    assert (failed.rows, failed.total, len(failed.unread)) == ((), 0, 1)
    for arguments in ({"state": "whole"}, {"state": "waiting"}, {"q": "guide"}, {"type": "md"}):
        assert (await office.look("documents", **arguments)).unread == ()


async def test_what_waits_to_be_read_is_named_to_whom_it_concerns(office: Office) -> None:
    await office.world.let_in("test:2", "Ann Miller")
    arrived, going = asyncio.Event(), asyncio.Event()
    left = list[list[str]]()

    async def fetch(path: Path) -> None:
        left.append(office.world.services.indexing.list_waiting())
        arrived.set()
        await going.wait()
        await asyncio.to_thread(path.write_bytes, GUIDE)

    async def build(path: Path) -> Job:
        return Job(path, "upload:test:1/slow.md", "slow.md", KB)

    slow = Upload(Job(Path(), "", "slow.md", KB), 10, fetch, build)
    other = replace(slow, job=replace(slow.job, name="other.md"))
    queue = office.world.services.indexing

    async def read() -> None:
        async for _step in queue.run("test:1", "test:1", [slow, other]):
            pass

    reading = asyncio.create_task(read())
    await arrived.wait()
    shown = await office.look("documents")
    assert (shown.waiting, shown.waiting_count) == (("slow.md", "other.md"), 2)
    assert (await office.look("documents", state="waiting", q="other")).waiting == ("other.md",)
    assert (await office.look("documents", sender="2")).waiting == ()
    going.set()
    await reading
    assert left == [["slow.md", "other.md"], ["other.md"]]
    assert (await office.look("documents")).waiting_count == 0


async def test_a_watched_folder_tells_what_could_not_be_read_until_it_can(tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "plan.pdf").write_bytes(BROKEN)
    watched = WatchedFolder(str(papers), "admin")
    seen = asyncio.Queue[str]()
    async with an_office(tmp_path / "home") as office:
        following = asyncio.create_task(
            follow_folder(
                office.world.services, watched, lambda each: seen.put_nowait(each.kind), 0.01
            )
        )
        assert await seen.get() == "failed"
        assert [each.name for each in (await office.look("documents")).unread] == ["plan.pdf"]
        (papers / "plan.pdf").write_bytes(GUIDE)
        assert await seen.get() == "indexed"
        assert (await office.look("documents")).unread == ()
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        assert office.world.services.followed == []


async def test_a_full_disk_is_not_filled_further_by_halves(office: Office) -> None:
    home, large = office.world.services.home, GUIDE + b"x" * 100_000
    (home.tmp / "new").write_bytes(large[::-1])
    await office.world.owner("kb", guide__md=large)
    with full_after(40_000):
        with pytest.raises(OSError, match="too large"):
            await office.world.services.originals.keep(home.tmp / "new", "upload:new", KB)
        assert (await office.world.owner("/docs guide.md delete")).failed
    assert [each.suffix for each in home.originals.iterdir()] == [""]
    assert list(home.deleted.iterdir()) == []


async def test_what_a_killed_process_left_leaves_the_disk(office: Office) -> None:
    """The half of a copy, and a whole one that no entry names: its document may be deleted."""
    await office.world.owner("kb", broken__pdf=BROKEN)
    folder, now = office.world.services.home.unread, office.world.clock.now.timestamp()
    kept = sorted(folder.iterdir())
    for name in ("d000000001.file", "d000000002.part", "d000000003.new"):
        (folder / name).write_bytes(GUIDE)
    for path in folder.iterdir():
        os.utime(path, (now, now))
    await clean_up(office.world.services)
    assert len(list(folder.iterdir())) == 5
    office.world.clock.now += timedelta(days=2)
    await clean_up(office.world.services)
    assert sorted(folder.iterdir()) == kept


async def test_what_is_kept_stays_whole_where_a_newer_one_has_no_room(tmp_path: Path) -> None:
    absent = AbsentDocuments(tmp_path / "unread", utc_now)
    sent, job = tmp_path / "sent", Job(tmp_path / "sent", "upload:x", "x.pdf", KB)
    sent.write_bytes(BROKEN)
    await absent.keep_unread(job, "It is broken.", sent)
    sent.write_bytes(GUIDE * 1000)
    with full_after(len(BROKEN)), pytest.raises(OSError, match="too large"):
        await absent.keep_unread(job, "It is broken.", sent)
    (entry,) = await absent.list_all()
    _entry, copy = await absent.find(entry.code)
    assert copy is not None
    assert copy.read_bytes() == BROKEN
    assert len(list(copy.parent.iterdir())) == 2


async def test_an_entry_that_cannot_be_read_now_is_not_said_to_be_gone(tmp_path: Path) -> None:
    absent = AbsentDocuments(tmp_path / "unread", utc_now)
    await absent.keep_unread(Job(tmp_path / "sent", "upload:x", "x.pdf", KB), "Broken.", None)
    (entry,) = await absent.list_all()
    (file,) = (tmp_path / "unread").iterdir()
    file.unlink()
    file.mkdir()  # as good as a file of too many that are open
    with pytest.raises(OSError, match="directory"):
        await absent.find(entry.code)
    assert await absent.list_all() == []


async def test_a_link_where_an_entry_is_prepared_leads_nowhere(tmp_path: Path) -> None:
    absent, keys = AbsentDocuments(tmp_path / "unread", utc_now), tmp_path / "keys"
    keys.write_text("mine")
    job = Job(tmp_path / "sent", "upload:x", "x.pdf", KB)
    await absent.keep_unread(job, "Broken.", None)
    (entry,) = await absent.list_all()
    for name in (f"{entry.code}.new", f".{entry.code}.json.new"):
        (tmp_path / "unread" / name).symlink_to(keys)
    await absent.keep_unread(job, "Broken again.", None)
    assert keys.read_text() == "mine"
    assert (tmp_path / "unread" / f"{entry.code}.json").stat().st_mode & 0o777 == 0o600
