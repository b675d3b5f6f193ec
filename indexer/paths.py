"""Paths as people write them."""

from pathlib import Path

from indexer.errors import UserError
from indexer.i18n import _


def expand_path(named: str) -> Path:
    """Return the path with `~` filled in; a `UserError` for one that there cannot be.

    Such as that of somebody who has no home here, or of links that lead in a circle.
    """
    try:
        path = Path(named).expanduser()
        path.resolve()
    except (RuntimeError, ValueError, OSError):
        raise format_impossible(named) from None
    return path


def format_impossible(named: str) -> UserError:
    return UserError(_("{path} is not a valid path on this machine.", path=repr(named)))
