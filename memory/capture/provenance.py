"""The sources of captured notes: the person's own sentences, and the message they stand in.

They answer "where did you get that from?", and through them forgetting a message finds the notes
made of it.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

import aiosqlite
from msgspec import Struct

from indexer.scopes import Scope
from memory.messages import format_timestamp


class NoteSource(Struct, frozen=True):
    stamp: str  # of the section that holds the note
    note: str  # a line of the section, without its bullet
    chat: str
    turn: str  # key of the message
    said: str


async def insert_sources(
    db: aiosqlite.Connection, scope: Scope, sources: Iterable[NoteSource]
) -> None:
    await db.executemany(
        "INSERT INTO note_sources (scope, stamp, note, chat, turn, said)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
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
    """Delete the sources of sections older than `before`, except those in `still_noted`."""
    await db.execute(
        "DELETE FROM note_sources WHERE scope = ? AND stamp < ?"
        " AND stamp NOT IN (SELECT value FROM json_each(?))",
        (scope.label, format_timestamp(before), json.dumps(list(still_noted))),
    )
