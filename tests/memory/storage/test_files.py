import asyncio
import os
import stat
import threading
from pathlib import Path

import pytest

from memory.storage.files import LARGEST, move_aside, read_whole, run_in_thread, write_atomically


def test_a_failed_write_leaves_the_old_text(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new" * 100_000 + "\ud83d")
    assert path.read_text() == "old"


def test_what_is_written_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "chats" / "notes.md"
    write_atomically(path, "text")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_link_to_a_file_elsewhere_stays_a_link(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.md"
    link = tmp_path / "notes.md"
    link.symlink_to(elsewhere)
    write_atomically(link, "text")
    assert link.is_symlink()
    assert elsewhere.read_text() == "text"


@pytest.mark.parametrize("endless", ["/dev/zero", "pipe"])
def test_what_never_ends_is_not_read(tmp_path: Path, endless: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "Memory.md").symlink_to(tmp_path / endless)
    with pytest.raises(OSError, match=r"Memory\.md"):
        read_whole(tmp_path / "Memory.md")


def test_what_nobody_wrote_by_hand_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "Memory.md"
    path.touch()
    os.truncate(path, LARGEST + 1)
    with pytest.raises(OSError, match=r"Memory\.md"):
        read_whole(path)


def test_no_damaged_file_is_overwritten_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / "recent.json"
    for text in ("first", "second", "third"):
        path.write_text(text)
        move_aside(path)
    kept = {aside.read_text() for aside in tmp_path.glob("*.bad")}
    assert kept == {"first", "second", "third"}


async def test_a_cancelled_caller_waits_for_its_thread(tmp_path: Path) -> None:
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go_on.wait()
        ended.set()

    caller = asyncio.create_task(run_in_thread(work))
    await asyncio.to_thread(begun.wait)
    for _ in range(3):
        caller.cancel()
        await asyncio.sleep(0)
    assert not caller.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert ended.is_set()


async def test_an_error_in_the_thread_reaches_the_caller() -> None:
    with pytest.raises(FileNotFoundError):
        await run_in_thread(lambda: os.stat("/no/such/file"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_nothing_takes_the_place_of_a_pipe_or_a_folder(tmp_path: Path) -> None:
    pipe, folder, link = tmp_path / "pipe", tmp_path / "folder", tmp_path / "link"
    os.mkfifo(pipe)
    folder.mkdir()
    link.symlink_to(pipe)
    for path in (pipe, folder, link):
        with pytest.raises(OSError, match=r"Invalid argument|Is a directory"):
            write_atomically(path, "text")
    assert (pipe.is_fifo(), folder.is_dir(), link.is_symlink()) == (True, True, True)
