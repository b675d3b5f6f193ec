"""What was forgotten, kept apart until it can no longer be brought back.

No search, prompt or export reads this table. A row that is `clearing` or `restoring` is work that
a crash cut off.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import aiosqlite

from indexer.scopes import Scope
from memory.forgetting.plan import Erasure

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class Kept:
    id: int
    scope: Scope
    chat: str
    state: str
    erasure: Erasure


async def keep(
    db: aiosqlite.Connection, scope: Scope, chat: str, erasure: Erasure, now: datetime
) -> int:
    """Returns the row's id; its state is `clearing` until everything has really gone."""
    added = await db.execute(
        "INSERT INTO forgotten (scope, chat, state, forgotten_at, content)"
        " VALUES (?, ?, 'clearing', ?, ?)",
        (scope.label, chat, int(now.timestamp()), _adapter().dump_json(erasure).decode()),
    )
    return added.lastrowid or 0


async def latest(db: aiosqlite.Connection, scope: Scope, since: datetime) -> Kept | None:
    """The last thing that was forgotten in `scope` and can be brought back."""
    rows = await db.execute_fetchall(
        "SELECT * FROM forgotten WHERE scope = ? AND state = 'kept' AND forgotten_at >= ?"
        " ORDER BY id DESC LIMIT 1",
        (scope.label, int(since.timestamp())),
    )
    return next(map(_kept, rows), None)


async def unfinished(db: aiosqlite.Connection) -> list[Kept]:
    """What a crash cut off, or another process is at."""
    rows = await db.execute_fetchall("SELECT * FROM forgotten WHERE state <> 'kept' ORDER BY id")
    return [_kept(row) for row in rows]


async def set_state(db: aiosqlite.Connection, row: int, state: str) -> None:
    await db.execute("UPDATE forgotten SET state = ? WHERE id = ?", (state, row))


async def discard(db: aiosqlite.Connection, row: int) -> None:
    await db.execute("DELETE FROM forgotten WHERE id = ?", (row,))


async def expire(db: aiosqlite.Connection, before: datetime) -> int:
    """Make final what was forgotten earlier; returns how many rows."""
    gone = await db.execute(
        "DELETE FROM forgotten WHERE state = 'kept' AND forgotten_at < ?",
        (int(before.timestamp()),),
    )
    return gone.rowcount


def _kept(row: aiosqlite.Row) -> Kept:
    erasure = _adapter().validate_json(row["content"])
    return Kept(row["id"], Scope(row["scope"]), row["chat"], row["state"], erasure)


def _adapter() -> "TypeAdapter[Erasure]":
    from pydantic import TypeAdapter  # slow to import, and forgetting is rare

    return TypeAdapter(Erasure)
