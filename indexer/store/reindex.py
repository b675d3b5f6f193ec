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
from indexer.store.rows import Turn, chunk, turn
from indexer.store.terms import Terms, update_terms

# Another number wherever a text has other terms than before: a test tells.
RULES = f"2 with Snowball {Stemmer.version()}"
TOGETHER = 32  # rows that belong to no file

Of = TypeVar("Of")


@dataclass(frozen=True, slots=True)
class Part(Generic[Of]):
    """Rows of a corpus that are analysed alike; `read` gives those of the ids, as they are now."""

    name: str
    corpus: Corpus
    ids: str  # SQL for those after `:last`, in order
    together: int
    read: Callable[[sqlite3.Connection, Sequence[int]], Of]
    terms: Callable[[Of], Awaitable[Mapping[int, Terms]]]


async def renew(database: Database, part: Part[Of]) -> None:
    """Go on with a part until all of it was analysed by these rules."""
    while ids := await database.change(partial(_next, part)):
        before = await _read(database, part, ids)
        terms = await part.terms(before)
        await database.change(partial(_write, part, ids, before, terms), large=len(terms) > 1)


async def _read(database: Database, part: Part[Of], ids: Sequence[int]) -> Of:
    async with database.settled() as db:
        return await db.run(lambda db: part.read(db, ids))


def _next(part: Part[Of], db: sqlite3.Connection) -> list[int]:
    """The ids to go on with; none where all is done, which is noted."""
    row = db.execute("SELECT rules, last FROM renewals WHERE part = ?", (part.name,)).fetchone()
    begun = row is not None and row["rules"] == RULES
    if begun and row["last"] is None:
        return []
    found = db.execute(part.ids, {"last": row["last"] if begun else 0})
    ids = [int(each[0]) for each in found.fetchmany(part.together)]
    if not ids:
        _note(db, part.name, None)
    return ids


def _write(
    part: Part[Of],
    ids: Sequence[int],
    before: Of,
    terms: Mapping[int, Terms],
    db: sqlite3.Connection,
) -> None:
    # What was written meanwhile was analysed by these rules.
    if part.read(db, ids) == before:
        update_terms(db, part.corpus, terms)
    _note(db, part.name, ids[-1])


def _note(db: sqlite3.Connection, part: str, last: int | None) -> None:
    db.execute(
        "INSERT INTO renewals VALUES (?, ?, ?)"
        " ON CONFLICT (part) DO UPDATE SET rules = excluded.rules, last = excluded.last",
        (part, RULES, last),
    )


@dataclass(frozen=True, slots=True)
class _Held:
    """The chunks of one file by their rows."""

    name: str
    scope: Scope
    chunks: dict[int, Chunk]


@dataclass(frozen=True, slots=True)
class _Said:
    """A conversation, its turns by their rows."""

    scope: Scope
    conversation: str
    turns: dict[int, Turn]


async def renew_index(database: Database, analyse: chunk_rows.Analyse) -> None:
    """Documents, memories and transcripts, one after the other."""
    with_files = partial(_passages, analyse)
    await renew(database, Part("documents", PASSAGES, _FILES, 1, _file, with_files))
    await renew(database, Part("memories", PASSAGES, _MEMORIES, TOGETHER, _memories, _each))
    await renew(database, Part("transcripts", TURNS, _CONVERSATIONS, 1, _conversation, _turns))


_FILES = "SELECT id FROM files WHERE id > :last ORDER BY id"
_MEMORIES = "SELECT id FROM chunks WHERE file_id IS NULL AND id > :last ORDER BY id"
_CONVERSATIONS = "SELECT DISTINCT file_id FROM transcripts WHERE file_id > :last ORDER BY file_id"


def _file(db: sqlite3.Connection, ids: Sequence[int]) -> _Held | None:
    """None for a file that went, and for one without chunks."""
    rows = db.execute(
        "SELECT chunks.*, files.name AS file_name FROM chunks JOIN files ON files.id = file_id"
        " WHERE file_id = ? ORDER BY position",
        tuple(ids),
    ).fetchall()
    held = {int(row["id"]): chunk(row) for row in rows}
    return _Held(rows[0]["file_name"], Scope(rows[0]["scope"]), held) if rows else None


async def _passages(analyse: chunk_rows.Analyse, held: _Held | None) -> dict[int, Terms]:
    if held is None:
        return {}
    passages = chunk_rows.passages_of(held.scope, held.name, list(held.chunks.values()))
    return dict(zip(held.chunks, await analyse(passages), strict=True))


def _memories(db: sqlite3.Connection, ids: Sequence[int]) -> list[_Held]:
    rows = (
        db.execute("SELECT * FROM chunks WHERE id = ? AND file_id IS NULL", (each,)).fetchone()
        for each in ids
    )
    return [_Held("", Scope(row["scope"]), {int(row["id"]): chunk(row)}) for row in rows if row]


async def _each(held: Sequence[_Held]) -> dict[int, Terms]:
    terms: dict[int, Terms] = {}
    for each in held:
        terms |= await _passages(chunk_rows.in_thread, each)
    return terms


def _conversation(db: sqlite3.Connection, ids: Sequence[int]) -> _Said | None:
    rows = db.execute(
        "SELECT * FROM transcripts WHERE file_id = ? ORDER BY session, position", tuple(ids)
    ).fetchall()
    turns = {int(row["id"]): turn(row) for row in rows}
    return _Said(Scope(rows[0]["scope"]), rows[0]["conversation"], turns) if rows else None


async def _turns(said: _Said | None) -> dict[int, Terms]:
    if said is None:
        return {}
    turns = list(said.turns.values())
    prepared = await asyncio.to_thread(turn_rows.prepare, said.scope, said.conversation, turns)
    return {row: each.terms for row, each in zip(said.turns, prepared, strict=True)}
