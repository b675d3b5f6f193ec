"""Connections to PostgreSQL as sessions: one that writes, and one that the door alone can use."""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, TypeVar, cast

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.pq import TransactionStatus
from psycopg.types.string import StrDumperUnknown

from indexer.errors import ServerAwayError, StorageError, UnavailableError
from indexer.scopes import Visibility
from indexer.store.corpus import Corpus, build_scope_token
from indexer.store.engine.copying import Table, Values
from indexer.store.engine.postgresql.exclusion import (
    ALONE,
    claim,
    make_gates,
    name_sessions,
)
from indexer.store.engine.postgresql.lease import LEASE, NOBODY, WORKERS, Tenure
from indexer.store.engine.postgresql.ownership import refuse_foreign_schema
from indexer.store.engine.postgresql.place import MAIN, Place
from indexer.store.engine.postgresql.statements import name_parameters, translate
from indexer.store.engine.session import Across, Guarded, Parameter, Parameters, Row

BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
# A machine may vanish without closing its connection, and a process may stand still in the middle
# of a change: neither holds up the others for longer than this.
PATIENCE = 10  # seconds
CONNECTING: Mapping[str, Any] = {
    "connect_timeout": PATIENCE,
    "keepalives_idle": PATIENCE // 2,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": PATIENCE * 1000,
    "application_name": "multis",
}
# For what must know within seconds that the server is away.
QUICK: Mapping[str, Any] = {**CONNECTING, "connect_timeout": 2, "tcp_user_timeout": 2000}
HAS_LEASE = f"SELECT 1 FROM {LEASE} WHERE number = %s"  # noqa: S608 - our name
IS_WORKER = f"SELECT 1 FROM {WORKERS} WHERE number = %s"  # noqa: S608 - our name
LIMITS = (
    f"SET lock_timeout = '{PATIENCE}s'; SET idle_in_transaction_session_timeout = '{PATIENCE}s';"
    f" SET tcp_keepalives_idle = {PATIENCE // 2}; SET tcp_keepalives_interval = 2;"
    " SET tcp_keepalives_count = 3"
)

T = TypeVar("T")
Columns = tuple[str, ...]


class TakenError(UnavailableError):
    """The database is another daemon's."""


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


