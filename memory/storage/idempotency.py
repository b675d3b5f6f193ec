"""What a message has begun to do, so that it does nothing twice.

A crash between a deed and its stored reply has the inbox hand the message out again. What cannot
be repeated then notes here what it is about to do, under the key of the message, or what it did, in
the transaction that does it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

import aiosqlite

from indexer.scopes import Scope
from indexer.store.database import Database

KEPT = timedelta(days=30)  # longer than any message waits


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    key: str  # of the message, and which of its deeds
    result: str  # no words of anybody
    now: datetime


async def find_result(db: aiosqlite.Connection, key: str) -> str | None:
    rows = await db.execute_fetchall("SELECT told FROM deeds WHERE key = ?", (key,))
    return next((str(row["told"]) for row in rows), None)


async def insert_key(db: aiosqlite.Connection, deed: IdempotencyKey) -> None:
    """The first one under its key stays."""
    before = int((deed.now - KEPT).timestamp())
    await db.execute("DELETE FROM deeds WHERE done_at < ?", (before,))
    await db.execute(
        "INSERT OR IGNORE INTO deeds (key, told, done_at) VALUES (?, ?, ?)",
        (deed.key, deed.result, int(deed.now.timestamp())),
    )


class IdempotencyKeys:
    """Lives as long as the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record_once(self, key: str, told: str, now: datetime) -> str:
        """`result`, or what was told under this key before."""
        async with self._database.transaction() as db:
            await insert_key(db, IdempotencyKey(key, told, now))
            return await find_result(db, key) or told

    async def begin_undo(self, key: str, scope: Scope, now: datetime) -> bool:
        """False where this message has taken back a change of an item already.

        An undo takes a step out of the history, and steps are never numbered anew.
        """
        async with self._database.transaction() as db:
            last, steps = await _count_steps(db, scope)
            await insert_key(db, IdempotencyKey(key, f"{last} {steps}", now))
            then, count = map(int, (await find_result(db, key) or "0 0").split())
            return (await _count_steps(db, scope, then))[1] == count


async def _count_steps(
    db: aiosqlite.Connection, scope: Scope, up_to: int | None = None
) -> tuple[int, int]:
    """The number of the last step in the history of a scope, and how many there are."""
    rows = await db.execute_fetchall(
        "SELECT coalesce(max(id), 0) AS last, count(*) AS steps FROM memory_changes"
        " WHERE scope = ? AND id <= coalesce(?, id)",
        (scope.label, up_to),
    )
    row = next(iter(rows))
    return int(row["last"]), int(row["steps"])
