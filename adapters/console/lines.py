"""Where lines come from: a person who types them, or a pipe."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

ReadLine = Callable[[], Awaitable[str | None]]


class Interrupted(Exception):
    """By Ctrl-C, instead of a line."""


class Lines(Protocol):
    """Opened once; until then, and while a line is read, replies may be printed."""

    scripted: bool  # whether they were written before the first was answered

    def open(self) -> AbstractContextManager[None]: ...

    async def read_line(self) -> str | None:
        """The next one; None at the end. May raise `Interrupted`."""

    def show_draft(self, reply: object, text: str) -> None:
        """So far `reply` says `text`."""

    def drop_draft(self, reply: object) -> None:
        """It says no more; what it says in the end is printed."""


class Pipe:
    """Nobody watches: a reply is shown when it is whole."""

    scripted = True

    def __init__(self, read_line: ReadLine) -> None:
        self._read_line = read_line

    def open(self) -> AbstractContextManager[None]:
        return nullcontext()

    async def read_line(self) -> str | None:
        return await self._read_line()

    def show_draft(self, reply: object, text: str) -> None: ...

    def drop_draft(self, reply: object) -> None: ...


async def read_stdin_line() -> str | None:
    line = await asyncio.to_thread(sys.stdin.readline)
    return line.rstrip("\n") if line else None
