"""Paths as people write them."""

import errno
from pathlib import Path

from indexer.errors import UserError
from indexer.i18n import _

# In a home of multis, and in a backup of one, which both hold what everybody said, and keys.
DATABASE = "data/multis.db"


def expand_path(named: str) -> Path:
    """Return the path with `~` filled in; a `UserError` for one that there cannot be.

    Such as that of somebody who has no home here, of links that lead in a circle, or a name that
    is too long.
    """
    try:
        path = Path(named).expanduser()
        _check_length(path.resolve())
    except (RuntimeError, ValueError, OSError):
        raise format_impossible(named) from None
    return path


def _check_length(path: Path) -> None:
    """Raise an `OSError` for a name that is longer than any that the disk has."""
    try:
        path.exists()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise


def format_impossible(named: str) -> UserError:
    return UserError(_("{path} is not a valid path on this machine.", path=repr(named)))
