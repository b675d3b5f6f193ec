"""Atomic, private file writes, and blocking work in a thread."""

import asyncio
import os
from collections.abc import Callable
from io import BufferedWriter
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600


def write_atomically(path: Path, text: str) -> None:
    """Write `text`; whatever happens meanwhile, `path` holds either the old text or the new."""
    if path.is_symlink():
        path = path.resolve()  # a link to a file elsewhere stays a link
    temporary = path.with_name(f".{path.name}.new")
    with _create(temporary) as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def _create(path: Path) -> BufferedWriter:
    try:
        return open(path, "wb", opener=open_private)
    except FileNotFoundError:  # hardly ever: to look for the folder each time takes as long again
        make_folder(path.parent)
        return open(path, "wb", opener=open_private)


def open_private(path: str, flags: int) -> int:
    """Open a file readable by its owner only; an `opener` for `open`."""
    return os.open(path, flags, PRIVATE_FILE)


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
