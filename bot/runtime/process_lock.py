"""Locks that allow one daemon per home, and no restore while anything uses the home.

The locks are the kernel's, so they end with the process, however that ends. `filelock` has
shared locks only as a SQLite database, and importing it adds 20 ms to every `multis say`.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.home import Home
from indexer.errors import UserError
from indexer.i18n import _


@contextmanager
def hold_daemon_lock(home: Home, *, replaced: bool = False, shared: bool = False) -> Iterator[None]:
    """Hold the lock of the one daemon; a `UserError` if another process holds it.

    Workers that share the work hold it together. With `replaced` it is a new lock: whoever holds
    the old one has lost the database meanwhile.
    """
    if replaced:
        home.lock.unlink(missing_ok=True)
    with _open_lock_file(home, home.lock) as file:
        with _hold_gate(home):
            taken = _try_lock(file, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
        if not taken:
            raise UserError(
                _(
                    "multis already runs on {folder} (process {pid}). "
                    "Stop it first, or use another home with --home.",
                    folder=str(home.folder),
                    pid=_read_holder(file),
                )
            )
        os.ftruncate(file, 0)
        os.write(file, str(os.getpid()).encode())
        yield


@contextmanager
def hold_use_lock(home: Home) -> Iterator[None]:
    """Hold the lock that everything shares which uses the home; refused during a restore."""
    with _open_lock_file(home, home.use_lock) as file:
        if not _try_lock(file, fcntl.LOCK_SH):
            folder = str(home.folder)
            raise UserError(
                _("A backup is being restored into {folder}. Try again soon.", folder=folder)
            )
        yield


@contextmanager
def hold_sole_use_lock(home: Home) -> Iterator[None]:
    """Hold the home alone, to replace all that is in it; a `UserError` if anything uses it."""
    with _open_lock_file(home, home.use_lock) as file:
        if not _try_lock(file):
            raise UserError(
                _(
                    "{folder} is in use by a chat or another multis command. Stop that first.",
                    folder=str(home.folder),
                )
            )
        yield


@contextmanager
def hold_replica_pause(home: Home) -> Iterator[bool]:
    """Keep Litestream from being started; yields False if somebody else does already."""
    with _open_lock_file(home, home.replica_pause) as file:
        yield _try_lock(file)


def is_running(home: Home) -> bool:
    """Return whether a daemon holds its lock right now."""
    if not home.lock.exists():
        return False
    with _hold_gate(home), _open_lock_file(home, home.lock) as file:
        return not _try_lock(file)


@contextmanager
def _hold_gate(home: Home) -> Iterator[None]:
    """Hold what is held, for a moment, by whoever tries the daemon's lock.

    Looking whether it is free takes it: a daemon that starts just then is not to be told that
    another one runs.
    """
    with _open_lock_file(home, home.lock_gate) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def _open_lock_file(home: Home, path: Path) -> Iterator[int]:
    try:
        home.run.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except (PermissionError, FileNotFoundError, FileExistsError, NotADirectoryError) as error:
        raise UserError(
            _(
                "Cannot write to {folder}: {reason}. "
                "Choose another folder with --home, or make this one writable.",
                folder=str(home.folder),
                reason=str(error.strerror),
            )
        ) from None
    try:
        yield file
    finally:
        os.close(file)


def _try_lock(file: int, kind: int = fcntl.LOCK_EX) -> bool:
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read_holder(file: int) -> str:
    return os.pread(file, 20, 0).decode() or "unknown"
