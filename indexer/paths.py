"""Paths as people write them, and names of files as others may have written them."""

import errno
import re
from pathlib import Path

from indexer.errors import UserError
from indexer.i18n import _

# In a home of multis, and in a backup of one, which both hold what everybody said, and keys.
DATABASE = "data/multis.db"
NARROW = "\u00a0\u202f"  # spaces at which no line ends, as French has before a colon
LONGEST = 200  # characters of a file's name in a sentence
KIND = 20  # of them at its end, which tells what kind of file it is
# Signs that join letters of other scripts, and parts of an emoji; between our letters nobody sees
# them, and two names that differ in them look alike.
_JOINER = re.compile(r"(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")


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
    """Return what others chose, such as a file's name, as one line in which all can be seen.

    A blank stands for what breaks the line, `?` for a byte that is no text, and for a name of which
    nothing is left. What turns around the text that follows is left out.
    """
    if name.isprintable():
        return name  # nearly all names; a lone surrogate is not printable either
    text = replace_undecodable(name)
    joiners = {found.start() for found in _JOINER.finditer(text)}
    signs = (each if n in joiners else _show(each) for n, each in enumerate(text))
    return "".join(signs) or "?"


def _show(sign: str) -> str:
    if sign.isprintable() or sign in NARROW:
        return sign
    return " " if sign.isspace() else ""


def shorten_name(name: str) -> str:
    """Return a name's beginning and its kind, if it is too long for a sentence."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - KIND]}…{name[-KIND:]}"


def is_text(name: str) -> bool:
    """Return whether a path is text: one with other bytes no database holds."""
    return name.isascii() or replace_undecodable(name) == name


def replace_undecodable(name: str) -> str:
    """Replace each byte that is not UTF-8 with "?"."""
    return name.encode(errors="replace").decode()
