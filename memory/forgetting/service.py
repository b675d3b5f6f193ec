"""/forget: erase what a chat remembers everywhere at once, and restore it for a while.

The erasure is first recorded in the database, in the transaction that voids captures in flight.
From then on it is carried out even after a crash, and nothing in flight writes the content again.
The daily logs stay until their day; the reply names it.
"""

import json
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import partial
from typing import Protocol

from aiosqlite import Connection
from msgspec import Struct
from msgspec.structs import asdict, replace

from indexer.aside import run_aside
from indexer.errors import UserError
from indexer.i18n import N_, _
from indexer.scopes import ADMIN, Scope
from indexer.store.database import Database
from indexer.store.writer import MemoryChunk
from memory.capture.capture import Captures
from memory.capture.provenance import delete_sources, insert_sources, list_sources
from memory.capture.state import void_captures
from memory.chat import daily_log, notes_file
from memory.chat.memory import ChatMemories, ChatMemory
from memory.conversations.recorder import ConversationRecorder
from memory.facts.ledger import FactLedger
from memory.forgetting import members, plan, undo
from memory.forgetting.matching import Words
from memory.forgetting.plan import Erasure, ScopeMemory, Window
from memory.forgetting.undo import UndoRecord
from memory.reminders.ledger import Reminders
from memory.settings import MemorySettings
from memory.storage import idempotency
from memory.storage.files import run_in_thread
from memory.storage.idempotency import IdempotencyKey

COMMON = N_(
    "Those words are too common, so nothing was deleted. Add a more specific word, and begin names"
    " with a capital letter."
)


class SummaryEraser(Protocol):
    """Removes and restores the summaries of a scope."""

    async def list_memories(self, scope: Scope) -> list[MemoryChunk]: ...
    async def take_memories(
        self, scope: Scope, chunk_ids: Sequence[str] | None = None
    ) -> list[MemoryChunk]: ...
    async def restore_memories(self, memories: Sequence[MemoryChunk]) -> None: ...


class ForgetResult(Struct, frozen=True):
    """Counts of what was erased or restored."""

    notes: int  # lines of memory.md
    summaries: int
    facts: int
    messages: int
    log_until: date | None  # the day on which the last log that may contain it is deleted
    reminders: int = 0
    lines: tuple[str, ...] = ()  # the matching texts that were erased, each once


