"""What takes long runs in threads; what is opened in one is closed, though nobody waits for it."""

import asyncio
import os
import threading
from collections.abc import Callable
from functools import partial
from io import BufferedReader
from pathlib import Path, PosixPath

import pytest

from indexer.aside import LONG, SHORT, open_aside, run_aside
from indexer.parsing.regular_files import open_regular_file
from indexer.parsing.sandbox import open_parser
from tests.daemon import until


def write(folder: Path) -> Path:
    file = folder / "note.md"
    file.write_text("# Ferry\n\nIt leaves at nine.\n")
    return file


async def test_a_file_is_opened_and_an_error_arrives(tmp_path: Path) -> None:
    opening = partial(open_regular_file, write(tmp_path), "note.md")
    with await open_aside(opening, BufferedReader.close) as file:
        assert file.readline() == b"# Ferry\n"

    def fail() -> BufferedReader:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await open_aside(fail, BufferedReader.close)


async def test_a_file_that_opens_after_the_cancellation_is_closed(tmp_path: Path) -> None:
    path, asked, opened = write(tmp_path), threading.Event(), list[BufferedReader]()

    def open_late() -> BufferedReader:
        assert asked.wait(60)
        opened.append(path.open("rb"))
        return opened[0]

    await cancel(open_late)
    asked.set()
    await until(lambda: bool(opened) and opened[0].closed, "the close")


async def test_an_error_after_the_cancellation_is_nobodys() -> None:
    asked, ended = threading.Event(), threading.Event()

    def fail_late() -> BufferedReader:
        assert asked.wait(60)
        ended.set()
        raise ValueError("no")

    closed = list[BufferedReader]()
    await cancel(fail_late, closed.append)
    asked.set()
    await until(ended.is_set, "the error")
    assert not closed


async def cancel(
    opening: Callable[[], BufferedReader],
    close: Callable[[BufferedReader], object] = BufferedReader.close,
) -> None:
    task = asyncio.create_task(open_aside(opening, close))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_parser_that_is_cancelled_while_it_opens_a_file_leaves_none_open(
    tmp_path: Path,
) -> None:
    path = SlowPath(write(tmp_path))
    async with open_parser() as parser:
        task = asyncio.create_task(anext(parser.parse(path, name="note.md")))
        await until(path.reached.is_set, "the opening")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        path.asked.set()
        await until(lambda: not list_open(path), "the close")
    # One that is left open warns once it is collected, which fails this test.


class SlowPath(PosixPath):
    """The path of a file on a disk that takes its time."""

    def __init__(self, path: Path) -> None:
        self.reached, self.asked = threading.Event(), threading.Event()

    def lstat(self) -> os.stat_result:
        self.reached.set()
        assert self.asked.wait(60)
        return super().lstat()


def list_open(path: Path) -> list[str]:
    """List the handles of this process by which a file is open."""
    handles = Path("/proc/self/fd").iterdir()
    return [each.name for each in handles if os.path.realpath(each) == str(path)]


async def test_texts_take_their_turns_in_one_thread_and_a_long_one_holds_up_none() -> None:
    both = threading.Barrier(2)

    def meet() -> int:
        both.wait(60)
        return threading.get_ident()

    apart = await asyncio.gather(run_aside(meet, LONG + 1), run_aside(meet, SHORT + 1))
    lane = await asyncio.gather(*(run_aside(threading.get_ident, SHORT + 1) for _each in range(8)))
    assert len({*apart, *lane, threading.get_ident()}) == 3
    assert set(lane) == {apart[1]}


async def test_whoever_sends_several_long_texts_holds_up_no_short_one() -> None:
    done = threading.Event()
    long = [asyncio.create_task(run_aside(partial(done.wait, 10), 60_000)) for _each in range(4)]
    await asyncio.sleep(0)
    await run_aside(done.set, SHORT + 1)
    assert all(await asyncio.gather(*long)), "each of them waited for the short one"
