"""memory.md on disk, which a person may be editing at the same time."""

import logging
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from memory.storage.files import write_atomically


def read(path: Path) -> str:
    """Empty where there is none; bytes that are no text show as a replacement sign."""
    return _content(path).decode(errors="replace")


def edit(path: Path, change: Callable[[str], str]) -> bool:
    """Write `change(text)`; whether that was anything new. Blocks; needs the lock of the notes.

    If the person's editor saves between our reading and our writing, their text is read again.
    """
    while True:
        state, content = _state(path), _content(path)
        before = content.decode(errors="replace")
        after = change(before)
        if after == before:
            return False
        if state == _state(path):
            _keep_what_is_no_text(path, content)
            write_atomically(path, after)
            return True


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _state(path: Path) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _keep_what_is_no_text(path: Path, content: bytes) -> None:
    try:
        content.decode()
    except UnicodeDecodeError as error:
        aside = path.with_name(f"{path.name}.bad")
        shutil.copy2(path, aside)
        logging.getLogger(__name__).error("%s is not UTF-8, copied to %s: %s", path, aside, error)
