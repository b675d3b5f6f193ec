"""Decides what a reading connection may do: whatever is not listed here, SQLite refuses.

SQLite asks the authorizer while it compiles a statement, and for a column it names the innermost
CTE or view that reads it. A name alone proves nothing, since any statement may call a CTE
`visible`: so the CTE of the door has a name of its own on each connection, which nobody can guess.

FTS5 compiles statements of its own while one of ours runs, and nothing tells the two apart. So a
statement of the door is compiled twice: once with `EXPLAIN`, which runs nothing, while the inner
tables of FTS5 are refused like everything else; and only then to run.
"""

import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum, auto
from functools import reduce
from pathlib import Path

from msgspec import Struct

from indexer.scopes import Visibility
from indexer.store.corpus import Corpus
from indexer.store.engine.session import Across, Guarded, Parameter, Row
from indexer.store.engine.sqlite import SqliteSession

JSON = "json_each"  # the only table-valued function
FUNCTIONS = frozenset(
    "bm25 coalesce count group_concat iif json_extract json_group_array length match"  # noqa: SIM905 - a name a line would be thirteen
    " max min sum".split()
)
PRAGMAS = frozenset({"data_version", "shrink_memory"})  # to be read or run, never to be set
EXAMINED = 512  # texts of statements that a connection remembers; ours are about fifty

# As SQLite numbers its actions, and what they are about; those not here are refused.
TRANSACTIONS = frozenset({"BEGIN", "COMMIT", "ROLLBACK"})
INNER = ("data", "idx", "content", "docsize", "config")  # the tables of an FTS5 table
SCHEMA = "sqlite_master"


class Readable(Struct, frozen=True):
    """The tables that a connection may read; the empty value reads nothing."""

    plain: frozenset[str] = frozenset()  # by any statement
    visible: frozenset[str] = frozenset()  # by the door alone, in the CTE that looks at scopes
    matched: frozenset[str] = frozenset()  # FTS5 tables, by the door alone: ids and ranks, no text
    counted: frozenset[str] = frozenset()  # their vocabularies, by the door's CTE alone: ids

    def __or__(self, other: "Readable") -> "Readable":
        return Readable(
            self.plain | other.plain,
            self.visible | other.visible,
            self.matched | other.matched,
            self.counted | other.counted,
        )

    @classmethod
    def join(cls, *each: "Readable") -> "Readable":
        return reduce(cls.__or__, each, cls())


NOTHING = Readable()


class _Stage(Enum):
    PLAIN = auto()  # any statement, from anywhere
    CONNECTING = auto()  # our own statements that connect virtual tables
    EXAMINING = auto()  # a statement of the door is compiled, and does not run
    RUNNING = auto()  # it runs, and FTS5 compiles its own


class Authorizer:
    """Answers SQLite's questions for one connection."""

    def __init__(self, readable: Readable, door: str) -> None:
        """`door` names the CTE that may read what is `visible`."""
        self._readable = readable
        self._door = door
        self._inner = frozenset(f"{table}_{part}" for table in readable.matched for part in INNER)
        self.stage = _Stage.PLAIN

    def answer(
        self, action: int, first: str | None, second: str | None, _db: str | None, cte: str | None
    ) -> int:
        """Return SQLITE_OK or SQLITE_DENY; SQLite calls it with the action and its arguments."""
        allowed = self._allows(action, first or "", second or "", cte)
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

    def _allows(self, action: int, first: str, second: str, cte: str | None) -> bool:
        if action == sqlite3.SQLITE_READ:
            return self._allows_reading(first, second, cte) or self._allows_inner(first, second)
        if action == sqlite3.SQLITE_SELECT:
            return True
        if action == sqlite3.SQLITE_FUNCTION:
            return second.lower() in FUNCTIONS
        if action == sqlite3.SQLITE_TRANSACTION:
            return first in TRANSACTIONS
        if action == sqlite3.SQLITE_PRAGMA:
            return first.lower() in PRAGMAS and not second
        # A virtual table writes its columns into the schema in memory when it is connected.
        return action == sqlite3.SQLITE_UPDATE and first == SCHEMA and self._is_inner_stage

    def _allows_reading(self, table: str, column: str, cte: str | None) -> bool:
        if table in self._readable.plain or table == JSON:
            return True
        if self.stage is _Stage.PLAIN:
            return False
        if table in self._readable.matched:
            return column in ("", "ROWID", "rank", table)
        if table in self._readable.visible | self._readable.counted:
            return cte == self._door or (self._is_inner_stage and not column)
        return not column and table in (self._door, "visible")

    def _allows_inner(self, table: str, column: str) -> bool:
        """Return whether a virtual table may read that for itself."""
        if not self._is_inner_stage:
            return False
        return table in self._inner or (table == SCHEMA and column == "ROWID")

    @property
    def _is_inner_stage(self) -> bool:
        return self.stage in (_Stage.CONNECTING, _Stage.RUNNING)


