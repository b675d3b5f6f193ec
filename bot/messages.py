"""What crosses the line between an adapter and the bot: plain data and one callable type."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Protocol, runtime_checkable

from indexer.errors import UserError

__all__ = [
    "Accept",
    "Adapter",
    "Answer",
    "Attachment",
    "Attempt",
    "Chat",
    "Checkable",
    "Choice",
    "Draft",
    "File",
    "Handle",
    "Host",
    "IncomingMessage",
    "Menu",
    "MenuItem",
    "Notice",
    "Polling",
    "Receipt",
    "Reply",
    "Sender",
    "Source",
    "UserError",
]


@dataclass(frozen=True, slots=True)
class Chat:
    """Where a message was said and where its reply is read."""

    platform: str
    id: str
    private: bool
    thread: str = field(default="", compare=False)  # a topic within the chat, kept for the reply

    @property
    def key(self) -> str:
        return f"{self.platform}:{self.id}"


@dataclass(frozen=True, slots=True)
class Sender:
    platform: str
    id: str
    name: str = ""

    @property
    def key(self) -> str:
        return f"{self.platform}:{self.id}"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file on the platform; its bytes are fetched only after policy has agreed."""

    name: str  # as the sender named it: never a path to trust
    size: int  # bytes; 0 where the platform does not say
    reference: str  # what the adapter needs to fetch it, also after a restart


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """One message, button press or upload. Everything in it can be stored and read back."""

    key: str  # unique within the platform: the same key is never handled twice
    chat: Chat
    sender: Sender
    text: str = ""
    attachments: tuple[Attachment, ...] = ()
    sent_at: datetime | None = None  # aware
    pressed: str = ""  # the key of a button; its text is looked up when the message is accepted
    addressed: bool = True  # False for group talk that is neither a command, a mention nor a reply
    to_owner: bool = False  # said to the owner as a person, in an account that we only read along
    forwarded: bool = False
    edited: bool = False
    quote: str = ""  # the text this message replies to: not the sender's own words
    unsupported: str = ""  # what arrived that no one can read here, such as "a voice note"
    album: str = ""  # the platform's name for files that were sent together: one message in parts
    reference: str = ""  # the message's own name where the platform can take it back
    missed: tuple["IncomingMessage", ...] = ()  # those that came too late, for which this stands


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: pressing it says `message`."""

    label: str
    message: str


@dataclass(frozen=True, slots=True)
class Source:
    """A passage that an answer cites as `[n]`."""

    n: int
    chunk_id: str
    file: str
    name: str
    page_start: int | None
    page_end: int | None
    scope: str


@dataclass(frozen=True, slots=True)
class Draft:
    """The reply so far: a growing answer, or "page 120 of 480".

    `lasting` drafts are a message of their own that is edited and in the end becomes the reply;
    the others are a preview that the platform may drop.
    """

    text: str
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """The one answer to a message. `text` is Markdown and complete without the rest."""

    text: str
    choices: tuple[Choice, ...] = ()
    sources: tuple[Source, ...] = ()
    failed: bool = False  # `text` says what was wrong and what to do
    notices: tuple["Notice", ...] = ()  # what others are told because of it, stored together
    files: tuple["File", ...] = ()  # sent after the text
    removes: str = ""  # `reference` of a message with a secret: deleted where that is possible


@dataclass(frozen=True, slots=True)
class File:
    """A file of this machine to be sent along; it may be gone by the time it is."""

    name: str  # as its receiver sees it
    path: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to a chat that did not ask for one: "Bob wants to talk to me"."""

    chat: Chat
    reply: Reply


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
    summary: str
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
class Checkable(Protocol):
    """What an adapter may offer besides `Adapter`, for whoever wonders what is wrong."""

    async def check(self) -> str:
        """Our name there, before `run`; `UserError`: wrong settings, `ConnectionError`: away."""