class Forgetting:
    """One per process."""

    def __init__(
        self,
        database: Database,
        index: SummaryEraser,
        memories: ChatMemories,
        captures: Captures,
        settings: MemorySettings,
    ) -> None:
        self._database = database
        self._index = index
        self._recorder = ConversationRecorder(database)
        self._ledger = FactLedger(database)
        self._reminders = Reminders(database)
        self._memories = memories
        self._captures = captures
        self._settings = settings

    async def forget(
        self,
        memory: ChatMemory,
        now: datetime,
        words: str = "",
        key: str = "",
        only_of: str | None = None,
    ) -> ForgetResult:
        """Erase everything, or the turns and notes with `words` and what was derived from them.

        For the owner this covers the notes and conversations of all their private chats. The `key`
        of a message makes it idempotent: redelivered, it returns the first result.
        `only_of` is the member of a group who may have no more forgotten than their own words.
        """
        wanted = Words(words) if words.strip() else None
        async with memory.hold_notes():
            await self._finish(memory)
            if known := await self._find_earlier_result(key):
                return known
            chats = await self.list_chats(memory)
            stored = await self._load_memory(memory, chats)
            # Each text that is remembered is compared, in the time that reading all of them takes.
            plan_erasure = partial(_plan_erasure, stored, wanted, only_of)
            gone = await run_aside(plan_erasure, stored.length)
            result = await self._build_result(gone, chats)
            if gone:
                await self._erase(memory, gone, IdempotencyKey(key, _encode_result(result), now))
        return replace(result, lines=tuple(dict.fromkeys(gone.texts()))) if wanted else result

    async def restore(
        self, memory: ChatMemory, now: datetime, key: str = "", only_of: str | None = None
    ) -> ForgetResult:
        """Restore the last erasure, or the last of one member; called again, the one before it.

        The `key` of a message makes it idempotent.
        """
        since = now - timedelta(days=self._settings.undo_days)
        async with memory.hold_notes():
            await self._finish(memory)
            if known := await self._find_earlier_result(key):
                return known
            async with self._database.transaction() as db:
                record = await undo.find_latest(db, memory.folder.scope, since, only_of)
                if record is None:
                    raise UserError(_("There is nothing to restore."))
                result = await self._build_result(record.erasure, [])
                await undo.set_state(db, record.id, "restoring")
                await _record_key(db, IdempotencyKey(key, _encode_result(result), now))
            await self._restore(memory, record)
        return result

    async def resume(self) -> None:
        """Finish what a crash, or a full disk, interrupted; at start before any message."""
        for found in await self._list_unfinished():
            memory = self._memories.get(found.chat, found.scope)
            async with memory.hold_notes():
                await self._finish(memory)

    async def _finish(self, memory: ChatMemory) -> None:
        """Finish what was interrupted in the scope of `memory`, whose lock the caller holds."""
        for record in await self._list_unfinished():
            if record.scope == memory.folder.scope:
                finish = self._clear if record.state == "clearing" else self._restore
                await finish(memory, record)

    async def _list_unfinished(self) -> list[UndoRecord]:
        async with self._database.read_committed() as db:
            return await undo.list_unfinished(db)

    async def list_chats(self, memory: ChatMemory) -> list[ChatMemory]:
        """Return the chats whose conversations the notes of `memory` come from."""
        if memory.folder.scope != ADMIN:
            return [memory]
        others = [
            each
            for each in await self._memories.list_chats()
            if each.folder.scope == ADMIN and each.folder.chat != memory.folder.chat
        ]
        return [memory, *others]

    async def _load_memory(self, memory: ChatMemory, chats: Sequence[ChatMemory]) -> ScopeMemory:
        scope = memory.folder.scope
        async with self._database.read_committed() as db:
            sources = await list_sources(db, scope)
        windows = [Window(chat.folder.chat, await chat.read_window()) for chat in chats]
        summaries = await self._index.list_memories(scope)
        return ScopeMemory(
            await memory.read_notes(),
            tuple(windows),
            tuple(summaries),
            tuple(sources),
            await self._ledger.load_all(scope),
            tuple(await self._recorder.load(scope, [chat.folder.chat for chat in chats])),
            tuple(await self._reminders.list_scope(scope)),
        )

    async def _find_earlier_result(self, key: str) -> ForgetResult | None:
        async with self._database.read_committed() as db:
            known = await idempotency.find_result(db, key)
        return _parse_result(known) if known else None

    async def _erase(self, memory: ChatMemory, gone: Erasure, key: IdempotencyKey) -> None:
        scope, chat = memory.folder.scope, memory.folder.chat
        async with self._database.transaction() as db:
            await void_captures(db, scope)
            row = await undo.save(db, scope, chat, gone, key.now)
            await _record_key(db, key)
        self._captures.cancel(scope)
        await self._clear(memory, UndoRecord(row, scope, chat, "clearing", gone, key.now))

    async def _clear(self, memory: ChatMemory, record: UndoRecord) -> None:
        gone = record.erasure
        change = partial(plan.apply_changes, changes=gone.notes)
        await run_in_thread(partial(notes_file.edit, memory.folder.notes, change))
        for window in gone.windows:
            ids = frozenset(message.id for message in window.messages)
            await self._memories.get(window.chat, record.scope).remove(ids)
        for turns in gone.turns:
            await self._recorder.remove(record.scope, turns, record.forgotten_at)
        taken = [summary.chunk.chunk_id for summary in gone.summaries.before]
        await self._index.take_memories(record.scope, taken)
        await self._index.restore_memories(gone.summaries.after)
        await self._ledger.remove(record.scope, gone.facts, record.forgotten_at)
        await self._reminders.delete([each.token for each in gone.reminders])
        async with self._database.transaction() as db:
            await delete_sources(db, record.scope, gone.sources)
            await undo.set_state(db, record.id, "kept")

    async def _restore(self, memory: ChatMemory, record: UndoRecord) -> None:
        gone = record.erasure
        change = partial(plan.revert_changes, changes=gone.notes)
        await run_in_thread(partial(notes_file.edit, memory.folder.notes, change))
        for window in gone.windows:
            await self._memories.get(window.chat, record.scope).restore(window.messages)
        for turns in gone.turns:
            await self._recorder.restore(record.scope, turns, record.forgotten_at)
        await self._index.restore_memories(gone.summaries.before)
        await self._ledger.put_back(gone.facts, record.forgotten_at)
        await self._reminders.put_back(gone.reminders)
        async with self._database.transaction() as db:
            await insert_sources(db, record.scope, gone.sources)
            await undo.discard(db, record.id)

    async def _build_result(self, gone: Erasure, chats: Sequence[ChatMemory]) -> ForgetResult:
        days = [day for chat in chats for day, _path in daily_log.list_days(chat.folder.path)]
        return ForgetResult(
            gone.lines,
            len(gone.summaries.before),
            sum(fact.deleted_at is None for fact in gone.facts.facts),
            gone.messages,
            daily_log.compute_expiry_day(max(days), self._settings.log_retention_days)
            if days
            else None,
            len(gone.reminders),
        )


async def _record_key(db: Connection, key: IdempotencyKey) -> None:
    """Record the key with the undo row: after a crash `resume` finishes the rest."""
    if key.key:
        await idempotency.insert_key(db, key)


def _encode_result(result: ForgetResult) -> str:
    """Write the counts, and no word of what was forgotten. Stored: `items` are the facts."""
    counts = asdict(replace(result, lines=()))
    return json.dumps({"items": counts.pop("facts"), **counts}, default=str)


def _parse_result(stored: str) -> ForgetResult:
    raw = json.loads(stored)
    until, facts = raw.pop("log_until"), raw.pop("items")
    del raw["lines"]
    return ForgetResult(**raw, facts=facts, log_until=date.fromisoformat(until) if until else None)


def _plan_erasure(stored: ScopeMemory, wanted: Words | None, only_of: str | None) -> Erasure:
    if wanted is not None and wanted.are_common_in(stored.own_words):
        raise UserError(COMMON)
    if only_of is not None:
        return members.plan_own(stored, only_of, wanted.matches if wanted else None)
    if wanted is None:
        return plan.plan_everything(stored)
    return plan.plan_matching(stored, wanted.matches)
