"""Keeps writers apart by locks that only the owner's login can take, or wait for.

Advisory locks are free to every login of a server: whoever may only read could stop all writers.
The tables of `GATES` are the owner's alone, and a lock on one lasts as long as a transaction. A
session that writes for longer is known by its name, which counts of those who may act as the owner.
"""

import time
from typing import TYPE_CHECKING, Any

from indexer.store.engine.session import Session

if TYPE_CHECKING:
    import psycopg

GATES = "multis_gates"
CHANGES = f"{GATES}.changes"  # of whoever writes, to the end of the transaction
PAGE_CHANGES = f"{GATES}.page_changes"
TABLES = f"{GATES}.tables"  # of whoever makes or changes tables
_SESSIONS = f"{GATES}.sessions"  # of whoever looks at the other sessions and takes a name

ALONE = "multis daemon"  # the name of the session of the one that writes
WORKER = "multis worker "  # how the names of sessions begin that write beside each other
CLAIM_SECONDS = 3.0  # the server lets go of a session a moment after its program has ended
_LOOK = 0.05  # seconds between two looks

# Every login of the server calls its sessions what it likes.
OWNERS = (
    "datname = current_database() AND pg_has_role(usesysid, (SELECT nspowner FROM pg_namespace"  # noqa: S608  # not translated: SQL
    f" WHERE nspname = '{GATES}'), 'MEMBER')"
)
IS_ALONE = f"application_name = '{ALONE}'"
WRITES = f"({IS_ALONE} OR starts_with(application_name, '{WORKER}'))"
_OTHERS = "SELECT 1 FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND {owners} AND {named}"
# A login that may not make them is refused later, by what says why.
_NO_NEED = (
    f"SELECT 1 WHERE to_regclass('{_SESSIONS}') IS NOT NULL"
    " OR NOT has_database_privilege(current_database(), 'CREATE')"
)
_MAKE = f"""
    CREATE SCHEMA IF NOT EXISTS {GATES};
    REVOKE ALL ON SCHEMA {GATES} FROM PUBLIC;
    CREATE TABLE IF NOT EXISTS {CHANGES} ();
    CREATE TABLE IF NOT EXISTS {PAGE_CHANGES} ();
    CREATE TABLE IF NOT EXISTS {TABLES} ();
    CREATE TABLE IF NOT EXISTS {_SESSIONS} ()
"""


def begin_alone(gate: str) -> str:
    """Return the statements that begin a transaction which nobody shares with this gate."""
    return f"BEGIN; LOCK TABLE {gate} IN EXCLUSIVE MODE"


def make_gates(connection: "psycopg.Connection[Any]") -> None:
    """Make the gates where there are none; who does it at the same time waits for the other."""
    from psycopg import errors

    for _ in range(3):
        if connection.execute(_NO_NEED.encode()).fetchone():
            return
        try:
            connection.execute(_MAKE)
        except (errors.UniqueViolation, errors.DuplicateSchema, errors.DuplicateTable):
            continue


def claim(connection: "psycopg.Connection[Any]", name: str, *, shared: bool) -> bool:
    """Give the session the name of one that writes; False if others still write that must not.

    A `shared` one writes beside those of workers.
    """
    from psycopg import errors

    latest = time.monotonic() + CLAIM_SECONDS
    try:
        while not _try_to_claim(connection, name, shared=shared):
            if time.monotonic() > latest:
                return False
            time.sleep(_LOOK)
    except errors.LockNotAvailable:
        return False
    return True


def _try_to_claim(connection: "psycopg.Connection[Any]", name: str, *, shared: bool) -> bool:
    others = _OTHERS.format(owners=OWNERS, named=IS_ALONE if shared else WRITES)
    with connection.transaction():
        connection.execute(f"SET LOCAL lock_timeout = '{CLAIM_SECONDS:.0f}s'")
        connection.execute(f"LOCK TABLE {_SESSIONS} IN EXCLUSIVE MODE".encode())
        if connection.execute(others.encode()).fetchone():
            return False
        connection.execute("SELECT set_config('application_name', %s, false)", (name,))
    return True


def end_former(db: Session) -> None:
    """End the sessions of this login that write; by name, those of one worker."""
    _end(db, WRITES)


def end_worker(db: Session, number: int) -> None:
    _end(db, f"application_name = '{name_sessions(number)}'")


def _end(db: Session, named: str) -> None:
    db.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = session_user"  # noqa: S608 - our own words
        f" AND datname = current_database() AND pid <> pg_backend_pid() AND {named}"
    ).fetchall()


def name_sessions(number: int) -> str:
    """Return the name under which the server lists the session of a worker that writes."""
    return f"{WORKER}{number}"
