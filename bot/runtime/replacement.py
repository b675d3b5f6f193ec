"""Replaces parts of a home in such a way that nothing can leave it half replaced.

Each part is moved, and what is to be moved is written down first: whoever comes after a process
that was killed moves the rest. Where a part cannot be moved, all others go back.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from bot.home import Home
from bot.runtime.process_lock import hold_sole_use_lock
from indexer.errors import UserError


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
        _write(home.replacement, planned)
        _carry_out(home, planned)
    except OSError:
        _take_back(home, planned)
        home.replacement.unlink(missing_ok=True)
        aside.rmdir()
        raise
    home.replacement.unlink()


def finish_replacement(home: Home) -> None:
    """Move what a killed process has not moved, unless somebody is at it."""
    with suppress(UserError), hold_sole_use_lock(home):
        if home.replacement.exists():
            _carry_out(home, msgspec.json.decode(home.replacement.read_bytes(), type=Replacement))
            home.replacement.unlink()


def _write(path: Path, planned: Replacement) -> None:
    """Write the file whole or not at all, also when the power is cut."""
    temporary = path.with_suffix(".new")
    temporary.unlink(missing_ok=True)
    file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(file, "wb") as target:
        target.write(msgspec.json.encode(planned))
        target.flush()
        os.fsync(target.fileno())
    temporary.replace(path)


def _carry_out(home: Home, planned: Replacement) -> None:
    for part in (*planned.brought, *planned.taken):
        coming = home.folder / planned.new / part
        is_there = part in planned.brought and not os.path.lexists(coming)
        if not is_there:
            _move(home.folder / part, home.folder / planned.aside / part)
            _move(coming, home.folder / part)


def _take_back(home: Home, planned: Replacement) -> None:
    for part in (*planned.brought, *planned.taken):
        coming = home.folder / planned.new / part
        if part in planned.brought and not os.path.lexists(coming):
            _move(home.folder / part, coming)
        _move(home.folder / planned.aside / part, home.folder / part)


def _move(source: Path, target: Path) -> None:
    """Rename what is there, if it is, and its place is free: it may have been moved before."""
    if os.path.lexists(source) and not os.path.lexists(target):
        source.rename(target)
