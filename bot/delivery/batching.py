"""Combines messages that belong together, so that they are answered as one.

An album arrives as one message per file, a long paste is cut in pieces by the sender's app, and
after a night offline a queue of questions arrives that may be settled by now. Each piece is stored
as it comes; here it waits a moment for the next. Nothing is written until the answer is, so after a
crash the pieces are simply combined again.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

from msgspec import Struct, field
from msgspec.structs import replace

from bot.delivery.inbox import InboxEntry
from bot.messages import Chat, IncomingMessage, Sender
from bot.runtime.background import Background

QUIET = 1.5  # seconds without another piece until the message counts as complete
# The same where the first pieces came before a restart: the platform may have the others, and is
# asked for them only now.
QUIET_AFTER_RESTART = 15.0
LONG = 3000  # characters; apps cut a paste at 4096 or a little before
PIECES = 100  # of one message, the files of an album among them
MOST = 60_000  # characters of pieces; what comes after them is a message of its own
PASSPHRASE = re.compile(r"\s*/backup(?:@\w+)?\s", re.IGNORECASE)  # with the command that takes it
SAME_PASTE = timedelta(seconds=5)  # between the pieces, as the platform dates them


def is_next_piece(last: IncomingMessage, new: IncomingMessage) -> bool:
    """Return whether `new` continues `last`."""
    # All pieces must be of one author in one chat.
    if _find_origin(last) != _find_origin(new):
        return False
    if last.album or new.album:
        return last.album == new.album
    if new.quote not in ("", last.quote) or new.text.startswith("/"):
        return False
    return _may_continue(last) and _is_plain(new) and _is_close(last, new)


def merge_pieces(pieces: Sequence[IncomingMessage]) -> IncomingMessage:
    """Join pieces into the one message that was sent."""
    first = pieces[0]
    if first.album:
        return replace(
            first,
            text="\n".join(each.text for each in pieces if each.text),
            attachments=tuple(file for each in pieces for file in each.attachments),
            addressed=any(each.addressed for each in pieces),
        )
    return replace(first, text="".join(each.text for each in pieces))


def collect_missed(late: Sequence[IncomingMessage]) -> IncomingMessage:
    """Return one message of their sender, without text, that carries all of them."""
    return replace(
        late[-1],
        text="",
        pressed="",
        edited=False,
        unsupported="",
        addressed=any(each.addressed for each in late),
        missed=tuple(late),
    )


def _find_origin(message: IncomingMessage) -> tuple[Chat, Sender, bool]:
    return message.chat, message.sender, message.forwarded


def _is_piece(entry: InboxEntry) -> bool:
    return not entry.answered and bool(entry.message.album or _may_continue(entry.message))


def _may_continue(message: IncomingMessage) -> bool:
    return _is_plain(message) and len(message.text) >= LONG


def _is_plain(message: IncomingMessage) -> bool:
    said = not (message.pressed or message.reacts_to or message.edited or message.unsupported)
    return said and not message.attachments


def _may_be_secret(message: IncomingMessage) -> bool:
    """Return True for digits, and for a passphrase: a secret is removed by a reply of its own."""
    return message.text.strip().isdecimal() or bool(PASSPHRASE.match(message.text))


def _is_close(last: IncomingMessage, new: IncomingMessage) -> bool:
    if last.sent_at is None or new.sent_at is None:
        return True
    return abs(new.sent_at - last.sent_at) <= SAME_PASTE


class _Batch(Struct):
    """The waiting messages of one chat; `late` ones are summarised, the others merged."""

    late: bool
    entries: list[InboxEntry] = field(default_factory=list)

    def accepts(self, entry: InboxEntry, late: bool) -> bool:
        last, new = self.entries[-1].message, entry.message
        if entry.answered or (entry.draft and any(each.draft for each in self.entries)):
            return False  # one reply ends one growing message
        if not self._has_room(new):
            return False
        if self.late or late:
            alone = _may_be_secret(last) or _may_be_secret(new)
            return self.late and late and last.sender == new.sender and not alone
        return is_next_piece(last, new)

    def _has_room(self, new: IncomingMessage) -> bool:
        """Return whether the message would not grow too long: it counts as one for every limit."""
        length = sum(len(each.message.text) for each in self.entries) + len(new.text)
        return length <= MOST and len(self.entries) < PIECES

    def merge(self) -> InboxEntry:
        first, *rest = self.entries
        messages = [each.message for each in self.entries]
        message = collect_missed(messages) if self.late else merge_pieces(messages)
        draft = next((each.draft for each in self.entries if each.draft), "")
        tries = max(each.tries for each in self.entries)
        absorbed = tuple(each.id for each in rest)
        return InboxEntry(first.id, message, absorbed, draft=draft, tries=tries, claim=first.claim)


class Batcher:
    """Passes entries on to `start`, in order within each chat; lives as long as `background`."""

    def __init__(
        self,
        start: Callable[[InboxEntry], None],
        background: Background,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._start = start
        self._background = background
        self._sleep = sleep
        self._batches: dict[str, _Batch] = {}

    def add(self, entry: InboxEntry, *, late: bool = False, resumed: bool = False) -> None:
        """Pass `entry` on, or hold it until it is complete.

        It is `resumed` if it came before this process began.
        """
        chat = entry.message.chat.key
        batch = self._batches.get(chat)
        if batch and not batch.accepts(entry, late):
            # What comes next shows that the batch is complete.
            self._release(chat, batch)
            batch = None
        if not batch and not (late or _is_piece(entry)):
            self._start(entry)
            return
        batch = self._batches.setdefault(chat, _Batch(late))
        batch.entries.append(entry)
        quiet = QUIET_AFTER_RESTART if resumed and not late else QUIET
        waiting = self._wait(chat, batch, len(batch.entries), quiet)
        self._background.start(f"gather {entry.id}", waiting)

    async def _wait(self, chat: str, batch: _Batch, pieces: int, quiet: float) -> None:
        await self._sleep(quiet)
        if self._batches.get(chat) is batch and len(batch.entries) == pieces:
            self._release(chat, batch)

    def _release(self, chat: str, batch: _Batch) -> None:
        del self._batches[chat]
        self._start(batch.merge())
