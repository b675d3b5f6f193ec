"""Messages that belong together, and are answered as one.

An album arrives as one message per file, a long paste cut in pieces by the sender's app, and after
a night offline a whole queue of questions that may be settled by now. Each piece is stored as it
comes; here it waits a moment for the next. Nothing is written until the answer is, so after a crash
the pieces are simply gathered again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from bot.delivery.inbox import Entry
from bot.messages import Chat, IncomingMessage, Sender
from bot.runtime.background import Background

QUIET = 1.5  # seconds without another piece until what is there is taken for the whole
LONG = 3000  # characters; apps cut a paste at 4096 or a little before
SAME_PASTE = timedelta(seconds=5)  # between the pieces, as the platform dates them


def belongs(last: IncomingMessage, new: IncomingMessage) -> bool:
    """Whether `new` is the next piece of what `last` began."""
    # Whose words they are must hold for all of the whole.
    if _origin(last) != _origin(new):
        return False
    if last.album or new.album:
        return last.album == new.album
    if new.quote not in ("", last.quote) or new.text.startswith("/"):
        return False
    return _may_go_on(last) and _plain(new) and _close(last, new)


def merge(pieces: Sequence[IncomingMessage]) -> IncomingMessage:
    """The pieces as the one message that was meant."""
    first = pieces[0]
    if first.album:
        return replace(
            first,
            text="\n".join(each.text for each in pieces if each.text),
            attachments=tuple(file for each in pieces for file in each.attachments),
            addressed=any(each.addressed for each in pieces),
        )
    return replace(first, text="".join(each.text for each in pieces))


def missed(late: Sequence[IncomingMessage]) -> IncomingMessage:
    """One message of their sender that stands for all of them, and says nothing itself."""
    return replace(
        late[-1],
        text="",
        pressed="",
        edited=False,
        unsupported="",
        addressed=any(each.addressed for each in late),
        missed=tuple(late),
    )


def _origin(message: IncomingMessage) -> tuple[Chat, Sender, bool]:
    return message.chat, message.sender, message.forwarded


def _is_piece(entry: Entry) -> bool:
    return not entry.answered and bool(entry.message.album or _may_go_on(entry.message))


def _may_go_on(message: IncomingMessage) -> bool:
    return _plain(message) and len(message.text) >= LONG


def _plain(message: IncomingMessage) -> bool:
    return not (message.attachments or message.pressed or message.edited or message.unsupported)


def _close(last: IncomingMessage, new: IncomingMessage) -> bool:
    if last.sent_at is None or new.sent_at is None:
        return True
    return abs(new.sent_at - last.sent_at) <= SAME_PASTE


@dataclass
class _Held:
    """What waits in one chat; `late` messages are summarised, the others merged."""

    late: bool
    entries: list[Entry] = field(default_factory=list)

    def takes(self, entry: Entry, late: bool) -> bool:
        last, new = self.entries[-1].message, entry.message
        if entry.answered:
            return False
        if self.late or late:
            return self.late and late and last.sender == new.sender
        return belongs(last, new)

    def whole(self) -> Entry:
        first, *rest = self.entries
        said = [each.message for each in self.entries]
        message = missed(said) if self.late else merge(said) if rest else first.message
        return Entry(first.id, message, tuple(each.id for each in rest))


class Gathering:
    """Passes entries on to `start`, in each chat in their order; lives as long as `background`."""

    def __init__(
        self,
        start: Callable[[Entry], None],
        background: Background,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._start = start
        self._background = background
        self._sleep = sleep
        self._held: dict[str, _Held] = {}

    def add(self, entry: Entry, *, late: bool = False) -> None:
        """Pass `entry` on, or hold it until it is clear that it is whole."""
        chat = entry.message.chat.key
        held = self._held.get(chat)
        if held and not held.takes(entry, late):
            # Whatever comes next shows that the pieces before it are all.
            self._release(chat, held)
            held = None
        if not held and not (late or _is_piece(entry)):
            self._start(entry)
            return
        held = self._held.setdefault(chat, _Held(late))
        held.entries.append(entry)
        self._background.start(f"gather {entry.id}", self._wait(chat, held, len(held.entries)))

    async def _wait(self, chat: str, held: _Held, pieces: int) -> None:
        await self._sleep(QUIET)
        if self._held.get(chat) is held and len(held.entries) == pieces:
            self._release(chat, held)

    def _release(self, chat: str, held: _Held) -> None:
        del self._held[chat]
        self._start(held.whole())
