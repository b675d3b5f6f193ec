"""The daemons that share the work of one database, and whose chats are whose.

Each is a row that it renews, by the server's clock, as a lease. Whoever finds one that ran out
removes it and ends its sessions, so that what it still does is refused. One that is not connected
any more has died, and runs out sooner: by its own clock a worker does nothing when it has not
renewed its lease for as long. The one that has served for longest leads: it alone does what must
not be done twice, until it ends.

A chat is given to the worker with the fewest, and stays there while somebody writes in it. So the
messages of a chat have one order, wherever they arrive, and `/cancel` finds what it stops.
"""

from collections.abc import Sequence

from indexer.store.engine.postgresql.exclusion import end_former, end_worker
from indexer.store.engine.postgresql.lease import (
    CHATS,
    LEASE,
    OWN_SESSION,
    WORKERS,
)
from indexer.store.engine.session import Session

ALL = "multis_workers"  # the channel on which all of them hear that there is something to do
DEAD = 3.0  # seconds that one may be late that is not connected
BUSY = 2.0  # seconds after which one that is late is given no more chats, if there are others
LONGEST = 15.0  # seconds that a worker may be late: it is busy, or stands still
IDLE = 600.0  # seconds after which a chat may be given to another worker
# A server that was away renewed nobody's lease: each gets as long again.
RESTARTED = 10.0

_NOW = "clock_timestamp()"
_AFTER = f"{_NOW} + ? * INTERVAL '1 second'"
_BEFORE = f"{_NOW} - ? * INTERVAL '1 second'"
_CONNECTED = (
    f"SELECT 1 FROM pg_stat_activity WHERE {OWN_SESSION}"  # noqa: S608 - our own words
    f" AND application_name = 'multis lease ' || {WORKERS}.number"
)
_REVOKE = f"UPDATE {LEASE} SET host = '', number = number + 1 WHERE host != '' AND until < {_NOW}"  # noqa: S608 - our own words
_JOIN = f"""
    INSERT INTO {WORKERS} (host, process, since, until)
    SELECT ?, ?, {_NOW}, {_AFTER}
    WHERE NOT EXISTS (SELECT 1 FROM {LEASE} WHERE host != '')
    RETURNING number
"""  # noqa: S608 - our own words
_REMOVE = f"""
    DELETE FROM {WORKERS} WHERE pg_postmaster_start_time() < {_BEFORE} AND (until < {_NOW}
        OR (until < {_AFTER} AND NOT EXISTS ({_CONNECTED})))
    RETURNING number
"""  # noqa: S608 - our own words
_FORGET_CHATS = f"DELETE FROM {CHATS} WHERE worker NOT IN (SELECT number FROM {WORKERS})"  # noqa: S608 - our names
_KEEP = f"""
    UPDATE {CHATS} SET used = {_NOW}
    WHERE chat = ? AND worker IN (SELECT number FROM {WORKERS}) RETURNING worker
"""  # noqa: S608 - our own words
_GIVE = f"""
    INSERT INTO {CHATS} (chat, worker, used)
    SELECT ?, number, {_NOW} FROM {WORKERS} AS one WHERE serving IS NOT NULL
    ORDER BY (until < {_AFTER}), (SELECT count(*) FROM {CHATS} WHERE worker = one.number), number
    LIMIT 1
    ON CONFLICT (chat) DO UPDATE SET worker = excluded.worker, used = excluded.used
    RETURNING worker
"""  # noqa: S608 - our own words
_GIVE_FIRST = f"""
    INSERT INTO {CHATS} (chat, worker, used)
    SELECT ?, number, {_NOW} FROM {WORKERS} WHERE serving IS NOT NULL
    ORDER BY serving LIMIT 1
    ON CONFLICT (chat) DO UPDATE SET worker = excluded.worker, used = excluded.used
    RETURNING worker
"""  # noqa: S608 - our own words

_HOLDERS = f"""
    SELECT chat, worker FROM {CHATS} WHERE chat IN (?, ?)
    AND worker IN (SELECT number FROM {WORKERS})
"""  # noqa: S608 - our own words
# The words on the channel of all; "" is that there is something to do.
MOVED = "moved"  # a chat has another name
BARRED = "barred "  # and a digest of whoever may no longer ask
MISSED = "?"  # told to oneself: after a time without a connection there may have been any


def name_holder(number: int) -> str:
    """Return the name under which the server lists the session that renews a worker's lease."""
    return f"multis lease {number}"  # not translated: a name at the server


