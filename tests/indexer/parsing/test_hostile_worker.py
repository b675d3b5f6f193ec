"""A parser's process that a file has taken over is ended, and one sentence says so."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexer.documents import Parsed, Section
from indexer.parsing import running_worker
from indexer.parsing.errors import ParseError
from indexer.parsing.limits import DEFAULT_LIMITS, Limits
from indexer.parsing.protocol import NOTICES, SECTION, Decoder, encode
from indexer.parsing.running_worker import (
    CHARACTER_BYTES,
    CPU_SLACK,
    LONGEST_LINE,
    OVERHEAD,
    RunningWorker,
    TimeBudget,
    _read_cpu_seconds,
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
    "notices": "too_large",
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


@pytest.mark.parametrize("act", sorted(ACTS.keys() - {"another", "later", "sleeping"}))
async def test_whatever_a_worker_does_ends_it_with_one_sentence(
    act: str, started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_worker, "OVERHEAD", 1 << 20)
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


@pytest.mark.parametrize("act", ["another", "later"])
async def test_no_file_gets_the_answer_that_another_file_planted(act: str, tmp_path: Path) -> None:
    plant, note = tmp_path / f"{act}.txt", tmp_path / "honest.txt"
    for path in (plant, note):
        path.write_text("Text.")
    parser = ParserProcess(LIMITS, MODULE)
    try:
        assert not [each for each in await collect(parser, plant) if isinstance(each, Section)]
        await wait_for_more(parser)
        assert (await collect(parser, note))[-1] == Section("honest", "Text.")
    finally:
        await parser.close()


async def collect(parser: ParserProcess, path: Path) -> list[Parsed]:
    return [each async for each in parser.parse(path)]


async def wait_for_more(parser: ParserProcess) -> None:
    """Wait until the process has said what nobody asked for."""
    worker = parser._worker
    assert worker
    assert worker.process.stdout
    if not worker._said_more:
        byte = await asyncio.wait_for(worker.process.stdout.readexactly(1), 30)
        worker.process.stdout.feed_data(byte)


async def test_a_process_that_died_while_it_waited_costs_the_next_file_nothing(
    tmp_path: Path,
) -> None:
    path = tmp_path / "honest.txt"
    path.write_text("Text.")
    parser = ParserProcess(LIMITS, MODULE)
    try:
        await collect(parser, path)
        assert parser._worker
        parser._worker.process.kill()
        await parser._worker.process.wait()
        assert (await collect(parser, path))[-1] == Section("honest", "Text.")
    finally:
        await parser.close()


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


def test_a_worker_tells_no_more_sections_than_their_text_would_be() -> None:
    """Each becomes a passage: a mail of two megabytes had 300,000, of one letter each."""
    (section,) = (line.encode() for line in encode(Section("a", "x")))
    decode(*[section] * 3, limits=Limits(output_characters=3 * SECTION))
    with pytest.raises(ParseError) as caught:
        decode(*[section] * 4, limits=Limits(output_characters=3 * SECTION))
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


BURNS = """
import time
while time.process_time() < 0.3:
    pass
print("done", flush=True)
input()
"""


async def test_the_processor_time_of_the_process_is_counted_from_outside() -> None:
    """Its own limit is not the only one: a file that took it over may have lifted that."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", BURNS, stdin=pipe, stdout=pipe
    )
    try:
        early = TimeBudget(Limits(cpu_seconds=0), process)
        assert process.stdout
        assert await process.stdout.readline() == b"done\n"
        assert 0.3 <= _read_cpu_seconds(process) < 30
        late = TimeBudget(Limits(cpu_seconds=0), process)
        early._cpu_end -= CPU_SLACK
        with pytest.raises(ParseError) as caught:
            early.spend(0, "a.txt")
        late.spend(0, "b.txt")  # what earlier files took does not count
    finally:
        await process.communicate(b"\n")
    assert caught.value.kind == "timed_out"
    assert _read_cpu_seconds(process) == 0.0


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
    output.feed_eof()
    child.stdout = output
    ours, theirs = socket.socketpair()
    with ours, theirs:
        worker = RunningWorker(child, ours, {})
        lines = worker.read_lines("a.txt", TimeBudget(DEFAULT_LIMITS, child))
        assert await anext(lines) == b"short"
        with pytest.raises(ParseError) as caught:
            await anext(lines)
    assert caught.value.kind == "too_large"
