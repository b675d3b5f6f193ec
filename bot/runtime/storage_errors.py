"""What the errors of SQLite and of the file system mean for a person, and what they can do."""

import errno
import sqlite3

FULL = (
    "The disk is full, and I left everything as it was: nothing is lost. "
    "Make room where my data lies, then send it again."
)
READ_ONLY = "My data cannot be written. Make its files and folders writable for me again."
NOT_ALLOWED = (
    "I am not allowed to read or write a file that this needs. Check its permissions and try again."
)
FAILING = (
    "The disk does not read or write as it should: it may be full or failing. "
    "Make room where my data lies, or check the disk, then send it again."
)
LOCKED = (
    "Another program has been holding my database for too long. "
    "Close it and try again; nothing is lost."
)
DAMAGED = (
    "The database is damaged, and I changed nothing. Stop the daemon and put the last backup back "
    "with `multis backup restore FILE`; `multis doctor` says more."
)
# By the first words of SQLite's own message, which is all that Python 3.11 tells apart everywhere.
_SENTENCES = {
    "database or disk is full": FULL,
    "disk I/O error": FAILING,
    "attempt to write a readonly database": READ_ONLY,
    "database is locked": LOCKED,
    "unable to open database file": (
        "My database cannot be opened. Check that its folder is there, that it is mine, "
        "and that the disk has room."
    ),
    "database disk image is malformed": DAMAGED,
    "file is not a database": DAMAGED,
}

_BY_NUMBER = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: NOT_ALLOWED,
    errno.EPERM: NOT_ALLOWED,
    errno.EIO: FAILING,
}


def explain_error(error: Exception) -> str:
    """Empty for an error that is a mistake of the program rather than a state of the machine."""
    if isinstance(error, OSError):
        return _BY_NUMBER.get(error.errno or 0, "")
    if not isinstance(error, sqlite3.Error):
        return ""
    told = str(error)
    return next((said for start, said in _SENTENCES.items() if told.startswith(start)), "")
