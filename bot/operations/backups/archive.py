"""The files that a backup is made with: the growing archive, and the copy of the database.

A home whose disk turned read-only, as a failing one does, is backed up too: then nothing is written
in it, and nothing changes meanwhile.
"""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from bot.home import Home
from bot.messages import UserError
from bot.runtime.process_lock import hold_use_lock
from indexer.i18n import _

WAL = "-wal"  # of SQLite: what was written last, until the next checkpoint


def hold_home(home: Home) -> AbstractContextManager[None]:
    """Keep a restore out of the home; into a read-only one there can be none."""
    return nullcontext() if _is_read_only(home) else hold_use_lock(home)


def find_scratch(home: Home, target: Path) -> Path:
    """Return where the database is copied to: for a read-only home, beside the backup.

    Else in the folder that is cleaned up: a killed process leaves the copy, with what is forgotten
    later.
    """
    if _is_read_only(home):
        return target.parent
    home.tmp.mkdir(mode=0o700, exist_ok=True)
    return home.tmp


def _is_read_only(home: Home) -> bool:
    return bool(os.statvfs(home.folder).f_flag & os.ST_RDONLY)


@contextmanager
def open_partial(partial: Path) -> Iterator[BinaryIO]:
    """Open the file that becomes a backup, new and for its maker alone; on an error it goes.

    A `UserError` if another process is writing it.
    """
    _remove_left(partial)
    file = _create(partial)
    with os.fdopen(file, "w+b") as raw:
        _take(file, partial)
        try:
            yield raw
        except BaseException:
            partial.unlink(missing_ok=True)
            raise


def _remove_left(partial: Path) -> None:
    """Remove what a crash left; it is locked meanwhile, so that nobody begins to write it."""
    try:
        file = os.open(partial, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return  # if there is one by now, it is another process's
    except OSError:
        partial.unlink(missing_ok=True)  # a link that somebody else put there, or no file of ours
        return
    try:
        _take(file, partial)
        partial.unlink()
    finally:
        os.close(file)


def _create(partial: Path) -> int:
    try:
        return os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise _make_taken(partial) from None


def _make_taken(partial: Path) -> UserError:
    return UserError(_("{file} already exists. Choose another name.", file=str(partial)))


def _take(file: int, partial: Path) -> None:
    """Lock a file until it is closed.

    A `UserError` if another process writes it, or has replaced it by one of its own meanwhile.
    """
    with suppress(BlockingIOError, FileNotFoundError):
        _lock(file)
        if os.path.samestat(os.fstat(file), partial.lstat()):
            return
    raise _make_taken(partial)


def _lock(file: int) -> None:
    """Lock a file; disks of some kinds have no locks, and need none."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return


@contextmanager
def open_database_copy(home: Home, scratch: Path) -> Iterator[Path]:
    """Yield a copy of the database as of one moment, whatever is written meanwhile."""
    with TemporaryDirectory(dir=scratch, prefix="backup-") as folder:
        copy = Path(folder) / "multis.db"
        source = _copy_files(home.database, Path(folder)) if _is_read_only(home) else home.database
        with (
            closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as database,
            closing(sqlite3.connect(copy)) as target,
        ):
            database.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        yield copy


def _copy_files(database: Path, folder: Path) -> Path:
    """Copy a database with what was written last: on a read-only disk SQLite cannot read that."""
    copy = folder / "files" / database.name
    copy.parent.mkdir(mode=0o700)
    for each in (database, database.with_name(database.name + WAL)):
        with suppress(FileNotFoundError):
            shutil.copyfile(each, copy.with_name(each.name))
    return copy
