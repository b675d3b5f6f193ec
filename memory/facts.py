"""How single facts come to be known: from captures, and from /remember."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Protocol

from indexer.database import Database
from indexer.scopes import Scope
from indexer.writer import Memory
from memory import notefile
from memory.capture import Captured
from memory.files import in_thread
from memory.item_ledger import ItemLedger
from memory.items import Ground, Statement
from memory.ledger import Noted
from memory.manager import ChatMemoryManager
from memory.messages import stamp
from memory.notes import stale, with_stale
from memory.sameness import topic_key
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
        """A follower of captures: each note is an item too. Repeated, it changes nothing."""
        scope = memory.folder.scope
        async with self._database.transaction() as db:
            sources = [each for each in await sources_of(db, scope) if each.stamp == what.stamp]
        now = datetime.fromisoformat(what.stamp)
        for note in what.noted:
            statement = Statement(note.text, type=note.type, key=topic_key(note.topic))
            ground = _ground(memory, note, sources)
            outcome = await self._ledger.upsert(scope, statement, ground, now)
            if outcome.was:
                mark = partial(with_stale, note=outcome.was, day=what.stamp[:10])
                await in_thread(partial(notefile.edit, memory.folder.notes, mark))
                await self._mark(scope, outcome.was, what.stamp[:10])

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

    async def _mark(self, scope: Scope, was: str, day: str) -> None:
        """Let no summary tell as true what has been replaced."""
        known = await self._index.memories(scope)
        told = [(each, stale(each.chunk.text, was, day).strip()) for each in known]
        await self._index.put_back(
            [
                replace(each, chunk=replace(each.chunk, text=text))
                for each, text in told
                if text != each.chunk.text
            ]
        )


def _ground(memory: ChatMemoryManager, note: Noted, sources: list[Source]) -> Ground:
    mine = [each for each in sources if each.note == note.text]
    turn = mine[0].turn if mine else ""
    said = " ".join(each.said for each in mine)
    return Ground("capture", memory.folder.chat, turn, said)
