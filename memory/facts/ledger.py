"""Every change of items. Each is one transaction, has its place in history, and can be undone.

Scopes are named explicitly: what a person may change is decided above.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from indexer.scopes import Scope
from indexer.store.database import Database
from memory.fact import Action, Fact, FactChange, FactValue, Provenance, checked
from memory.facts import rows as item_rows
from memory.facts.duplicates import about_the_same, is_known, on_topic
from memory.facts.reindex import renew_items
from memory.facts.rows import last_change, log, one, put, some, write
from memory.text.equivalence import derive_key, derive_keys, restates

PURGED_AFTER_DAYS = 30


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a statement. `was` is what the item said before, if that is no longer so."""

    kind: Literal["added", "restated", "replaced"]
    item: Fact
    was: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """Items with their history, or a part of either."""

    items: tuple[Fact, ...] = ()
    changes: tuple[FactChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Undone:
    """The change that was taken back, the item as it stood before that, and as it is now."""

    action: Action
    was: Fact
    item: Fact


class FactLedger:
    """Lives as long as the database; safe to share between tasks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def upsert(
        self, scope: Scope, statement: FactValue, ground: Provenance, now: datetime
    ) -> Outcome:
        """Remember it, unless it is known; the newest word on a topic replaces the one before."""
        at = int(now.timestamp())
        says = checked(statement, at)
        says = replace(says, key=says.key or derive_key(says.content, ground.author))
        async with self._database.transaction() as db:
            known = await about_the_same(db, scope, says, ground.author)
            if known is None:
                added = Fact(secrets.token_hex(5), scope, says, at, at, ground)
                await write(db, added, "added", None, at)
                return Outcome("added", added)
            merged = _merged(says, known.statement, ground.author)
            if merged == known.statement:
                return Outcome("restated", known)
            same = merged.content == known.statement.content
            rests_on = known.ground if same else ground
            changed = replace(known, statement=merged, updated_at=at, ground=rests_on)
            await write(db, changed, "changed", known, at)
            return Outcome("replaced", changed, "" if same else known.statement.text)

    async def edit(self, scope: Scope, item: str, content: str, now: datetime) -> Fact:
        """Let an item say something else, in the person's own words."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            known = await one(db, scope, item)
            says = checked(replace(known.statement, content=content, summary=""), at)
            author = known.ground.author
            if known.statement.key == derive_key(known.statement.content, author):
                says = replace(says, key=derive_key(says.content, author))
            changed = replace(known, statement=says, updated_at=at)
            await write(db, changed, "changed", known, at)
            return changed

    async def pin(self, scope: Scope, item: str, pinned: bool, now: datetime) -> Fact:
        """A pinned item comes first wherever items are shown."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            known = await one(db, scope, item)
            changed = replace(known, statement=replace(known.statement, pinned=pinned))
            await write(db, changed, "changed", known, at)
            return changed

    async def delete(self, scope: Scope, items: Collection[str], now: datetime) -> list[Fact]:
        """Take items out of everything; for thirty days they can be restored."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            gone = [each for each in await some(db, scope, items) if each.deleted_at is None]
            for each in gone:
                await write(db, replace(each, deleted_at=at), "deleted", each, at)
        return gone

    async def restore(self, scope: Scope, items: Collection[str], now: datetime) -> list[Fact]:
        """Bring deleted items back, but not beside a newer one on the same topic.

        Nor one whose time is over: it would be gone again within a minute.
        """
        at = int(now.timestamp())
        back = []
        async with self._database.transaction() as db:
            for each in await some(db, scope, items):
                taken = await on_topic(db, scope, each.statement, each.ground.author)
                ends = each.statement.expires_at
                over = ends is not None and ends <= at
                if each.deleted_at is not None and taken is None and not over:
                    back.append(replace(each, deleted_at=None))
                    await write(db, back[-1], "restored", each, at)
        return back

    async def everything(self, scope: Scope) -> Kept:
        """All that is known in a scope, also what is deleted: to tell what is to be forgotten."""
        async with self._database.snapshot() as db:
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
                newer = await on_topic(db, item.scope, item.statement, item.ground.author)
                stands = newer is None or newer.id == item.id or item.deleted_at is not None
                await put(db, item if stands else replace(item, deleted_at=item.updated_at))
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
                if await is_known(db, item):
                    continue
                await put(db, item)
                for change in each.changes:
                    await log(db, change)
                added += 1
        return added

    async def maintain(self, now: datetime) -> None:
        """What is to be done every minute: it costs nothing when there is nothing to do."""
        await self.expire(now)
        await self.purge(now)
        await renew_items(self._database)

    async def undo(self, scope: Scope, now: datetime) -> Undone | None:
        """Take back the last change in this scope of an item whose time is not over; or None.

        That too is a word of the person: nothing said before it and noted later takes it back.
        """
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            last = await last_change(db, scope, at)
            if last is None:
                return None
            was = await one(db, scope, last.item)
            now_is = _taken_back(was, last.before, at)
            await put(db, now_is)
            await db.execute("DELETE FROM memory_changes WHERE id = ?", (last.number,))
            return Undone(last.action, was, now_is)

    async def expire(self, now: datetime) -> int:
        """Delete short-term items whose time is over; returns how many."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "SELECT * FROM memory_items WHERE expires_at <= ? AND deleted_at IS NULL", (at,)
            )
            for row in rows:
                known = item_rows.item(row)
                await write(db, replace(known, deleted_at=at), "deleted", known, at)
            return len(list(rows))

    async def purge(self, now: datetime, days: int = PURGED_AFTER_DAYS) -> int:
        """Delete for good, with its history, what was deleted longer ago; returns how many."""
        before = int((now - timedelta(days=days)).timestamp())
        async with self._database.transaction() as db:
            gone = await db.execute("DELETE FROM memory_items WHERE deleted_at < ?", (before,))
            return gone.rowcount


def _taken_back(was: Fact, before: Fact | None, at: int) -> Fact:
    """`before` again; what it says or does not say now holds from now on."""
    if before is None or before.deleted_at is not None:
        return replace(before or was, deleted_at=at)
    corrected = before.statement.content != was.statement.content
    return replace(before, updated_at=at) if corrected else before


def _merged(new: FactValue, known: FactValue, author: str) -> FactValue:
    """What is new, with what it leaves open as it was. It says no less, and ends no sooner."""
    plain = FactValue("")
    open_ = ("title", "type", "importance", "tags", "key")
    kept = {
        name: getattr(known, name) for name in open_ if getattr(new, name) == getattr(plain, name)
    }
    if known.key and known.key in derive_keys(new.content, author):
        kept["key"] = known.key  # which another value of the same thing will be looked for by
    if restates(new.content, known.content):
        kept |= {"content": known.content, "summary": known.summary}
    return replace(
        new,
        **kept,
        retention="short_term" if new.retention == known.retention == "short_term" else "long_term",
        expires_at=new.expires_at and known.expires_at and max(new.expires_at, known.expires_at),
        pinned=known.pinned or new.pinned,
    )
