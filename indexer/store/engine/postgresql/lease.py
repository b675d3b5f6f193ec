"""The lease of the one daemon of a database: a row that it renews, by the server's clock.

The lock of its session (`PostgresSession`) keeps two daemons from writing at once. But a daemon
whose machine stands still keeps that lock, and one that is cut off from the server still sends:
for them there is the lease. Whoever finds that it has run out takes it under the next number; the
holder before it loses its session, and finds another number when it renews the lease.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from indexer.store.engine.session import Row, Session

if TYPE_CHECKING:
    from indexer.store.engine.postgresql.session import PostgresSession  # with psycopg

SECONDS = 4.0  # from a renewal until somebody else may take it
STANDBY = "multis standby"  # the name of the sessions of those that wait for it

_HELD = (
    "EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 7220"
    " AND objid = 3 AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)
# A lease that was given back has no host; then the lock may be that of an older version, which
# knows no lease and is left alone.
_TAKE = f"""
    WITH before AS (SELECT number, host FROM lease)
    UPDATE lease SET number = lease.number + 1, host = :host, process = :process,
        since = clock_timestamp(), until = clock_timestamp() + :seconds * INTERVAL '1 second'
    FROM before
    WHERE lease.number = before.number AND (lease.host = '' OR lease.until < clock_timestamp())
        AND ((:force = 1 AND lease.host != '') OR NOT {_HELD})
    RETURNING lease.number, before.host
"""  # noqa: S608 - our own words
_END_FORMER = (
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND classid = 7220 AND objid = 3 AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_MAKE = """
    CREATE SCHEMA IF NOT EXISTS multis;
    REVOKE ALL ON SCHEMA multis FROM PUBLIC;
    CREATE TABLE IF NOT EXISTS lease (
        one BIGINT PRIMARY KEY CHECK (one = 1),
        number BIGINT NOT NULL,
        host TEXT NOT NULL,
        process BIGINT NOT NULL,
        since TIMESTAMPTZ NOT NULL,
        until TIMESTAMPTZ NOT NULL
    );
    INSERT INTO lease VALUES (1, 0, '', 0, now(), now()) ON CONFLICT DO NOTHING;
    COMMIT
"""


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
    """Who works with the database."""

    holder: Holder | None
    standbys: int  # that wait


def prepare_lease(db: "PostgresSession") -> None:
    """Make the table of the lease where there is none, also in a database of an older version."""
    if not db.has_table("lease"):
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
    text = "UPDATE lease SET until = clock_timestamp() + ? * INTERVAL '1 second' WHERE number = ?"
    return db.execute(text, (SECONDS, number)).rowcount == 1


def give_back_lease(db: Session, number: int) -> None:
    """Let others take the lease at once."""
    db.execute("UPDATE lease SET host = '' WHERE number = ?", (number,))


def read_occupancy(db: Session) -> Occupancy:
    """Read who works with the database right now."""
    if not db.has_table("lease"):
        return Occupancy(None, 0)
    row = db.execute(
        "SELECT host, process, since FROM lease WHERE host != '' AND until > clock_timestamp()"
    ).fetchone()
    ((standbys,),) = db.execute(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = ?",
        (STANDBY,),
    )
    return Occupancy(_build_holder(row) if row else None, int(standbys))


def _build_holder(row: Row) -> Holder:
    return Holder(str(row["host"]), int(row["process"]), row["since"].astimezone(UTC))
