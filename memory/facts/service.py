"""Add and change facts from captures, tools and /remember, and correct notes and summaries.

The ledger is authoritative; the notes of the chat and its summaries follow it. The lock of the
notes is held until they have, as it is while something is forgotten.
"""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from indexer.errors import UserError
from indexer.scopes import Scope
from indexer.store.database import Database
from indexer.store.writer import MemoryChunk
from indexer.text.dates.finder import find_mention
from memory.capture.capture import CapturedNotes
from memory.capture.provenance import list_sources
from memory.capture.state import CapturedNote
from memory.chat import notes_file
from memory.chat.memory import ChatMemories, ChatMemory
from memory.chat.notes import correct_lines, correct_notes, extend_pin, mark_stale
from memory.fact import (
    ALWAYS,
    Fact,
    FactValue,
    Provenance,
    Validity,
    validate_value,
)
from memory.facts import pending_notes
from memory.facts.duplicates import find_equivalent, find_last_valid, still_holds
from memory.facts.ended import correct_value, find_others_ended, get_text
from memory.facts.ledger import FactLedger, UndoResult, UpsertResult
from memory.facts.pending_notes import Correction, build_provenance
from memory.facts.rows import find_last_change, load_facts
from memory.messages import format_timestamp
from memory.storage.files import run_in_thread
from memory.text.changes.corrections.correction import is_mere_correction
from memory.text.changes.several import split_things
from memory.text.equivalence import build_topic_key, derive_key
from memory.text.grounding import prefix_author
from memory.text.statement import drop_that, strip_repetition

LONGEST_SAID = 200  # characters; longer words are about more than one thing
REMEMBERED_IMPORTANCE = 8  # what a person asks to remember counts more than a capture


class RememberResult(Struct, frozen=True):
    """The result of /remember; `was` is the text that it replaced.

    `unclear` if it corrects a value and nothing is known that has one: then nothing was noted.
    """

    new: bool
    was: str = ""
    unclear: bool = False


class SummaryEditor(Protocol):
    """Reads and rewrites the summaries of a scope."""

    async def list_memories(self, scope: Scope) -> list[MemoryChunk]: ...
    async def restore_memories(self, memories: Sequence[MemoryChunk]) -> None: ...


