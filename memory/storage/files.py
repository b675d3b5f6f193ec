"""Atomic, private file writes, reads that end, and blocking work in a thread."""

import asyncio
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from indexer.private_files import follow_link, replace_file

Result = TypeVar("Result")

PRIVATE_FOLDER = 0o700
LARGEST = 64 << 20  # bytes of a file that is read whole: many times what anybody writes


def read_whole(path: Path) -> bytes:
    """Read a file; an OSError also for one that is too large, or may never end, as a pipe."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
        if found.st_size > LARGEST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        return file.read(LARGEST)


def write_atomically(path: Path, text: str) -> None:
    """Write `text`; whatever happens meanwhile, `path` holds either the old text or the new.

    An OSError for a folder, a pipe or a device, in whose place there would be a file.
    """
    path = follow_link(path)
    _check_place(path)
    content = text.encode()
    try:
        replace_file(path, content)
    except FileNotFoundError:  # hardly ever: to look for the folder each time takes as long again
        make_folder(path.parent)
        replace_file(path, content)


def _check_place(path: Path) -> None:
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
        raise OSError(number, os.strerror(number), str(path))


def make_folder(path: Path) -> None:
    if not path.is_dir():  # asking takes a third of an attempt that fails
        path.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)


def move_aside(path: Path) -> Path:
    """Rename a damaged file to a free name that ends in `.bad`; returns the new path."""
    number, aside = 1, path.with_name(f"{path.name}.bad")
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.{number}.bad")
    return path.rename(aside)


async def run_in_thread(work: Callable[[], Result]) -> Result:
    """Run blocking `work` in a thread; a cancelled caller waits until it has ended.

    A thread cannot be stopped: a caller that released its lock at once would let another one
    write at the same time.
    """
    running = asyncio.ensure_future(asyncio.to_thread(work))
    cancelled = False
    while not running.done():
        try:
            await asyncio.wait({running})
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        raise asyncio.CancelledError
    return running.result()
