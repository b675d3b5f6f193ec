"""Paths as people write them, and names of files as others may have written them."""

import errno
import re
from pathlib import Path

from indexer.errors import UserError
from indexer.i18n import _

# In a home of multis, and in a backup of one, which both hold what everybody said, and keys.
DATABASE = "data/multis.db"
# Control characters, ends of lines, and what sets the direction of the text that follows.
UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


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


def format_name(name: str) -> str:
    """Return a file's name as one line: `?` for what breaks it, or turns around what follows.

    Others may name files in a folder that is followed, and replies and prompts show their names.
    """
    if name.isprintable():
        return name  # nearly all names; a lone surrogate is not printable either
    return UNSHOWN.sub("?", replace_undecodable(name))


def replace_undecodable(name: str) -> str:
    """Replace each byte that is not UTF-8 with "?"."""
    return name.encode(errors="replace").decode()
