"""SQLite as a `Session`, and the checkpoints of its file."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

from indexer.store.engine.session import Session

BUSY_SECONDS = 10.0
LOG_PAGES = 1000  # after which a commit moves the log of changes into the file: SQLite's own number
LONG_LOG_PAGES = 4000  # the same while checkpoints beside the writer do so earlier
CHANGES = 8  # large ones, each of which logs a hundred pages or more, make a checkpoint due
EMPTYING_SECONDS = 0.25  # to wait for readers before the log is left as it is


class SqliteSession(sqlite3.Connection):
    """A connection to a SQLite file, with rows by name and transactions that begin explicitly."""

    def begin_change(self) -> None:
        self.execute("BEGIN IMMEDIATE")

    def begin_reading(self) -> None:
        self.execute("BEGIN")

    def find_state(self) -> object:
        ((version,),) = self.execute("PRAGMA data_version")
        return version

    def set_sync(self, on_disk: bool) -> None:
        self.execute(f"PRAGMA synchronous = {'FULL' if on_disk else 'NORMAL'}")

    def set_cache(self, kib: int) -> None:
        self.execute(f"PRAGMA cache_size = -{kib}")

    def set_log(self, *, long: bool) -> None:
        self.execute(f"PRAGMA wal_autocheckpoint = {LONG_LOG_PAGES if long else LOG_PAGES}")

    def free_memory(self) -> None:
        self.execute("PRAGMA shrink_memory").fetchall()

    def describe(self) -> str:
        return f"SQLite {sqlite3.sqlite_version}"

    def measure(self) -> int:
        main, *_temporary = self.execute("PRAGMA database_list")
        file, log = Path(main[2]), Path(f"{main[2]}-wal")  # what is new stands in the log
        return file.stat().st_size + (log.stat().st_size if log.exists() else 0)

    def has_table(self, name: str) -> bool:
        found = self.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,))
        return found.fetchone() is not None

    def defer_references(self) -> None:
        self.execute("PRAGMA defer_foreign_keys = ON")

    def erase_deleted(self, largest: float) -> bool:
        ((size,),) = self.execute(
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        )
        if size <= largest:
            self.execute("VACUUM")
        return self.empty_log()

    def empty_log(self) -> bool:
        # Nobody can write while this waits for readers, so it waits only briefly.
        self.execute(f"PRAGMA busy_timeout = {int(EMPTYING_SECONDS * 1000)}")
        try:
            ((busy, _, _),) = self.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            return not busy
        finally:
            self.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")


class CheckedSession(SqliteSession):
    """A session that writes, as long as the tables are those that it knows.

    Another process may change them at any time: a newer version, for example. The first change
    after that begins with `check`, which raises an error if nothing may be written any more.
    """

    def __init__(self, path: Path, check: Callable[[Session], object]) -> None:
        # The time-out for locks comes first: the switch to WAL needs a lock itself.
        super().__init__(path, timeout=BUSY_SECONDS, isolation_level=None)
        self._check = check
        self._layout: int | None = None  # when `check` last found nothing wrong

    def begin_change(self) -> None:
        super().begin_change()
        ((layout,),) = self.execute("PRAGMA schema_version")
        if layout != self._layout:
            self._check(self)
            self._layout = layout


class Checkpoints:
    """Move the log of changes into a file while others write, in a thread; one runs at a time.

    Otherwise the commit after which the log is long does it: while files are indexed, its wait for
    the disk took a fifth of the writer's time, and whoever wrote a message then waited, too.
    """

    def __init__(self, checkpoint: Callable[[], None], every: int = CHANGES) -> None:
        """`checkpoint` waits for nobody, and leaves what it cannot move to the next one."""
        self._checkpoint = checkpoint
        self._every = every
        self._changes = 0
        self._held = 0
        self._running: asyncio.Future[None] | None = None

    def count_change(self) -> None:
        """Note a change that is committed; after some of them, begin a checkpoint."""
        self._changes += 1
        if self._held:
            return
        if self._changes >= self._every and (self._running is None or self._running.done()):
            self._changes = 0
            self._running = asyncio.ensure_future(asyncio.to_thread(self._checkpoint))

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Let none run meanwhile: it would keep the log from being emptied."""
        self._held += 1
        try:
            await self.finish()
            yield
        finally:
            self._held -= 1

    async def finish(self) -> None:
        """Return when none is under way."""
        running, self._running = self._running, None
        if running is not None:
            await running


def checkpoint(path: Path) -> None:
    """Move the log into the file as far as nobody reads it, without waiting for anybody."""
    # A disk that is full, say: the commits of the writer, which tell the owner, try it again.
    with suppress(sqlite3.Error), closing(_connect_again(path)) as db:
        db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _connect_again(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)
