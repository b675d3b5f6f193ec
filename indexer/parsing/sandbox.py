"""Parses untrusted files, in processes of their own.

`parse` starts a fresh process per file. A `ParserProcess` lives on for the next file of its scope
after plain text of any kind, so that a folder of small notes does not pay for a process each.
"""

import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import IO

from indexer.aside import open_aside
from indexer.documents import Parsed
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import REUSED, is_named_as_reused
from indexer.parsing.languages import NO_LANGUAGES, ReadingLanguages
from indexer.parsing.limits import DEFAULT_LIMITS, Limits
from indexer.parsing.protocol import Decoder
from indexer.parsing.regular_files import open_regular_file
from indexer.parsing.request import ParseRequest
from indexer.parsing.running_worker import MODULE, RunningWorker, TimeBudget, start_worker

__all__ = [
    "Limits",
    "ParseError",
    "ParserProcess",
    "open_parser",
    "parse",
]

log = logging.getLogger(__name__)


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

    def __init__(
        self, limits: Limits, module: str = MODULE, languages: ReadingLanguages = NO_LANGUAGES
    ) -> None:
        self._limits = limits
        self._languages = languages
        self._module = module
        self._worker: RunningWorker | None = None

    @property
    def is_running(self) -> bool:
        """True while a process waits for the next file."""
        return self._worker is not None

    async def parse(
        self,
        path: Path,
        *,
        name: str = "",
        display_name: str = "",
        resolved: bool = False,
        weak_pages: bool = False,
    ) -> AsyncGenerator[Parsed, None]:
        """Parse as `indexer.parsing.sandbox.parse` does, but keep a process that read plain text.

        `name` tells kinds of text apart; `display_name` is what errors call the file. `resolved` is
        as in `open_regular_file`. With `weak_pages`, the pictures of scanned pages that OCR hardly
        reads are among the findings.
        """
        name = name or path.name
        display_name = display_name or name
        opening = partial(open_regular_file, path, display_name, resolved=resolved)
        with await open_aside(opening, BufferedReader.close) as file:
            parsing = self.parse_open(file, name, display_name, weak_pages=weak_pages)
            async with aclosing(parsing) as findings:
                async for found in findings:
                    yield found

    async def parse_open(
        self, file: IO[bytes], name: str, display_name: str, *, weak_pages: bool = False
    ) -> AsyncGenerator[Parsed, None]:
        """Parse an open file, which stands at its beginning; the caller closes it."""
        if not await self._can_go_on(name):
            await self.close()
        worker = self._worker = self._worker or await self._start(display_name)
        decoder = Decoder(display_name, self._limits, weak_pages=weak_pages)
        request = ParseRequest(name, self._limits, self._languages, weak_pages)
        try:
            worker.send(request, file)
            async with aclosing(_read_findings(worker, decoder, self._limits)) as findings:
                async for found in findings:
                    yield found
        finally:
            if not decoder.ended or decoder.document_type not in REUSED:
                await self.close()

    async def _can_go_on(self, name: str) -> bool:
        """Return whether the process that is there may read this file too."""
        reused = is_named_as_reused(name)
        return reused and self._worker is not None and await self._worker.is_silent()

    async def _start(self, name: str) -> RunningWorker:
        try:
            return await start_worker(self._limits, self._module)
        except OSError as error:  # no memory, or as many processes as a service may have
            log.warning("A parser's process did not start: %s", error)
            detail = f"errno {error.errno}"  # not translated: for the log
            raise ParseError("not_started", name, detail=detail) from None

    async def close(self) -> None:
        """End the process and whatever it started."""
        worker, self._worker = self._worker, None
        if worker:
            await worker.close()


async def _read_findings(
    worker: RunningWorker, decoder: Decoder, limits: Limits
) -> AsyncGenerator[Parsed, None]:
    budget = TimeBudget(limits, worker.process)
    async with aclosing(worker.read_lines(decoder.name, budget)) as lines:
        async for line in lines:
            if found := decoder.decode(line):
                await worker.allow(found, budget)
                yield found
            if decoder.ended:
                return
