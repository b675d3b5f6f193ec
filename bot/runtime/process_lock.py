"""One daemon per home, and no restore while anybody uses it.

The locks are the kernel's, so they end with the process, however that ends. `filelock` has
shared locks only as a SQLite database, and importing it adds 20 ms to every `multis say`.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.home import Home
from bot.messages import UserError


@contextmanager
def hold_daemon_lock(home: Home) -> Iterator[None]:
    """Held by the daemon as long as it runs; a `UserError` if another one holds it."""
    with _open_lock_file(home, home.lock) as file:
        if not _try_lock(file):
            raise UserError(
                f"multis already runs on {home.folder} (process {_read_holder(file)}). "
                "Stop it first, or give this one a home of its own with --home."
            )
        os.ftruncate(file, 0)
        os.write(file, str(os.getpid()).encode())
        yield


@contextmanager
def hold_use_lock(home: Home) -> Iterator[None]:
    """Held, side by side, by whatever reads or writes the home; refused while one restores it."""
    with _open_lock_file(home, home.use_lock) as file:
        if not _try_lock(file, fcntl.LOCK_SH):
            raise UserError(f"A backup is being put back into {home.folder}. Try again soon.")
        yield


@contextmanager
def hold_sole_use_lock(home: Home) -> Iterator[None]:
    """Held by whoever replaces all that is in the home; a `UserError` if anybody else uses it."""
    with _open_lock_file(home, home.use_lock) as file:
        if not _try_lock(file):
            raise UserError(
                f"{home.folder} is in use, by a chat or another command of multis. End it first."
            )
        yield


def is_running(home: Home) -> bool:
    """Whether a daemon holds the lock right now."""
    if not home.lock.exists():
        return False
    with _open_lock_file(home, home.lock) as file:
        return not _try_lock(file)


@contextmanager
def _open_lock_file(home: Home, path: Path) -> Iterator[int]:
    try:
        home.run.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except (PermissionError, FileNotFoundError, FileExistsError, NotADirectoryError) as error:
        raise UserError(
            f"I cannot write in {home.folder}: {error.strerror}. "
            "Choose another folder with --home, or make this one writable for me."
        ) from None
    try:
        yield file
    finally:
        os.close(file)


def _try_lock(file: int, how: int = fcntl.LOCK_EX) -> bool:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read_holder(file: int) -> str:
    return os.pread(file, 20, 0).decode() or "unknown"
