"""Items written, found by id, and logged, inside a transaction of the writer."""

import json
import sqlite3
from collections.abc import Collection
from dataclasses import replace

import aiosqlite

from indexer.errors import UserError
from indexer.scopes import Scope
from indexer.store import term_rows
from indexer.store.connection import Connection
from memory.fact import Action, Change, Item
from memory.facts import rows as item_rows
from memory.facts.schema import ITEMS_CORPUS


async def one(db: aiosqlite.Connection, scope: Scope, item: str) -> Item:
    for each in await some(db, scope, [item]):
        return each
    raise UserError("I do not have that note any more. /memory shows what there is.")


async def some(db: aiosqlite.Connection, scope: Scope, items: Collection[str]) -> list[Item]:
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ?"
        " AND item_id IN (SELECT value FROM json_each(?)) ORDER BY id",
        (scope.label, json.dumps(list(items))),
    )
    return [item_rows.item(row) for row in rows]


async def last_change(db: aiosqlite.Connection, scope: Scope, at: int) -> Change | None:
    """What /undo takes back: the last change of an item whose time is not over at `at`."""
    rows = await db.execute_fetchall(
        "SELECT c.* FROM memory_changes c JOIN memory_items m USING (item_id)"
        " WHERE c.scope = ? AND (m.expires_at IS NULL OR m.expires_at > ?)"
        " ORDER BY c.id DESC LIMIT 1",
        (scope.label, at),
    )
    return next(map(item_rows.change, rows), None)


async def write(db: Connection, item: Item, action: Action, before: Item | None, at: int) -> None:
    await put(db, item)
    await log(db, Change(0, item.id, item.scope, action, at, before))


async def log(db: aiosqlite.Connection, change: Change) -> None:
    await db.execute(
        "INSERT INTO memory_changes (item_id, scope, action, changed_at, before)"
        " VALUES (?, ?, ?, ?, ?)",
        item_rows.change_values(change)[1:],
    )


async def put(db: Connection, item: Item) -> None:
    """Store an item; only one that is not deleted can be found.

    Where another item has its topic by now it stands beside that one, without the topic.
    """
    if item.deleted_at is None and await _is_taken(db, item):
        item = replace(item, statement=replace(item.statement, key=""))
    rows = await db.execute_fetchall(item_rows.UPSERT, item_rows.values(item))
    row = int(next(iter(rows))["id"])

    def index(db: sqlite3.Connection) -> None:
        term_rows.delete(db, ITEMS_CORPUS, [row])
        if item.deleted_at is None:
            term_rows.insert(db, ITEMS_CORPUS, {row: item_rows.terms(item)})

    await db.run(index)


async def _is_taken(db: aiosqlite.Connection, item: Item) -> bool:
    rows = await db.execute_fetchall(
        "SELECT 1 FROM memory_items WHERE scope = ? AND dedup_key = ? AND dedup_key <> ''"
        " AND deleted_at IS NULL AND item_id <> ?",
        (item.scope.label, item.statement.key, item.id),
    )
    return bool(list(rows))
