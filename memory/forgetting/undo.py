"""Undo rows: erased content, stored apart until it can no longer be restored.

No search, prompt or export reads this table. A row that is `clearing` or `restoring` is work that
a crash or a full disk interrupted.
"""

from datetime import UTC, datetime
from typing import Literal

import aiosqlite
from msgspec import Struct, json

from indexer.scopes import Scope
from indexer.store.engine.session import Row
from memory.forgetting.plan import Erasure

State = Literal["clearing", "restoring", "kept"]


class UndoRecord(Struct, frozen=True):
    id: int
    scope: Scope
    chat: str
    state: State
    erasure: Erasure
    forgotten_at: datetime


async def save(
    db: aiosqlite.Connection, scope: Scope, chat: str, erasure: Erasure, now: datetime
) -> int:
    """Insert a row and return its id; its state is `clearing` until everything is erased."""
    content = json.encode(erasure).decode()
    added = await db.execute_fetchall(
        "INSERT INTO forgotten (scope, chat, state, forgotten_at, content)"
        " VALUES (?, ?, 'clearing', ?, ?) RETURNING id",
        (scope.label, chat, int(now.timestamp()), content),
    )
    return int(next(iter(added))["id"])


async def find_latest(
    db: aiosqlite.Connection, scope: Scope, since: datetime, only_of: str | None = None
) -> UndoRecord | None:
    """Return the latest row of `scope` that can be restored: by one member, if `only_of` is one."""
    rows = await db.execute_fetchall(
        "SELECT * FROM forgotten WHERE scope = ? AND state = 'kept' AND forgotten_at >= ?"
        " AND coalesce(?, '') IN ('', json_extract(content, '$.member'))"
        " ORDER BY id DESC LIMIT 1",
        (scope.label, int(since.timestamp()), only_of),
    )
    return next(map(_parse_row, rows), None)


async def list_erased(db: aiosqlite.Connection, scope: Scope) -> list[UndoRecord]:
    """Return the rows of what was erased from `scope` and can still be restored."""
    rows = await db.execute_fetchall(
        "SELECT * FROM forgotten WHERE scope = ? ORDER BY id", (scope.label,)
    )
    return [_parse_row(row) for row in rows]


async def list_unfinished(db: aiosqlite.Connection) -> list[UndoRecord]:
    """Return rows that a crash interrupted or another process is working on."""
    rows = await db.execute_fetchall("SELECT * FROM forgotten WHERE state <> 'kept' ORDER BY id")
    return [_parse_row(row) for row in rows]


async def set_state(db: aiosqlite.Connection, row: int, state: State) -> None:
    await db.execute("UPDATE forgotten SET state = ? WHERE id = ?", (state, row))


async def discard(db: aiosqlite.Connection, row: int) -> None:
    await db.execute("DELETE FROM forgotten WHERE id = ?", (row,))


async def expire(db: aiosqlite.Connection, before: datetime) -> int:
    """Delete rows older than `before` for good; returns how many."""
    gone = await db.execute(
        "DELETE FROM forgotten WHERE state = 'kept' AND forgotten_at < ?",
        (int(before.timestamp()),),
    )
    return gone.rowcount


def _parse_row(row: Row) -> UndoRecord:
    erasure = json.decode(row["content"], type=Erasure)
    at = datetime.fromtimestamp(row["forgotten_at"], UTC)
    return UndoRecord(row["id"], Scope(row["scope"]), row["chat"], row["state"], erasure, at)
