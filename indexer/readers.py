"""A few readers for everybody: they bound how many files are parsed side by side."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from indexer.limits import Limits
from indexer.parsing import Reader
from indexer.scopes import Scope

IDLE_SECONDS = 20.0  # how long a process waits for the next note of its scope


class Readers:
    """Lends readers, one file at a time; made by `open_readers`.

    A process that has read text of one scope reads no other scope's: what a file may have done to
    it must not reach another person's text.
    """

    def __init__(self, limits: Limits, at_once: int) -> None:
        self._limits = limits
        self._turns = asyncio.Semaphore(at_once)
        self._idle: dict[Reader, Scope] = {}
        self._ends: dict[Reader, asyncio.Task[None]] = {}

    @asynccontextmanager
    async def borrow(self, scope: Scope) -> AsyncIterator[Reader]:
        """A reader for one file of `scope`, as soon as one is free."""
        async with self._turns:
            reader = await self._taken(scope)
            try:
                yield reader
            finally:
                self._put_back(reader, scope)

    async def _taken(self, scope: Scope) -> Reader:
        fitting = (reader for reader, kept in self._idle.items() if kept == scope)
        reader = next(fitting, None) or next(iter(self._idle), None) or Reader(self._limits)
        if self._idle.pop(reader, scope) != scope:
            await reader.close()
        if end := self._ends.pop(reader, None):
            end.cancel()
        return reader

    def _put_back(self, reader: Reader, scope: Scope) -> None:
        if reader.is_running:
            self._idle[reader] = scope
            self._ends[reader] = asyncio.create_task(self._end(reader))

    async def _end(self, reader: Reader) -> None:
        await asyncio.sleep(IDLE_SECONDS)
        self._idle.pop(reader, None)
        self._ends.pop(reader, None)
        await reader.close()

    async def close(self) -> None:
        for end in self._ends.values():
            end.cancel()
        for reader in list(self._idle):
            await reader.close()


@asynccontextmanager
async def open_readers(limits: Limits, at_once: int) -> AsyncIterator[Readers]:
    readers = Readers(limits, at_once)
    try:
        yield readers
    finally:
        await readers.close()
