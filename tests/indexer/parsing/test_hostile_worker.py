"""A parser's process that a file has taken over is ended, and one sentence says so."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexer.documents import Parsed, Section
from indexer.parsing.errors import ParseError
from indexer.parsing.limits import DEFAULT_LIMITS, Limits
from indexer.parsing.protocol import NOTICES, Decoder
from indexer.parsing.running_worker import (
    CHARACTER_BYTES,
    LONGEST_LINE,
    OVERHEAD,
    RunningWorker,
    TimeBudget,
)
from indexer.parsing.sandbox import ParserProcess
from tests.indexer.parsing.hostile_worker import ACTS
from tests.processes import Started

MODULE = "tests.indexer.parsing.hostile_worker"
TESTS = str(Path(__file__).parents[2])
LIMITS = Limits(output_characters=10_000, cpu_seconds=1, wall_seconds=120)
KINDS = {
    "longline": "too_large",
    "sections": "too_large",
    "progress": "too_large",
    "burning": "timed_out",
    "sleeping": "timed_out",
}


async def read(act: str, folder: Path, limits: Limits) -> list[Parsed]:
    path = folder / f"{act}.txt"
    path.write_text("Text.")
    parser = ParserProcess(limits, MODULE)
    try:
        return [each async for each in parser.parse(path)]
    finally:
        assert act == "honest" or not parser.is_running
        await parser.close()


@pytest.fixture(autouse=True)
def readable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walls let a process read what is on the import path."""
    monkeypatch.setattr(sys, "path", [*sys.path, TESTS])


async def test_an_honest_worker_is_heard(tmp_path: Path) -> None:
    assert (await read("honest", tmp_path, LIMITS))[-1] == Section("honest", "Text.")


@pytest.mark.parametrize("act", sorted(ACTS.keys() - {"another", "sleeping", "progress"}))
async def test_whatever_a_worker_does_ends_it_with_one_sentence(
    act: str, started: Started, tmp_path: Path
) -> None:
    with pytest.raises(ParseError) as caught:
        await read(act, tmp_path, LIMITS)
    assert caught.value.kind == KINDS.get(act, "damaged")
    assert f"{act}.txt" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not started.now()


async def test_a_worker_that_only_sleeps_is_ended_by_the_clock(
    started: Started, tmp_path: Path
) -> None:
    with pytest.raises(ParseError) as caught:
        await read("sleeping", tmp_path, Limits(wall_seconds=0.01))
    assert caught.value.kind == "timed_out"
    assert not started.now()


async def test_no_file_gets_the_answer_that_another_file_planted(tmp_path: Path) -> None:
    plant, note = tmp_path / "another.txt", tmp_path / "note.txt"
    for path in (plant, note):
        path.write_text("Text.")
    parser = ParserProcess(LIMITS, MODULE)
    try:
        assert not any(isinstance(each, Section) for each in [x async for x in parser.parse(plant)])
        found = [each async for each in parser.parse(note)]
    except ParseError:
        found = []
    finally:
        await parser.close()
    assert "planted" not in [each.title for each in found if isinstance(each, Section)]


def decode(*lines: bytes, limits: Limits = DEFAULT_LIMITS) -> None:
    decoder = Decoder("a.txt", limits)
    for line in (b'{"type": "txt"}', *lines):
        decoder.decode(line)


def test_a_worker_tells_no_more_text_than_a_file_may_hold() -> None:
    piece = b'{"text": "' + b"x" * 60 + b'"}'
    decode(piece, limits=Limits(output_characters=119))
    with pytest.raises(ParseError) as caught:
        decode(piece, piece, limits=Limits(output_characters=119))
    assert caught.value.kind == "too_large"


def test_a_worker_tells_a_limited_number_of_notices() -> None:
    notice = b'{"notice": [["Hello", {}]]}'
    decode(*[notice] * NOTICES)
    with pytest.raises(ParseError):
        decode(*[notice] * (NOTICES + 1))


@pytest.fixture
async def child() -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that only waits."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec("cat", stdin=pipe, stdout=pipe)
    yield process
    if process.returncode is None:
        process.kill()
    await process.wait()


async def test_the_bytes_of_an_answer_are_counted(child: asyncio.subprocess.Process) -> None:
    budget = TimeBudget(LIMITS, child)
    most = LIMITS.output_characters * CHARACTER_BYTES + OVERHEAD
    budget.count_bytes(most, "a.txt")
    with pytest.raises(ParseError) as caught:
        budget.count_bytes(1, "a.txt")
    assert caught.value.kind == "too_large"


async def test_the_clock_is_counted(child: asyncio.subprocess.Process) -> None:
    budget = TimeBudget(LIMITS, child)
    budget.spend(LIMITS.wall_seconds - 1, "a.txt")
    with pytest.raises(ParseError):
        budget.spend(2, "a.txt")


async def test_each_scanned_page_allows_more_time_but_not_without_end(
    child: asyncio.subprocess.Process,
) -> None:
    budget = TimeBudget(Limits(ocr_pages=2), child)
    seconds = []
    for _ in range(3):
        budget.allow_page()
        seconds.append(budget.wall_seconds)
    assert seconds[0] < seconds[1] == seconds[2]


async def test_a_line_is_not_read_to_its_end_if_it_is_too_long(
    child: asyncio.subprocess.Process,
) -> None:
    output = asyncio.StreamReader()
    output.feed_data(b"short\n" + b"x" * (LONGEST_LINE + 1))
    child.stdout = output
    ours, theirs = socket.socketpair()
    with ours, theirs:
        worker = RunningWorker(child, ours, None)
        lines = worker.read_lines("a.txt", TimeBudget(DEFAULT_LIMITS, child))
        assert await anext(lines) == b"short"
        with pytest.raises(ParseError) as caught:
            await anext(lines)
    assert caught.value.kind == "too_large"