def _take(connection: "psycopg.Connection[NamedRow]", tenure: Tenure) -> None:
    """Make this the only session with a lease, or one of the workers', once others are gone."""
    # By its name a worker's session is ended when another worker finds this one dead.
    name = name_sessions(tenure.number) if tenure.shared else ALONE
    if not claim(connection, name, shared=tenure.shared):
        connection.close()
        raise TakenError
    found = IS_WORKER if tenure.shared else HAS_LEASE
    if tenure != NOBODY and not connection.execute(found, (tenure.number,)).fetchone():
        connection.close()
        raise TakenError


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
    """A connection to the server; whoever has no setting of a role's own sees what the role may.

    One that breaks is opened again for the next transaction. One with a `lease` is open only while
    no other such session is, in whichever process, but those of workers that share the work, and
    while the lease is still that: so nothing is written by two daemons that do not know of each
    other, nor by one that was taken over from.
    """

    _owns = True  # the tables

    def __init__(
        self,
        url: str,
        *,
        reads: bool = False,
        lease: Tenure | None = None,
        connecting: Mapping[str, Any] = CONNECTING,
        place: Place = MAIN,
    ) -> None:
        self.place = place
        self._url = url
        self._reads = reads
        self._lease = lease
        self._connecting = connecting
        self._begun = False
        with _translate_errors():
            self._connection = self._connect()

    def _connect(self) -> "psycopg.Connection[NamedRow]":
        connection = cast(
            "psycopg.Connection[NamedRow]",
            psycopg.connect(self._url, autocommit=True, row_factory=_make_row, **self._connecting),
        )
        adapters = connection.adapters
        adapters.register_dumper(bool, _BoolDumper)
        adapters.register_dumper(str, _TextDumper)
        adapters.register_loader("numeric", _NumericLoader)
        if self._owns:
            refuse_foreign_schema(connection, self.place.schema)
        if self._owns and not self._reads:
            make_gates(connection)
        connection.execute(f"SET search_path = {self.place.schema}, pg_catalog, pg_temp")
        if self._lease is not None:
            _take(connection, self._lease)
        connection.execute(LIMITS)
        if self._reads:
            connection.execute("SET default_transaction_read_only = on")
        return connection

    def _get_connection(self) -> "psycopg.Connection[NamedRow]":
        """Return the connection, reopened if it broke; not in the middle of a transaction."""
        if self._connection.closed and not self._begun:
            self._connection = self._connect()
        return self._connection

    def execute(self, sql: str, parameters: Parameters = (), /) -> PostgresCursor:
        if self._begun or not sql.lstrip().startswith("SELECT"):
            return self._execute(sql, parameters)
        return self._run_again_if_broken(lambda: self._execute(sql, parameters))

    def _run_again_if_broken(self, run: Callable[[], T]) -> T:
        """Run what changes nothing, and once more if the connection had ended meanwhile."""
        try:
            return run()
        except ServerAwayError:
            return run()

    def _execute(self, sql: str, parameters: Parameters) -> PostgresCursor:
        with _translate_errors():
            connection = self._get_connection()
            return PostgresCursor(connection.execute(translate(sql), name_parameters(parameters)))

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> PostgresCursor:
        with _translate_errors():
            cursor = self._get_connection().cursor()
            cursor.executemany(translate(sql), list(map(name_parameters, parameters)))
            return PostgresCursor(cursor)

    def write_rows(self, table: Table, rows: Iterable[Values]) -> None:
        """Insert many rows at once; none of them sets off a trigger that is disabled."""
        into = f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN"
        with (
            _translate_errors(),
            self._get_connection().cursor() as cursor,
            cursor.copy(into.encode()) as copy,
        ):
            for row in rows:
                copy.write_row(row)

    def run_as_is(self, sql: str) -> None:
        """Execute statements in PostgreSQL's own words."""
        with _translate_errors():
            self._get_connection().execute(sql, prepare=False)

    def begin_change(self) -> None:
        self._begin(self.place.begin_change)

    def begin_reading(self) -> None:
        self._begin(BEGIN_READING)

    def _begin(self, sql: str) -> None:
        self._run_again_if_broken(lambda: self.run_as_is(sql))
        self._begun = True

    def commit(self) -> None:
        if self._begun or self.is_in_transaction:
            self.run_as_is("COMMIT")  # fails on a connection that broke
        self._begun = False

    def rollback(self) -> None:
        self._begun = False
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

    def set_log(self, *, long: bool) -> None:
        """The server has a process for that."""

    def free_memory(self) -> None:
        """The server has one cache for all."""

    def describe(self) -> str:
        ((version,),) = self.execute("SHOW server_version").fetchall()
        return f"PostgreSQL {version}"

    def measure(self) -> int:
        ((size,),) = self.execute("SELECT pg_database_size(current_database())").fetchall()
        return int(size)

    def has_table(self, name: str) -> bool:
        found = self.execute("SELECT to_regclass(?) IS NOT NULL", (f"{self.place.schema}.{name}",))
        return bool(found.fetchone()[0])

    def defer_references(self) -> None:
        self.run_as_is("SET CONSTRAINTS ALL DEFERRED")

    def erase_deleted(self, largest: float) -> bool:
        """Free the space of deleted rows; what its log keeps is the server's own matter."""
        self.run_as_is("VACUUM")
        return True

    def empty_log(self) -> bool:
        return True

    def interrupt(self) -> None:
        self._connection.cancel_safe()

    def close(self) -> None:
        self._connection.close()


class PostgresReader(PostgresSession, Guarded):
    """A session of the login that sees no row unless a transaction says whose."""

    _owns = False

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


# No answer at all, or that of a server that ends or starts.
AWAY = (None, "57P01", "57P02", "57P03", "57P05", "08000", "08003", "08006")


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Raise the errors that the rest of the program knows."""
    try:
        yield
    except psycopg.errors.LockNotAvailable as error:
        reason = f"database is locked: {error}"  # not translated: an error of the store, for logs
        raise UnavailableError(reason) from error
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        kind = ServerAwayError if error.sqlstate in AWAY else UnavailableError
        raise kind(str(error)) from error
    except psycopg.Error as error:
        raise StorageError(str(error)) from error
