"""One daemon per home: the lock is the kernel's, so it ends with the process, however that ends."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from bot.home import Home
from bot.messages import UserError


@contextmanager
def run_lock(home: Home) -> Iterator[None]:
    """Held by the daemon as long as it runs; a `UserError` if another one holds it."""
    file = _open(home)
    try:
        if not _locked(file):
            raise UserError(
                f"multis already runs on {home.folder} (process {_holder(file)}). "
                "Stop it first, or give this one a home of its own with --home."
            )
        os.ftruncate(file, 0)
        os.write(file, str(os.getpid()).encode())
        yield
    finally:
        os.close(file)


def is_running(home: Home) -> bool:
    """Whether a daemon holds the lock right now."""
    if not home.lock.exists():
        return False
    file = _open(home)
    try:
        return not _locked(file)
    finally:
        os.close(file)


def _open(home: Home) -> int:
    home.run.mkdir(parents=True, exist_ok=True, mode=0o700)
    return os.open(home.lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holder(file: int) -> str:
    return os.pread(file, 20, 0).decode() or "unknown"
