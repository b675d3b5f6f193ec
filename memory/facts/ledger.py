"""Change facts. Each change is one transaction, is recorded in the history and can be undone.

Scopes are passed explicitly: callers decide what a person may change.
"""

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Literal

import aiosqlite
from msgspec import Struct, field
from msgspec.structs import replace

from indexer.scopes import Scope
from indexer.store.connection import Connection
from indexer.store.database import Database
from memory.fact import (
    Action,
    Fact,
    FactChange,
    FactValue,
    Provenance,
    validate_value,
)
from memory.facts import rows as fact_rows
from memory.facts.duplicates import (
    find_by_key,
    find_by_topic,
    find_equivalent,
    is_known,
)
from memory.facts.ended import (
    close,
    correct_value,
    end_others,
    find_ended_half,
    leaves_whole,
    shorten,
)
from memory.facts.merging import merge_values
from memory.facts.nearness import find_near
from memory.facts.planned import (
    find_last_day,
    find_new_end,
    find_start,
    hold_again,
    hold_until,
    move_end,
)
from memory.facts.reindex import reindex_facts
from memory.facts.rows import (
    find_last_change,
    load_fact,
    load_facts,
    log_change,
    log_restoration,
    save_change,
    save_fact,
)
from memory.text.equivalence import adds_to, derive_key

PURGED_AFTER_DAYS = 30
# In two halves, each by an index of its own: every minute asks.
EXPIRE = """
DELETE FROM memory_items WHERE id IN (
    SELECT id FROM memory_items WHERE expires_at <= :now AND deleted_at IS NULL
    UNION ALL SELECT id FROM memory_items WHERE expires_at <= :now AND deleted_at IS NOT NULL
)
"""


class UpsertResult(Struct, frozen=True):
    """The result of an upsert; `was` is the text that the fact had before, if that ended."""

    kind: Literal["added", "restated", "extended", "replaced"]
    fact: Fact
    was: str = ""


class FactRecords(Struct, frozen=True):
    """Facts and steps of their history, or a part of either."""

    facts: tuple[Fact, ...] = field(default=(), name="items")
    changes: tuple[FactChange, ...] = ()


class UndoResult(Struct, frozen=True):
    """The action that was undone, the fact before the undo (`was`) and after it (`fact`)."""

    action: Action
    was: Fact
    fact: Fact


