"""Reads the files that replies send."""

import errno
import os
from io import BufferedReader
from pathlib import Path

from indexer.errors import UserError
from indexer.private_files import open_private


def open_file(path: Path) -> BufferedReader:
    """Open a file of a reply; a FileNotFoundError if it is not there, or no plain file any more.

    A document is sent from where it lies, perhaps long after it was found there, and others may
    write to its folder: a link would lead to any file that we may read, a pipe would never end.
    """
    from indexer.parsing.regular_files import open_regular_file  # few replies have files

    try:
        return open_regular_file(path, path.name, resolved=True)
    except UserError:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from None


def read_file(path: Path) -> bytes:
    """Read a file of a reply; raises as `open_file` does."""
    with open_file(path) as file:
        return file.read()


def copy_file(path: Path, target: Path) -> None:
    """Copy a file of a reply, for its owner alone; raises as `open_file` does.

    A copy that fails leaves nothing: its half would keep full the disk that had no room for it.
    """
    import shutil

    with open_file(path) as file, open(target, "xb", opener=open_private) as copy:
        try:
            shutil.copyfileobj(file, copy)
            copy.flush()
            os.fsync(copy.fileno())
        except OSError:
            target.unlink(missing_ok=True)
            raise
