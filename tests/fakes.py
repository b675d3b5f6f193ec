"""The edges of the world, made controllable: a clock and a platform."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct, field

from bot.messages import Accept, Attachment, Attempt, Chat, Draft, Receipt, Reply, UserError
from tests.factories import NOON

Fetch = Callable[[Attachment, Path], Awaitable[None]]


class FakeClock(Struct):
    """Stands still until it is moved."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **by: float) -> None:
        self.now += timedelta(**by)


class FakePlatform(Struct):
    """Sends replies in parts of one line; fails a send when told to."""

    name: str = "test"
    sent: list[str] = field(default_factory=list)
    drafts: list[str] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    # For each coming send: "away" fails before it arrives, "cut" after it has arrived.
    faults: list[str] = field(default_factory=list)
    once_sent: Callable[[], object] = str
    fetches: Fetch | None = None  # instead of `files`

    async def run(self, accept: Accept) -> None:
        raise AssertionError("tests say their messages to the dispatch themselves")

    async def deliver(
        self, chat: Chat, replies: AsyncIterator[Draft | Reply], receipt: Receipt
    ) -> None:
        async for item in replies:
            if isinstance(item, Draft):
                self.drafts.append(item.text)
            else:
                await self._send(chat, item, receipt)

    async def _send(self, chat: Chat, reply: Reply, receipt: Receipt) -> None:
        parts = reply.text.split("\n")
        for n, part in enumerate(parts):
            attempt = await receipt.begin(n, len(parts))
            if attempt is Attempt.SKIP:
                continue
            fault = self.faults.pop(0) if self.faults else ""
            if fault != "away":
                mark = "(repeated) " if attempt is Attempt.REPEAT else ""
                self.sent.append(f"{chat.id}: {mark}{part}")
            if fault:
                raise ConnectionError(fault)
            self.once_sent()
            await receipt.confirm(n, str(len(self.sent)))
        self.buttons += [await receipt.button(choice) for choice in reply.choices]

    async def fetch(self, attachment: Attachment, path: Path) -> None:
        if self.fetches:
            await self.fetches(attachment, path)
            return
        if attachment.reference not in self.files:
            raise UserError(f"{attachment.name} is gone.")
        await asyncio.to_thread(path.write_bytes, self.files[attachment.reference])