class FactLedger:
    """Lives as long as the database; safe to share between tasks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def upsert(
        self,
        scope: Scope,
        value: FactValue,
        provenance: Provenance,
        now: datetime,
        instead_of: str = "",
    ) -> UpsertResult:
        """Add a fact unless it is known; the newest value on a topic replaces the one before.

        `instead_of` is the id of the fact that it replaces, where that is known.
        """
        at = int(now.timestamp())
        value = validate_value(value, at)
        value = replace(value, key=value.key or derive_key(value.content, provenance.author))
        provenance = provenance.date(now)
        async with self._database.transaction() as db:
            known = await _find_replaced(db, scope, instead_of, provenance.author)
            known = known or await find_equivalent(db, scope, value, provenance)
            value = correct_value(value, known, provenance)
            if known and await leaves_whole(value, provenance, known):
                known = None
            new = _create(scope, value, provenance.get_stored(), at)
            # Of what is told for a day to come that may be the day of one thing alone.
            others = [] if find_start(value, now) else await end_others(db, new, known, now)
            done = await _put(db, new, known, now)
            return replace(done, was="; ".join(filter(None, (done.was, *others))))

    async def end(self, scope: Scope, fact_id: str, until: str, now: datetime) -> Fact:
        """Record that a fact held until a day (ISO 8601) and does not hold any more."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            known = await load_fact(db, scope, fact_id)
            return await close(db, known, until, at)

    async def add(
        self, scope: Scope, value: FactValue, provenance: Provenance, now: datetime
    ) -> bool:
        """Add a fact beside all others, whatever they say; False if its key stands already.

        For what was noted elsewhere long ago: it must not replace what was said here since.
        """
        at = int(now.timestamp())
        value = validate_value(value, at)
        provenance = provenance.date(now)
        async with self._database.transaction() as db:
            if await find_by_key(db, scope, value.key):
                return False
            await _add(db, _create(scope, value, provenance, at))
        return True

    async def edit(self, scope: Scope, fact_id: str, content: str, now: datetime) -> Fact:
        """Replace the text of a fact by the person's own words."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            known = await load_fact(db, scope, fact_id)
            value = validate_value(replace(known.value, content=content, summary=""), at)
            author = known.provenance.author
            if known.value.key == derive_key(known.value.content, author):
                value = replace(value, key=derive_key(value.content, author))
            changed = replace(known, value=value, updated_at=at)
            await save_change(db, changed, "changed", known, at)
            return changed

    async def pin(self, scope: Scope, fact_id: str, pinned: bool, now: datetime) -> Fact:
        """Pin or unpin a fact; pinned facts come first wherever facts are listed."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            known = await load_fact(db, scope, fact_id)
            changed = replace(known, value=replace(known.value, pinned=pinned))
            await save_change(db, changed, "changed", known, at)
            return changed

    async def delete(
        self, scope: Scope, fact_ids: Collection[str], now: datetime, only_of: str | None = None
    ) -> list[Fact]:
        """Delete facts, or those of one author; for thirty days they can be restored."""
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            found = await load_facts(db, scope, fact_ids)
            gone = [each for each in found if each.deleted_at is None and each.is_of(only_of)]
            for each in gone:
                await move_end(db, each, "", now)
                await save_change(db, replace(each, deleted_at=at), "deleted", each, at)
        return gone

    async def restore(
        self, scope: Scope, fact_ids: Collection[str], now: datetime, only_of: str | None = None
    ) -> list[Fact]:
        """Restore deleted facts, except expired ones and those with a newer fact on their topic.

        An expired one would be deleted again within a minute.
        """
        at = int(now.timestamp())
        back = []
        async with self._database.transaction() as db:
            found = await load_facts(db, scope, fact_ids)
            for each in (fact for fact in found if fact.is_of(only_of)):
                taken = await find_by_topic(db, scope, each.value, each.provenance)
                ends = each.value.expires_at
                over = ends is not None and ends <= at
                if each.deleted_at is not None and taken is None and not over:
                    back.append(replace(each, deleted_at=None))
                    await save_change(db, back[-1], "restored", each, at)
                    await hold_again(db, back[-1], now)
        return back

    async def find_near(self, scope: Scope, text: str) -> list[Fact]:
        """Find facts of a scope that may be about the same as `text`, for a capture."""
        async with self._database.snapshot() as db:
            return await find_near(db, scope, text)

    async def load_all(self, scope: Scope) -> FactRecords:
        """Return all facts and changes of a scope, also deleted ones, to plan what is forgotten."""
        async with self._database.snapshot() as db:
            facts = await db.execute_fetchall(
                "SELECT * FROM memory_items WHERE scope = ? ORDER BY id", (scope.label,)
            )
            changes = await db.execute_fetchall(
                "SELECT * FROM memory_changes WHERE scope = ? ORDER BY id", (scope.label,)
            )
        return FactRecords(
            tuple(map(fact_rows.parse_fact, facts)), tuple(map(fact_rows.parse_change, changes))
        )

    async def remove(self, scope: Scope, records: FactRecords, now: datetime) -> None:
        """Delete these facts and steps of history for good, without a history of that."""
        async with self._database.transaction() as db:
            for fact in records.facts:
                await move_end(db, fact, "", now)
            await db.executemany(
                "DELETE FROM memory_items WHERE scope = ? AND item_id = ?",
                [(scope.label, fact.id) for fact in records.facts],
            )
            await db.executemany(
                "DELETE FROM memory_changes WHERE scope = ? AND id = ?",
                [(scope.label, change.number) for change in records.changes],
            )

    async def put_back(self, records: FactRecords, now: datetime) -> None:
        """Insert removed facts again; one with a newer fact on its topic stays deleted."""
        async with self._database.transaction() as db:
            for fact in records.facts:
                newer = await find_by_topic(db, fact.scope, fact.value, fact.provenance)
                stands = newer is None or newer.id == fact.id or fact.deleted_at is not None
                back = fact if stands else replace(fact, deleted_at=fact.updated_at)
                await save_fact(db, back)
                await hold_again(db, back, now)
            await db.executemany(
                "INSERT INTO memory_changes"
                " (id, item_id, scope, action, changed_at, before) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                [fact_rows.encode_change(change) for change in records.changes],
            )

    async def add_all(self, records: Sequence[FactRecords]) -> int:
        """Add facts with their histories unless they are known; returns how many were added."""
        added = 0
        async with self._database.transaction() as db:
            for each in records:
                (fact,) = each.facts
                if await is_known(db, fact):
                    continue
                await save_fact(db, fact)
                for change in each.changes:
                    await log_change(db, change)
                added += 1
        return added

    async def maintain(self, now: datetime) -> None:
        """Expire, purge and re-index; runs every minute and is cheap if there is nothing to do."""
        await self.expire(now)
        await self.purge(now)
        await reindex_facts(self._database)

    async def undo(
        self, scope: Scope, now: datetime, only_of: str | None = None
    ) -> UndoResult | None:
        """Undo the last change in this scope of a fact that has not expired; None if there is none.

        `only_of` is the author whose facts are meant, or None for all.
        An undo counts as the person's latest word: a later capture of an older message does not
        revert it.
        """
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            last = await find_last_change(db, scope, at, only_of)
            if last is None:
                return None
            was = await load_fact(db, scope, last.fact_id)
            now_is = _revert(was, last.before, at)
            if last.action == "added":
                await move_end(db, was, "", now)
            await save_fact(db, now_is)
            await hold_again(db, now_is, now)
            if last.action == "deleted":
                await log_restoration(db, last, at)
            else:
                await db.execute("DELETE FROM memory_changes WHERE id = ?", (last.number,))
            return UndoResult(last.action, was, now_is)

    async def expire(self, now: datetime) -> int:
        """Remove expired facts and their history for good; returns how many.

        Nobody can restore them, so that nothing is gained by keeping them as deleted ones are kept.
        """
        async with self._database.transaction() as db:
            gone = await db.execute(EXPIRE, {"now": int(now.timestamp())})
            return gone.rowcount

    async def purge(self, now: datetime, days: int = PURGED_AFTER_DAYS) -> int:
        """Remove facts and their history `days` after their deletion; returns how many."""
        before = int((now - timedelta(days=days)).timestamp())
        async with self._database.transaction() as db:
            gone = await db.execute("DELETE FROM memory_items WHERE deleted_at < ?", (before,))
            return gone.rowcount


