"""Sets aside messages that were begun `TRIES` times and never ended in order.

A try is counted in the row of its message before work begins, and taken back when it ends in order:
by a clean stop, or by waiting for a platform that is away. So a count found at the next start is
that of a message the process died with. What is set aside stays stored until the owner decides.
"""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import aiosqlite

from bot.messages import IncomingMessage
from bot.messages.codec import load_message
from indexer.i18n import N_

TRIES = 3
# In place of what grew for it; the notices say more.
LAST_WORD = N_("(Interrupted: I crashed three times with this message, so I set it aside.)")

SET_ASIDE_STEP = """
ALTER TABLE inbox ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;  -- begun, and not ended in order
ALTER TABLE inbox ADD COLUMN set_aside_at INTEGER;  -- epoch seconds; NULL while it is handled
ALTER TABLE inbox ADD COLUMN released INTEGER NOT NULL DEFAULT 0;  -- to be taken up once more
"""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A message that is set aside; `at` is when that happened."""

    id: int
    message: IncomingMessage
    at: datetime


def count_try(db: sqlite3.Connection, ids: Sequence[int], by: int) -> None:
    db.execute(
        "UPDATE inbox SET tries = max(tries + ?, 0) WHERE id IN (SELECT value FROM json_each(?))",
        (by, json.dumps(list(ids))),
    )


async def list_hopeless(
    db: aiosqlite.Connection, platforms: Sequence[str]
) -> dict[int, IncomingMessage]:
    """Return the messages of these platforms that are to be set aside now, by their ids."""
    rows = await db.execute_fetchall(
        "SELECT id, message FROM inbox WHERE state != 'done' AND set_aside_at IS NULL"
        " AND tries >= ? AND platform IN (SELECT value FROM json_each(?)) ORDER BY id",
        (TRIES, json.dumps(list(platforms))),
    )
    return {row["id"]: load_message(row["message"]) for row in rows}


async def set_aside(db: aiosqlite.Connection, ids: Sequence[int], now: int) -> None:
    await db.execute(
        "UPDATE inbox SET set_aside_at = ? WHERE id IN (SELECT value FROM json_each(?))",
        (now, json.dumps(list(ids))),
    )


async def list_set_aside(db: aiosqlite.Connection) -> list[SetAside]:
    """Return what is set aside on all platforms, oldest first."""
    rows = await db.execute_fetchall(
        "SELECT id, message, set_aside_at FROM inbox"
        " WHERE state != 'done' AND set_aside_at IS NOT NULL ORDER BY id"
    )
    return [
        SetAside(
            row["id"],
            load_message(row["message"]),
            datetime.fromtimestamp(row["set_aside_at"], UTC),
        )
        for row in rows
    ]


async def release(db: aiosqlite.Connection, number: int) -> bool:
    """Let a message be taken up for one more try; False if it is not set aside."""
    cursor = await db.execute(
        "UPDATE inbox SET set_aside_at = NULL, released = 1, tries = ?"
        " WHERE id = ? AND state != 'done' AND set_aside_at IS NOT NULL",
        (TRIES - 1, number),
    )
    return cursor.rowcount == 1


async def has_released(db: aiosqlite.Connection) -> bool:
    rows = await db.execute_fetchall(
        "SELECT EXISTS (SELECT 1 FROM inbox WHERE state != 'done' AND released) AS some"
    )
    return bool(next(iter(rows))["some"])


async def take_released(db: aiosqlite.Connection, platforms: Sequence[str]) -> set[int]:
    """Return the ids of the released messages of these platforms, each only once."""
    rows = await db.execute_fetchall(
        "UPDATE inbox SET released = 0 WHERE released AND state != 'done'"
        " AND platform IN (SELECT value FROM json_each(?)) RETURNING id",
        (json.dumps(list(platforms)),),
    )
    return {int(row["id"]) for row in rows}


async def drop(db: aiosqlite.Connection, number: int) -> bool:
    """Delete a message and its reply; False if it is not set aside."""
    cursor = await db.execute(
        "UPDATE inbox SET state = 'done', message = '', set_aside_at = NULL"
        " WHERE id = ? AND state != 'done' AND set_aside_at IS NOT NULL",
        (number,),
    )
    if cursor.rowcount:
        await db.execute("DELETE FROM outbox WHERE inbox_id = ?", (number,))
    return cursor.rowcount == 1
