"""Runs multis and keeps what a power failure would leave of its database.

    python -m bench.chaos.power run

After each commit that waited for the disk (`PRAGMA synchronous = FULL`), the database and its log
are copied into the folder `disk` of the home; what is committed later is lost in a failure. That is
as harsh as can be: a real disk often has more. `cut_power` puts the last copy in place while no
program has the database open.
"""

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

NAME, FULL = "multis.db", 2


class RecordingConnection(sqlite3.Connection):
    """Copies the database after each commit that is on the disk."""

    def commit(self) -> None:
        super().commit()
        ((synchronous,),) = self.execute("PRAGMA synchronous")
        ((_, _, path), *_) = self.execute("PRAGMA database_list")
        if synchronous == FULL and path.endswith(f"/data/{NAME}"):
            keep_copy(Path(path))


def keep_copy(database: Path) -> None:
    """Copy `database` with its log; a copy counts once it has its number."""
    disk = database.parent.parent / "disk"
    unfinished = disk / "unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    for each in _list_files(database):
        descriptor = _open(each)
        content = os.pread(descriptor, os.fstat(descriptor).st_size, 0)
        (unfinished / each.name).write_bytes(content)
    numbers = _list_copies(disk)
    unfinished.rename(disk / str(max(numbers, default=0) + 1))
    for number in numbers:
        shutil.rmtree(disk / str(number))


@cache
def _open(path: Path) -> int:
    # It is never closed: that would take SQLite's locks on the file away from this process.
    return os.open(path, os.O_RDONLY)


def cut_power(home: Path) -> None:
    """Put the database back as it was on the disk."""
    database, disk = home / "data" / NAME, home / "disk"
    if numbers := _list_copies(disk):
        for each in (*_list_files(database), database.with_name(f"{NAME}-shm")):
            each.unlink(missing_ok=True)
        for each in (disk / str(max(numbers))).iterdir():
            shutil.copyfile(each, database.parent / each.name)


def _list_files(database: Path) -> Iterator[Path]:
    both = (database, database.with_name(f"{database.name}-wal"))
    yield from (each for each in both if each.exists())


def _list_copies(disk: Path) -> list[int]:
    return [int(each.name) for each in disk.glob("*") if each.name.isdecimal()]


def main() -> None:
    # Only now: the connection of every module must be ours.
    sqlite3.connect = partial(sqlite3.connect, factory=RecordingConnection)  # type: ignore[assignment]  # of the overloads only one is used
    from bot.cli import main as run

    os.environ.setdefault("MULTIS_HOME", ".")
    sys.exit(run())


if __name__ == "__main__":
    main()
