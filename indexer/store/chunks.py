"""Chunks as rows, inside a transaction of the writer, in its thread."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from pathlib import PurePath

from indexer.documents import Chunk, build_chunk_id
from indexer.scopes import Scope
from indexer.store.analysis_worker import Passages
from indexer.store.corpus import PASSAGES, scope_token
from indexer.store.terms import Terms, insert_terms, terms_of_file, update_terms
from indexer.text.languages import detect_language

_COLUMNS = (
    "chunk_id, file_id, file_path, position, page_start, page_end, start_line, element_type, name,"
    " content, parent_chunk_id, section_path, section_level, document_type, metadata, scope,"
    " created_at, updated_at"
)
_UPDATED = ", ".join(
    f"{column} = excluded.{column}" for column in _COLUMNS.split(", ") if column != "created_at"
)
_UPSERT = (
    f"INSERT INTO chunks ({_COLUMNS}) VALUES ({', '.join('?' * 18)})"  # noqa: S608 - our names
    f" ON CONFLICT (chunk_id) DO UPDATE SET {_UPDATED}"
)
SHORT = 4000  # characters that are analysed before another thread would have begun
_LANGUAGE_SAMPLE = 5000  # characters of a document that tell its language


Analyse = Callable[[Passages], Awaitable[Sequence[Terms]]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A chunk with its terms, ready to be written."""

    chunk: Chunk
    scope: Scope
    file: str
    terms: Terms


async def in_thread(passages: Passages) -> list[Terms]:
    """The terms of each passage, worked out in this process."""
    if passages.length <= SHORT:
        return list(passages.terms())
    return await asyncio.to_thread(lambda: list(passages.terms()))


async def prepare(
    scope: Scope, file: str, name: str, chunks: Sequence[Chunk], analyse: Analyse
) -> list[Prepared]:
    """Analyse a document's chunks: the part of indexing that takes time."""
    kept = list(_apart(map(_storable, chunks)))
    terms = await analyse(passages_of(scope, name, kept))
    return [Prepared(chunk, scope, file, each) for chunk, each in zip(kept, terms, strict=True)]


def passages_of(scope: Scope, name: str, chunks: Sequence[Chunk]) -> Passages:
    """What is analysed of the chunks of a file of that name."""
    sample = " ".join(chunk.text for chunk in chunks[:20])[:_LANGUAGE_SAMPLE]
    stem = _encodable(PurePath(name).stem)
    return Passages.of(chunks, stem, scope_token(scope), detect_language(sample))


def _apart(chunks: Iterable[Chunk]) -> Iterable[Chunk]:
    """Every id once: a second chunk of the same id would take the first one's place."""
    seen: dict[str, int] = {}
    for chunk in chunks:
        ordinal = seen[chunk.chunk_id] = seen.get(chunk.chunk_id, -1) + 1
        yield changed(chunk, chunk_id=f"{chunk.chunk_id}~{ordinal}") if ordinal else chunk


def _storable(chunk: Chunk) -> Chunk:
    """SQLite takes no half of a surrogate pair."""
    if chunk.text.isascii() and chunk.name.isascii():
        return chunk
    return changed(chunk, text=_encodable(chunk.text), name=_encodable(chunk.name))


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def add(
    db: sqlite3.Connection,
    file_id: int,
    document_type: str,
    prepared: Sequence[Prepared],
    at: int,
) -> None:
    """Write the chunks of a file that has none yet: there is nothing to compare with."""
    terms = _put(db, file_id, document_type, prepared, at)
    insert_terms(db, PASSAGES, terms)


def replace(
    db: sqlite3.Connection,
    file_id: int,
    document_type: str,
    prepared: Sequence[Prepared],
    at: int,
) -> None:
    """Make `prepared` the chunks of a file; those that stay keep their rows."""
    ids = [each.chunk.chunk_id for each in prepared]
    db.execute(
        "DELETE FROM chunks WHERE file_id = ? AND chunk_id NOT IN (SELECT value FROM json_each(?))",
        (file_id, json.dumps(ids)),
    )
    terms = _put(db, file_id, document_type, prepared, at)
    _free_aliases(db, ids)
    update_terms(db, PASSAGES, terms)


