"""Reads and edits memory.md and files of the vault, which a person may be editing as well."""

import logging
import os
from collections.abc import Callable
from pathlib import Path

from memory.storage.files import read_whole, write_atomically


def read(path: Path) -> str:
    """Return the text, empty if there is no file; invalid UTF-8 becomes replacement characters."""
    return _read_bytes(path).decode(errors="replace")


def edit(path: Path, change: Callable[[str], str]) -> bool:
    """Write `change(text)`; False if that changes nothing. Blocks; the caller holds the lock.

    If the person's editor saves between our reading and our writing, their text is read again.
    """
    while True:
        state, content = _read_state(path), _read_bytes(path)
        before = content.decode(errors="replace")
        after = change(before)
        if after == before:
            return False
        if state == _read_state(path):
            _back_up_undecodable(path, content)
            write_atomically(path, after)
            return True


def _read_bytes(path: Path) -> bytes:
    try:
        return read_whole(path)
    except FileNotFoundError:
        return b""


def _read_state(path: Path) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _back_up_undecodable(path: Path, content: bytes) -> None:
    try:
        content.decode()
    except UnicodeDecodeError as error:
        aside = path.with_name(f"{path.name}.bad")
        import shutil  # hardly ever

        shutil.copy2(path, aside)
        logging.getLogger(__name__).error("%s is not UTF-8, copied to %s: %s", path, aside, error)
