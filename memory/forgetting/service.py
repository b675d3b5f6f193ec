"""/forget: what a chat remembers goes at once, everywhere, and can be brought back for a while.

What is to go is first written down in the database, in the transaction that makes captures in
flight void. From then on it will go, whatever happens, and nothing that was under way brings it
back. The daily logs stay until their day; the reply names it.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial
from typing import Protocol

from aiosqlite import Connection

from indexer.errors import UserError
from indexer.scopes import ADMIN, Scope
from indexer.store.database import Database
from indexer.store.writer import MemoryChunk
from memory.capture.capture import Captures
from memory.capture.provenance import delete_sources, insert_sources, list_sources
from memory.capture.state import void_captures
from memory.chat import daily_log, notes_file
from memory.chat.memory import ChatMemories, ChatMemory
from memory.facts.ledger import FactLedger
from memory.forgetting import plan, undo
from memory.forgetting.plan import Erasure, ScopeMemory, Window
from memory.forgetting.undo import UndoRecord
from memory.settings import MemorySettings
from memory.storage import idempotency
from memory.storage.files import run_in_thread
from memory.storage.idempotency import IdempotencyKey
from memory.text.matching import Words

COMMON = (
    "Nearly every sentence has such words, so nothing is forgotten. Add a word that tells what "
    "you mean; a name begins with a capital letter."
)


class SummaryEraser(Protocol):
    """The index, as far as forgetting needs it."""

    async def list_memories(self, scope: Scope) -> list[MemoryChunk]: ...
    async def take_memories(
        self, scope: Scope, chunk_ids: Sequence[str] | None = None
    ) -> list[MemoryChunk]: ...
    async def restore_memories(self, memories: Sequence[MemoryChunk]) -> None: ...


@dataclass(frozen=True, slots=True)
class ForgetResult:
    """How much went, or came back."""

    notes: int  # lines of memory.md
    summaries: int
    facts: int  # single facts
    messages: int
    log_until: date | None  # the day on which the last log that may hold the words goes
    lines: tuple[str, ...] = ()  # what went because of its words, each text once


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
        self._items = FactLedger(database)
        self._memories = memories
        self._captures = captures
        self._settings = settings

    async def forget(
        self, memory: ChatMemory, now: datetime, words: str = "", key: str = ""
    ) -> ForgetResult:
        """Everything, or the turns and notes that hold `words` and what was made of them.

        For the owner that is the notes and conversations of all private chats of theirs. With the
        `key` of a message it is done once, and tells the same again.
        """
        wanted = Words(words) if words.strip() else None
        async with memory.hold_notes():
            if known := await self._find_earlier_result(key):
                return known
            chats = await self.list_chats(memory)
            remembered = await self._load_memory(memory, chats)
            gone = _plan_erasure(remembered, wanted)
            told = await self._build_result(gone, chats)
            if gone:
                await self._erase(memory, gone, IdempotencyKey(key, _encode_result(told), now))
        return replace(told, lines=tuple(dict.fromkeys(gone.texts()))) if wanted else told

    async def restore(self, memory: ChatMemory, now: datetime, key: str = "") -> ForgetResult:
        """Bring back what was forgotten last; said again, what was forgotten before that.

        The message with that `key`, if any, brings back only once.
        """
        since = now - timedelta(days=self._settings.undo_days)
        async with memory.hold_notes():
            if known := await self._find_earlier_result(key):
                return known
            async with self._database.transaction() as db:
                kept = await undo.find_latest(db, memory.folder.scope, since)
                if kept is None:
                    raise UserError("There is nothing forgotten that could be brought back.")
                told = await self._build_result(kept.erasure, [])
                await undo.set_state(db, kept.id, "restoring")
                await _record_key(db, IdempotencyKey(key, _encode_result(told), now))
            await self._bring_back(memory, kept)
        return told

    async def resume(self) -> None:
        """At start: finish what a crash cut off, before any message is read."""
        for begun in await self._list_unfinished():
            memory = self._memories.get(begun.chat, begun.scope)
            async with memory.hold_notes():
                # Another process may have been at it and has finished by now.
                for kept in await self._list_unfinished():
                    if kept.id == begun.id:
                        finish = self._clear if kept.state == "clearing" else self._bring_back
                        await finish(memory, kept)

    async def _list_unfinished(self) -> list[UndoRecord]:
        async with self._database.read_committed() as db:
            return await undo.list_unfinished(db)

    async def list_chats(self, memory: ChatMemory) -> list[ChatMemory]:
        """Those whose conversations made the notes that `memory` shows."""
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
            await self._items.load_all(scope),
        )

    async def _find_earlier_result(self, key: str) -> ForgetResult | None:
        async with self._database.read_committed() as db:
            told = await idempotency.find_result(db, key)
        return _parse_result(told) if told else None

    async def _erase(self, memory: ChatMemory, gone: Erasure, deed: IdempotencyKey) -> None:
        scope, chat = memory.folder.scope, memory.folder.chat
        async with self._database.transaction() as db:
            await void_captures(db, scope)
            row = await undo.save(db, scope, chat, gone, deed.now)
            await _record_key(db, deed)
        self._captures.cancel(scope)
        await self._clear(memory, UndoRecord(row, scope, chat, "clearing", gone))

    async def _clear(self, memory: ChatMemory, kept: UndoRecord) -> None:
        gone = kept.erasure
        change = partial(plan.apply_changes, changes=gone.notes)
        await run_in_thread(partial(notes_file.edit, memory.folder.notes, change))
        for window in gone.windows:
            ids = frozenset(message.id for message in window.messages)
            await self._memories.get(window.chat, kept.scope).remove(ids)
        taken = [summary.chunk.chunk_id for summary in gone.summaries.before]
        await self._index.take_memories(kept.scope, taken)
        await self._index.restore_memories(gone.summaries.after)
        await self._items.remove(kept.scope, gone.facts)
        async with self._database.transaction() as db:
            await delete_sources(db, kept.scope, gone.sources)
            await undo.set_state(db, kept.id, "kept")

    async def _bring_back(self, memory: ChatMemory, kept: UndoRecord) -> None:
        gone = kept.erasure
        change = partial(plan.revert_changes, changes=gone.notes)
        await run_in_thread(partial(notes_file.edit, memory.folder.notes, change))
        for window in gone.windows:
            await self._memories.get(window.chat, kept.scope).restore(window.messages)
        await self._index.restore_memories(gone.summaries.before)
        await self._items.put_back(gone.facts)
        async with self._database.transaction() as db:
            await insert_sources(db, kept.scope, gone.sources)
            await undo.discard(db, kept.id)

    async def _build_result(self, gone: Erasure, chats: Sequence[ChatMemory]) -> ForgetResult:
        days = [day for chat in chats for day, _ in daily_log.list_days(chat.folder.path)]
        return ForgetResult(
            gone.lines,
            len(gone.summaries.before),
            sum(item.deleted_at is None for item in gone.facts.facts),
            sum(len(window.messages) for window in gone.windows),
            daily_log.compute_expiry_day(max(days), self._settings.log_retention_days)
            if days
            else None,
        )


async def _record_key(db: Connection, deed: IdempotencyKey) -> None:
    """In the transaction that begins it: from there a crash is made good by `resume`."""
    if deed.key:
        await idempotency.insert_key(db, deed)


def _encode_result(result: ForgetResult) -> str:
    """Write the counts, and no word of what was forgotten. Stored: `items` are the facts."""
    counts = asdict(replace(result, lines=()))
    return json.dumps({"items": counts.pop("facts"), **counts}, default=str)


def _parse_result(stored: str) -> ForgetResult:
    raw = json.loads(stored)
    until, facts = raw.pop("log_until"), raw.pop("items")
    del raw["lines"]
    return ForgetResult(**raw, facts=facts, log_until=date.fromisoformat(until) if until else None)


def _plan_erasure(remembered: ScopeMemory, wanted: Words | None) -> Erasure:
    if wanted is None:
        return plan.plan_everything(remembered)
    if wanted.are_common_in(remembered.own_words):
        raise UserError(COMMON)
    return plan.plan_matching(remembered, wanted.matches)