class FactService:
    """One per process."""

    def __init__(self, database: Database, index: SummaryEditor) -> None:
        self._database = database
        self._index = index
        self._ledger = FactLedger(database)

    async def record_captured(self, memory: ChatMemory, captured: CapturedNotes) -> None:
        """Add the notes of a capture as facts; follows captures, and is idempotent.

        A note older than the known fact does not replace it, and a fact deleted since then stays
        deleted: the note is marked as stale instead.
        """
        scope = memory.folder.scope
        async with self._database.read_committed() as db:
            sources = [
                each for each in await list_sources(db, scope) if each.stamp == captured.stamp
            ]
        for note in captured.noted:
            provenance = build_provenance(memory.folder.chat, note, sources)
            if not await self._record_note(
                memory, note, provenance, note.said_at or captured.stamp
            ):
                mark = partial(mark_stale, note=note.text, day=captured.stamp[:10])
                await run_in_thread(partial(notes_file.edit, memory.folder.notes, mark))
                await self._correct_summaries(
                    scope, [Correction(note.text, "", captured.stamp, pin=False)]
                )

    async def _record_note(
        self, memory: ChatMemory, note: CapturedNote, provenance: Provenance, said_at: str
    ) -> bool:
        """Add a note as a fact if it still holds; returns whether it does."""
        scope, said = memory.folder.scope, datetime.fromisoformat(said_at)
        value = FactValue(note.text, type=note.type, key=note.topic, importance=note.importance)
        value = _assign_key(value, provenance, said)
        if note.passes:
            value = let_pass(value)
        if note.meant and await self._change_meant(memory, note, value, provenance):
            return True
        if await self._corrects_nothing(memory, value, provenance, said):
            return False
        async with self._database.snapshot() as db:
            since = await find_last_valid(db, scope, value, provenance, int(said.timestamp()))
        if since is not None:
            await self._upsert(memory, value, provenance, datetime.fromtimestamp(since, UTC))
        return since is not None

    async def _corrects_nothing(
        self, memory: ChatMemory, value: FactValue, provenance: Provenance, now: datetime
    ) -> bool:
        """Tell if a value is a correction alone, such as `no, on Tuesday`, of nothing known."""
        asked = provenance.origin != "capture"  # whose note may say more than the words it rests on
        stated = value.content.removeprefix(f"{provenance.author}: ")
        if not is_mere_correction(provenance.said if asked else stated):
            return False
        async with self._database.snapshot() as db:
            scope = memory.folder.scope
            return await find_equivalent(db, scope, value, provenance.date(now)) is None

    async def _change_meant(
        self, memory: ChatMemory, note: CapturedNote, value: FactValue, provenance: Provenance
    ) -> bool:
        """End or replace the fact that a note means; False if that has changed since."""
        scope, said = memory.folder.scope, datetime.fromtimestamp(provenance.said_at, UTC)
        async with self._database.snapshot() as db:
            known = await load_facts(db, scope, [note.meant])
        fact = next((each for each in known if each.deleted_at is None), None)
        if fact is None or fact.updated_at > provenance.said_at:
            return False
        if not fact.is_of(note.author):
            return False
        corrected = correct_value(value, fact, provenance)
        if corrected != value:  # `sorry, on Saturday` says nothing without its other words
            value = _assign_key(replace(corrected, key="", validity=ALWAYS), provenance, said)
        async with self._track_changes(memory, [fact.id], said):
            if note.ends and len(split_things(get_text(fact))) == 1:
                until = f"{said.astimezone():%Y-%m-%dT%H:%M}"
                await self._ledger.end(scope, fact.id, until, said)
            else:
                await self._ledger.upsert(scope, value, provenance, said, fact.id)
        return True

    async def remember(
        self, memory: ChatMemory, text: str, provenance: Provenance, now: datetime
    ) -> RememberResult:
        """Add `text` as a fact, which may replace an older one, and pin it to the notes.

        If a known fact says more, the text of that fact is pinned.
        """
        memory.check_enabled()
        provenance = replace(provenance, said=provenance.said or text)
        said = prefix_author(provenance.author, _begin_plainly(text.strip()))
        value = FactValue(said, importance=REMEMBERED_IMPORTANCE, pinned=True)
        async with memory.hold_notes():
            if await self._corrects_nothing(memory, value, provenance, now):
                return RememberResult(new=False, unclear=True)
            outcome = await self._upsert(
                memory, _assign_key(value, provenance, now), provenance, now
            )
            new = await memory.pin_note(outcome.fact.value.content, now)
        # After a crash the same message finds its own fact, which is as new as it was.
        own = bool(provenance.turn) and outcome.fact.provenance.turn == provenance.turn
        return RememberResult(new or own or outcome.kind != "restated", outcome.was)

    async def upsert(
        self, memory: ChatMemory, value: FactValue, provenance: Provenance, now: datetime
    ) -> UpsertResult:
        """Add a fact unless it is known; the newest value on a topic replaces the one before.

        The `key` of `value` names the topic in any words; it is normalized here. A `UserError` if
        it rests on earlier words, and what is known of it has changed since.
        """
        value = _assign_key(value, provenance, now)
        async with memory.hold_notes():
            await self._check_holds(memory.folder.scope, value, provenance, now)
            return await self._upsert(memory, value, provenance, now)

    async def check_words(
        self, memory: ChatMemory, sentences: Sequence[str], provenance: Provenance, now: datetime
    ) -> None:
        """Raise UserError if one of these sentences is earlier words, and was taken back since."""
        for each in sentences:
            alone = replace(provenance, said=each)
            value = _assign_key(FactValue(prefix_author(alone.author, each)), alone, now)
            await self._check_holds(memory.folder.scope, value, alone, now)

    async def _check_holds(
        self, scope: Scope, value: FactValue, provenance: Provenance, now: datetime
    ) -> None:
        if not provenance.said_at:
            return
        async with self._database.snapshot() as db:
            holds = await still_holds(db, scope, value, provenance, int(now.timestamp()))
        if not holds:
            raise UserError(
                "Refused: the user has changed that since."  # not translated: for the model
            )

    async def _upsert(
        self, memory: ChatMemory, value: FactValue, provenance: Provenance, now: datetime
    ) -> UpsertResult:
        scope = memory.folder.scope
        async with self._database.snapshot() as db:
            known = await find_equivalent(db, scope, value, provenance.date(now))
            others = await find_others_ended(db, scope, value, provenance.date(now))
        corrected, instead_of = correct_value(value, known, provenance), ""
        if known and corrected != value:  # its dates are those of all its words
            value = _assign_key(replace(corrected, key="", validity=ALWAYS), provenance, now)
            instead_of = known.id
        changing = [each.id for each in (known, *others) if each]
        async with self._track_changes(memory, changing, now):
            return await self._ledger.upsert(scope, value, provenance, now, instead_of)

    async def end(self, memory: ChatMemory, fact_id: str, until: str, now: datetime) -> Fact:
        """Record that a fact held until a day (ISO 8601) and does not hold any more."""
        async with memory.hold_notes(), self._track_changes(memory, [fact_id], now):
            return await self._ledger.end(memory.folder.scope, fact_id, until, now)

    async def edit(self, memory: ChatMemory, fact_id: str, words: str, now: datetime) -> Fact:
        """Replace the text of a fact."""
        async with memory.hold_notes(), self._track_changes(memory, [fact_id], now):
            return await self._ledger.edit(memory.folder.scope, fact_id, words, now)

    async def delete(
        self,
        memory: ChatMemory,
        fact_ids: Collection[str],
        now: datetime,
        only_of: str | None = None,
    ) -> list[Fact]:
        """Delete facts, or those of one author; /undo restores the last of them."""
        async with memory.hold_notes(), self._track_changes(memory, fact_ids, now):
            return await self._ledger.delete(memory.folder.scope, fact_ids, now, only_of)

    async def restore(
        self,
        memory: ChatMemory,
        fact_ids: Collection[str],
        now: datetime,
        only_of: str | None = None,
    ) -> list[Fact]:
        """Restore deleted facts (of one author), except those with a newer one on their topic."""
        async with memory.hold_notes(), self._track_changes(memory, fact_ids, now):
            return await self._ledger.restore(memory.folder.scope, fact_ids, now, only_of)

    async def undo(
        self, memory: ChatMemory, now: datetime, only_of: str | None = None
    ) -> UndoResult | None:
        """Undo the last change in this scope, or to the facts of one author; None: there is none.

        `only_of` is None where all authors are meant.
        """
        scope = memory.folder.scope
        async with memory.hold_notes():
            async with self._database.read_committed() as db:
                last = await find_last_change(db, scope, int(now.timestamp()), only_of)
            async with self._track_changes(memory, [last.fact_id] if last else [], now):
                return await self._ledger.undo(scope, now, only_of)

    async def resume(self, memories: ChatMemories) -> None:
        """At start: correct notes and summaries where a crash interrupted that."""
        async with self._database.read_committed() as db:
            pending = await pending_notes.list_pending_chats(db)
        for chat, scope in pending:
            memory = memories.get(chat, scope)
            async with memory.hold_notes():
                await self._settle(memory)

    async def settle_over(self, memories: ChatMemories, now: datetime) -> None:
        """Take from the notes what was pinned and held until a day that is over; runs regularly."""
        today = now.astimezone().date().isoformat()
        async with self._database.read_committed() as db:
            over = await pending_notes.list_pinned_over(db, today)
        for fact in (each for each in over if each.provenance.chat):
            memory = memories.get(fact.provenance.chat, fact.scope)
            async with memory.hold_notes():
                async with self._database.transaction() as db:
                    stamp = format_timestamp(now)
                    await pending_notes.record_over(db, memory.folder, fact, stamp)
                await self._settle(memory)

    @asynccontextmanager
    async def _track_changes(
        self, memory: ChatMemory, fact_ids: Collection[str], now: datetime
    ) -> AsyncIterator[None]:
        """Correct notes and summaries after changes to `fact_ids` within; needs the notes' lock."""
        async with self._database.transaction() as db:
            await pending_notes.record_pending(db, memory.folder, fact_ids, format_timestamp(now))
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
        """Correct the summaries that state what no longer holds."""
        known = await self._index.list_memories(scope)
        corrected = [(each, _correct_summary(each.chunk.text, changes)) for each in known]
        await self._index.restore_memories(
            [
                replace(each, chunk=replace(each.chunk, text=text))
                for each, text in corrected
                if text != each.chunk.text
            ]
        )


