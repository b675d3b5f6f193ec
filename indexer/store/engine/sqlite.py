"""SQLite as a `Session`."""

import sqlite3


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

    def free_memory(self) -> None:
        self.execute("PRAGMA shrink_memory").fetchall()
