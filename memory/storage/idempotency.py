"""Idempotency keys: a message that is delivered again has its side effects only once.

After a crash between a side effect and its stored reply, the inbox delivers the message again. Work
that must not be repeated records under the message's key what it is about to do, or, in the
transaction that does it, what it did.
"""

from datetime import datetime, timedelta

import aiosqlite
from msgspec import Struct

from indexer.scopes import Scope
from indexer.store.database import Database

KEPT = timedelta(days=30)  # longer than any message waits


class IdempotencyKey(Struct, frozen=True):
    key: str  # of the message, and which of its side effects
    result: str  # numbers and times only, nobody's words
    now: datetime


async def find_result(db: aiosqlite.Connection, key: str) -> str | None:
    rows = await db.execute_fetchall("SELECT told FROM deeds WHERE key = ?", (key,))
    return next((str(row["told"]) for row in rows), None)


async def insert_key(db: aiosqlite.Connection, entry: IdempotencyKey) -> None:
    """Store `entry` unless its key is there already, and delete expired ones."""
    before = int((entry.now - KEPT).timestamp())
    await db.execute("DELETE FROM deeds WHERE done_at < ?", (before,))
    await db.execute(
        "INSERT INTO deeds (key, told, done_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (entry.key, entry.result, int(entry.now.timestamp())),
    )


class IdempotencyKeys:
    """Lives as long as the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record_once(self, key: str, result: str, now: datetime) -> str:
        """Record `result`; returns it, or the one that was recorded first under this key."""
        async with self._database.transaction() as db:
            await insert_key(db, IdempotencyKey(key, result, now))
            return await find_result(db, key) or result

    async def begin_undo(self, key: str, scope: Scope, now: datetime) -> bool:
        """Record that an undo begins; False where this message has already undone a change.

        An undo removes a step from the history, and the numbers of steps are never reused.
        """
        async with self._database.transaction() as db:
            last, steps = await _count_steps(db, scope)
            await insert_key(db, IdempotencyKey(key, f"{last} {steps}", now))
            then, count = map(int, (await find_result(db, key) or "0 0").split())
            return (await _count_steps(db, scope, then))[1] == count


async def _count_steps(
    db: aiosqlite.Connection, scope: Scope, up_to: int | None = None
) -> tuple[int, int]:
    """Return the number of the last step in the history of a scope, and the count of steps."""
    rows = await db.execute_fetchall(
        "SELECT coalesce(max(id), 0) AS last, count(*) AS steps FROM memory_changes"
        " WHERE scope = ? AND id <= coalesce(?, id)",
        (scope.label, up_to),
    )
    row = next(iter(rows))
    return int(row["last"]), int(row["steps"])
