"""The windows read last, for as long as their files stay as they were.

A turn reads its chat's window several times, and the next turn again: two looks at the folder take
a hundredth of the time of a lock, a thread and two files.
"""

import os
from pathlib import Path

from msgspec import Struct

from memory.chat import window
from memory.chat.folders import ChatFolder
from memory.chat.profile import Profile
from memory.chat.window import RecordResult
from memory.messages import Exchange, Message

KEPT = 32  # chats

Stamp = tuple[int, int, int, int]  # of a file: each write makes another one


class KnownWindow(Struct, frozen=True):
    """A settled window, and the stamps of recent.json and profile.json that it was read from."""

    messages: tuple[Message, ...]
    profile: Profile
    stamps: tuple[Stamp | None, ...]


class KnownWindows:
    """One per process; used by its event loop alone."""

    def __init__(self) -> None:
        self._known: dict[Path, KnownWindow] = {}

    def find(self, folder: ChatFolder) -> KnownWindow | None:
        """Return the window of a chat; None if it is not known, or a file has changed since."""
        known = self._known.get(folder.path)
        return known if known and is_current(folder, known) else None

    def keep(self, folder: ChatFolder, read: KnownWindow) -> None:
        self._known.pop(folder.path, None)
        self._known[folder.path] = read
        if len(self._known) > KEPT:
            del self._known[next(iter(self._known))]

    def drop(self, folder: ChatFolder) -> None:
        """Drop what is about to change, so that nothing forgotten stays in memory."""
        self._known.pop(folder.path, None)


def is_current(folder: ChatFolder, known: KnownWindow) -> bool:
    """Return whether the files are still as they were read, by a chat in the same scope."""
    return known.stamps == _read_stamps(folder) and known.profile.scope == folder.scope.label


def read_window(folder: ChatFolder) -> KnownWindow:
    """Settle and read a window; the caller holds the chat's lock, so nobody writes meanwhile."""
    return KnownWindow(*window.settle(folder), _read_stamps(folder))


def record_exchange(
    folder: ChatFolder, exchange: Exchange, limit: int, known: KnownWindow | None
) -> tuple[RecordResult, KnownWindow]:
    """Record an exchange, under the chat's lock; returns the window that it is the end of, too.

    `known` is the window as it was found before the lock was held.
    """
    if known is None or not is_current(folder, known):
        known = read_window(folder)
    recorded = window.record(folder, exchange, limit, (known.messages, known.profile))
    return recorded, KnownWindow(recorded.window, recorded.profile, _read_stamps(folder))


def _read_stamps(folder: ChatFolder) -> tuple[Stamp | None, ...]:
    return tuple(map(_read_stamp, (folder.recent, folder.profile)))


def _read_stamp(path: Path) -> Stamp | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