async def _put(db: Connection, new: Fact, known: Fact | None, now: datetime) -> UpsertResult:
    """Add a new fact, or give its value to the known one that it takes the place of."""
    value, provenance, at = new.value, new.provenance, new.created_at
    last = find_last_day(value, known, now) if known else ""
    if known and last:
        await hold_until(db, known, last)
        return UpsertResult("added", await _add(db, new))
    half = await find_ended_half(value, provenance, known) if known else None
    if known and not half:
        merged = merge_values(value, known.value, provenance.author)
        await move_end(db, known, find_new_end(merged, now), now)
        return await _change(db, known, value, provenance, at)
    if known and half:
        await shorten(db, known, half.rest, at)
    added = await _add(db, new)
    return UpsertResult("replaced", added, half.ended) if half else UpsertResult("added", added)


async def _find_replaced(
    db: aiosqlite.Connection, scope: Scope, fact_id: str, author: str
) -> Fact | None:
    """Return the fact of that id, if `author` may change it."""
    found = await load_facts(db, scope, [fact_id]) if fact_id else []
    own = (each for each in found if each.deleted_at is None)
    return next((each for each in own if each.is_of(author)), None)


def _revert(was: Fact, before: Fact | None, at: int) -> Fact:
    """Return `before`; if its text or its deletion differs from `was`, that holds from `at` on."""
    if before is None or before.deleted_at is not None:
        return replace(before or was, deleted_at=at)
    corrected = before.value.content != was.value.content
    return replace(before, updated_at=at) if corrected else before


def _create(scope: Scope, value: FactValue, provenance: Provenance, at: int) -> Fact:
    return Fact(secrets.token_hex(5), scope, value, at, at, provenance)


async def _add(db: Connection, fact: Fact) -> Fact:
    await save_change(db, fact, "added", None, fact.created_at)
    return fact


async def _change(
    db: Connection, known: Fact, value: FactValue, provenance: Provenance, at: int
) -> UpsertResult:
    """Give a known fact a value on the same topic, unless it says nothing new."""
    merged = merge_values(value, known.value, provenance.author)
    if merged == known.value:
        return UpsertResult("restated", known)
    same = merged.content == known.value.content
    rests_on = known.provenance if same else provenance
    changed = replace(known, value=merged, updated_at=at, provenance=rests_on)
    await save_change(db, changed, "changed", known, at)
    if adds_to(merged.content, known.value.content):
        return UpsertResult("extended", changed)
    return UpsertResult("replaced", changed, "" if same else known.value.text)