def name_channel(number: int) -> str:
    """Return the channel on which a worker hears that its chats have something to do."""
    return f"multis_worker_{number}"


def join_workers(db: Session, host: str, process: int) -> int | None:
    """Become a worker, and return its number; None while a daemon has the database for itself."""
    if db.execute(_REVOKE).rowcount:
        end_former(db)
    row = db.execute(_JOIN, (host, process, LONGEST)).fetchone()
    return None if row is None else int(row["number"])


def renew_worker(db: Session, number: int) -> bool:
    """Renew the lease of a worker; False if somebody removed it."""
    text = f"UPDATE {WORKERS} SET until = {_AFTER} WHERE number = ?"  # noqa: S608 - our own words
    return db.execute(text, (LONGEST, number)).rowcount == 1


def remove_dead(db: Session, restarted: float = RESTARTED) -> list[int]:
    """Remove the workers whose lease ran out; returns their numbers, once among all workers.

    Nobody is removed in the first `restarted` seconds of the server.
    """
    rows = db.execute(_REMOVE, (restarted, LONGEST - DEAD)).fetchall()
    dead = [int(row["number"]) for row in rows]
    if dead:
        _clear_up(db, dead)
    return dead


def leave_workers(db: Session, number: int) -> None:
    """Let the others go on at once with what this worker had."""
    db.execute(f"DELETE FROM {WORKERS} WHERE number = ?", (number,))  # noqa: S608 - our name
    _clear_up(db, [number])


def _clear_up(db: Session, dead: Sequence[int]) -> None:
    for each in dead:
        end_worker(db, each)
    db.execute(_FORGET_CHATS)
    tell_workers(db, ALL)


def begin_serving(db: Session, number: int) -> None:
    """Let a worker be given chats from now on, in a transaction that changes something."""
    text = f"UPDATE {WORKERS} SET serving = {_NOW} WHERE number = ?"  # noqa: S608 - our own words
    db.execute(text, (number,))


def is_leading(db: Session, number: int) -> bool:
    """Return whether a worker is the one that does what must not be done twice."""
    text = f"SELECT number FROM {WORKERS} WHERE serving IS NOT NULL ORDER BY serving LIMIT 1"  # noqa: S608 - our name
    first = db.execute(text).fetchone()
    return first is not None and bool(first["number"] == number)


def assign_chat(db: Session, chat: str, *, led: bool = False) -> int:
    """Give a chat to a worker unless one has it; tells that worker, and returns its number.

    One that is `led` is always that of the worker that leads. 0 if no worker serves yet. It is
    called in a transaction that changes something.
    """
    if led:
        row = db.execute(_GIVE_FIRST, (chat,)).fetchone()
    else:
        kept = db.execute(_KEEP, (chat,)).fetchone()
        row = kept or db.execute(_GIVE, (chat, LONGEST - BUSY)).fetchone()
    if row is None:
        return 0
    number = int(row["worker"])
    tell_workers(db, name_channel(number))
    return number


def rename_chat(db: Session, old: str, new: str) -> bool:
    """Let whoever has the chat `old` have it under its new name; False if another one has that."""
    holders = {
        str(row["chat"]): int(row["worker"]) for row in db.execute(_HOLDERS, (old, new)).fetchall()
    }
    db.execute(f"DELETE FROM {CHATS} WHERE chat = ?", (old if new in holders else new,))  # noqa: S608 - our name
    db.execute(f"UPDATE {CHATS} SET chat = ? WHERE chat = ?", (new, old))  # noqa: S608 - our name
    return new not in holders or holders.get(old, holders[new]) == holders[new]


def holds_chat(db: Session, chat: str, number: int) -> bool:
    """Return whether a chat is that worker's."""
    text = f"SELECT 1 FROM {CHATS} WHERE chat = ? AND worker = ?"  # noqa: S608 - our name
    return db.execute(text, (chat, number)).fetchone() is not None


def release_idle_chats(db: Session, busy: str) -> None:
    """Let any worker have the chats in which nobody wrote lately, but those that `busy` selects."""
    text = f"DELETE FROM {CHATS} WHERE used < {_BEFORE} AND chat NOT IN ({busy})"  # noqa: S608 - our own words
    db.execute(text, (IDLE,))


def tell_workers(db: Session, channel: str, word: str = "") -> None:
    """Wake whoever listens, once the transaction is committed; any login may hear the word."""
    db.execute("SELECT pg_notify(?, ?)", (channel, word)).fetchall()
