"""Every change of items. Each is one transaction, has its place in history, and can be undone.

Scopes are named explicitly: what a person may change is decided above.
"""

import json
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

import aiosqlite

from indexer import term_rows
from indexer.analysis import divide
from indexer.corpus import scope_token
from indexer.database import Database
from indexer.errors import UserError
from indexer.languages import language_of
from indexer.scopes import Scope
from indexer.terms import BOUNDARY
from memory import item_rows
from memory.item_schema import ITEMS_CORPUS
from memory.items import Action, Change, Ground, Item, Statement, checked
from memory.sameness import GLUE, extends, key_of, restates

RARE = 300  # items that have a word at most, for it to lead to likely twins
GLANCED_AT = 3000  # items whose terms are compared with those of what is new
TWINS = 12  # items that are compared in full, the latest
PURGED_AFTER_DAYS = 30


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a statement. `was` is what the item said before it was replaced."""

    kind: Literal["added", "restated", "replaced"]
    item: Item
    was: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """Items with their history, or a part of either."""

    items: tuple[Item, ...] = ()
    changes: tuple[Change, ...] = ()


class ItemLedger:
    """Lives as long as the database; safe to share between tasks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def upsert(
        self, scope: Scope, statement: Statement, ground: Ground, now: datetime
    ) -> Outcome:
        """Remember it, unless it is known; the newest word on a topic replaces the one before."""
        at = int(now.timestamp())
        says = checked(statement, at)
        says = replace(says, key=says.key or key_of(says.content))
        async with self._database.transaction() as db:
            known = await _about_the_same(db, scope, says)
            if known is None:
                added = Item(secrets.token_hex(5), scope, says, at, at, ground)
                await _write(db, added, "added", None, at)
                return Outcome("added", added)
            merged = _merged(says, known.statement)
            if merged == replace(known.statement, content=merged.content) and restates(
                merged.content, known.statement.content
            ):
                return Outcome("restated", known)
            changed = replace(known, statement=merged, updated_at=at, ground=ground)
            await _write(db, changed, "changed", known, at)
            return Outcome("replaced", changed, known.statement.text)

    async def edit(self, scope: Scope, item: str, content: str, now: datetime) -> Item:
        """Let an item say something else, in the person's own words."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            known = await _one(db, scope, item)
            says = checked(replace(known.statement, content=content, summary=""), at)
            changed = replace(known, statement=says, updated_at=at)
            await _write(db, changed, "changed", known, at)
            return changed

    async def pin(self, scope: Scope, item: str, pinned: bool, now: datetime) -> Item:
        """A pinned item comes first wherever items are shown."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            known = await _one(db, scope, item)
            changed = replace(known, statement=replace(known.statement, pinned=pinned))
            await _write(db, changed, "changed", known, at)
            return changed

    async def delete(self, scope: Scope, items: Collection[str], now: datetime) -> list[Item]:
        """Take items out of everything; for thirty days they can be restored."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            gone = [each for each in await _some(db, scope, items) if each.deleted_at is None]
            for each in gone:
                await _write(db, replace(each, deleted_at=at), "deleted", each, at)
        return gone

    async def restore(self, scope: Scope, items: Collection[str], now: datetime) -> list[Item]:
        """Bring deleted items back, but not beside a newer one on the same topic."""
        at = int(now.timestamp())
        back = []
        async with self._database.transaction() as db:
            for each in await _some(db, scope, items):
                taken = await _with_key(db, scope, each.statement.key)
                if each.deleted_at is not None and taken is None:
                    back.append(replace(each, deleted_at=None))
                    await _write(db, back[-1], "restored", each, at)
        return back

    async def everything(self, scope: Scope) -> Kept:
        """All that is known in a scope, also what is deleted: to tell what is to be forgotten."""
        async with self._database.transaction() as db:
            items = await db.execute_fetchall(
                "SELECT * FROM memory_items WHERE scope = ? ORDER BY id", (scope.label,)
            )
            changes = await db.execute_fetchall(
                "SELECT * FROM memory_changes WHERE scope = ? ORDER BY id", (scope.label,)
            )
        return Kept(tuple(map(item_rows.item, items)), tuple(map(item_rows.change, changes)))

    async def take(self, scope: Scope, kept: Kept) -> None:
        """Remove these items and steps of history without a trace in this table."""
        async with self._database.transaction() as db:
            await db.executemany(
                "DELETE FROM memory_items WHERE scope = ? AND item_id = ?",
                [(scope.label, item.id) for item in kept.items],
            )
            await db.executemany(
                "DELETE FROM memory_changes WHERE scope = ? AND id = ?",
                [(scope.label, change.number) for change in kept.changes],
            )

    async def put_back(self, kept: Kept) -> None:
        """Bring back what was taken; an item whose topic has a newer one meanwhile is deleted."""
        async with self._database.transaction() as db:
            for item in kept.items:
                newer = await _with_key(db, item.scope, item.statement.key)
                stands = newer is None or newer.id == item.id or item.deleted_at is not None
                await _put(db, item if stands else replace(item, deleted_at=item.updated_at))
            await db.executemany(
                "INSERT OR IGNORE INTO memory_changes"
                " (id, item_id, scope, action, changed_at, before) VALUES (?, ?, ?, ?, ?, ?)",
                [item_rows.change_values(change) for change in kept.changes],
            )

    async def add_all(self, kept: Sequence[Kept]) -> int:
        """Items with their histories from elsewhere, but none that is known or taken already."""
        added = 0
        async with self._database.transaction() as db:
            for each in kept:
                (item,) = each.items
                if await _is_known(db, item):
                    continue
                await _put(db, item)
                for change in each.changes:
                    await _log(db, change)
                added += 1
        return added

    async def maintain(self, now: datetime) -> None:
        """What is to be done every minute: it costs nothing when there is nothing to do."""
        await self.expire(now)
        await self.purge(now)

    async def undo(self, scope: Scope, now: datetime) -> tuple[Change, Item] | None:
        """Take back the last change in this scope; returns it, and the item as it is now."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "SELECT * FROM memory_changes WHERE scope = ? ORDER BY id DESC LIMIT 1",
                (scope.label,),
            )
            last = next(map(item_rows.change, rows), None)
            if last is None:
                return None
            now_is = last.before or replace(await _one(db, scope, last.item), deleted_at=at)
            await _put(db, now_is)
            await db.execute("DELETE FROM memory_changes WHERE id = ?", (last.number,))
            return last, now_is

    async def expire(self, now: datetime) -> int:
        """Delete short-term items whose time is over; returns how many."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "SELECT * FROM memory_items WHERE expires_at <= ? AND deleted_at IS NULL", (at,)
            )
            for row in rows:
                known = item_rows.item(row)
                await _write(db, replace(known, deleted_at=at), "deleted", known, at)
            return len(list(rows))

    async def purge(self, now: datetime, days: int = PURGED_AFTER_DAYS) -> int:
        """Delete for good, with its history, what was deleted longer ago; returns how many."""
        before = int((now - timedelta(days=days)).timestamp())
        async with self._database.transaction() as db:
            gone = await db.execute("DELETE FROM memory_items WHERE deleted_at < ?", (before,))
            return gone.rowcount


def _merged(new: Statement, known: Statement) -> Statement:
    """What is new, with what it leaves open as it was."""
    plain = Statement("")
    open_ = ("title", "type", "importance", "tags", "key")
    kept = {
        name: getattr(known, name) for name in open_ if getattr(new, name) == getattr(plain, name)
    }
    return replace(new, **kept, pinned=known.pinned or new.pinned)


async def _about_the_same(db: aiosqlite.Connection, scope: Scope, says: Statement) -> Item | None:
    """The item on the same topic, or one that says the same or a part of it."""
    known = await _with_key(db, scope, says.key)
    if known is not None:
        return known
    for twin in await _alike(db, scope, says):
        apart = says.key and twin.statement.key and says.key != twin.statement.key
        old = twin.statement.content
        if not apart and (restates(says.content, old) or extends(says.content, old)):
            return twin
    return None


async def _with_key(db: aiosqlite.Connection, scope: Scope, key: str) -> Item | None:
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_items"
        " WHERE scope = ? AND dedup_key = ? AND dedup_key <> '' AND deleted_at IS NULL",
        (scope.label, key),
    )
    return next(map(item_rows.item, rows), None)


async def _alike(db: aiosqlite.Connection, scope: Scope, says: Statement) -> list[Item]:
    """Items of which one says what the other does, as far as a glance at their terms tells."""
    words = list(dict.fromkeys(divide(says.content, language_of(says.content)).terms))
    if not words:
        return []
    expression = f"{{main}} : ({await _selective(db, words)}) AND acl : {scope_token(scope)}"
    rows = await db.execute_fetchall(
        "SELECT t.id, t.main FROM memory_items_terms t JOIN (SELECT rowid AS id"
        " FROM memory_items_fts WHERE memory_items_fts MATCH ? LIMIT ?) USING (id)",
        (expression, GLANCED_AT),
    )
    told = frozenset(words) - GLUE
    twins = [row["id"] for row in rows if _one_in_the_other(told, row["main"])]
    found = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC",
        (json.dumps(twins[-TWINS:]),),
    )
    return [item_rows.item(row) for row in found]


async def _selective(db: aiosqlite.Connection, words: Sequence[str]) -> str:
    """Any of the rare words, or all words where none is rare: few rows, without ranking them."""
    quoted = ['"' + word.replace('"', '""') + '"' for word in words]
    counts = await db.execute_fetchall(
        "SELECT (SELECT count(*) FROM (SELECT 1 FROM memory_items_fts"
        " WHERE memory_items_fts MATCH value LIMIT ?)) AS rows FROM json_each(?) ORDER BY key",
        (RARE + 1, json.dumps([f"{{main}} : {word}" for word in quoted])),
    )
    rare = [word for word, row in zip(quoted, counts, strict=True) if row["rows"] <= RARE]
    return " OR ".join(rare) if rare else " AND ".join(quoted)


def _one_in_the_other(told: frozenset[str], main: str) -> bool:
    known = frozenset(main.partition(BOUNDARY)[0].split()) - GLUE
    return told <= known or known <= told


async def _one(db: aiosqlite.Connection, scope: Scope, item: str) -> Item:
    for each in await _some(db, scope, [item]):
        return each
    raise UserError("I do not have that note any more. /memory shows what there is.")


async def _some(db: aiosqlite.Connection, scope: Scope, items: Collection[str]) -> list[Item]:
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ?"
        " AND item_id IN (SELECT value FROM json_each(?)) ORDER BY id",
        (scope.label, json.dumps(list(items))),
    )
    return [item_rows.item(row) for row in rows]


async def _write(
    db: aiosqlite.Connection, item: Item, action: Action, before: Item | None, at: int
) -> None:
    await _put(db, item)
    await _log(db, Change(0, item.id, item.scope, action, at, before))


async def _log(db: aiosqlite.Connection, change: Change) -> None:
    await db.execute(
        "INSERT INTO memory_changes (item_id, scope, action, changed_at, before)"
        " VALUES (?, ?, ?, ?, ?)",
        item_rows.change_values(change)[1:],
    )


async def _is_known(db: aiosqlite.Connection, item: Item) -> bool:
    rows = await db.execute_fetchall("SELECT 1 FROM memory_items WHERE item_id = ?", (item.id,))
    return bool(list(rows)) or await _about_the_same(db, item.scope, item.statement) is not None


async def _put(db: aiosqlite.Connection, item: Item) -> None:
    """Store an item; only one that is not deleted can be found."""
    rows = await db.execute_fetchall(item_rows.UPSERT, item_rows.values(item))
    row = int(next(iter(rows))["id"])
    await term_rows.delete(db, ITEMS_CORPUS, [row])
    if item.deleted_at is None:
        await term_rows.insert(db, ITEMS_CORPUS, {row: item_rows.terms(item)})
