"""Facts whose change may not stand in the notes and summaries yet.

They are written down before they change and struck off once the notes have followed. So what a
crash cuts off between the two is finished at the next start, or by the next change of a fact.
"""

from collections.abc import Collection
from dataclasses import dataclass

import aiosqlite

from indexer.scopes import Scope
from memory.chat.folders import ChatFolder
from memory.fact import Fact
from memory.facts import rows as fact_rows
from memory.facts.rows import load_facts


@dataclass(frozen=True, slots=True)
class Correction:
    """`gone` holds no longer and `back` holds; either may be empty. `pin`: `back` was pinned."""

    gone: str
    back: str
    stamp: str
    pin: bool


async def record_pending(
    db: aiosqlite.Connection, folder: ChatFolder, items: Collection[str], at: str
) -> None:
    """These may change from now on. The notes tell still what they say now."""
    known = await load_facts(db, folder.scope, items)
    await db.executemany(
        "INSERT OR IGNORE INTO unsettled (item_id, scope, chat, stamp, told)"
        " VALUES (?, ?, ?, ?, ?)",
        [(each.id, folder.scope.label, folder.chat, at, _noted_text(each)) for each in known],
    )


async def load_corrections(db: aiosqlite.Connection, scope: Scope) -> list[Correction]:
    """How the notes of `scope` come to say what the facts say."""
    rows = await db.execute_fetchall(
        "SELECT u.told, u.stamp, i.* FROM unsettled u JOIN memory_items i USING (item_id)"
        " WHERE u.scope = ? ORDER BY u.id",
        (scope.label,),
    )
    changed = ((row["told"], fact_rows.parse_fact(row), row["stamp"]) for row in rows)
    return [
        Correction(told, _noted_text(item), stamp, pin=not told and item.value.pinned)
        for told, item, stamp in changed
        if told != _noted_text(item)
    ]


async def clear_pending(db: aiosqlite.Connection, scope: Scope) -> None:
    await db.execute("DELETE FROM unsettled WHERE scope = ?", (scope.label,))


async def list_pending_chats(db: aiosqlite.Connection) -> list[tuple[str, Scope]]:
    """The chats, each with the scope in which it remembers, whose notes are behind."""
    rows = await db.execute_fetchall("SELECT DISTINCT chat, scope FROM unsettled")
    return [(row["chat"], Scope(row["scope"])) for row in rows]


def _noted_text(item: Fact) -> str:
    return item.value.content if item.deleted_at is None else ""
