"""What the page asks of whoever runs it: whom to let in, a place to keep, something to show."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Literal, Protocol

from bot.messages import Chat, IncomingMessage, Sender

Side = Literal["asked", "told"]
# (who asks, the name of a view, what of it) -> a frozen dataclass of plain values; a `UserError`
# where the asker may see nothing
Look = Callable[[IncomingMessage, str, Mapping[str, str]], Awaitable[object]]


class Entry(Protocol):
    """What was said in a chat; `id` grows with every entry."""

    @property
    def id(self) -> int: ...

    @property
    def key(self) -> str:
        """Of the message; empty for what nobody asked for."""

    @property
    def side(self) -> Side: ...

    @property
    def content(self) -> str:
        """JSON of our own making."""

    @property
    def at(self) -> int:
        """Epoch seconds."""


class Sessions(Protocol):
    async def enter(self, secret: str) -> str:
        """The cookie for a link's secret; a `UserError` says why there is none."""

    async def find_person(self, cookie: str) -> Sender | None:
        """Whose cookie that is."""

    async def leave(self, cookie: str) -> None:
        """The cookie is worth nothing from now on."""


class Transcript(Protocol):
    async def write(self, chat: Chat, side: Side, content: str, key: str = "") -> int:
        """The entry's number; with a `key`, there is but one for each side."""

    async def list_since(self, chat: Chat, after: int) -> Sequence[Entry]:
        """The entries after number `after`, the first first."""

    async def list_latest(self, chat: Chat) -> Sequence[Entry]:
        """The last entries, the first first."""

    async def remove(self, chat: Chat, key: str) -> None:
        """What was asked in the message `key` must not be read again."""

    async def erase(self, chat: Chat) -> int: ...


class PageHost(Protocol):
    @property
    def sessions(self) -> Sessions: ...

    @property
    def transcript(self) -> Transcript: ...

    @property
    def look(self) -> Look: ...

    @property
    def announce(self) -> Callable[[str], None]:
        """To be told where the page is, once it can be asked."""
