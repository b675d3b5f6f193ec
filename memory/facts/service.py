"""How single facts come to be known, from captures, from tools and from /remember, and change.

The ledger leads; the notes of the chat and its summaries say what it says. The lock of the notes is
held from the one to the other, as it is while something is forgotten.
"""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Protocol

from indexer.scopes import Scope
from indexer.store.database import Database
from indexer.store.writer import MemoryChunk
from memory.capture.capture import CapturedNotes
from memory.capture.provenance import NoteSource, list_sources
from memory.capture.state import CapturedNote
from memory.chat import notes_file
from memory.chat.memory import ChatMemories, ChatMemory
from memory.chat.notes import correct_lines, correct_notes, mark_stale
from memory.fact import Fact, FactValue, Provenance, validate_value
from memory.facts import pending_notes
from memory.facts.duplicates import find_equivalent, find_last_valid
from memory.facts.ledger import FactLedger, UndoResult, UpsertResult
from memory.facts.pending_notes import Correction
from memory.facts.rows import find_last_change
from memory.messages import format_timestamp
from memory.storage.files import run_in_thread
from memory.text.equivalence import build_topic_key, derive_key
from memory.text.grounding import prefix_author

REMEMBERED_IMPORTANCE = 8  # what a person asks to be kept counts more than what was picked up


@dataclass(frozen=True, slots=True)
class RememberResult:
    """What /remember did. `was` is what it took the place of."""

    new: bool
    was: str = ""


class SummaryEditor(Protocol):
    """The index, as far as facts need it."""

    async def list_memories(self, scope: Scope) -> list[MemoryChunk]: ...
    async def restore_memories(self, memories: Sequence[MemoryChunk]) -> None: ...


