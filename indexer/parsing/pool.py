"""A pool of parser processes, which bounds how many files are parsed at the same time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from indexer.parsing.languages import NO_LANGUAGES, ReadingLanguages
from indexer.parsing.limits import Limits
from indexer.scopes import Scope

if TYPE_CHECKING:
    from indexer.parsing.sandbox import ParserProcess

IDLE_SECONDS = 20.0  # that a process waits for the next file of its scope


class ParserPool:
    """Lends parser processes, one file at a time; see `open_parser_pool`.

    A process that has read a file of one scope reads no other scope's: a file that took it over
    must not reach another person's text.
    """

    def __init__(self, limits: Limits, at_once: int, languages: ReadingLanguages) -> None:
        self.limits = limits
        self._languages = languages
        self._turns = asyncio.Semaphore(at_once)
        self._idle: dict[ParserProcess, Scope] = {}
        self._ends: dict[ParserProcess, asyncio.Task[None]] = {}

    @asynccontextmanager
    async def borrow(self, scope: Scope) -> AsyncIterator["ParserProcess"]:
        """Lend a parser for one file of `scope`, as soon as one is free."""
        async with self._turns:
            parser = await self._take_parser(scope)
            try:
                yield parser
            finally:
                self._return_parser(parser, scope)

    async def _take_parser(self, scope: Scope) -> "ParserProcess":
        fitting = (parser for parser, last in self._idle.items() if last == scope)
        parser = next(fitting, None) or next(iter(self._idle), None) or self._make_parser()
        if self._idle.pop(parser, scope) != scope:
            await parser.close()
        if end := self._ends.pop(parser, None):
            end.cancel()
        return parser

    def _make_parser(self) -> "ParserProcess":
        from indexer.parsing.sandbox import ParserProcess  # most commands read no file

        return ParserProcess(self.limits, languages=self._languages)

    def _return_parser(self, parser: "ParserProcess", scope: Scope) -> None:
        if parser.is_running:
            self._idle[parser] = scope
            self._ends[parser] = asyncio.create_task(self._close_when_idle(parser))

    async def _close_when_idle(self, parser: "ParserProcess") -> None:
        await asyncio.sleep(IDLE_SECONDS)
        self._idle.pop(parser, None)
        self._ends.pop(parser, None)
        await parser.close()

    async def close(self) -> None:
        """End the processes that wait for a file."""
        for end in self._ends.values():
            end.cancel()
        for parser in list(self._idle):
            await parser.close()


@asynccontextmanager
async def open_parser_pool(
    limits: Limits, at_once: int, languages: ReadingLanguages = NO_LANGUAGES
) -> AsyncIterator[ParserPool]:
    """Open a pool of at most `at_once` busy parsers."""
    parsers = ParserPool(limits, at_once, languages)
    try:
        yield parsers
    finally:
        await parsers.close()
