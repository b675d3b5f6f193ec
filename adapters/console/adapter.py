"""The console adapter: reads lines, prints replies."""

import asyncio
import shutil
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

from rich.console import Console as Screen

from adapters.console.lines import Interrupted, Lines
from adapters.console.markdown import TerminalMarkdown, escape_controls
from adapters.shared.marks import REPEATED
from adapters.shared.numbered import format_choices
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
    _,
    assign_numbers,
)

OWNER = "owner"  # the id of the chat at the terminal; `--as` refuses it
CANCEL = "/cancel"
LEAVING = ("/quit", "/exit", "quit", "exit")  # not translated: what people type in any terminal


class Console:
    """Answers each line; ends with the input.

    At a terminal the next line is read while a reply is prepared, as in any chat. A pipe brings a
    script: each line waits for the reply to the one before, whose effects it may need.
    """

    name = "console"

    def __init__(self, typed: Lines, screen: Screen) -> None:
        self._typed = typed
        self._screen = screen
        self._choices: dict[str, Choice] = {}
        self._answering = 0
        self._awaited = ""  # the key of the line that the next one waits for
        self._answered = asyncio.Event()

    async def run(self, accept: Accept) -> None:
        with self._typed.open():
            while (line := await self._read_line()) is not None:
                if line.strip().lower() in LEAVING:
                    return
                if line.strip():
                    await self._pass_on(line.strip(), accept)

    async def _pass_on(self, line: str, accept: Accept) -> None:
        """Pass a line on to the bot; in a script, return once it is answered."""
        chat, sender = Chat(self.name, OWNER, private=True), Sender(self.name, OWNER)
        self._answered.clear()
        self._awaited = uuid.uuid4().hex
        text = self._resolve_choice(line)
        await accept(IncomingMessage(self._awaited, chat, sender, text))
        if self._typed.scripted:
            await self._answered.wait()

    async def deliver(
        self, chat: Chat, replies: AsyncIterator[Draft | Reply], receipt: Receipt
    ) -> None:
        self._answering += 1
        try:
            async for item in replies:
                if isinstance(item, Reply):
                    await self._print_reply(item, receipt)
                    return
                self._typed.show_draft(replies, item.text)
        finally:
            self._answering -= 1
            self._typed.drop_draft(replies)
            if receipt.answers == self._awaited:  # a notice comes in between
                self._answered.set()

    async def fetch(self, attachment: Attachment, path: Path) -> None:
        """Copy a file on this machine; its reference is its path."""
        try:
            await asyncio.to_thread(shutil.copyfile, attachment.reference, path)
        except OSError as error:
            raise UserError(
                _(
                    "{name} cannot be read: {reason}.",
                    name=attachment.name,
                    reason=error.strerror or "",
                )
            ) from None

    async def _read_line(self) -> str | None:
        """Read the next line; None at the end, or at Ctrl-C when there is nothing to cancel."""
        try:
            return await self._typed.read_line()
        except Interrupted:
            return CANCEL if self._answering else None

    async def _print_reply(self, reply: Reply, receipt: Receipt) -> None:
        attempt = await receipt.begin(0, 1)
        if attempt is not Attempt.SKIP:
            # On a line of its own, so that a list after it stays a list.
            self._print(reply, f"{REPEATED}\n\n" if attempt is Attempt.REPEAT else "")
            await receipt.confirm(0, "printed")

    def _print(self, reply: Reply, mark: str) -> None:
        labels = [choice.label for choice in reply.choices]
        self._choices = dict(zip(map(str, assign_numbers(labels)), reply.choices, strict=True))
        out = self._screen.file
        below = [*(f"{file.name}: {file.path}" for file in reply.files), *format_choices(labels)]
        if self._screen.is_terminal:
            self._screen.print(TerminalMarkdown(mark + reply.text))
            below = [escape_controls(line) for line in below]
        else:
            print(mark + reply.text, file=out)
        for line in below:
            print(f"  {line}", file=out)
        print(file=out, flush=True)

    def _resolve_choice(self, line: str) -> str:
        """Return the command behind a button's number; any other line unchanged."""
        chosen = self._choices.get(line)
        return chosen.message if chosen else line