class FactService:
    """One per process."""

    def __init__(self, database: Database, index: SummaryEditor) -> None:
        self._database = database
        self._index = index
        self._ledger = FactLedger(database)

    async def record_captured(self, memory: ChatMemory, what: CapturedNotes) -> None:
        """A follower of captures: each note is an item too. Repeated, it changes nothing.

        What was said earlier than what is known replaces nothing, and what was deleted since then
        stays so: the note is marked instead.
        """
        scope = memory.folder.scope
        async with self._database.read_committed() as db:
            sources = [each for each in await list_sources(db, scope) if each.stamp == what.stamp]
        for note in what.noted:
            ground = _build_provenance(memory, note, sources)
            if not await self._record_note(memory, note, ground, note.said_at or what.stamp):
                mark = partial(mark_stale, note=note.text, day=what.stamp[:10])
                await run_in_thread(partial(notes_file.edit, memory.folder.notes, mark))
                await self._correct_summaries(
                    scope, [Correction(note.text, "", what.stamp, pin=False)]
                )

    async def _record_note(
        self, memory: ChatMemory, note: CapturedNote, ground: Provenance, said_at: str
    ) -> bool:
        """Know a note as an item, if it still holds."""
        scope, said = memory.folder.scope, datetime.fromisoformat(said_at)
        says = _assign_key(FactValue(note.text, type=note.type, key=note.topic), ground, said)
        async with self._database.snapshot() as db:
            since = await find_last_valid(db, scope, says, ground, int(said.timestamp()))
        if since is not None:
            await self._upsert(memory, says, ground, datetime.fromtimestamp(since, UTC))
        return since is not None

    async def remember(
        self, memory: ChatMemory, text: str, ground: Provenance, now: datetime
    ) -> RememberResult:
        """Know `text` as an item, which may replace an older one, and pin it to the notes.

        Of what says more already, that is pinned: notes hold what the item says.
        """
        memory.check_enabled()
        said = prefix_author(ground.author, text.strip())
        statement = FactValue(said, importance=REMEMBERED_IMPORTANCE, pinned=True)
        async with memory.hold_notes():
            outcome = await self._upsert(memory, _assign_key(statement, ground, now), ground, now)
            new = await memory.pin_note(outcome.fact.value.content, now)
        return RememberResult(new or outcome.kind != "restated", outcome.was)

    async def upsert(
        self, memory: ChatMemory, statement: FactValue, ground: Provenance, now: datetime
    ) -> UpsertResult:
        """Know it, unless it is known; the newest word on a topic replaces the one before.

        Its `key` is the topic in anybody's words.
        """
        async with memory.hold_notes():
            return await self._upsert(memory, _assign_key(statement, ground, now), ground, now)

    async def _upsert(
        self, memory: ChatMemory, says: FactValue, ground: Provenance, now: datetime
    ) -> UpsertResult:
        scope = memory.folder.scope
        async with self._database.snapshot() as db:
            known = await find_equivalent(db, scope, says, ground.author)
        async with self._track_changes(memory, [known.id] if known else [], now):
            return await self._ledger.upsert(scope, says, ground, now)

    async def edit(self, memory: ChatMemory, item: str, words: str, now: datetime) -> Fact:
        """Let an item say something else."""
        async with memory.hold_notes(), self._track_changes(memory, [item], now):
            return await self._ledger.edit(memory.folder.scope, item, words, now)

    async def delete(self, memory: ChatMemory, items: Collection[str], now: datetime) -> list[Fact]:
        """Take items out of everything; /undo brings the last of them back."""
        async with memory.hold_notes(), self._track_changes(memory, items, now):
            return await self._ledger.delete(memory.folder.scope, items, now)

    async def restore(
        self, memory: ChatMemory, items: Collection[str], now: datetime
    ) -> list[Fact]:
        """Bring deleted items back, but not beside a newer one on the same topic."""
        async with memory.hold_notes(), self._track_changes(memory, items, now):
            return await self._ledger.restore(memory.folder.scope, items, now)

    async def undo(self, memory: ChatMemory, now: datetime) -> UndoResult | None:
        """Take back the last change in this scope; None if there is none."""
        scope = memory.folder.scope
        async with memory.hold_notes():
            async with self._database.read_committed() as db:
                last = await find_last_change(db, scope, int(now.timestamp()))
            async with self._track_changes(memory, [last.fact_id] if last else [], now):
                return await self._ledger.undo(scope, now)

    async def resume(self, memories: ChatMemories) -> None:
        """At start: let notes and summaries follow what a crash cut off."""
        async with self._database.read_committed() as db:
            left = await pending_notes.list_pending_chats(db)
        for chat, scope in left:
            memory = memories.get(chat, scope)
            async with memory.hold_notes():
                await self._settle(memory)

    @asynccontextmanager
    async def _track_changes(
        self, memory: ChatMemory, items: Collection[str], now: datetime
    ) -> AsyncIterator[None]:
        """Notes and summaries follow what is done to `items` within; needs the notes' lock."""
        async with self._database.transaction() as db:
            await pending_notes.record_pending(db, memory.folder, items, format_timestamp(now))
        yield
        await self._settle(memory)

    async def _settle(self, memory: ChatMemory) -> None:
        scope = memory.folder.scope
        async with self._database.read_committed() as db:
            changes = await pending_notes.load_corrections(db, scope)
        if changes:
            change = partial(_correct_notes, changes=changes)
            await run_in_thread(partial(notes_file.edit, memory.folder.notes, change))
            await self._correct_summaries(scope, changes)
        async with self._database.transaction() as db:
            await pending_notes.clear_pending(db, scope)

    async def _correct_summaries(self, scope: Scope, changes: Sequence[Correction]) -> None:
        """Let no summary tell as true what holds no longer."""
        known = await self._index.list_memories(scope)
        told = [(each, _correct_summary(each.chunk.text, changes)) for each in known]
        await self._index.restore_memories(
            [
                replace(each, chunk=replace(each.chunk, text=text))
                for each, text in told
                if text != each.chunk.text
            ]
        )


def _assign_key(statement: FactValue, ground: Provenance, now: datetime) -> FactValue:
    """As the ledger will keep it."""
    says = validate_value(statement, int(now.timestamp()))
    topic = build_topic_key(says.key, says.content, ground.author)
    return replace(says, key=topic or derive_key(says.content, ground.author))


def _correct_notes(notes: str, changes: Sequence[Correction]) -> str:
    for each in changes:
        notes = correct_notes(notes, each.gone, each.back, each.stamp, pin=each.pin)
    return notes


def _correct_summary(summary: str, changes: Sequence[Correction]) -> str:
    for each in changes:
        summary = correct_lines(summary, each.gone, each.back, each.stamp[:10]).strip()
    return summary


def _build_provenance(
    memory: ChatMemory, note: CapturedNote, sources: list[NoteSource]
) -> Provenance:
    mine = [each for each in sources if each.note == note.text]
    turn = mine[0].turn if mine else ""
    said = " ".join(each.said for each in mine)
    return Provenance("capture", memory.folder.chat, turn, said, note.author)
