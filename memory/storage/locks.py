"""Locks by path: in order of arrival within this process, exclusive among all processes.

`filelock` serves the tasks of one process in no particular order and takes 440 µs per lock (113
without a thread; 20 here).
"""

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from weakref import WeakValueDictionary

from indexer.private_files import open_private
from memory.storage.files import make_folder

# Another process holds a lock for a few file writes; waiting in a thread could not be cancelled.
ASK_AGAIN_SECONDS = 0.005
FLAGS = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC


class Locks:
    """One per process. The system releases a lock when the process that holds it dies."""

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[Path, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def hold(self, path: Path) -> AsyncIterator[None]:
        async with self._get_lock(path):
            with _open_lock_file(path) as descriptor:
                while not _try_lock(descriptor):  # noqa: ASYNC110 - another process sets no event
                    await asyncio.sleep(ASK_AGAIN_SECONDS)
                yield

    @asynccontextmanager
    async def try_hold(self, path: Path) -> AsyncIterator[bool]:
        """Yield True and hold the lock until the end if it is free, else yield False at once."""
        turn = self._get_lock(path)
        if turn.locked():
            yield False
            return
        async with turn:
            with _open_lock_file(path) as descriptor:
                yield _try_lock(descriptor)

    def _get_lock(self, path: Path) -> asyncio.Lock:
        turn = self._turns.get(path)
        if turn is None:
            turn = self._turns[path] = asyncio.Lock()
        return turn


@contextmanager
def _open_lock_file(path: Path) -> Iterator[int]:
    descriptor = _open(path)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _open(path: Path) -> int:
    try:
        return open_private(str(path), FLAGS)
    except FileNotFoundError:  # hardly ever: to look for the folder each time takes as long again
        make_folder(path.parent)
        return open_private(str(path), FLAGS)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
