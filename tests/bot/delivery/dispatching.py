"""A dispatcher on a platform of the test, and who answers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.delivery.batching import QUIET
from bot.delivery.dispatch import Dispatcher
from bot.delivery.inbox import Inbox
from bot.delivery.schema import INBOX
from bot.messages import Answer, Draft, Handle, IncomingMessage, Reply
from bot.runtime.background import open_background
from indexer.store.database import open_database
from tests.fakes import FakeClock, FakePlatform


class Handler:
    """Answers with the message's own text, and remembers what it was asked."""

    def __init__(self) -> None:
        self.handled: list[str] = []

    async def __call__(self, message: IncomingMessage) -> Answer:
        yield Draft(f"thinking of {message.text}")
        self.handled += [each.text for each in message.missed or (message,)]
        yield Reply(message.text)


@asynccontextmanager
async def running(
    folder: Path, handle: Handle, platform: FakePlatform
) -> AsyncIterator[Dispatcher]:
    quiet = asyncio.Event()

    async def no_pause(seconds: float) -> None:
        if seconds == QUIET:
            await quiet.wait()

    async with (
        open_database(folder / "m.db", INBOX) as database,
        open_background() as background,
    ):
        dispatch = Dispatcher(Inbox(database, FakeClock()), handle, background, no_pause)
        await dispatch.resume({"test": platform})
        yield dispatch
        quiet.set()
        await background.wait_until_idle()
