"""Parses untrusted files, in processes of their own.

`parse` starts a fresh process per file. A `ParserProcess` lives on for the next file of plain text
or Markdown, so that a folder of small notes does not pay for a process each.
"""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import asdict
from pathlib import Path, PurePath

from indexer.documents import Parsed, ParserProgress
from indexer.parsing.errors import FailureKind, ParseError
from indexer.parsing.formats import find_type, map_suffixes
from indexer.parsing.limits import DEFAULT_LIMITS, Limits
from indexer.parsing.protocol import Decoder
from indexer.parsing.shared import ocr

__all__ = [
    "Limits",
    "ParseError",
    "ParserProcess",
    "list_supported_suffixes",
    "open_parser",
    "parse",
]

READ = 1 << 16  # bytes
# All that a parser gets of our environment: where programs and languages are, and no secret.
ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TESSDATA_PREFIX")
CODE_ROOT = str(Path(__file__).resolve().parents[2])
REUSED = ("md", "txt")
DEATHS: dict[int, FailureKind] = {
    signal.SIGXCPU: "timed_out",
    signal.SIGKILL: "out_of_memory",  # ours are reported before; this one is the kernel's
    signal.SIGABRT: "out_of_memory",  # PDFium's answer to a refused allocation
    signal.SIGTRAP: "out_of_memory",
}


def list_supported_suffixes() -> tuple[str, ...]:
    """Return the suffixes of files that can be read, with their dots, in alphabetical order."""
    return tuple(sorted(map_suffixes()))


async def parse(
    path: Path, *, name: str = "", limits: Limits = DEFAULT_LIMITS
) -> AsyncGenerator[Parsed, None]:
    """Parse a file in a fresh process; yield what it holds in its order; raise ParseError.

    Close the iterator (`contextlib.aclosing`) to end the process early; it also ends when
    `limits` are used up. Time in which the caller does not ask for more does not count.
    """
    async with open_parser(limits) as parser, aclosing(parser.parse(path, name=name)) as found:
        async for each in found:
            yield each


@asynccontextmanager
async def open_parser(limits: Limits = DEFAULT_LIMITS) -> AsyncIterator["ParserProcess"]:
    """Open a `ParserProcess` for files of one scope, to be used by one task."""
    parser = ParserProcess(limits)
    try:
        yield parser
    finally:
        await parser.close()


class ParserProcess:
    """Parses one file after another, in a process of its own; see `open_parser`."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._child: Process | None = None

    @property
    def is_running(self) -> bool:
        """True while a process waits for the next file."""
        return self._child is not None

    async def parse(
        self, path: Path, *, name: str = "", display_name: str = ""
    ) -> AsyncGenerator[Parsed, None]:
        """Parse as `indexer.parsing.sandbox.parse` does, but keep a process that read plain text.

        `name` tells kinds of text apart; `display_name` is what errors call the file.
        """
        name = name or path.name
        if find_type(PurePath(name).suffix.lower()) not in REUSED:
            await self.close()
        child = self._child = self._child or await _start_worker()
        display_name = display_name or name
        decoder, time = Decoder(display_name), _TimeBudget(self._limits)
        try:
            await _send_request(child, path, name, self._limits)
            async with aclosing(_read_lines(child, display_name, time)) as lines:
                async for line in lines:
                    if found := decoder.decode(line):
                        time.allow(found)
                        yield found
                    if decoder.ended:
                        break
        finally:
            if not decoder.ended or decoder.document_type not in REUSED:
                await self.close()

    async def close(self) -> None:
        """End the process and whatever it started."""
        child, self._child = self._child, None
        if child is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        await child.wait()


class _TimeBudget:
    """The time that a file may still take; each scanned page adds its own, up to a limit."""

    def __init__(self, limits: Limits) -> None:
        self.seconds = limits.wall_seconds
        self._scans = limits.ocr_pages

    def allow(self, found: Parsed) -> None:
        if isinstance(found, ParserProgress) and found.unit == ocr.UNIT and self._scans > 0:
            self._scans -= 1
            self.seconds += ocr.PAGE_SECONDS


async def _start_worker() -> Process:
    # -P: a file named like a library, in whatever folder we were started from, is not imported.
    # -S: our own path already has what `site` would look up, which takes half the start.
    command = (sys.executable, "-P", "-S", "-m", "indexer.parsing.worker")
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env=build_environment(),
        start_new_session=True,
    )


def build_environment() -> dict[str, str]:
    """Return what a child process needs to find its modules, and nothing more."""
    known = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    known["PYTHONPATH"] = os.pathsep.join([CODE_ROOT, *filter(os.path.isabs, sys.path)])
    return known


async def _send_request(child: Process, path: Path, name: str, limits: Limits) -> None:
    request = {"path": str(path), "name": name, "limits": asdict(limits)}
    assert child.stdin is not None  # noqa: S101 - it was started with a pipe
    child.stdin.write(json.dumps(request).encode() + b"\n")
    with suppress(ConnectionError):  # it died early; its exit code says why
        await child.stdin.drain()


async def _read_lines(child: Process, name: str, time: _TimeBudget) -> AsyncGenerator[bytes, None]:
    """Yield whole lines of answers; raise ParseError when the child dies or takes too long."""
    clock = asyncio.get_running_loop().time
    assert child.stdout is not None  # noqa: S101 - it was started with a pipe
    rest = b""
    while True:
        asked = clock()
        try:
            async with asyncio.timeout(time.seconds):
                chunk = await child.stdout.read(READ)
        except TimeoutError:
            raise ParseError("timed_out", name) from None
        time.seconds -= clock() - asked
        if not chunk:
            code = await child.wait()
            detail = f"exit code {code}"  # not translated: for the log
            raise ParseError(DEATHS.get(-code, "damaged"), name, detail=detail)
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line
