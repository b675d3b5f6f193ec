"""The real client library against the fake server, with time that does not pass by itself."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from adapters.telegram import Telegram, TelegramSettings
from bot.messages import Chat, Draft, IncomingMessage, MenuItem, Reply, Sender, admit_nobody
from tests.adapters.fake_bot_api import ALICE, FakeBotApi
from tests.adapters.hosting import MENU, Clock, a_host

PRIVATE = Chat("telegram", str(ALICE.id), private=True)
GROUP = Chat("telegram", "-100", private=False)


class Inbox:
    """Takes messages as the daemon does; `broken` makes storing fail."""

    def __init__(self) -> None:
        self.messages: list[IncomingMessage] = []
        self.broken: list[Exception] = []
        self._news = asyncio.Event()

    async def accept(self, message: IncomingMessage) -> None:
        if self.broken:
            raise self.broken.pop(0)
        self.messages.append(message)
        self._news.set()

    async def wait(self, count: int = 1) -> Sequence[IncomingMessage]:
        async with asyncio.timeout(10):
            while len(self.messages) < count:
                self._news.clear()
                await self._news.wait()
        return self.messages

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.messages]


async def saying(*items: Draft | Reply) -> AsyncIterator[Draft | Reply]:
    """Yield as a handler does, with a breath between."""
    for item in items:
        yield item
        await asyncio.sleep(0.02)


async def slowly(*items: Draft | Reply) -> AsyncIterator[Draft | Reply]:
    """The same, with time for Telegram to show that something is coming."""
    for item in items:
        await asyncio.sleep(0.1)
        yield item


@asynccontextmanager
async def running(
    fake: FakeBotApi,
    inbox: Inbox,
    clock: Clock,
    owners: Iterable[str] = (),
    menu: Sequence[MenuItem] = MENU,
    file_bytes: int = 50 << 20,
    admits: Callable[[Sender], Awaitable[bool]] = admit_nobody,
) -> AsyncIterator[Telegram]:
    """An adapter that polls until the block ends."""
    settings = TelegramSettings.of(fake.settings)
    host = replace(a_host(owners=owners), menu=menu, file_bytes=file_bytes, admits=admits)
    adapter = Telegram(settings, host, clock.time)
    task = asyncio.create_task(adapter.run(inbox.accept))
    try:
        yield adapter
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
async def fake(clock: Clock) -> AsyncIterator[FakeBotApi]:
    async with FakeBotApi(clock=clock.now) as served:
        yield served


@pytest.fixture
async def adapter(fake: FakeBotApi, inbox: Inbox, clock: Clock) -> AsyncIterator[Telegram]:
    """Running, and known to Alice."""
    async with running(fake, inbox, clock) as started:
        fake.say("/start")
        await inbox.wait()
        inbox.messages.clear()
        yield started
