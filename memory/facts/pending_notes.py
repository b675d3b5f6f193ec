"""Facts whose change may not have reached the notes and summaries yet.

They are recorded before they change and cleared once the notes are corrected. What a crash
interrupts in between is finished at the next start, or by the next change of a fact.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

import aiosqlite
from msgspec import Struct
from msgspec.structs import replace

from indexer.scopes import Scope
from indexer.store.connection import Connection
from memory.capture.provenance import NoteSource
from memory.capture.state import CapturedNote
from memory.chat.folders import ChatFolder
from memory.fact import Fact, NoteProvenance
from memory.facts import rows as fact_rows
from memory.facts.rows import load_facts, save_fact
from memory.text.equivalence import adds_to


class Correction(Struct, frozen=True):
    """Replaces `gone` by `back` in the notes; either may be empty. `pin`: `back` was pinned.

    Unless it `ended`, `gone` is as true as before, and `back` only says more.
    """

    gone: str
    back: str
    stamp: str
    pin: bool
    ended: bool = True


async def record_pending(
    db: aiosqlite.Connection, folder: ChatFolder, fact_ids: Collection[str], at: str
) -> None:
    """Record facts that are about to change, with the text that the notes have of them now."""
    known = await load_facts(db, folder.scope, fact_ids)
    await db.executemany(
        "INSERT INTO unsettled (item_id, scope, chat, stamp, told)"
        " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [
            (each.id, folder.scope.label, folder.chat, at, _text_for_notes(each, at))
            for each in known
        ],
    )


async def list_pinned_over(db: aiosqlite.Connection, today: str) -> list[Fact]:
    """List the pinned facts that held until a day before `today` (ISO 8601)."""
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE pinned = 1 AND deleted_at IS NULL"
        " AND holds_until <> '' AND holds_until < ? ORDER BY id",
        (today,),
    )
    return list(map(fact_rows.parse_fact, rows))


async def record_over(db: Connection, folder: ChatFolder, fact: Fact, at: str) -> None:
    """Record a fact whose last day is over, to go from the notes, and unpin it."""
    await db.execute(
        "INSERT INTO unsettled (item_id, scope, chat, stamp, told)"
        " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (fact.id, folder.scope.label, folder.chat, at, fact.value.content),
    )
    await save_fact(db, replace(fact, value=replace(fact.value, pinned=False)))


async def load_corrections(db: aiosqlite.Connection, scope: Scope) -> list[Correction]:
    """Return the corrections that bring the notes of `scope` in line with the facts."""
    rows = await db.execute_fetchall(
        "SELECT u.told, u.stamp, i.* FROM unsettled u JOIN memory_items i USING (item_id)"
        " WHERE u.scope = ? ORDER BY u.id",
        (scope.label,),
    )
    changed = ((row["told"], fact_rows.parse_fact(row), row["stamp"]) for row in rows)
    return [
        Correction(
            noted,
            text,
            stamp,
            pin=not noted and fact.value.pinned,
            ended=not (noted and text and adds_to(text, noted)),
        )
        for noted, fact, stamp in changed
        if noted != (text := _text_for_notes(fact, stamp))
    ]


async def clear_pending(db: aiosqlite.Connection, scope: Scope) -> None:
    await db.execute("DELETE FROM unsettled WHERE scope = ?", (scope.label,))


async def list_pending_chats(db: aiosqlite.Connection) -> list[tuple[str, Scope]]:
    """Return the chats whose notes are behind, each with the scope of its memory."""
    rows = await db.execute_fetchall("SELECT DISTINCT chat, scope FROM unsettled")
    return [(row["chat"], Scope(row["scope"])) for row in rows]


def _text_for_notes(fact: Fact, at: str) -> str:
    until = fact.value.validity.until
    ended = bool(until) and until[:10] <= at[: len(until[:10])]
    return fact.value.content if fact.deleted_at is None and not ended else ""


def build_provenance(
    chat: str, note: CapturedNote, sources: Sequence[NoteSource]
) -> NoteProvenance:
    """Build who said what a captured note rests on, and in which words."""
    mine = [each for each in sources if each.note == note.text]
    turn = mine[0].turn if mine else ""
    said = " ".join(each.said for each in mine)
    at = int(datetime.fromisoformat(note.said_at).timestamp()) if note.said_at else 0
    return NoteProvenance("capture", chat, turn, said, note.author, at, note.worded)
