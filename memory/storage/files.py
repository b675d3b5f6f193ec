"""Files that are whole or not there, and blocking work kept off the event loop."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600


def write_atomically(path: Path, text: str) -> None:
    """Afterwards `path` holds the old text or the new one, whatever happens meanwhile."""
    path = path.resolve()  # a link to a file elsewhere stays a link
    make_folder(path.parent)
    temporary = path.with_name(f".{path.name}.new")
    with open(temporary, "w", encoding="utf-8", newline="", opener=open_private) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def open_private(path: str, flags: int) -> int:
    """An opener: what is made is for its owner only."""
    return os.open(path, flags, PRIVATE_FILE)


def make_folder(path: Path) -> None:
    path.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)


def move_aside(path: Path) -> Path:
    """Rename a file that makes no sense to `.bad`; an earlier one is not overwritten."""
    number, aside = 1, path.with_name(f"{path.name}.bad")
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.{number}.bad")
    return path.rename(aside)


async def run_in_thread(work: Callable[[], Result]) -> Result:
    """Run blocking `work` off the loop; a caller that is cancelled leaves only when it has ended.

    A thread cannot be stopped: a caller that gave up its lock at once would let another write
    beside it.
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