class GuardedConnection(SqliteSession, Guarded):
    """A connection that only reads, and only what its `Authorizer` allows."""

    def __init__(self, path: Path, readable: Readable, cache_kib: int, busy_seconds: float) -> None:
        super().__init__(path, timeout=busy_seconds, isolation_level=None)
        self.row_factory = sqlite3.Row
        self.secret = secrets.token_hex(8)
        self._door = f"visible_{self.secret}"  # the CTE that may read what is visible
        self._virtual = (JSON, *sorted(readable.matched | readable.counted))
        self._examined = set[str]()
        self._authorizer = Authorizer(readable, self._door)
        self.execute("PRAGMA query_only = ON")
        self.set_cache(cache_kib)
        self.execute(_connect(JSON)).close()  # any statement may read it, and none may connect it
        self.set_authorizer(self._authorizer.answer)

    def read_across(
        self, across: Across, corpus: Corpus, parameters: Mapping[str, Parameter]
    ) -> Sequence[Row]:
        return self._read(across.build_text(corpus, self._door), parameters)

    def read(
        self, sql: str, parameters: Mapping[str, Parameter], seen: Visibility | None
    ) -> Sequence[Row]:
        return self._read(sql, parameters)

    def _read(self, sql: str, parameters: Mapping[str, Parameter]) -> Sequence[Row]:
        # The text names this connection's door, so that no other statement finds it compiled.
        text = f"{sql} -- {self.secret}"
        if text not in self._examined:
            self._examine(text, parameters)
        with self._enter(_Stage.RUNNING):
            return self.execute(text, parameters).fetchall()

    def _examine(self, text: str, parameters: Mapping[str, Parameter]) -> None:
        with self._enter(_Stage.CONNECTING):
            for table in self._virtual:
                self._connect(table)
        with self._enter(_Stage.EXAMINING):
            self.execute(f"EXPLAIN {self._keep_apart(text)}", parameters).close()
        if len(self._examined) >= EXAMINED:
            self._examined.clear()
        self._examined.add(text)

    def _connect(self, table: str) -> None:
        try:
            self.execute(_connect(table)).close()
        except sqlite3.OperationalError as error:
            # A setting leaves out FTS5's: a statement that needs them fails by itself.
            if not str(error).startswith("no such table"):
                raise

    def _keep_apart(self, text: str) -> str:
        """Keep SQLite from merging the door's CTE into the statement, and its tables with it."""
        return text.replace(f"{self._door} AS (", f"{self._door} AS MATERIALIZED (", 1)

    @contextmanager
    def _enter(self, stage: _Stage) -> Iterator[None]:
        self._authorizer.stage = stage
        try:
            yield
        finally:
            self._authorizer.stage = _Stage.PLAIN


def _connect(table: str) -> str:
    return f"EXPLAIN SELECT 1 FROM {table}"  # noqa: S608 - our names
