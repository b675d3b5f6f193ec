"""How single facts come to be known, from captures and from /remember, and are corrected.

The ledger leads; the notes of the chat and its summaries say what it says.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Protocol

from indexer.database import Database
from indexer.scopes import Scope
from indexer.writer import Memory
from memory import notefile
from memory.capture import Captured
from memory.files import in_thread
from memory.item_ledger import ItemLedger, Undone
from memory.item_order import holds_since
from memory.items import Ground, Item, Statement
from memory.ledger import Noted
from memory.manager import ChatMemoryManager
from memory.messages import stamp
from memory.notes import corrected, with_corrected, with_stale
from memory.sameness import key_of, topic_key
from memory.sources import Source, sources_of

REMEMBERED_IMPORTANCE = 8  # what a person asks to be kept counts more than what was picked up


@dataclass(frozen=True, slots=True)
class Remembered:
    """What /remember did. `was` is what it took the place of."""

    new: bool
    was: str = ""


class Summaries(Protocol):
    """The index, as far as facts need it."""

    async def memories(self, scope: Scope) -> list[Memory]: ...
    async def put_back(self, memories: Sequence[Memory]) -> None: ...


class Facts:
    """One per process."""

    def __init__(self, database: Database, index: Summaries) -> None:
        self._database = database
        self._index = index
        self._ledger = ItemLedger(database)

    async def captured(self, memory: ChatMemoryManager, what: Captured) -> None:
        """A follower of captures: each note is an item too. Repeated, it changes nothing.

        What was said earlier than what is known replaces nothing, and what was deleted since then
        stays so: the note is marked instead.
        """
        scope = memory.folder.scope
        async with self._database.transaction() as db:
            sources = [each for each in await sources_of(db, scope) if each.stamp == what.stamp]
        for note in what.noted:
            ground = _ground(memory, note, sources)
            gone = await self._heard(scope, note, ground, note.said_at or what.stamp)
            if gone:
                mark = partial(with_stale, note=gone, day=what.stamp[:10])
                await in_thread(partial(notefile.edit, memory.folder.notes, mark))
                await self._mark(scope, gone, what.stamp[:10])

    async def _heard(self, scope: Scope, note: Noted, ground: Ground, said_at: str) -> str:
        """Know a note as an item; returns what does not hold any more, be it the note itself."""
        says = Statement(note.text, type=note.type, key=topic_key(note.topic) or key_of(note.text))
        said = int(datetime.fromisoformat(said_at).timestamp())
        async with self._database.transaction() as db:
            since = await holds_since(db, scope, says, ground, said)
        if since is None:
            return note.text
        now = datetime.fromtimestamp(since, UTC)
        return (await self._ledger.upsert(scope, says, ground, now)).was

    async def remember(
        self, memory: ChatMemoryManager, text: str, ground: Ground, now: datetime
    ) -> Remembered:
        """Pin `text` to the notes and know it as an item, which may replace an older one."""
        memory.check_enabled()
        said = f"{ground.author}: {text.strip()}" if ground.author else text.strip()
        statement = Statement(said, importance=REMEMBERED_IMPORTANCE, pinned=True)
        outcome = await self._ledger.upsert(memory.folder.scope, statement, ground, now)
        new = await memory.remember(text, now, ground.author, outcome.was)
        if outcome.was:
            await self._mark(memory.folder.scope, outcome.was, stamp(now)[:10])
        return Remembered(new or outcome.kind != "restated", outcome.was)

    async def edit(self, memory: ChatMemoryManager, known: Item, words: str, now: datetime) -> Item:
        """Let an item say something else, and the notes with it."""
        changed = await self._ledger.edit(memory.folder.scope, known.id, words, now)
        await self._correct(memory, known, changed, now)
        return changed

    async def delete(self, memory: ChatMemoryManager, known: Item, now: datetime) -> None:
        """Take an item out of everything; /undo brings it back."""
        await self._ledger.delete(memory.folder.scope, [known.id], now)
        await self._correct(memory, known, None, now)

    async def undo(self, memory: ChatMemoryManager, now: datetime) -> Undone | None:
        """Take back the last change in this scope; None if there is none."""
        undone = await self._ledger.undo(memory.folder.scope, now)
        if undone is not None:
            await self._correct(memory, undone.was, undone.item, now)
        return undone

    async def _correct(
        self, memory: ChatMemoryManager, was: Item | None, item: Item | None, now: datetime
    ) -> None:
        """Notes and summaries say what the ledger says; deleted items say nothing."""
        gone, back = _said(was), _said(item)
        if gone == back:
            return
        pin = not gone and item is not None and item.statement.pinned
        change = partial(with_corrected, gone=gone, back=back, stamp=stamp(now), pin=pin)
        async with memory.hold_notes():
            await in_thread(partial(notefile.edit, memory.folder.notes, change))
        await self._mark(memory.folder.scope, gone, stamp(now)[:10], back)

    async def _mark(self, scope: Scope, was: str, day: str, back: str = "") -> None:
        """Let no summary tell as true what has been replaced."""
        known = await self._index.memories(scope)
        told = [(each, corrected(each.chunk.text, was, back, day).strip()) for each in known]
        await self._index.put_back(
            [
                replace(each, chunk=replace(each.chunk, text=text))
                for each, text in told
                if text != each.chunk.text
            ]
        )


def _said(item: Item | None) -> str:
    return item.statement.content if item is not None and item.deleted_at is None else ""


def _ground(memory: ChatMemoryManager, note: Noted, sources: list[Source]) -> Ground:
    mine = [each for each in sources if each.note == note.text]
    turn = mine[0].turn if mine else ""
    said = " ".join(each.said for each in mine)
    return Ground("capture", memory.folder.chat, turn, said)
