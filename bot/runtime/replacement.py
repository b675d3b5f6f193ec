"""Replaces parts of a home in such a way that nothing can leave it half replaced.

Each part is moved, and what is to be moved is written down first: whoever comes after a process
that was killed moves the rest. Where a part cannot be moved, all others go back.
"""

import errno
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from bot.home import Home
from bot.runtime.process_lock import hold_sole_use_lock
from indexer.errors import UserError
from indexer.private_files import replace_file

log = logging.getLogger(__name__)


class Replacement(Struct, frozen=True):
    """Folders are named below the home."""

    new: str  # the folder with what is to come
    aside: str  # the folder for what was there
    brought: tuple[str, ...]  # parts that the new folder has, or had
    taken: tuple[str, ...]  # parts that it does not have


def replace_parts(home: Home, new: Path, aside: Path, parts: Sequence[str]) -> None:
    """Move `parts` of the home into `aside`, which is made, and those in `new` into their places.

    `new` is a folder of the home. Whoever calls this holds the lock of sole use.
    """
    brought = tuple(part for part in parts if os.path.lexists(new / part))
    taken = tuple(part for part in parts if part not in brought)
    planned = Replacement(
        str(new.relative_to(home.folder)), str(aside.relative_to(home.folder)), brought, taken
    )
    os.sync()  # a power cut must not leave names of files whose contents were not written
    aside.mkdir(mode=0o700)
    try:
        replace_file(home.replacement, msgspec.json.encode(planned))
        _carry_out(home, planned)
    except BaseException:  # also Ctrl-C: whoever made `new` deletes it then
        _take_back(home, planned)
        home.replacement.unlink(missing_ok=True)
        with suppress(OSError):  # it keeps what was made again meanwhile
            aside.rmdir()
        raise
    home.replacement.unlink()


def finish_replacement(home: Home) -> None:
    """Move what a killed process has not moved, unless somebody is at it."""
    with suppress(UserError), hold_sole_use_lock(home):
        if home.replacement.exists() and (planned := _read(home.replacement)):
            _carry_out(home, planned)
            home.replacement.unlink()


def _read(path: Path) -> Replacement | None:
    """Read what is planned; None for a damaged file, which is set aside and hinders nothing."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Replacement)
    except ValueError:
        aside = path.rename(_find_free(path.with_name(f"{path.name}.bad")))
        log.warning("what a restore had planned is damaged: it is kept as %s", aside)
        return None


def _carry_out(home: Home, planned: Replacement) -> None:
    for part in (*planned.brought, *planned.taken):
        place, aside = home.folder / part, home.folder / planned.aside / part
        coming = home.folder / planned.new / part
        if os.path.lexists(coming):
            _move(place, _find_free(aside))  # also what a program has made again since
            _move(coming, place)
        elif part in planned.taken and not os.path.lexists(aside):
            _move(place, aside)


def _take_back(home: Home, planned: Replacement) -> None:
    for part in (*planned.brought, *planned.taken):
        try:
            _take_part_back(home, planned, part)
        except OSError:  # the others need not stay away with it
            kept = home.folder / planned.aside / part
            log.exception("cannot move back what is kept in %s", kept)


def _take_part_back(home: Home, planned: Replacement, part: str) -> None:
    place, aside = home.folder / part, home.folder / planned.aside / part
    coming = home.folder / planned.new / part
    if part in planned.brought and not os.path.lexists(coming):
        _move(place, coming)
    if os.path.lexists(aside):
        _move(place, _find_free(aside))  # it was made again since
        _move(aside, place)


def _find_free(path: Path) -> Path:
    """Return the path, or `vault-2` and so on where there is something."""
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free


def _move(source: Path, target: Path) -> None:
    """Rename what is there, if it is; an OSError if its place is taken."""
    if not os.path.lexists(source):
        return
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    source.rename(target)
