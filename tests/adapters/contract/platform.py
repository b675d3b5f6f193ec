"""The interface of a platform under test: its people, as they see it.

A driver is one class: the real platform on loopback or a fake of it, the settings with which an
adapter of ours joins it, and the few things that people do there.
"""

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    nullcontext,
)
from enum import Enum
from pathlib import Path
from typing import ClassVar, Self

from msgspec.structs import replace

from bot.delivery.dispatch import Dispatcher
from bot.delivery.inbox import Inbox
from bot.delivery.schema import INBOX
from bot.messages import Adapter, Chat, Handle, Host
from bot.runtime.background import DRAIN_SECONDS, open_background
from indexer.store.database import open_database
from tests.adapters.hosting import a_host
from tests.fakes import FakeClock


class Who(Enum):
    OWNER = "owner"
    GUEST = "guest"


class Can(Enum):
    """Optional capabilities. A driver names those of its platform; no case is skipped."""

    GROUPS = "several people in one chat, some of whose talk is not for the bot"
    GUESTS = "people other than the owner"
    FILES = "people send files"
    DOWNLOADS = "the adapter reads these files from a server of the platform"
    DRAFTS = "a growing answer is shown"
    REDELIVERY = "what was not acknowledged, or said meanwhile, is delivered later"
    VOICE = "people send voice notes"
    PICTURES = "people show pictures"
    ALBUMS = "people show several pictures at once, each in a message of its own"
    QUOTES = "people reply to a message, or to a part of it"
    REACTIONS = "people react to a message"
    FILES_BACK = "the bot sends files"
    OUTAGES = "the platform can be away"
    DAEMON = "`multis run` serves it"


class Platform(ABC):
    """One platform, created for every case, alive within `open`.

    A driver names its capabilities and is asked for nothing else: it need not implement methods
    that are not abstract here and belong to a capability it lacks.
    """

    name: ClassVar[str]
    can: ClassVar[frozenset[Can]]
    longest: ClassVar[int]  # characters that one message of it may have

    @classmethod
    def unavailable(cls) -> str:
        """Return why it cannot be tested here and what to do about it; "" if it can."""
        return ""

    @classmethod
    def ground(cls) -> AbstractContextManager[object]:
        """Open the ground that all cases share, such as a server; once."""
        return nullcontext()

    @classmethod
    @abstractmethod
    def open(cls, folder: Path, ground: object) -> AbstractAsyncContextManager[Self]:
        """The platform with an owner, a guest, and a group of both; `folder` is empty."""

    @abstractmethod
    def settings(self) -> Mapping[str, object]:
        """Return the settings for this platform in config.json, except `enabled`."""

    def welcome(self) -> Mapping[str, object]:
        """Return the other settings in config.json by which guests are answered."""
        return {"access": {"policy": "open"}}

    @abstractmethod
    def adapter(self, host: Host) -> Adapter:
        """A new adapter of ours that knows nothing but `settings` and what it left in its folder.

        Where the platform can be away, the adapter's waiting is made short.
        """

    @abstractmethod
    def key(self, who: Who) -> str:
        """`platform:id` of that person."""

    @abstractmethod
    def chat(self, who: Who) -> Chat:
        """The private chat of that person with the bot, as a notice names it."""

    @abstractmethod
    async def say(
        self, text: str, who: Who = Who.OWNER, *, group: bool = False, addressed: bool = True
    ) -> None:
        """Say it to the bot; in a group, `addressed` as people address somebody there."""

    async def send_file(
        self, name: str, content: bytes, caption: str = "", who: Who = Who.OWNER
    ) -> None:
        """Send a file in private."""
        raise NotImplementedError(Can.FILES)

    async def speak(self, sound: bytes, seconds: int, who: Who = Who.OWNER) -> None:
        """Send a voice note in private."""
        raise NotImplementedError(Can.VOICE)

    async def show(self, name: str, content: bytes, caption: str = "") -> None:
        """Show a picture in private; `name` is not on every platform."""
        raise NotImplementedError(Can.PICTURES)

    async def show_album(self, pictures: Sequence[bytes], caption: str) -> None:
        """Show pictures in private; the caption stands below the first."""
        raise NotImplementedError(Can.ALBUMS)

    async def quote(self, part: str, text: str) -> None:
        """Reply to the bot's newest message in private, quoting this part of it where one can."""
        raise NotImplementedError(Can.QUOTES)

    async def react(self, emoji: str, who: Who = Who.OWNER) -> None:
        """React to the bot's newest message in private."""
        raise NotImplementedError(Can.REACTIONS)

    async def choose(self, label: str, who: Who = Who.OWNER) -> None:
        """Take one of the choices under the newest message: by its number, if it has no buttons."""
        newest = (await self.shown(who))[-1]
        lines = [line for line in newest.splitlines() if line.endswith(f") {label}")]
        await self.say(lines[-1].partition(")")[0].strip(), who)

    @abstractmethod
    async def shown(self, who: Who = Who.OWNER, *, group: bool = False) -> Sequence[str]:
        """The bot's messages in that chat as they stand now, oldest first."""

    @abstractmethod
    async def files(self) -> Mapping[str, bytes]:
        """Return the files that the bot has sent to the owner, by name."""

    async def previews(self) -> Sequence[str]:
        """Return the drafts that the owner saw before they were replaced."""
        raise NotImplementedError(Can.DRAFTS)

    async def leave(self) -> None:
        """The platform is away from now on."""
        raise NotImplementedError(Can.OUTAGES)

    async def come_back(self) -> None:
        raise NotImplementedError(Can.OUTAGES)


FILE_BYTES = 1 << 20  # of the largest file that an adapter may fetch here


def host(platform: Platform, folder: Path) -> Host:
    """The owner and the guest are followed into any room."""
    made = a_host(folder / "platforms" / platform.name, map(platform.key, Who))
    return replace(made, file_bytes=FILE_BYTES)


def configure(home: Path, *platforms: Platform, **more: object) -> None:
    """A config.json with which the daemon serves these platforms; `more` is its rest."""
    settings = {each.name: {"enabled": True, **each.settings()} for each in platforms}
    owners = [each.key(Who.OWNER) for each in platforms]
    config = {"owner_ids": owners, "platforms": settings, **more}
    (home / "config.json").write_text(json.dumps(config))


@asynccontextmanager
async def joined(
    platform: Platform, folder: Path, handle: Handle, drain: float = DRAIN_SECONDS
) -> AsyncIterator[Adapter]:
    """The adapter at work until the block ends, with the real inbox in `folder`.

    Afterwards it may be joined again, as after a restart. `drain` is the time that work under way
    has at the end.
    """
    async with (
        open_database(folder / "multis.db", INBOX) as database,
        open_background() as background,
    ):
        dispatch = Dispatcher(Inbox(database, FakeClock()), handle, background, _impatient)
        adapter = platform.adapter(host(platform, folder))
        await dispatch.resume({platform.name: adapter})
        running = asyncio.create_task(adapter.run(dispatch.accept))
        try:
            yield adapter
        finally:
            running.cancel()
            await background.stop(drain)
            await asyncio.gather(running, return_exceptions=True)


async def _impatient(seconds: float) -> None:
    await asyncio.sleep(min(seconds, 0.05))
