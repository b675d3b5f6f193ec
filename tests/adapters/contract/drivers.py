"""The platforms that the contract is tried on: one joins by its line in `DRIVERS`."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from bot.messages import (
    Accept,
    Answer,
    Choice,
    IncomingMessage,
    Reply,
)
from tests.adapters.contract.beeper import BeeperPlatform
from tests.adapters.contract.console import ConsolePlatform
from tests.adapters.contract.matrix import EncryptedMatrixPlatform, MatrixPlatform
from tests.adapters.contract.platform import (
    Can,
    Platform,
    host,
)
from tests.adapters.contract.telegram import TelegramPlatform
from tests.adapters.contract.web import WebPlatform

DRIVERS: dict[str, type[Platform]] = {
    "telegram": TelegramPlatform,
    "console": ConsolePlatform,
    "web": WebPlatform,
    "beeper": BeeperPlatform,
    "matrix": MatrixPlatform,
    "matrix-encrypted": EncryptedMatrixPlatform,
}
Case = TypeVar("Case", bound=Callable[..., object])


def on(*needed: Can) -> Callable[[Case], Case]:
    names = [name for name, driver in DRIVERS.items() if driver.can >= set(needed)]
    return pytest.mark.parametrize("platform", names, indirect=True)


@asynccontextmanager
async def accepting(platform: Platform, folder: Path, accept: Accept) -> AsyncIterator[None]:
    """The adapter at work on its own, as after a restart."""
    running = asyncio.create_task(platform.adapter(host(platform, folder)).run(accept))
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def asks_once(message: IncomingMessage) -> Answer:
    if message.text == "delete it":
        yield Reply("Really?", (Choice("Yes", "/confirm yes"), Choice("No", "/confirm no")))
    else:
        yield Reply(f"You said {message.text}")
