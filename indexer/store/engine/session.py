"""A connection to the database as all work sees it, whatever engine is behind it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

Parameters = Sequence[object] | Mapping[str, object]


class Row(Protocol):
    """A row of a result; a column is found by its place or by its name."""

    def __getitem__(self, column: int | str, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...

    def keys(self) -> list[str]: ...


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchmany(self, size: int) -> list[Any]: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...

    def close(self) -> None: ...


class Session(Protocol):
    """A connection in its own thread. Statements are SQLite's, in words that all engines take."""

    def execute(self, sql: str, parameters: Parameters = ..., /) -> Cursor: ...

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> Cursor: ...

    def begin_change(self) -> None:
        """Begin a transaction that writes; it waits until no other one does."""

    def begin_reading(self) -> None:
        """Begin a transaction that only reads, and sees one state of the database."""

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def find_state(self) -> object:
        """Return a value that is another one after each commit of another session."""

    def set_sync(self, on_disk: bool) -> None:
        """Let later commits survive a power failure, or only the end of the process."""

    def set_cache(self, kib: int) -> None:
        """Keep so much of the database in memory."""

    def free_memory(self) -> None: ...


def begin_reading(db: Session) -> None:
    db.begin_reading()


def free_memory(db: Session) -> None:
    db.free_memory()