def _assign_key(value: FactValue, provenance: Provenance, now: datetime) -> FactValue:
    """Return the value as the ledger will store it, with the dates that its words name."""
    value = validate_value(value, int(now.timestamp()))
    if value.validity == ALWAYS:
        value = replace(value, validity=resolve_validity(value.content, provenance.said, now))
    topic = build_topic_key(value.key, value.content, provenance.author)
    return replace(value, key=topic or derive_key(value.content, provenance.author))


def _begin_plainly(text: str) -> str:
    """Return a text without how it corrects an earlier one: `Actually no, the boat is in Hull`.

    Nor does it begin with the conjunction behind `remember`: `dass Jo Tee mag`. What stands inside
    it is left as the person said it: `Ich wohne immer noch in Kassel`.
    """
    stated = drop_that(text)
    plain = strip_repetition(stated)
    opened = plain != text and text.endswith(plain)
    return f"{plain[:1].upper()}{plain[1:]}" if opened else stated


def let_pass(value: FactValue) -> FactValue:
    """Return the value of a task or an appointment with an end, a day after its date."""
    last = (value.validity.until or value.validity.occurs).rpartition("/")[2]
    if len(last) != len("2026-05-01"):
        return value
    try:
        over = datetime.fromisoformat(last).astimezone() + timedelta(days=2)
    except (ValueError, OverflowError):  # the first or the last day that there is
        return value
    return replace(value, retention="short_term", expires_at=int(over.timestamp()))


def resolve_validity(text: str, said: str, now: datetime) -> Validity:
    """Return when `text` holds, by the dates in it, or in the words `said` that it rests on.

    The person's time zone is that of this machine.
    """
    local = now.astimezone()
    found = find_mention(text, local)
    if found is None and len(said) <= LONGEST_SAID:
        found = find_mention(said, local)
    if found is None:
        return ALWAYS
    first, _slash, last = found.period.iso.partition("/")
    match found.role:
        case "since":
            return Validity(since=first)
        case "until":
            return Validity(until=last or first)
        case "on":
            return Validity(occurs=found.period.iso)


def _correct_notes(notes: str, changes: Sequence[Correction]) -> str:
    for each in changes:
        if each.ended:
            notes = correct_notes(notes, each.gone, each.back, each.stamp, pin=each.pin)
        else:
            notes = extend_pin(notes, each.gone, each.back, each.stamp)
    return notes


def _correct_summary(summary: str, changes: Sequence[Correction]) -> str:
    for each in changes:
        if not each.ended:
            continue
        summary = correct_lines(summary, each.gone, each.back, each.stamp[:10]).strip()
    return summary
