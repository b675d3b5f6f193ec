"""What each captured note rests on: the person's own sentences, and the turn they stand in.

It answers "where do you have that from?", and it is how forgetting a turn finds the notes that
were made of it.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import aiosqlite

from indexer.scopes import Scope
from memory.messages import format_timestamp


@dataclass(frozen=True, slots=True)
class NoteSource:
    stamp: str  # of the section that holds the note
    note: str  # a line of the section, without its bullet
    chat: str
    turn: str  # key of the message
    said: str


async def insert_sources(
    db: aiosqlite.Connection, scope: Scope, sources: Iterable[NoteSource]
) -> None:
    await db.executemany(
        "INSERT OR IGNORE INTO note_sources (scope, stamp, note, chat, turn, said)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [(scope.label, s.stamp, s.note, s.chat, s.turn, s.said) for s in sources],
    )


async def list_sources(db: aiosqlite.Connection, scope: Scope) -> list[NoteSource]:
    rows = await db.execute_fetchall(
        "SELECT * FROM note_sources WHERE scope = ? ORDER BY stamp", (scope.label,)
    )
    return [
        NoteSource(row["stamp"], row["note"], row["chat"], row["turn"], row["said"]) for row in rows
    ]


async def list_source_scopes(db: aiosqlite.Connection) -> frozenset[Scope]:
    rows = await db.execute_fetchall("SELECT DISTINCT scope FROM note_sources")
    return frozenset(Scope(row["scope"]) for row in rows)


async def delete_sources(
    db: aiosqlite.Connection, scope: Scope, sources: Iterable[NoteSource]
) -> None:
    await db.executemany(
        "DELETE FROM note_sources WHERE scope = ? AND stamp = ? AND note = ? AND chat = ?"
        " AND turn = ?",
        [(scope.label, s.stamp, s.note, s.chat, s.turn) for s in sources],
    )


async def expire_sources(
    db: aiosqlite.Connection, scope: Scope, before: datetime, still_noted: Sequence[str]
) -> None:
    """Delete the sources of sections older than `before`, unless these still hold them."""
    await db.execute(
        "DELETE FROM note_sources WHERE scope = ? AND stamp < ?"
        " AND stamp NOT IN (SELECT value FROM json_each(?))",
        (scope.label, format_timestamp(before), json.dumps(list(still_noted))),
    )
