"""Handlers with little to say, and how a case waits for what it expects to hear and see."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct, field

from bot.messages import Answer, Draft, Handle, IncomingMessage, Reply
from tests.adapters.contract.platform import Platform, Who
from tests.daemon import PATIENCE, until

REPEATED = "(repeated) "


class Listener(Struct):
    """Remembers every message; answers with the message's own words, or as `answers` says.

    Its own answers are in order, as the bot's are: by a lock that is held until one is delivered.
    """

    answers: Handle | None = None
    heard: list[IncomingMessage] = field(default_factory=list)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.heard]

    async def __call__(self, message: IncomingMessage) -> Answer:
        self.heard.append(message)
        if self.answers is None:
            async with self.turn:
                yield Reply(f"heard: {message.text}")
            return
        async for item in self.answers(message):
            yield item


def always(*items: Draft | Reply, breath: float = 0.0) -> Handle:
    """A handler that says these to whatever it hears, with so many seconds before each."""

    async def handle(message: IncomingMessage) -> Answer:
        for item in items:
            await asyncio.sleep(breath)
            yield item

    return handle


async def seen(look: Callable[[], Awaitable[bool]], what: str) -> None:
    """Until `look` finds it; what people see on a platform cannot be awaited otherwise."""
    deadline = time.monotonic() + PATIENCE
    while not await look():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {PATIENCE} seconds: {what}")
        await asyncio.sleep(0.02)


async def hears(
    listener: Listener, count: int, patience: float = PATIENCE
) -> list[IncomingMessage]:
    """All it has heard, once that is so many messages."""
    await until(lambda: len(listener.heard) >= count, f"{count} messages", patience)
    return listener.heard


async def shows(
    platform: Platform, text: str, who: Who = Who.OWNER, *, group: bool = False, count: int = 1
) -> None:
    """Until that chat shows so many messages with `text` in them."""

    async def found() -> bool:
        shown = await platform.shown(who, group=group)
        return sum(text in each for each in shown) >= count

    await seen(found, f"{text} on {platform.name}")


async def shows_growing(platform: Platform, text: str) -> None:
    """Until the owner sees a draft with `text` in it."""

    async def found() -> bool:
        return any(text in each for each in [*await platform.shown(), *await platform.previews()])

    await seen(found, f"{text} on {platform.name}")


async def greet(platform: Platform) -> None:
    """The owner says hello to a `Listener` and waits for its answer: now the platform is there."""
    await platform.say("hello")
    await shows(platform, "heard: hello")


def count_replies(shown: Sequence[str]) -> int:
    """Count the replies; each is there once, or again with the mark of repetition."""
    plain = [text for text in shown if not text.startswith(REPEATED)]
    assert len(plain) == len(set(plain))
    return len({text.removeprefix(REPEATED) for text in shown})
