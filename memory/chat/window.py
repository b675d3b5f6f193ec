"""recent.json, profile.json and the daily log of one chat, changed together.

Everything here blocks and expects its caller to hold the chat's lock. An exchange is written to
recent.json first, with the place that its log entry will have, and to profile.json last. The next
access to the chat finishes what a crash between them interrupted.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from memory import messages
from memory.chat import daily_log, profile
from memory.chat.folders import ChatFolder
from memory.chat.profile import Profile
from memory.messages import Exchange, Id, Message
from memory.storage.files import move_aside, read_whole, write_atomically

KEPT_AFTER_CAPTURE = 5

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class RecordResult:
    new: bool  # False when the exchange had been recorded before
    waiting: int  # messages in the window
    window: tuple[Message, ...] = field(default=(), compare=False, repr=False)
    profile: Profile = field(default=Profile("", ""), compare=False, repr=False)


def read(folder: ChatFolder) -> tuple[Message, ...]:
    """Return the messages of recent.json, oldest first."""
    return _load(folder.recent, messages.decode) or ()


def read_profile(folder: ChatFolder) -> Profile:
    known = _load(folder.profile, profile.decode) or Profile(folder.chat, folder.scope.label)
    return replace(known, chat=folder.chat, scope=folder.scope.label)


def _load(path: Path, decode: Callable[[str], Value]) -> Value | None:
    """Decode a file; a damaged one is renamed and logged, never overwritten."""
    try:
        return decode(read_whole(path).decode())
    except FileNotFoundError:
        return None
    except ValueError as error:
        aside = move_aside(path)
        logging.getLogger(__name__).error("%s is damaged, kept as %s: %s", path, aside.name, error)
        return None


def write(folder: ChatFolder, window: Sequence[Message]) -> None:
    write_atomically(folder.recent, messages.encode(window))


def write_profile(folder: ChatFolder, known: Profile) -> None:
    write_atomically(folder.profile, profile.encode(known))


def settle(folder: ChatFolder) -> tuple[tuple[Message, ...], Profile]:
    """Finish recording an exchange that a crash interrupted; returns window and profile."""
    window, known = read(folder), read_profile(folder)
    last = _find_last_exchange(window)
    if not last or last[0].key in known.recorded:
        return window, known
    _write_log(folder, last)
    known = known.with_recorded((message.key for message in window), last[-1].timestamp)
    write_profile(folder, known)
    return window, known


def record(
    folder: ChatFolder,
    exchange: Exchange,
    limit: int,
    settled: tuple[tuple[Message, ...], Profile] | None = None,
) -> RecordResult:
    """Add `exchange` to the window, unless it is there, and keep the last `limit` messages.

    `settled` are window and profile if the caller has read them, under the same lock.
    """
    window, known = settled or settle(folder)
    if exchange.key in known.recorded:
        return RecordResult(False, len(window), window, known)
    added = _assign_log_offset(folder, tuple(messages.split_exchange(exchange)))
    kept = (*window, *added)[-limit:]
    write(folder, kept)
    _write_log(folder, added)
    known = known.with_recorded((exchange.key,), messages.format_timestamp(exchange.answered_at))
    dropped = known.dropped + len(window) + len(added) - len(kept)
    mode = exchange.mode or known.mode
    known = replace(known, dropped=dropped, mode=mode)
    write_profile(folder, known)
    return RecordResult(True, len(kept), kept, known)


def trim(folder: ChatFolder, captured: Collection[Id]) -> None:
    """Drop captured messages except the last five, and mark these.

    Messages that came in meanwhile stay as they are.
    """
    window, _ = settle(folder)
    summarised = [message.id for message in window if message.id in captured]
    gone = frozenset(summarised[:-KEPT_AFTER_CAPTURE])
    rest = (message for message in window if message.id not in gone)
    write(folder, [replace(m, captured=True) if m.id in captured else m for m in rest])


def remove(folder: ChatFolder, forgotten: Collection[Id]) -> None:
    window, _ = settle(folder)
    write(folder, [message for message in window if message.id not in forgotten])


def restore(folder: ChatFolder, restored: Sequence[Message]) -> None:
    window, _ = settle(folder)
    present = {message.id for message in window}
    missing = (message for message in restored if message.id not in present)
    write(folder, sorted((*window, *missing), key=lambda message: message.timestamp))


def _find_last_exchange(window: Sequence[Message]) -> tuple[Message, ...]:
    """Return the messages of the last exchange, the only one that can be unfinished.

    Empty for a file of another program, which has no keys.
    """
    key = window[-1].key if window else ""
    return tuple(message for message in window if key and message.key == key)


def _assign_log_offset(folder: ChatFolder, added: tuple[Message, ...]) -> tuple[Message, ...]:
    if not added:
        return ()
    end = daily_log.get_size(folder.log_file(daily_log.parse_day(added[0])))
    return tuple(replace(message, log_offset=end) for message in added)


def _write_log(folder: ChatFolder, exchange: Sequence[Message]) -> None:
    if exchange and exchange[0].log_offset >= 0:
        daily_log.ensure_written(
            folder.log_file(daily_log.parse_day(exchange[0])),
            exchange[0].log_offset,
            daily_log.format_entries(exchange),
        )