def _put(
    db: sqlite3.Connection,
    file_id: int,
    document_type: str,
    prepared: Sequence[Prepared],
    at: int,
) -> dict[int, Terms]:
    """Write the chunks; returns the terms of each by its row."""
    db.executemany(
        _UPSERT,
        [_row(each, n, file_id, document_type, at) for n, each in enumerate(prepared)],
    )
    rows = db.execute("SELECT id, chunk_id FROM chunks WHERE file_id = ?", (file_id,))
    row_of = {row["chunk_id"]: int(row["id"]) for row in rows}
    return {row_of[each.chunk.chunk_id]: each.terms for each in prepared}


def _row(
    each: Prepared, position: int, file_id: int | None, document_type: str, at: int
) -> tuple[object, ...]:
    chunk = each.chunk
    start, end = chunk.pages or (None, None)
    return (
        chunk.chunk_id,
        file_id,
        each.file,
        position,
        start,
        end,
        chunk.line,
        chunk.element_type,
        chunk.name,
        chunk.text,
        chunk.parent,
        json.dumps(chunk.path, ensure_ascii=False),
        chunk.level,
        document_type,
        json.dumps(dict(chunk.metadata), ensure_ascii=False) if chunk.metadata else "{}",
        each.scope.label,
        at,
        at,
    )


def _free_aliases(db: sqlite3.Connection, ids: Sequence[str]) -> None:
    db.execute(
        "DELETE FROM aliases WHERE former IN (SELECT value FROM json_each(?))", (json.dumps(ids),)
    )


def put_memory(db: sqlite3.Connection, each: Prepared, at: int) -> None:
    """Store a chunk that belongs to a chat and to no file, in the place of one with its id."""
    db.execute("DELETE FROM chunks WHERE chunk_id = ?", (each.chunk.chunk_id,))
    row = db.execute(_UPSERT, _row(each, 0, None, "conversation", at)).lastrowid
    assert row is not None  # noqa: S101 - it was inserted
    insert_terms(db, PASSAGES, {row: each.terms})


def relabel(db: sqlite3.Connection, file_id: int, scope: Scope) -> None:
    """Move a file's chunks to another scope, under the ids that they have there."""
    rows = db.execute(
        "SELECT chunk_id, file_path, name, content, parent_chunk_id FROM chunks"
        " WHERE file_id = ? ORDER BY position",
        (file_id,),
    )
    names = _renamed(scope, rows)
    db.executemany(
        "UPDATE chunks SET chunk_id = ?, parent_chunk_id = ?, scope = ? WHERE chunk_id = ?",
        [(new, parent, scope.label, old) for old, (new, parent) in names.items()],
    )
    _alias(db, {old: new for old, (new, _) in names.items()})
    terms = terms_of_file(db, PASSAGES, file_id)
    acl = scope_token(scope)
    moved = {row: changed(each, acl=acl) for row, each in terms.items()}
    update_terms(db, PASSAGES, moved)


def _alias(db: sqlite3.Connection, names: Mapping[str, str]) -> None:
    """Buttons that were sent with an old id open what bears the new one."""
    _free_aliases(db, list(names.values()))
    db.executemany(
        "INSERT INTO aliases VALUES (?, ?)"
        " ON CONFLICT (former) DO UPDATE SET chunk_id = excluded.chunk_id",
        [(old, new) for old, new in names.items() if old != new],
    )


def _renamed(scope: Scope, rows: Iterable[sqlite3.Row]) -> dict[str, tuple[str, str | None]]:
    """Old id -> new id and parent; the parts of a section keep its id and their numbers."""
    wholes: dict[str, str] = {}
    seen: dict[str, int] = {}
    names: dict[str, tuple[str, str | None]] = {}
    for row in rows:
        old, parent = row["chunk_id"], row["parent_chunk_id"]
        whole = parent if parent and old.startswith(f"{parent}-p") else old
        if whole not in wholes:
            told = (scope, row["file_path"], row["name"], row["content"])
            base = build_chunk_id(*told)
            ordinal = seen[base] = seen.get(base, -1) + 1
            wholes[whole] = build_chunk_id(*told, ordinal)
        names[old] = (wholes[whole] + old.removeprefix(whole), wholes.get(parent, parent))
    return names
