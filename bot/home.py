"""The folders and files of one installation."""

import errno
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from msgspec import Struct

from indexer.errors import UserError
from indexer.i18n import _
from indexer.paths import expand_path

# The parts of a home that backups and replicas hold; nothing else is written when one is restored.
KEPT = ("config.json", "data", "memory", "vault")
INSTALLING = "installing-*"  # folders in that of the models, while one is installed
# Errors of the system for a file that cannot exist beside others, or at all.
IMPOSSIBLE = (errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG)


class Home(Struct, frozen=True):
    """The folder that `--home` or MULTIS_HOME names; nobody but its owner may look inside."""

    folder: Path

    @property
    def config(self) -> Path:
        return self.folder / "config.json"

    @property
    def database(self) -> Path:
        return self.folder / "data" / "multis.db"

    @property
    def copies(self) -> Path:
        """Databases as they were before a newer version changed their tables; in no backup."""
        return self.folder / "backups"

    @property
    def originals(self) -> Path:
        """Files as they were sent, by their SHA-256; part of backups, as all of `data` is."""
        return self.folder / "data" / "originals"

    @property
    def deleted(self) -> Path:
        """Files of documents whose deletion can be undone for a while; in no backup."""
        return self.folder / "deleted"

    @property
    def unread(self) -> Path:
        """Files that could not be read, and why, for a while; in no backup."""
        return self.folder / "unread"

    @property
    def memory(self) -> Path:
        """The memory of all chats; an older assistant's MEMORY.md put here is imported."""
        return self.folder / "memory"

    @property
    def chats(self) -> Path:
        return self.memory / "chats"

    @property
    def tmp(self) -> Path:
        return self.folder / "tmp"

    @property
    def models(self) -> Path:
        return self.folder / "models"

    @property
    def audit(self) -> Path:
        return self.folder / "logs" / "audit.log"

    @property
    def log(self) -> Path:
        """The log of the daemon, which it writes to stderr too; in no backup."""
        return self.folder / "logs" / "multis.log"

    @property
    def platforms(self) -> Path:
        return self.folder / "platforms"

    def platform_folder(self, name: str) -> Path:
        """The files an adapter keeps across restarts, such as its keys; not part of backups."""
        return self.platforms / name

    @property
    def page(self) -> Path:
        """The web page's own database, unless that is on a server; in no backup."""
        return self.platform_folder("web") / "page.db"

    @property
    def run(self) -> Path:
        """Locks and the state that a running daemon publishes."""
        return self.folder / "run"

    @property
    def watched(self) -> Path:
        """Counts of changes in the watched folders since the last summary."""
        return self.folder / "data" / "watched.json"

    @property
    def lock(self) -> Path:
        return self.run / "daemon.lock"

    @property
    def lock_gate(self) -> Path:
        """The lock of whoever tries the daemon's, so that no two try at once."""
        return self.run / "daemon.gate"

    @property
    def sync_lock(self) -> Path:
        return self.run / "sync.lock"

    @property
    def use_lock(self) -> Path:
        return self.run / "use.lock"

    @property
    def replacement(self) -> Path:
        """A restore that is under way; there is no such file at any other time."""
        return self.run / "replacement.json"

    @property
    def replica_socket(self) -> Path:
        """Where the running Litestream is told what to do."""
        return self.run / "replica.sock"

    @property
    def replica_pause(self) -> Path:
        """The lock of whoever needs Litestream to stay away from the database."""
        return self.run / "replica.lock"

    @property
    def replica_state(self) -> Path:
        return self.run / "replica.json"

    @property
    def vitals(self) -> Path:
        return self.run / "daemon.json"

    def list_kept_files(self) -> Iterator[str]:
        """Yield the paths of what is kept but the database, below the home; no links."""
        aside = self.database.with_name(f".{self.database.name}-litestream")  # can be had again
        for part in KEPT:
            top = self.folder / part
            found = [top] if top.is_file() else sorted(top.rglob("*"))
            for path in found:
                inside = path.parent != self.database.parent and aside not in path.parents
                if inside and path.is_file() and not path.is_symlink():
                    yield path.relative_to(self.folder).as_posix()

    def create(self) -> None:
        for folder in (self.folder, self.database.parent, self.chats, self.tmp, self.run):
            _make_folder(folder)
        self.folder.chmod(0o700)

    def tighten(self) -> None:
        """Take away what others may do with the folders and files; links are not followed."""
        for folder, folders, files in os.walk(self.folder):
            for name in (*folders, *files):
                with suppress(OSError):  # it is gone by now, or somebody else's
                    _close_to_others(os.path.join(folder, name))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:  # a file stands there or above, or a link that leads to itself
        if error.errno not in (errno.EEXIST, errno.ENOTDIR, errno.ELOOP):
            raise
        raise UserError(_("{folder} is not a folder.", folder=str(folder))) from None


def is_kept(name: str) -> bool:
    """Return whether a path, with /, is below the home and in a part that is kept."""
    path = PurePosixPath(name)
    return (
        not path.is_absolute()
        and ".." not in path.parts
        and path.parts[:1] in {(part,) for part in KEPT}
    )


def is_kept_file(name: str) -> bool:
    """Return whether `Home.list_kept_files` may yield this path."""
    top, *below = name.split("/")
    if top == "config.json":
        return not below
    if not below or {"", "."}.intersection(below):
        return False
    if top == "data":  # the database is not copied as a file, nor what is beside it
        return len(below) > 1 and not below[0].startswith(".") and is_kept(name)
    return is_kept(name)


def _close_to_others(path: str) -> None:
    mode = os.lstat(path).st_mode
    if mode & 0o077 and not stat.S_ISLNK(mode):
        os.chmod(path, stat.S_IMODE(mode) & ~0o077)


def find_home(given: str | None, environ: Mapping[str, str]) -> Home:
    """Find the home: `given`, else MULTIS_HOME, else ~/.multis."""
    named = given or environ.get("MULTIS_HOME") or os.path.join("~", ".multis")
    folder = expand_path(named).resolve()
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise UserError(_("{folder} is not a folder.", folder=str(folder)))
    return Home(folder)
