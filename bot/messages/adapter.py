"""The protocols between adapters and the bot."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Collection, Sequence
from enum import Enum
from pathlib import Path
from typing import Protocol, runtime_checkable

from msgspec import Struct

from bot.messages.values import (
    Attachment,
    Chat,
    Choice,
    Draft,
    IncomingMessage,
    Reply,
    Sender,
    SharedPassage,
)
from indexer.i18n import Sentence


class Attempt(Enum):
    """The decision about one part of a reply: whether to send it, and how."""

    SKIP = "confirmed before a restart"
    SEND = "never tried"
    REPEAT = "tried, but the confirmation was lost: mark it as repeated"


class Receipt(Protocol):
    """The delivery state of one reply, kept across a crash."""

    async def begin(self, part: int, of: int) -> Attempt:
        """Call right before sending part `part` (from 0) of `of`; survives a power failure."""

    async def withdraw(self, part: int) -> None:
        """Undo `begin`: the platform refused the part, or it never left this machine."""

    async def confirm(self, part: int, reference: str) -> None:
        """Record that the platform has it, under its own name `reference` for the sent message."""

    async def button(self, choice: Choice) -> str:
        """Return a key of at most 32 ASCII characters for `choice`, valid across restarts."""

    @property
    def draft(self) -> str:
        """Return what `keep_draft` stored last, also before a restart; empty if nothing."""

    async def keep_draft(self, reference: str) -> None:
        """Store the adapter's own name for the message that shows the drafts.

        The reply is that message's last edit, also after a crash. A name that begins with "?" says
        that a message is about to be sent whose own name is not known yet.
        """

    @property
    def answers(self) -> str:
        """Return the key of the message that the reply answers; "" for a notice."""

    async def list_sent(self) -> Collection[str]:
        """Return the references stored for this chat since then, of all replies and notices."""

    async def list_newest(self) -> Collection[tuple[str, str]]:
        """Return the newest of each chat of this platform, also before a restart.

        Pairs of a chat's key and a reference; of a chat there may be more.
        """


Answer = AsyncGenerator[Draft | Reply, None]  # drafts, then one reply
Handle = Callable[[IncomingMessage], Answer]
Accept = Callable[[IncomingMessage], Awaitable[None]]


class MenuItem(Struct, frozen=True):
    """A command as a platform's menu shows it."""

    name: str
    summary: Sentence | str  # translated when it is shown, once for each language
    owner_only: bool = False
    public: bool = False  # also for people who were not let in
    in_groups: bool = True


Menu = Sequence[MenuItem]


SearchShared = Callable[[Sender, str], Awaitable[Sequence[SharedPassage]]]


async def find_nothing(_sender: Sender, _words: str) -> Sequence[SharedPassage]:
    """Share no passage with anybody."""
    return ()


async def admit_nobody(_sender: Sender) -> bool:
    return False


class Host(Struct, frozen=True):
    """The bot as an adapter sees it, besides the adapter's own settings."""

    menu: Menu
    owners: frozenset[str]  # the keys that the configuration names
    folder: Path  # the adapter's own, kept across restarts; created by the first to write there
    # Whether to accept an invitation from that person; True: into a room for the two of them.
    accepts_invitation: Callable[[Sender, bool], Awaitable[bool]]
    file_bytes: int = 50 << 20  # of the largest file that is read: more is not to be fetched
    # What that person may send into any chat, for what they type there.
    search_shared: SearchShared = find_nothing
    # Whether that person is answered, and so may use more than what is for everybody.
    admits: Callable[[Sender], Awaitable[bool]] = admit_nobody


class Adapter(Protocol):
    """One chat platform. Its module offers `connect(settings, host) -> Adapter`."""

    name: str

    async def run(self, accept: Accept) -> None:
        """Give every message to `accept` until cancelled.

        `await accept(message)` returns once the message is stored; only then may the adapter
        confirm it to the platform. If it raises, the platform must deliver the message again.
        """

    async def deliver(
        self, chat: Chat, replies: AsyncIterator[Draft | Reply], receipt: Receipt
    ) -> None:
        """Show the drafts as they come, then send the reply whole, part by part.

        Raises `ConnectionError` when the platform is away and the reply must be tried again later.
        """

    async def fetch(self, attachment: Attachment, path: Path) -> None:
        """Write the attachment's bytes to `path`; raises `UserError` where that is not possible."""


@runtime_checkable
class Polling(Protocol):
    """Optional for an adapter that polls its platform: lets the heartbeat see that it does."""

    @property
    def last_poll(self) -> float | None:
        """`time.monotonic()` of the platform's last answer, with messages or without."""

    @property
    def last_try(self) -> float | None:
        """The time of the last request or stored message; stops only if the loop hangs."""


@runtime_checkable
class Local(Protocol):
    """Optional for an adapter that is served on this machine and so depends on no platform."""

    @property
    def address(self) -> str:
        """The address at which it is open; empty while it is not."""


@runtime_checkable
class Shareable(Protocol):
    """Optional for an adapter that sends and fetches also where another process receives.

    Where `receives_everywhere`, any number of processes may `run` it at once.
    """

    @property
    def receives_everywhere(self) -> bool: ...

    async def prepare(self) -> None:
        """Return once the platform knows us; `run` may follow, or never be called."""


@runtime_checkable
class Linkable(Protocol):
    """Optional for an adapter whose platform has links that open a conversation with us."""

    def build_start_link(self, code: str) -> str:
        """Return the link that sends `/start CODE` when it is opened; "" before `run` or `check`.

        `code` is of at most 64 capital letters and digits.
        """


@runtime_checkable
class Checkable(Protocol):
    """Optional for an adapter: lets `multis doctor` check its settings and platform."""

    async def check(self) -> str:
        """Return our name there, without `run`.

        Raises `UserError` for wrong settings, `ConnectionError` where the platform is away.
        """
