"""What an adapter and the bot promise each other."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol, runtime_checkable

from bot.messages.values import Attachment, Chat, Choice, Draft, IncomingMessage, Reply, Sender
from indexer.i18n import Sentence


class Attempt(Enum):
    """What to do with one part of a reply."""

    SKIP = "confirmed before a restart"
    SEND = "never tried"
    REPEAT = "tried, but the confirmation was lost: mark it as repeated"


class Receipt(Protocol):
    """How far a reply has come, kept across a crash. One per reply."""

    async def begin(self, part: int, of: int) -> Attempt:
        """Call before sending part `part` (from 0) of `of`."""

    async def confirm(self, part: int, reference: str) -> None:
        """The platform has it; `reference` is the platform's name for the sent message."""

    async def button(self, choice: Choice) -> str:
        """A key of at most 32 ASCII characters that stands for `choice`, also after a restart."""


Answer = AsyncGenerator[Draft | Reply, None]  # drafts, then one reply
Handle = Callable[[IncomingMessage], Answer]
Accept = Callable[[IncomingMessage], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A command as a platform's menu shows it."""

    name: str
    summary: Sentence | str  # translated when it is shown, once for each language
    owner_only: bool = False


Menu = Sequence[MenuItem]


@dataclass(frozen=True, slots=True)
class Host:
    """What an adapter gets from whoever runs it, besides its own settings."""

    menu: Menu
    owners: frozenset[str]  # the keys that the configuration names
    folder: Path  # the adapter's own, kept across restarts; whoever first writes there makes it
    # Whether to follow an invitation from that person; True: into a room for the two of them.
    welcomes: Callable[[Sender, bool], Awaitable[bool]]


class Adapter(Protocol):
    """One chat platform. Its module offers `connect(settings, host) -> Adapter`."""

    name: str

    async def run(self, accept: Accept) -> None:
        """Give every message to `accept` until cancelled.

        `await accept(message)` returns once the message is stored; only then may the platform be
        told that it arrived. If it raises, the platform must deliver the message again.
        """

    async def deliver(
        self, chat: Chat, replies: AsyncIterator[Draft | Reply], receipt: Receipt
    ) -> None:
        """Show the drafts as they come, then send the reply whole, part by part.

        Raises `ConnectionError` when the platform is away and the reply must be tried again later.
        """

    async def fetch(self, attachment: Attachment, path: Path) -> None:
        """Write the attachment's bytes to `path`; a `UserError` says why that cannot be."""


@runtime_checkable
class Polling(Protocol):
    """What an adapter that asks its platform for messages may offer besides `Adapter`."""

    @property
    def last_poll(self) -> float | None:
        """`time.monotonic()` when the platform last answered, with messages or without."""

    @property
    def last_try(self) -> float | None:
        """When it was last asked, or gave us something to store; stops only if the loop hangs."""


@runtime_checkable
class Local(Protocol):
    """What an adapter may offer that is reached on this machine: it has nobody to hear from."""

    @property
    def address(self) -> str:
        """Where it is open; empty while it is not."""


@runtime_checkable
class Checkable(Protocol):
    """What an adapter may offer besides `Adapter`, for whoever wonders what is wrong."""

    async def check(self) -> str:
        """Our name there, before `run`; `UserError`: wrong settings, `ConnectionError`: away."""
