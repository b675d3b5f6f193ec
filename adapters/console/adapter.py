"""Lines in, replies out."""

import asyncio
import shutil
import sys
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from rich.console import Console as Screen
from rich.live import Live

from adapters.console.shown import Shown, visible
from adapters.shared.numbered import lines, numbers
from bot.messages import (
    Accept,
    Attachment,
    Attempt,
    Chat,
    Choice,
    Draft,
    IncomingMessage,
    Receipt,
    Reply,
    Sender,
    UserError,
)

OWNER = "owner"  # the id of the chat at the terminal; `--as` refuses it
ReadLine = Callable[[], Awaitable[str | None]]


class Console:
    """Reads a line, waits for its answer, reads the next; ends with the input."""

    name = "console"

    def __init__(self, read_line: ReadLine, screen: Screen) -> None:
        self._read_line = read_line
        self._screen = screen
        self._choices: dict[str, Choice] = {}
        self._answered = asyncio.Event()

    async def run(self, accept: Accept) -> None:
        chat, sender = Chat(self.name, OWNER, private=True), Sender(self.name, OWNER)
        while (line := await self._read_line()) is not None:
            if line.strip():
                self._answered.clear()
                text = self._chosen(line.strip())
                await accept(IncomingMessage(uuid.uuid4().hex, chat, sender, text))
                await self._answered.wait()

    async def deliver(
        self, chat: Chat, replies: AsyncIterator[Draft | Reply], receipt: Receipt
    ) -> None:
        try:
            reply = await self._last(replies)
            if reply and await receipt.begin(0, 1) is not Attempt.SKIP:
                self._print(reply)
                await receipt.confirm(0, "printed")
        finally:
            self._answered.set()

    async def fetch(self, attachment: Attachment, path: Path) -> None:
        """A file on this machine: its reference is its path."""
        try:
            await asyncio.to_thread(shutil.copyfile, attachment.reference, path)
        except OSError as error:
            raise UserError(f"{attachment.name} cannot be read: {error.strerror}.") from None

    async def _last(self, replies: AsyncIterator[Draft | Reply]) -> Reply | None:
        """The reply; the drafts before it are shown while they last."""
        with Live(console=self._screen, transient=True, auto_refresh=False) as live:
            async for item in replies:
                if isinstance(item, Reply):
                    return item
                if self._screen.is_terminal:
                    live.update(Shown(item.text), refresh=True)
        return None

    def _print(self, reply: Reply) -> None:
        labels = [choice.label for choice in reply.choices]
        self._choices = dict(zip(map(str, numbers(labels)), reply.choices, strict=True))
        out = self._screen.file
        below = [*(f"{file.name}: {file.path}" for file in reply.files), *lines(labels)]
        if self._screen.is_terminal:
            self._screen.print(Shown(reply.text))
            below = [visible(line) for line in below]
        else:
            print(reply.text, file=out)
        for line in below:
            print(f"  {line}", file=out)
        print(file=out, flush=True)

    def _chosen(self, line: str) -> str:
        """A number presses the button it stands before."""
        chosen = self._choices.get(line)
        return chosen.message if chosen else line


async def from_pipe() -> str | None:
    line = await asyncio.to_thread(sys.stdin.readline)
    return line.rstrip("\n") if line else None


def from_terminal() -> ReadLine:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.patch_stdout import patch_stdout

    session: PromptSession[str] = PromptSession()

    async def read_line() -> str | None:
        try:
            with patch_stdout():
                return await session.prompt_async("you> ")
        except (EOFError, KeyboardInterrupt):
            return None

    return read_line
