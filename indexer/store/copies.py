"""Copies a database before a newer version of the program migrates its tables.

Each copy is a whole SQLite file: in place of the database, it works with the version that wrote it.
The last few copies are kept.
"""

import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from indexer.errors import UserError
from indexer.i18n import N_, _

KEPT = 3  # of each database
PRIVATE = 0o600

log = logging.getLogger(__name__)


class Copies(Struct, frozen=True):
    """Where and how to copy; `find_version` names the program about to migrate the tables.

    It is called only when there is something to copy: finding it takes longer than most commands.
    """

    folder: Path
    find_version: Callable[[], str]
    clock: Callable[[], datetime]

    def make(self, database: Path) -> Path:
        """Copy `database` as of its last commit; raises a `UserError` if that fails."""
        target = (
            self.folder / f"{database.stem}-before-{self.find_version()}-{self._format_stamp()}.db"
        )
        partial = target.with_suffix(".partial")
        try:
            self._prepare_folder(database)
            _copy(database, partial)
            partial.replace(target)
        except (OSError, sqlite3.Error) as error:
            with suppress(OSError):
                partial.unlink()
            raise self._build_error(database, error) from None
        log.info("copied %s to %s before changing its tables", database.name, target)
        self._prune(database)
        return target

    def _prepare_folder(self, database: Path) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for left in self.folder.glob(f"{database.stem}-before-*.partial"):
            left.unlink()  # by a killed process: it takes room, and holds what is forgotten later
        needed = sum(path.stat().st_size for path in database.parent.glob(f"{database.name}*"))
        import shutil  # only where tables are changed

        if shutil.disk_usage(self.folder).free < needed:
            raise OSError(N_("there is not enough free space"))

    def _build_error(self, database: Path, error: Exception) -> UserError:
        return UserError(
            _(
                "Version {version} needs to migrate {database} and copies it to {folder} first, "
                "but that failed ({reason}). Nothing was changed. Free up space there or check the "
                "folder's permissions, then start again.",
                version=self.find_version(),
                database=database.name,
                folder=str(self.folder),
                reason=getattr(error, "strerror", None) or str(error),
            )
        )

    def _prune(self, database: Path) -> None:
        for path in list_copies(database, self.folder)[:-KEPT]:
            path.unlink(missing_ok=True)

    def _format_stamp(self) -> str:
        return f"{self.clock():%Y%m%d-%H%M%S-%f}"


def list_copies(database: Path, folder: Path) -> list[Path]:
    """Return the copies of `database` in `folder`, the oldest first."""
    return sorted(folder.glob(f"{database.stem}-before-*.db"), key=_get_age)


def _get_age(path: Path) -> tuple[float, str]:
    return path.stat().st_mtime, path.name


def _copy(database: Path, target: Path) -> None:
    """Copy while others read and wait to write; only the owner may read the copy."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE))
    with (
        closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
