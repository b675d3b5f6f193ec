"""Connections to PostgreSQL as sessions: one that writes, and one that the door alone can use."""

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, cast

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.pq import TransactionStatus
from psycopg.types.string import StrDumperUnknown

from indexer.errors import StorageError, UnavailableError
from indexer.scopes import Visibility
from indexer.store.corpus import Corpus, build_scope_token
from indexer.store.engine.postgresql.statements import name_parameters, translate
from indexer.store.engine.session import Across, Guarded, Parameter, Parameters, Row

SCHEMA = "multis"
# Whoever writes holds it to the end: otherwise a transaction that began earlier could commit later,
# and rows would come to light below the last one that readers have seen.
BEGIN_CHANGE = "BEGIN; SELECT pg_advisory_xact_lock(7220, 1)"
BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

Columns = tuple[str, ...]


class NamedRow(tuple[Any, ...]):
    """A row as SQLite's: a column is found by its place or by its name."""

    __slots__ = ()
    places: Mapping[str, int] = {}

    def __getitem__(self, column: Any) -> Any:
        return super().__getitem__(self.places[column] if isinstance(column, str) else column)

    def keys(self) -> list[str]:
        return list(self.places)


@lru_cache(1024)
def _make_row_class(columns: Columns) -> type[NamedRow]:
    places = {name: n for n, name in reversed(list(enumerate(columns)))}
    return cast(type[NamedRow], type("Row", (NamedRow,), {"__slots__": (), "places": places}))


def _make_row(cursor: "psycopg.Cursor[Any]") -> type[NamedRow]:
    columns = cursor.description or ()
    return _make_row_class(tuple(column.name for column in columns))


class _BoolDumper(Dumper):
    """Truth values are numbers in the tables, as in SQLite; the server reads 1 as either."""

    def dump(self, obj: bool) -> Buffer:
        return b"1" if obj else b"0"


class _TextDumper(StrDumperUnknown):
    """A text for a column of any type; it has no NUL, which the server refuses."""

    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)


class _NumericLoader(Loader):
    """Sums are whole numbers, as in SQLite."""

    def load(self, data: Buffer) -> int | float:
        text = bytes(data).decode()
        return float(text) if "." in text or "N" in text else int(text)


class PostgresCursor:
    """The result of a statement; one that returns no rows has an empty result."""

    def __init__(self, cursor: "psycopg.Cursor[NamedRow]") -> None:
        self._cursor = cursor

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    def fetchone(self) -> Any:
        return self._cursor.fetchone() if self._cursor.description else None

    def fetchmany(self, size: int) -> list[Any]:
        return self._cursor.fetchmany(size) if self._cursor.description else []

    def fetchall(self) -> list[Any]:
        return self._cursor.fetchall() if self._cursor.description else []

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cursor) if self._cursor.description else iter(())

    def close(self) -> None:
        self._cursor.close()


class PostgresSession:
    """A connection to the server; whoever has no setting of a role's own sees what the role may."""

    def __init__(self, url: str, *, reads: bool = False) -> None:
        with _translate_errors():
            self._connection = cast(
                "psycopg.Connection[NamedRow]",
                psycopg.connect(url, autocommit=True, row_factory=_make_row),
            )
            adapters = self._connection.adapters
            adapters.register_dumper(bool, _BoolDumper)
            adapters.register_dumper(str, _TextDumper)
            adapters.register_loader("numeric", _NumericLoader)
            self._connection.execute(f"SET search_path = {SCHEMA}, pg_catalog, pg_temp")
            if reads:
                self._connection.execute("SET default_transaction_read_only = on")

    def execute(self, sql: str, parameters: Parameters = (), /) -> PostgresCursor:
        with _translate_errors():
            return PostgresCursor(
                self._connection.execute(translate(sql), name_parameters(parameters))
            )

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> PostgresCursor:
        with _translate_errors():
            cursor = self._connection.cursor()
            cursor.executemany(translate(sql), list(map(name_parameters, parameters)))
            return PostgresCursor(cursor)

    def run_as_is(self, sql: str) -> None:
        """Execute statements in PostgreSQL's own words."""
        with _translate_errors():
            self._connection.execute(sql, prepare=False)

    def begin_change(self) -> None:
        self.run_as_is(BEGIN_CHANGE)

    def begin_reading(self) -> None:
        self.run_as_is(BEGIN_READING)

    def commit(self) -> None:
        if self.is_in_transaction:
            self.run_as_is("COMMIT")

    def rollback(self) -> None:
        if self.is_in_transaction:
            self.run_as_is("ROLLBACK")

    @property
    def is_in_transaction(self) -> bool:
        return self._connection.info.transaction_status not in (
            TransactionStatus.IDLE,
            TransactionStatus.UNKNOWN,
        )

    def find_state(self) -> object:
        ((snapshot,),) = self.execute("SELECT CAST(pg_current_snapshot() AS TEXT)")
        return snapshot

    def set_sync(self, on_disk: bool) -> None:
        """Every commit is on disk: the server may end by itself, and the program would go on."""

    def set_cache(self, kib: int) -> None:
        """The server has one cache for all."""

    def free_memory(self) -> None:
        """The server has one cache for all."""

    def erase_deleted(self, largest: float) -> bool:
        """Free the space of deleted rows; what its log keeps is the server's own matter."""
        self.run_as_is("VACUUM")
        return False

    def empty_log(self) -> bool:
        return False

    def interrupt(self) -> None:
        self._connection.cancel_safe()

    def close(self) -> None:
        self._connection.close()


class PostgresReader(PostgresSession, Guarded):
    """A session of the login that sees no row unless a transaction says whose."""

    def __init__(self, url: str) -> None:
        super().__init__(url, reads=True)
        self.secret = secrets.token_hex(8)

    def read(
        self, sql: str, parameters: Mapping[str, Parameter], seen: Visibility | None
    ) -> Sequence[Row]:
        with self._hold():
            self._show(seen)
            return self.execute(sql, parameters).fetchall()

    def read_across(
        self, across: Across, corpus: Corpus, parameters: Mapping[str, Parameter]
    ) -> Sequence[Row]:
        places = ", ".join(f":{name}" for name, _ in across.takes)
        text = f"SELECT * FROM {across.build_name(corpus)} ({places})"  # noqa: S608 - our names
        return self.execute(text, parameters).fetchall()

    @contextmanager
    def _hold(self) -> Iterator[None]:
        """Join the transaction that is under way, or hold one of its own."""
        if self.is_in_transaction:
            yield
            return
        self.begin_reading()
        try:
            yield
        finally:
            self.rollback()

    def _show(self, seen: Visibility | None) -> None:
        """Let the policies of the tables show these scopes until the transaction ends."""
        scopes = sorted(seen.scopes, key=lambda scope: scope.label) if seen else []
        self.execute(
            "SELECT set_config('multis.everything', ?, true), set_config('multis.scopes', ?, true),"
            " set_config('multis.tokens', ?, true)",
            (
                "1" if seen and seen.everything else "",
                json.dumps([scope.label for scope in scopes]),
                json.dumps(list(map(build_scope_token, scopes))),
            ),
        ).close()


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Raise the errors that the rest of the program knows."""
    try:
        yield
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise UnavailableError(str(error)) from error
    except psycopg.Error as error:
        raise StorageError(str(error)) from error
