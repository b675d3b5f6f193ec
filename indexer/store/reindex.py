"""What was indexed by other rules is analysed again, so that it is found by the rules of now.

Each part is gone through by its ids, a few at a time, between which others read and write; how far
it has come is stored with what it wrote, so that it goes on there after a stop. Who asks meanwhile
finds what either rules give.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

import Stemmer

from indexer.documents import Chunk
from indexer.scopes import Scope
from indexer.store import chunks as chunk_rows
from indexer.store import turns as turn_rows
from indexer.store.corpus import PASSAGES, TURNS, Corpus
from indexer.store.database import Database
from indexer.store.rows import TranscriptTurn, build_chunk, build_turn
from indexer.store.terms import Terms, update_terms

# Another number wherever a text has other terms than before: a test tells.
RULES = f"2 with Snowball {Stemmer.version()}"
TOGETHER = 32  # rows that belong to no file

Of = TypeVar("Of")


@dataclass(frozen=True, slots=True)
class RowGroup(Generic[Of]):
    """Rows of a corpus that are analysed alike; `read` gives those of the ids, as they are now."""

    name: str
    corpus: Corpus
    ids: str  # SQL for those after `:last`, in order
    together: int
    read: Callable[[sqlite3.Connection, Sequence[int]], Of]
    terms: Callable[[Of], Awaitable[Mapping[int, Terms]]]


async def reindex_group(database: Database, part: RowGroup[Of]) -> None:
    """Go on with a part until all of it was analysed by these rules."""
    while ids := await database.change(partial(_find_next, part)):
        before = await _read_group(database, part, ids)
        terms = await part.terms(before)
        await database.change(partial(_write_terms, part, ids, before, terms), large=len(terms) > 1)


async def _read_group(database: Database, part: RowGroup[Of], ids: Sequence[int]) -> Of:
    async with database.read_committed() as db:
        return await db.run(lambda db: part.read(db, ids))


def _find_next(part: RowGroup[Of], db: sqlite3.Connection) -> list[int]:
    """The ids to go on with; none where all is done, which is noted."""
    row = db.execute("SELECT rules, last FROM renewals WHERE part = ?", (part.name,)).fetchone()
    begun = row is not None and row["rules"] == RULES
    if begun and row["last"] is None:
        return []
    found = db.execute(part.ids, {"last": row["last"] if begun else 0})
    ids = [int(each[0]) for each in found.fetchmany(part.together)]
    if not ids:
        _save_progress(db, part.name, None)
    return ids


def _write_terms(
    part: RowGroup[Of],
    ids: Sequence[int],
    before: Of,
    terms: Mapping[int, Terms],
    db: sqlite3.Connection,
) -> None:
    # What was written meanwhile was analysed by these rules.
    if part.read(db, ids) == before:
        update_terms(db, part.corpus, terms)
    _save_progress(db, part.name, ids[-1])


def _save_progress(db: sqlite3.Connection, part: str, last: int | None) -> None:
    db.execute(
        "INSERT INTO renewals VALUES (?, ?, ?)"
        " ON CONFLICT (part) DO UPDATE SET rules = excluded.rules, last = excluded.last",
        (part, RULES, last),
    )


@dataclass(frozen=True, slots=True)
class _FileChunks:
    """The chunks of one file by their rows."""

    name: str
    scope: Scope
    chunks: dict[int, Chunk]


@dataclass(frozen=True, slots=True)
class _Transcript:
    """A conversation, its turns by their rows."""

    scope: Scope
    conversation: str
    turns: dict[int, TranscriptTurn]


async def reindex_all(database: Database, analyse: chunk_rows.Analyze) -> None:
    """Documents, memories and transcripts, one after the other."""
    with_files = partial(_analyze_file, analyse)
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


def _read_file(db: sqlite3.Connection, ids: Sequence[int]) -> _FileChunks | None:
    """None for a file that went, and for one without chunks."""
    rows = db.execute(
        "SELECT chunks.*, files.name AS file_name FROM chunks JOIN files ON files.id = file_id"
        " WHERE file_id = ? ORDER BY position",
        tuple(ids),
    ).fetchall()
    held = {int(row["id"]): build_chunk(row) for row in rows}
    return _FileChunks(rows[0]["file_name"], Scope(rows[0]["scope"]), held) if rows else None


async def _analyze_file(analyse: chunk_rows.Analyze, held: _FileChunks | None) -> dict[int, Terms]:
    if held is None:
        return {}
    passages = chunk_rows.build_passages(held.scope, held.name, list(held.chunks.values()))
    return dict(zip(held.chunks, await analyse(passages), strict=True))


def _read_memories(db: sqlite3.Connection, ids: Sequence[int]) -> list[_FileChunks]:
    rows = (
        db.execute("SELECT * FROM chunks WHERE id = ? AND file_id IS NULL", (each,)).fetchone()
        for each in ids
    )
    return [
        _FileChunks("", Scope(row["scope"]), {int(row["id"]): build_chunk(row)})
        for row in rows
        if row
    ]


async def _analyze_memories(held: Sequence[_FileChunks]) -> dict[int, Terms]:
    terms: dict[int, Terms] = {}
    for each in held:
        terms |= await _analyze_file(chunk_rows.analyze_in_thread, each)
    return terms


def _read_transcript(db: sqlite3.Connection, ids: Sequence[int]) -> _Transcript | None:
    rows = db.execute(
        "SELECT * FROM transcripts WHERE file_id = ? ORDER BY session, position", tuple(ids)
    ).fetchall()
    turns = {int(row["id"]): build_turn(row) for row in rows}
    return _Transcript(Scope(rows[0]["scope"]), rows[0]["conversation"], turns) if rows else None


async def _analyze_transcript(said: _Transcript | None) -> dict[int, Terms]:
    if said is None:
        return {}
    turns = list(said.turns.values())
    prepared = await asyncio.to_thread(
        turn_rows.analyze_turns, said.scope, said.conversation, turns
    )
    return {row: each.terms for row, each in zip(said.turns, prepared, strict=True)}
