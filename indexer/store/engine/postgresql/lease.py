"""The lease of the one daemon of a database: a row that it renews, by the server's clock.

Several daemons that share the work have a row each instead (`workers`).

The name of its session (`exclusion`) keeps two daemons from writing at once. But a daemon whose
machine stands still keeps that session, and one that is cut off from the server still sends:
for them there is the lease. Whoever finds that it has run out takes it under the next number; the
holder before it loses its session, and finds another number when it renews the lease.
"""

from datetime import UTC, datetime
from typing import Protocol

from msgspec import Struct

from indexer.store.engine.postgresql.exclusion import (
    OWNERS,
    TABLES,
    WRITES,
    begin_alone,
    end_former,
)
from indexer.store.engine.session import Row, Session

# In a schema of its own: it is none of the tables that are made, moved and dropped together.
LEASE = "multis_lease.lease"
WORKERS = "multis_lease.workers"
CHATS = "multis_lease.chats"
SECONDS = 4.0  # from a renewal until somebody else may take it
STANDBY = "multis standby"  # the name of the sessions of those that wait for it
# Every login of the server calls its sessions what it likes, and only its own may be ended.
OWN_SESSION = "datname = current_database() AND usename = session_user"

_HELD = f"EXISTS (SELECT 1 FROM pg_stat_activity WHERE {OWNERS} AND {WRITES})"  # noqa: S608 - our own words
# A lease that was given back has no host; then the session may be that of a move.
_TAKE = f"""
    WITH before AS (SELECT number, host FROM {LEASE})
    UPDATE {LEASE} AS lease SET number = lease.number + 1, host = :host, process = :process,
        since = clock_timestamp(), until = clock_timestamp() + :seconds * INTERVAL '1 second'
    FROM before
    WHERE lease.number = before.number AND (lease.host = '' OR lease.until < clock_timestamp())
        AND ((:force = 1 AND lease.host != '') OR NOT {_HELD})
        AND NOT EXISTS (SELECT 1 FROM {WORKERS} WHERE until > clock_timestamp())
    RETURNING lease.number, before.host
"""  # noqa: S608 - our own words
_ALIVE = f"""
    SELECT host, process, since FROM {WORKERS} WHERE until > clock_timestamp()
    ORDER BY serving, number
"""  # noqa: S608 - our name
_HOLDER = f"SELECT host, process, since FROM {LEASE} WHERE host != '' AND until > clock_timestamp()"  # noqa: S608 - our name
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
    CREATE TABLE IF NOT EXISTS {WORKERS} (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        host TEXT NOT NULL,
        process BIGINT NOT NULL,
        since TIMESTAMPTZ NOT NULL,
        until TIMESTAMPTZ NOT NULL,
        serving TIMESTAMPTZ
    );
    CREATE TABLE IF NOT EXISTS {CHATS} (
        chat TEXT PRIMARY KEY,
        worker BIGINT NOT NULL,
        used TIMESTAMPTZ NOT NULL
    );
    CREATE INDEX IF NOT EXISTS chats_worker ON {CHATS} (worker);
    COMMIT
"""  # noqa: S608 - our own words


class Tenure(Struct, frozen=True):
    """A lease under its number; a shared one is a worker's, of which there may be several."""

    number: int
    shared: bool = False


NOBODY = Tenure(0)  # of whoever works with the database without a daemon


class Taken(Struct, frozen=True):
    """A lease that was just taken."""

    number: int
    lapsed: bool  # its holder had not given it back


class Holder(Struct, frozen=True):
    """The daemon that has the lease."""

    host: str
    process: int
    since: datetime


class Occupancy(Struct, frozen=True):
    """The daemon that works with the database, and those that would take over.

    Several that share the work are in `workers`, the one that leads first.
    """

    holder: Holder | None
    standbys: int
    workers: tuple[Holder, ...] = ()


def _has_lease(db: Session) -> bool:
    ((found,),) = db.execute("SELECT to_regclass(?) IS NOT NULL", (CHATS,)).fetchall()
    return bool(found)


class Preparing(Session, Protocol):
    """A session that takes PostgreSQL's own words."""

    def run_as_is(self, sql: str) -> None: ...


def prepare_lease(db: Preparing) -> None:
    """Make the tables of the lease where there is none, also in a database of an older version."""
    if not _has_lease(db):
        db.run_as_is(f"{begin_alone(TABLES)}; {_MAKE}")


def take_lease(db: Session, host: str, process: int, *, force: bool) -> Taken | None:
    """Take the lease if nobody has it; None if somebody does.

    With `force` its holder loses it also while connected, once it has run out.
    """
    values = {"host": host, "process": process, "seconds": SECONDS, "force": int(force)}
    row = db.execute(_TAKE, values).fetchone()
    if row is None:
        return None
    end_former(db)
    db.execute(f"DELETE FROM {WORKERS}")  # noqa: S608 - our name; their leases ran out
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
        db.execute(f"DELETE FROM {WORKERS}")  # noqa: S608 - our name


def read_occupancy(db: Session) -> Occupancy:
    """Read who works with the database right now."""
    if not _has_lease(db):
        return Occupancy(None, 0)
    row = db.execute(_HOLDER).fetchone()
    ((standbys,),) = db.execute(
        f"SELECT count(*) FROM pg_stat_activity WHERE {OWN_SESSION} AND application_name = ?",  # noqa: S608 - our own words
        (STANDBY,),
    )
    workers = tuple(_build_holder(each) for each in db.execute(_ALIVE).fetchall())
    return Occupancy(_build_holder(row) if row else None, int(standbys), workers)


def _build_holder(row: Row) -> Holder:
    return Holder(str(row["host"]), int(row["process"]), row["since"].astimezone(UTC))


def read_clock(db: Session) -> datetime:
    """Read the server's clock."""
    ((now,),) = db.execute("SELECT clock_timestamp()").fetchall()
    found: datetime = now
    return found.astimezone(UTC)
