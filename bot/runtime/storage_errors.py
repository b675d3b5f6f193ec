"""Sentences for errors of the database and of the file system: what they mean and what to do."""

import errno

from indexer.errors import ServerAwayError, StorageError
from indexer.i18n import N_, Sentence

FULL = N_(
    "The disk is full. Nothing is lost, but this may be done only in part. "
    "Free some space where multis keeps its data, then send it again."
)
READ_ONLY = N_("Cannot write the data of multis. Make its files and folders writable again.")
NOT_ALLOWED = N_(
    "A file that is needed for this may not be read or written. "
    "Check its permissions and try again."
)
FAILING = N_(
    "The disk reports errors: it may be full or failing. "
    "Free some space where multis keeps its data, or check the disk, then send it again."
)
UNUSABLE = N_(
    "A file that is needed for this cannot be read or written: {reason}. Check the files and "
    "folders of multis, then try again."
)
LOCKED = N_(
    "Another program has locked the database for too long. Close it and try again; nothing is lost."
)
DAMAGED = N_(
    "The database is damaged. Nothing was changed. Stop the daemon and restore the last backup "
    "with `multis backup restore FILE`; `multis doctor` shows details."
)
AWAY = N_("The database server does not answer. Nothing is lost; try again when it is back.")
NOT_OPENED = N_(
    "The database cannot be opened. Check that its folder exists, that it belongs to you, and that "
    "the disk has space."
)
# By how SQLite's own message begins: Python 3.11 does not tell these errors apart everywhere.
_BY_MESSAGE = {
    "database or disk is full": FULL,
    "disk I/O error": FAILING,
    "attempt to write a readonly database": READ_ONLY,
    "database is locked": LOCKED,
    "unable to open database file": NOT_OPENED,
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


# Of a file; others of those that name one are mistakes of the program itself.
_TOO_MUCH = (errno.EFBIG, errno.EMFILE, errno.ENFILE)
_OUR_MISTAKE = (FileNotFoundError, FileExistsError)


def explain_error(error: Exception) -> Sentence | None:
    """Return what is wrong with the machine; None for a mistake of the program itself."""
    return _explain_known(error) or _explain_file(error)


def may_pass(error: Exception) -> bool:
    """Return whether the same may work later, once somebody has looked after the machine."""
    return _explain_known(error) is not None


def _explain_known(error: Exception) -> Sentence | None:
    if isinstance(error, ServerAwayError):
        return AWAY
    if isinstance(error, OSError):
        return _BY_NUMBER.get(error.errno or 0)
    if not isinstance(error, StorageError):
        return None
    message = str(error)
    return next((each for start, each in _BY_MESSAGE.items() if message.startswith(start)), None)


def _explain_file(error: Exception) -> Sentence | None:
    """Explain what a file is in the way of: a folder, a pipe, its size, a name without end."""
    if not isinstance(error, OSError) or isinstance(error, _OUR_MISTAKE):
        return None
    if error.filename is None and error.errno not in _TOO_MUCH:
        return None
    return UNUSABLE.fill(reason=error.strerror or "")
