"""Every change of items. Each is one transaction, has its place in history, and can be undone.

Scopes are named explicitly: what a person may change is decided above.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

from indexer.scopes import Scope
from indexer.store.database import Database
from memory.fact import Action, Fact, FactChange, FactValue, Provenance, stored_as, validate_value
from memory.facts import rows as fact_rows
from memory.facts.duplicates import find_by_topic, find_equivalent, is_known
from memory.facts.reindex import reindex_facts
from memory.facts.rows import (
    find_last_change,
    load_fact,
    load_facts,
    log_change,
    save_change,
    save_fact,
)
from memory.text.equivalence import derive_key, derive_keys, restates

PURGED_AFTER_DAYS = 30


@dataclass(frozen=True, slots=True)
class UpsertResult:
    """What became of a statement. `was` is what the item said before, if that is no longer so."""

    kind: Literal["added", "restated", "replaced"]
    fact: Fact
    was: str = ""


@dataclass(frozen=True, slots=True)
class FactRecords:
    """Items with their history, or a part of either."""

    facts: tuple[Fact, ...] = field(default=(), metadata=stored_as("items"))
    changes: tuple[FactChange, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoResult:
    """The change that was taken back, the item as it stood before that, and as it is now."""

    action: Action
    was: Fact
    fact: Fact


class FactLedger:
    """Lives as long as the database; safe to share between tasks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def upsert(
        self, scope: Scope, statement: FactValue, ground: Provenance, now: datetime
    ) -> UpsertResult:
        """Remember it, unless it is known; the newest word on a topic replaces the one before."""
        at = int(now.timestamp())
        says = validate_value(statement, at)
        says = replace(says, key=says.key or derive_key(says.content, ground.author))
        async with self._database.transaction() as db:
            known = await find_equivalent(db, scope, says, ground.author)
            if known is None:
                added = Fact(secrets.token_hex(5), scope, says, at, at, ground)
                await save_change(db, added, "added", None, at)
                return UpsertResult("added", added)
            merged = _merge(says, known.value, ground.author)
            if merged == known.value:
                return UpsertResult("restated", known)
            same = merged.content == known.value.content
            rests_on = known.provenance if same else ground
            changed = replace(known, value=merged, updated_at=at, provenance=rests_on)
            await save_change(db, changed, "changed", known, at)
            return UpsertResult("replaced", changed, "" if same else known.value.text)

    async def edit(self, scope: Scope, item: str, content: str, now: datetime) -> Fact:
        """Let an item say something else, in the person's own words."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            known = await load_fact(db, scope, item)
            says = validate_value(replace(known.value, content=content, summary=""), at)
            author = known.provenance.author
            if known.value.key == derive_key(known.value.content, author):
                says = replace(says, key=derive_key(says.content, author))
            changed = replace(known, value=says, updated_at=at)
            await save_change(db, changed, "changed", known, at)
            return changed

    async def pin(self, scope: Scope, item: str, pinned: bool, now: datetime) -> Fact:
        """A pinned item comes first wherever items are shown."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            known = await load_fact(db, scope, item)
            changed = replace(known, value=replace(known.value, pinned=pinned))
            await save_change(db, changed, "changed", known, at)
            return changed

    async def delete(self, scope: Scope, items: Collection[str], now: datetime) -> list[Fact]:
        """Take items out of everything; for thirty days they can be restored."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            gone = [each for each in await load_facts(db, scope, items) if each.deleted_at is None]
            for each in gone:
                await save_change(db, replace(each, deleted_at=at), "deleted", each, at)
        return gone

    async def restore(self, scope: Scope, items: Collection[str], now: datetime) -> list[Fact]:
        """Bring deleted items back, but not beside a newer one on the same topic.

        Nor one whose time is over: it would be gone again within a minute.
        """
        at = int(now.timestamp())
        back = []
        async with self._database.transaction() as db:
            for each in await load_facts(db, scope, items):
                taken = await find_by_topic(db, scope, each.value, each.provenance.author)
                ends = each.value.expires_at
                over = ends is not None and ends <= at
                if each.deleted_at is not None and taken is None and not over:
                    back.append(replace(each, deleted_at=None))
                    await save_change(db, back[-1], "restored", each, at)
        return back

    async def load_all(self, scope: Scope) -> FactRecords:
        """All that is known in a scope, also what is deleted: to tell what is to be forgotten."""
        async with self._database.snapshot() as db:
            items = await db.execute_fetchall(
                "SELECT * FROM memory_items WHERE scope = ? ORDER BY id", (scope.label,)
            )
            changes = await db.execute_fetchall(
                "SELECT * FROM memory_changes WHERE scope = ? ORDER BY id", (scope.label,)
            )
        return FactRecords(
            tuple(map(fact_rows.parse_fact, items)), tuple(map(fact_rows.parse_change, changes))
        )

    async def remove(self, scope: Scope, kept: FactRecords) -> None:
        """Remove these items and steps of history without a trace in this table."""
        async with self._database.transaction() as db:
            await db.executemany(
                "DELETE FROM memory_items WHERE scope = ? AND item_id = ?",
                [(scope.label, item.id) for item in kept.facts],
            )
            await db.executemany(
                "DELETE FROM memory_changes WHERE scope = ? AND id = ?",
                [(scope.label, change.number) for change in kept.changes],
            )

    async def put_back(self, kept: FactRecords) -> None:
        """Bring back what was taken; an item whose topic has a newer one meanwhile is deleted."""
        async with self._database.transaction() as db:
            for item in kept.facts:
                newer = await find_by_topic(db, item.scope, item.value, item.provenance.author)
                stands = newer is None or newer.id == item.id or item.deleted_at is not None
                await save_fact(db, item if stands else replace(item, deleted_at=item.updated_at))
            await db.executemany(
                "INSERT OR IGNORE INTO memory_changes"
                " (id, item_id, scope, action, changed_at, before) VALUES (?, ?, ?, ?, ?, ?)",
                [fact_rows.encode_change(change) for change in kept.changes],
            )

    async def add_all(self, kept: Sequence[FactRecords]) -> int:
        """Items with their histories from elsewhere, but none that is known or taken already."""
        added = 0
        async with self._database.transaction() as db:
            for each in kept:
                (item,) = each.facts
                if await is_known(db, item):
                    continue
                await save_fact(db, item)
                for change in each.changes:
                    await log_change(db, change)
                added += 1
        return added

    async def maintain(self, now: datetime) -> None:
        """What is to be done every minute: it costs nothing when there is nothing to do."""
        await self.expire(now)
        await self.purge(now)
        await reindex_facts(self._database)

    async def undo(self, scope: Scope, now: datetime) -> UndoResult | None:
        """Take back the last change in this scope of an item whose time is not over; or None.

        That too is a word of the person: nothing said before it and noted later takes it back.
        """
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            last = await find_last_change(db, scope, at)
            if last is None:
                return None
            was = await load_fact(db, scope, last.fact_id)
            now_is = _revert(was, last.before, at)
            await save_fact(db, now_is)
            await db.execute("DELETE FROM memory_changes WHERE id = ?", (last.number,))
            return UndoResult(last.action, was, now_is)

    async def expire(self, now: datetime) -> int:
        """Delete short-term items whose time is over; returns how many."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "SELECT * FROM memory_items WHERE expires_at <= ? AND deleted_at IS NULL", (at,)
            )
            for row in rows:
                known = fact_rows.parse_fact(row)
                await save_change(db, replace(known, deleted_at=at), "deleted", known, at)
            return len(list(rows))

    async def purge(self, now: datetime, days: int = PURGED_AFTER_DAYS) -> int:
        """Delete for good, with its history, what was deleted longer ago; returns how many."""
        before = int((now - timedelta(days=days)).timestamp())
        async with self._database.transaction() as db:
            gone = await db.execute("DELETE FROM memory_items WHERE deleted_at < ?", (before,))
            return gone.rowcount


def _revert(was: Fact, before: Fact | None, at: int) -> Fact:
    """`before` again; what it says or does not say now holds from now on."""
    if before is None or before.deleted_at is not None:
        return replace(before or was, deleted_at=at)
    corrected = before.value.content != was.value.content
    return replace(before, updated_at=at) if corrected else before


def _merge(new: FactValue, known: FactValue, author: str) -> FactValue:
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
