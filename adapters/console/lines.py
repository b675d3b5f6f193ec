"""Sources of input lines: a person at a terminal, or a pipe."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

ReadLine = Callable[[], Awaitable[str | None]]


class Interrupted(Exception):
    """Ctrl-C was pressed instead of entering a line."""


class Lines(Protocol):
    """A source of lines, opened once; replies may be printed before and while a line is read."""

    scripted: bool  # whether all lines exist before the first is answered

    def open(self) -> AbstractContextManager[None]: ...

    async def read_line(self) -> str | None:
        """Read the next line; None at the end. May raise `Interrupted`."""

    def show_draft(self, reply: object, text: str) -> None:
        """Show `text` as the draft of `reply` so far."""

    def drop_draft(self, reply: object) -> None:
        """Remove the draft of `reply`; its final text is printed."""


class Pipe:
    """Lines from a pipe; drafts are not shown, since nobody watches."""

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
