"""What the contract asks of a platform under test: its people, as they see it.

A driver is one class: the real platform on loopback or a fake of it, the settings with which an
adapter of ours joins it, and the few things that people do there.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
)
from enum import Enum
from pathlib import Path
from typing import Protocol

from bot.background import open_background
from bot.dispatch import Dispatch
from bot.inbox import INBOX, Inbox
from bot.messages import Adapter, Chat, Handle, Host
from indexer.database import open_database
from tests.adapters.hosting import a_host
from tests.fakes import FakeClock


class Who(Enum):
    OWNER = "owner"
    GUEST = "guest"


class Can(Enum):
    """What not every platform has. A driver names what its platform can; nothing is skipped."""

    GROUPS = "several people in one chat, some of whose talk is not for the bot"
    GUESTS = "people other than the owner"
    FILES = "people send files"
    DRAFTS = "a growing answer is shown"
    REDELIVERY = "what was not acknowledged, or said meanwhile, is delivered later"
    FILES_BACK = "the bot sends files"
    OUTAGES = "the platform can be away"
    DAEMON = "`multis run` serves it"


class Platform(Protocol):
    """One platform, made anew for every case, alive within `async with`."""

    name: str
    can: frozenset[Can]
    longest: int  # characters that one message of it may have

    def settings(self) -> Mapping[str, object]:
        """What config.json says of it, but for `enabled`."""

    def welcome(self) -> Mapping[str, object]:
        """What else config.json says so that guests are answered."""

    def adapter(self, host: Host) -> Adapter:
        """A new adapter of ours that knows nothing but `settings` and what it left in its folder.

        Where the platform can be away, the adapter's waiting is made short.
        """

    def key(self, who: Who) -> str:
        """`platform:id` of that person."""

    def chat(self, who: Who) -> Chat:
        """The private chat of that person with the bot, as a notice names it."""

    async def say(
        self, text: str, who: Who = Who.OWNER, *, group: bool = False, addressed: bool = True
    ) -> None:
        """Say it to the bot; in a group, `addressed` as people address somebody there."""

    async def send_file(
        self, name: str, content: bytes, caption: str = "", who: Who = Who.OWNER
    ) -> None:
        """Send a file in private."""

    async def choose(self, label: str, who: Who = Who.OWNER) -> None:
        """Take one of the choices under the newest message, as one does on that platform."""

    async def shown(self, who: Who = Who.OWNER, *, group: bool = False) -> Sequence[str]:
        """The bot's messages in that chat as they stand now, oldest first."""

    async def files(self) -> Mapping[str, bytes]:
        """What the bot has sent to the owner, by name."""

    async def previews(self) -> Sequence[str]:
        """What the owner was shown before it became something else."""

    async def leave(self) -> None:
        """The platform is away from now on."""

    async def come_back(self) -> None: ...


class Driver(Protocol):
    """A driver's class."""

    can: frozenset[Can]

    @staticmethod
    def unavailable() -> str:
        """Why it cannot be tested here, with what to do; "" if it can."""

    @classmethod
    def ground(cls) -> AbstractContextManager[object]:
        """What all cases stand on, such as a server; opened once."""

    @classmethod
    def open(cls, folder: Path, ground: object) -> AbstractAsyncContextManager[Platform]:
        """The platform with an owner, a guest, and a group of both; `folder` is empty."""


def host(platform: Platform, folder: Path) -> Host:
    """The owner and the guest are followed into any room."""
    return a_host(folder / "platforms" / platform.name, map(platform.key, Who))


@asynccontextmanager
async def joined(platform: Platform, folder: Path, handle: Handle) -> AsyncIterator[Adapter]:
    """The adapter at work until the block ends, with the real inbox in `folder`.

    Afterwards it may be joined again, as after a restart.
    """
    async with (
        open_database(folder / "multis.db", INBOX) as database,
        open_background() as background,
    ):
        dispatch = Dispatch(Inbox(database, FakeClock()), handle, background, _impatient)
        adapter = platform.adapter(host(platform, folder))
        await dispatch.resume({platform.name: adapter})
        running = asyncio.create_task(adapter.run(dispatch.accept))
        try:
            yield adapter
        finally:
            running.cancel()
            await background.stop()
            await asyncio.gather(running, return_exceptions=True)


async def _impatient(seconds: float) -> None:
    await asyncio.sleep(min(seconds, 0.05))
