"""The lease of the one daemon of a database: a row that it renews, by the server's clock.

The lock of its session (`PostgresSession`) keeps two daemons from writing at once. But a daemon
whose machine stands still keeps that lock, and one that is cut off from the server still sends:
for them there is the lease. Whoever finds that it has run out takes it under the next number; the
holder before it loses its session, and finds another number when it renews the lease.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from indexer.store.engine.session import Row, Session

# In a schema of its own: it is none of the tables that are made, moved and dropped together.
LEASE = "multis_lease.lease"
NOBODY = 0  # in place of a number: whoever works with the database without a daemon
SECONDS = 4.0  # from a renewal until somebody else may take it
STANDBY = "multis standby"  # the name of the sessions of those that wait for it

_HELD = (
    "EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 7220"
    " AND objid = 3 AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)
# A lease that was given back has no host; then the lock may be that of an older version, which
# knows no lease and is left alone, or that of a move.
_TAKE = f"""
    WITH before AS (SELECT number, host FROM {LEASE})
    UPDATE {LEASE} AS lease SET number = lease.number + 1, host = :host, process = :process,
        since = clock_timestamp(), until = clock_timestamp() + :seconds * INTERVAL '1 second'
    FROM before
    WHERE lease.number = before.number AND (lease.host = '' OR lease.until < clock_timestamp())
        AND ((:force = 1 AND lease.host != '') OR NOT {_HELD})
    RETURNING lease.number, before.host
"""  # noqa: S608 - our own words
_HOLDER = f"SELECT host, process, since FROM {LEASE} WHERE host != '' AND until > clock_timestamp()"  # noqa: S608 - our name
_END_FORMER = (
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND classid = 7220 AND objid = 3 AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_MAKE = f"""
    CREATE SCHEMA IF NOT EXISTS multis_lease;
    REVOKE ALL ON SCHEMA multis_lease FROM PUBLIC;
    CREATE TABLE IF NOT EXISTS {LEASE} (
        one BIGINT PRIMARY KEY CHECK (one = 1),
        number BIGINT NOT NULL,
        host TEXT NOT NULL,
        process BIGINT NOT NULL,
        since TIMESTAMPTZ NOT NULL,
        until TIMESTAMPTZ NOT NULL
    );
    INSERT INTO {LEASE} VALUES (1, 0, '', 0, now(), now()) ON CONFLICT DO NOTHING;
    COMMIT
"""  # noqa: S608 - our own words


@dataclass(frozen=True, slots=True)
class Taken:
    """A lease that was just taken."""

    number: int
    lapsed: bool  # its holder had not given it back


@dataclass(frozen=True, slots=True)
class Holder:
    """The daemon that has the lease."""

    host: str
    process: int
    since: datetime


@dataclass(frozen=True, slots=True)
class Occupancy:
    """The daemon that works with the database, and those that would take over."""

    holder: Holder | None
    standbys: int


def _has_lease(db: Session) -> bool:
    ((found,),) = db.execute("SELECT to_regclass(?) IS NOT NULL", (LEASE,)).fetchall()
    return bool(found)


class Preparing(Session, Protocol):
    """A session that takes PostgreSQL's own words."""

    def run_as_is(self, sql: str) -> None: ...


def prepare_lease(db: Preparing) -> None:
    """Make the table of the lease where there is none, also in a database of an older version."""
    if not _has_lease(db):
        db.run_as_is(f"BEGIN; SELECT pg_advisory_xact_lock(7220, 2); {_MAKE}")


def take_lease(db: Session, host: str, process: int, *, force: bool) -> Taken | None:
    """Take the lease if nobody has it; None if somebody does.

    With `force` its holder loses it also while connected, once it has run out.
    """
    values = {"host": host, "process": process, "seconds": SECONDS, "force": int(force)}
    row = db.execute(_TAKE, values).fetchone()
    if row is None:
        return None
    db.execute(_END_FORMER).fetchall()
    return Taken(int(row["number"]), bool(row["host"]))


def renew_lease(db: Session, number: int) -> bool:
    """Renew the lease of this number; False if somebody else has taken it."""
    until = "clock_timestamp() + ? * INTERVAL '1 second'"
    text = f"UPDATE {LEASE} SET until = {until} WHERE number = ?"  # noqa: S608 - our own words
    return db.execute(text, (SECONDS, number)).rowcount == 1


def give_back_lease(db: Session, number: int) -> None:
    """Let others take the lease at once."""
    db.execute(f"UPDATE {LEASE} SET host = '' WHERE number = ?", (number,))  # noqa: S608 - our name


def revoke_lease(db: Session) -> None:
    """Take the lease away for who has the lock without one; no standby ends its session."""
    if _has_lease(db):
        db.execute(f"UPDATE {LEASE} SET host = '', number = number + 1")  # noqa: S608 - our name


def read_occupancy(db: Session) -> Occupancy:
    """Read who works with the database right now."""
    if not _has_lease(db):
        return Occupancy(None, 0)
    row = db.execute(_HOLDER).fetchone()
    ((standbys,),) = db.execute(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = ?",
        (STANDBY,),
    )
    return Occupancy(_build_holder(row) if row else None, int(standbys))


def _build_holder(row: Row) -> Holder:
    return Holder(str(row["host"]), int(row["process"]), row["since"].astimezone(UTC))
