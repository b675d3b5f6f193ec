"""A parser's process as the program holds it: its socket, its answers, its time and its end."""

import asyncio
import signal
import socket
import time
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import suppress
from typing import IO

from indexer.confinement.process import Order, end_process, start_process
from indexer.confinement.walls import Walls
from indexer.documents import Parsed, ParserProgress
from indexer.parsing.errors import FailureKind, ParseError
from indexer.parsing.limits import Limits
from indexer.parsing.ocr import recognizer as ocr
from indexer.parsing.ocr.process import NICENESS, OcrProcess, find_tesseract
from indexer.parsing.office_process import OfficeProcess, find_libreoffice
from indexer.parsing.request import ParseRequest, send_request
from indexer.parsing.shared import office
from indexer.parsing.side_process import SideProcess

MODULE = "indexer.parsing.worker"
READ = 1 << 16  # bytes
UNITS = (ocr.UNIT, office.UNIT)  # in the order of the worker's arguments
LONGEST_LINE = 4 << 20  # bytes; a page's picture is one line, and so are the marks of a section
CHARACTER_BYTES = 8  # of one character of text in JSON, and its share of the marks
OVERHEAD = 64 << 20  # bytes of titles, progress and notices about one file
TICK = 1.0  # seconds between two looks at the processor time
CPU_SLACK = 2.0  # seconds in which the process may end by its own limit, which counts whole seconds
DEATHS: dict[int, FailureKind] = {
    signal.SIGXCPU: "timed_out",
    signal.SIGKILL: "out_of_memory",  # ours are reported before; this one is the kernel's
    signal.SIGABRT: "out_of_memory",  # PDFium's answer to a refused allocation
    signal.SIGTRAP: "out_of_memory",
}


class RunningWorker:
    """One process, for one file after another; made by `start_worker`."""

    def __init__(
        self, process: Process, channel: socket.socket, sides: Mapping[str, SideProcess]
    ) -> None:
        self.process = process
        self._channel = channel
        self._sides = sides
        self._said_more = False  # than was asked

    async def is_silent(self) -> bool:
        """Return whether it lives, and says nothing before it is asked."""
        assert self.process.stdout is not None  # noqa: S101 - it was started with a pipe
        if self._said_more:
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(0):
                await self.process.stdout.read(1)  # its end too
                return False
        return True

    def send(self, request: ParseRequest, file: IO[bytes]) -> None:
        with suppress(OSError):  # it died early; its exit code says why
            send_request(self._channel, request, file)

    async def read_lines(self, name: str, budget: "TimeBudget") -> AsyncGenerator[bytes, None]:
        """Yield whole lines of answers; raise ParseError if it dies, takes or tells too much."""
        assert self.process.stdout is not None  # noqa: S101 - it was started with a pipe
        begun: list[bytes] = []
        while chunk := await self._read(name, budget):
            budget.count_bytes(len(chunk), name)
            *ends, rest = chunk.split(b"\n")
            for number, line in enumerate(ends, 1):
                self._said_more = number < len(ends) or bool(rest)
                yield b"".join([*begun, line])
                begun = []
            begun.append(rest)
            if sum(map(len, begun)) > LONGEST_LINE:
                raise ParseError("too_large", name, detail="a line too long")
        code = await self.process.wait()
        detail = f"exit code {code}"  # not translated: for the log
        # It says the type before a parser sees the bytes, and reports errors of its own code.
        silent = code > 0 and not budget.has_answered
        kind = "not_started" if silent else DEATHS.get(-code, "damaged")
        raise ParseError(kind, name, detail=detail)

    async def _read(self, name: str, budget: "TimeBudget") -> bytes:
        assert self.process.stdout is not None  # noqa: S101 - it was started with a pipe
        clock = asyncio.get_running_loop().time
        while True:
            asked = clock()
            try:
                async with asyncio.timeout(min(TICK, budget.wall_seconds)):
                    return await self.process.stdout.read(READ)
            except TimeoutError:
                continue
            finally:
                budget.spend(clock() - asked, name)

    async def allow(self, found: Parsed, budget: "TimeBudget") -> None:
        """Give a scanned page the time that it takes, and what needs a program its process."""
        if isinstance(found, ParserProgress) and (side := self._sides.get(found.unit)):
            if found.unit == ocr.UNIT:
                budget.allow_page()
            await side.start()

    async def close(self) -> None:
        """End the process and what it had started for it."""
        self._channel.close()
        await end_process(self.process)
        await _close_all(self._sides)


class TimeBudget:
    """Counts down one file's share: processor time decides, the clock is a last resort."""

    def __init__(self, limits: Limits, process: Process) -> None:
        self.wall_seconds = limits.wall_seconds
        self.has_answered = False
        self._process = process
        self._cpu_end = _read_cpu_seconds(process) + limits.cpu_seconds + CPU_SLACK
        self._scans = limits.ocr_pages
        self._bytes = limits.output_characters * CHARACTER_BYTES + OVERHEAD

    def allow_page(self) -> None:
        if self._scans > 0:
            self._scans -= 1
            self.wall_seconds += ocr.PAGE_SECONDS

    def spend(self, seconds: float, name: str) -> None:
        self.wall_seconds -= seconds
        # Its own limit may have been taken from it by the file.
        if self.wall_seconds <= 0 or _read_cpu_seconds(self._process) > self._cpu_end:
            raise ParseError("timed_out", name)

    def count_bytes(self, number: int, name: str) -> None:
        self._bytes -= number
        self.has_answered = True
        if self._bytes < 0:
            raise ParseError("too_large", name, detail="too long an answer")


def _read_cpu_seconds(process: Process) -> float:
    """Return the processor time that a process has used; 0 where the system does not tell."""
    try:
        # The id of a process' clock on Linux, as clock_getcpuclockid(3) makes it.
        return time.clock_gettime((~process.pid << 3) | 2)
    except OSError:  # it has ended, or this is no Linux
        return 0.0


async def start_worker(limits: Limits, module: str) -> RunningWorker:
    """Start a process that waits for its first file."""
    sides = dict(_open_sides(limits))
    handles = [handle for side in sides.values() for handle in side.parser_handles]
    ours, theirs = socket.socketpair()
    walls = Walls(memory_bytes=limits.memory_bytes)
    order = Order(module, walls, _list_arguments(sides), niceness=NICENESS)
    try:
        process = await start_process(order, theirs.fileno(), handles=handles)
    except BaseException:
        ours.close()
        await _close_all(sides)
        raise
    finally:
        theirs.close()
    for side in sides.values():
        side.hand_over()
    return RunningWorker(process, ours, sides)


def _open_sides(limits: Limits) -> Iterator[tuple[str, SideProcess]]:
    """Yield the processes of the programs that are installed, by the progress that starts each."""
    if tesseract := find_tesseract():
        yield ocr.UNIT, OcrProcess(tesseract, limits.memory_bytes)
    if libreoffice := find_libreoffice():
        yield office.UNIT, OfficeProcess(libreoffice)


def _list_arguments(sides: Mapping[str, SideProcess]) -> list[str]:
    ends = (sides[unit].parser_handles if unit in sides else (0, 0) for unit in UNITS)
    return [str(handle) for pair in ends for handle in pair]


async def _close_all(sides: Mapping[str, SideProcess]) -> None:
    for side in sides.values():
        await side.close()
