"""A connection to the database as all work sees it, whatever engine is behind it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from indexer.scopes import Visibility
from indexer.store.corpus import Corpus

Parameter = str | int | float | bytes | None
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

    def set_log(self, *, long: bool) -> None:
        """Let the log of changes become long before a commit empties it, or not."""

    def free_memory(self) -> None: ...

    def describe(self) -> str:
        """Return the engine and its version."""

    def measure(self) -> int:
        """Return the size of the database in bytes."""

    def has_table(self, name: str) -> bool: ...

    def defer_references(self) -> None:
        """Let references be whole again at the end of the transaction only."""

    def erase_deleted(self, largest: float) -> bool:
        """Erase deleted data for good, unless there are more than `largest` bytes to rewrite.

        Return False if some of it is left because somebody reads from it.
        """

    def empty_log(self) -> bool:
        """Empty the log of changes; return False if somebody reads from it."""


class Across(Struct, frozen=True):
    """A statement of the door about the rows of all scopes; it returns no text of theirs.

    In `sql`, `{door}` is the CTE that may read them. What it `takes` and `returns` has the names
    and the types that a server declares a function with.
    """

    name: str
    sql: str
    takes: tuple[tuple[str, str], ...]
    returns: str

    def build_text(self, corpus: Corpus, door: str) -> str:
        return self.sql.format(
            door=door, corpus=corpus.name, terms=corpus.terms, tail=corpus.tail, vocab=corpus.vocab
        )

    def build_name(self, corpus: Corpus) -> str:
        return f"{self.name}_{corpus.name}"


class Guarded:
    """A session that sees guarded tables through the door alone."""

    secret: str

    def read(
        self, sql: str, parameters: Mapping[str, Parameter], seen: Visibility | None
    ) -> Sequence[Row]:
        """Run a statement of the door, in which the CTE `visible_{secret}` looks at scopes.

        Its rows are at least those that are `seen`; without, it needs no row that has a scope.
        """
        raise NotImplementedError

    def read_across(
        self, across: Across, corpus: Corpus, parameters: Mapping[str, Parameter]
    ) -> Sequence[Row]:
        """Run a statement about the rows of all scopes."""
        raise NotImplementedError


def begin_reading(db: Session) -> None:
    db.begin_reading()


def free_memory(db: Session) -> None:
    db.free_memory()


def describe(db: Session) -> str:
    return db.describe()


def measure(db: Session) -> int:
    return db.measure()


def empty_log(db: Session) -> bool:
    return db.empty_log()
