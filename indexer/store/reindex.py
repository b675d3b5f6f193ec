"""Analyzes again what was indexed by older rules, so that the current rules find it.

Each group of rows is processed by id, a few at a time, between which others read and write. Its
progress is stored with the rows, so that it continues there after a stop. A search meanwhile finds
rows by the rules that they were last analyzed with.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from msgspec import Struct

from indexer.documents import Chunk
from indexer.scopes import Scope
from indexer.store import chunks as chunk_rows
from indexer.store import turns as turn_rows
from indexer.store.corpus import PASSAGES, RULES, TURNS, Corpus
from indexer.store.database import Database
from indexer.store.engine.session import Session
from indexer.store.rows import TranscriptTurn, build_chunk, build_turn
from indexer.store.terms import Terms, update_terms

TOGETHER = 32  # rows at a time that belong to no file

Of = TypeVar("Of")


class RowGroup(Struct, Generic[Of], frozen=True):
    """Rows of a corpus that are analyzed in the same way; `read` loads their current state."""

    name: str
    corpus: Corpus
    ids: str  # SQL for the ids after `:last`, in order
    together: int  # ids per step
    read: Callable[[Session, Sequence[int]], Of]
    terms: Callable[[Of], Awaitable[Mapping[int, Terms]]]


async def reindex_group(database: Database, group: RowGroup[Of]) -> None:
    """Continue with a group until all of its rows are analyzed by the current rules."""
    while ids := await database.change(partial(_find_next, group)):
        before = await _read_group(database, group, ids)
        terms = await group.terms(before)
        await database.change(
            partial(_write_terms, group, ids, before, terms), large=len(terms) > 1
        )


async def _read_group(database: Database, group: RowGroup[Of], ids: Sequence[int]) -> Of:
    async with database.read_committed() as db:
        return await db.run(lambda db: group.read(db, ids))


def _find_next(group: RowGroup[Of], db: Session) -> list[int]:
    """Return the ids to continue with; none if the group is finished, which is then saved."""
    row = db.execute("SELECT rules, last FROM renewals WHERE part = ?", (group.name,)).fetchone()
    is_current = row is not None and row["rules"] == RULES
    if is_current and row["last"] is None:
        return []
    found = db.execute(group.ids, {"last": row["last"] if is_current else 0})
    ids = [int(each[0]) for each in found.fetchmany(group.together)]
    if not ids:
        _save_progress(db, group.name, None)
    return ids


def _write_terms(
    group: RowGroup[Of],
    ids: Sequence[int],
    before: Of,
    terms: Mapping[int, Terms],
    db: Session,
) -> None:
    # Rows that were written meanwhile are analyzed by the current rules already.
    if group.read(db, ids) == before:
        update_terms(db, group.corpus, terms)
    _save_progress(db, group.name, ids[-1])


def _save_progress(db: Session, group: str, last: int | None) -> None:
    db.execute(
        "INSERT INTO renewals VALUES (?, ?, ?)"
        " ON CONFLICT (part) DO UPDATE SET rules = excluded.rules, last = excluded.last",
        (group, RULES, last),
    )


class _FileChunks(Struct, frozen=True):
    """The chunks of one file, by row."""

    name: str
    scope: Scope
    chunks: dict[int, Chunk]


class _Transcript(Struct, frozen=True):
    """The turns of a recorded conversation, by row."""

    scope: Scope
    conversation: str
    turns: dict[int, TranscriptTurn]


async def reindex_all(database: Database, analyze: chunk_rows.Analyze) -> None:
    """Reindex documents, memories and transcripts, one after the other."""
    with_files = partial(_analyze_file, analyze)
    await reindex_group(
        database, RowGroup("documents", PASSAGES, _FILES, 1, _read_file, with_files)
    )
    await reindex_group(
        database,
        RowGroup("memories", PASSAGES, _MEMORIES, TOGETHER, _read_memories, _analyze_memories),
    )
    await reindex_group(
        database,
        RowGroup("transcripts", TURNS, _CONVERSATIONS, 1, _read_transcript, _analyze_transcript),
    )


_FILES = "SELECT id FROM files WHERE id > :last ORDER BY id"
_MEMORIES = "SELECT id FROM chunks WHERE file_id IS NULL AND id > :last ORDER BY id"
_CONVERSATIONS = "SELECT DISTINCT file_id FROM transcripts WHERE file_id > :last ORDER BY file_id"


def _read_file(db: Session, ids: Sequence[int]) -> _FileChunks | None:
    """Return None for a file that was removed or has no chunks."""
    rows = db.execute(
        "SELECT chunks.*, files.name AS file_name FROM chunks JOIN files ON files.id = file_id"
        " WHERE file_id = ? ORDER BY position",
        tuple(ids),
    ).fetchall()
    chunks = {int(row["id"]): build_chunk(row) for row in rows}
    return _FileChunks(rows[0]["file_name"], Scope(rows[0]["scope"]), chunks) if rows else None


async def _analyze_file(analyze: chunk_rows.Analyze, file: _FileChunks | None) -> dict[int, Terms]:
    if file is None:
        return {}
    passages = chunk_rows.build_passages(file.scope, file.name, list(file.chunks.values()))
    return dict(zip(file.chunks, await analyze(passages), strict=True))


def _read_memories(db: Session, ids: Sequence[int]) -> list[_FileChunks]:
    rows = (
        db.execute("SELECT * FROM chunks WHERE id = ? AND file_id IS NULL", (each,)).fetchone()
        for each in ids
    )
    return [
        _FileChunks("", Scope(row["scope"]), {int(row["id"]): build_chunk(row)})
        for row in rows
        if row
    ]


async def _analyze_memories(memories: Sequence[_FileChunks]) -> dict[int, Terms]:
    terms: dict[int, Terms] = {}
    for each in memories:
        terms |= await _analyze_file(chunk_rows.analyze_in_thread, each)
    return terms


def _read_transcript(db: Session, ids: Sequence[int]) -> _Transcript | None:
    rows = db.execute(
        "SELECT * FROM transcripts WHERE file_id = ? ORDER BY session, position", tuple(ids)
    ).fetchall()
    turns = {int(row["id"]): build_turn(row) for row in rows}
    return _Transcript(Scope(rows[0]["scope"]), rows[0]["conversation"], turns) if rows else None


async def _analyze_transcript(transcript: _Transcript | None) -> dict[int, Terms]:
    if transcript is None:
        return {}
    turns = list(transcript.turns.values())
    analyzed = await asyncio.to_thread(
        turn_rows.analyze_turns, transcript.scope, transcript.conversation, turns
    )
    return {row: each.terms for row, each in zip(transcript.turns, analyzed, strict=True)}
