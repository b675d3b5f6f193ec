"""Protocols that the page's host implements: login sessions, a transcript, views."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct

from bot.messages import Chat, Draft, IncomingMessage, Sender

Side = Literal["asked", "told"]
# (who asks, the name of a view, what of it) -> a frozen struct of plain values; a `UserError`
# where the asker may see nothing
Look = Callable[[IncomingMessage, str, Mapping[str, str]], Awaitable[object]]
# How many bytes of files that person may have here, None for no limit; a `UserError` if no file is
# taken in.
MeasureRoom = Callable[[Sender], Awaitable[int | None]]
# whether that person may still talk to multis; the sessions of others are void
MayAsk = Callable[[Sender], Awaitable[bool]]
# what Telegram signed -> a cookie and its key; a `UserError` says why there are none
EnterMiniApp = Callable[[str], Awaitable[tuple[str, str]]]
# (who asks, the guest's name) -> the secret of a link that signs that guest in; a `UserError` for
# anybody but the owner
InviteGuest = Callable[[IncomingMessage, str], Awaitable[str]]


class OriginalFile(Protocol):
    """The file of a document as it was indexed."""

    @property
    def path(self) -> Path: ...

    @property
    def name(self) -> str: ...


# (who asks, the id of a passage, arguments as of its view) -> the file of its document; a
# `UserError` where the asker may not see the passage, or there is no file
FindOriginal = Callable[[IncomingMessage, str, Mapping[str, str]], Awaitable[OriginalFile]]


class Entry(Protocol):
    """An entry of a chat's transcript; `id` grows with every entry."""

    @property
    def id(self) -> int: ...

    @property
    def key(self) -> str:
        """The key of the message; empty for a notice."""

    @property
    def side(self) -> Side: ...

    @property
    def content(self) -> str:
        """JSON built by `content`."""

    @property
    def at(self) -> int:
        """Epoch seconds."""

    @property
    def conversation(self) -> str:
        """The id of its conversation; empty for an answer to the desk."""


class NewEntry(Struct, frozen=True):
    """An entry to be written."""

    side: Side
    content: str  # JSON built by `content`
    key: str = ""  # of the message, at most one entry per side; empty for a notice
    title: str = ""  # what its conversation may be called
    of_desk: bool = False  # it answers a button of the desk, and is part of no conversation


class Sessions(Protocol):
    async def enter(self, secret: str) -> tuple[str, str]:
        """Return a cookie and its key for a link's secret; a UserError says why there are none."""

    async def find_holder(self, cookie: str) -> Sender | None:
        """Find whose session that cookie names, without its key; None for nobody's."""

    async def find_person(self, cookie: str, key: str) -> Sender | None:
        """Find the person with that cookie and its key; None if they are not valid."""

    async def leave(self, cookie: str) -> None:
        """Invalidate the cookie."""


class Transcript(Protocol):
    async def write(self, chat: Chat, entry: NewEntry) -> int:
        """Write an entry and return its number."""

    async def list_since(self, chat: Chat, after: int) -> Sequence[Entry]:
        """List the entries after number `after`, oldest first."""

    async def list_latest(self, chat: Chat) -> Sequence[Entry]:
        """List the latest entries of the current conversation, oldest first."""

    async def list_before(self, chat: Chat, conversation: str, before: int) -> Sequence[Entry]:
        """List entries of a conversation before number `before`, oldest first."""

    async def find_last_number(self, chat: Chat) -> int:
        """Return the number of the last entry, 0 if there is none."""

    async def remove(self, chat: Chat, key: str) -> None:
        """Remove the text of the message `key`, which must not be read again."""


class Conversations(Protocol):
    """Changes to conversations; a `UserError` for one that the chat does not have."""

    async def end_current(self, chat: Chat) -> None:
        """Let the next entry begin a new conversation."""

    async def rename(self, chat: Chat, name: str, title: str) -> None: ...

    async def pin(self, chat: Chat, name: str, *, pinned: bool) -> None: ...

    async def delete(self, chat: Chat, name: str) -> None:
        """Delete a conversation, which can be restored for a while."""

    async def restore(self, chat: Chat, name: str) -> None: ...


class OpenPages(Protocol):
    def list_chats(self) -> Collection[str]:
        """List the chats, by their keys, that have a page open here."""

    def show_news(self, chat: str, drafts: Mapping[str, Draft]) -> None:
        """Show what was written, and by message what answers of others have grown to."""


class Relay(Protocol):
    """Carries news of chats, by their keys, to other processes that serve the page."""

    @property
    def alone(self) -> bool:
        """True if there are no others."""

    def attach(self, pages: OpenPages) -> None:
        """Bring what others tell to these pages from now on."""

    def tell(self, chat: str) -> None:
        """Tell the others that something was written, or that somebody signed out."""

    def put_draft(self, chat: str, key: str, draft: Draft | None) -> None:
        """Let others show what an answer has grown to; None once it grows no more."""

    def look(self, chat: str) -> None:
        """Bring what answers of others have grown to: a page was opened."""


class PageHost(Protocol):
    @property
    def sessions(self) -> Sessions: ...

    @property
    def transcript(self) -> Transcript: ...

    @property
    def conversations(self) -> Conversations: ...

    @property
    def look(self) -> Look: ...

    @property
    def measure_room(self) -> MeasureRoom: ...

    @property
    def may_ask(self) -> MayAsk: ...

    @property
    def invite_guest(self) -> InviteGuest: ...

    @property
    def find_original(self) -> FindOriginal: ...

    @property
    def enter_mini_app(self) -> EnterMiniApp: ...

    @property
    def relay(self) -> Relay: ...

    @property
    def explain(self) -> Callable[[Exception], object]:
        """A callback that returns the sentence for an error of the machine, None for others."""

    @property
    def announce(self) -> Callable[[str], None]:
        """A callback that receives the page's URL once it can be opened."""
