"""Writes chunks as rows, inside a transaction of the writer, in its thread."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import PurePath

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from indexer.documents import Chunk, ChunkIds
from indexer.scopes import Scope
from indexer.store.analysis.worker import Passages
from indexer.store.corpus import PASSAGES, build_scope_token
from indexer.store.engine.session import Row, Session
from indexer.store.rows import build_chunk
from indexer.store.terms import Terms, insert_terms, load_file_terms, update_terms
from indexer.text.languages import detect_language

_COLUMNS = (
    "chunk_id, file_id, file_path, position, page_start, page_end, start_line, element_type, name,"
    " content, parent_chunk_id, section_path, section_level, document_type, metadata, scope,"
    " created_at, updated_at"
)
_UPDATED = ", ".join(
    f"{column} = excluded.{column}"  # not translated: SQL
    for column in _COLUMNS.split(", ")
    if column != "created_at"
)
_UPSERT = (
    f"INSERT INTO chunks ({_COLUMNS}) VALUES ({', '.join('?' * 18)})"  # noqa: S608 - our names
    f" ON CONFLICT (chunk_id) DO UPDATE SET {_UPDATED}"
)
SHORT = 4000  # characters that take less time to analyze than another thread takes to start
_encode = msgspec.json.Encoder().encode
_LANGUAGE_SAMPLE = 5000  # characters from which the language of a document is detected


Analyze = Callable[[Passages], Awaitable[Sequence[Terms]]]


class AnalyzedChunk(Struct, frozen=True):
    """A chunk with its terms, ready to be written."""

    chunk: Chunk
    scope: Scope
    file: str
    terms: Terms


async def analyze_in_thread(passages: Passages) -> list[Terms]:
    """Return the terms of each passage, computed in this process."""
    if passages.length <= SHORT:
        return list(passages.analyze())
    return await asyncio.to_thread(lambda: list(passages.analyze()))


async def analyze_chunks(
    scope: Scope, file: str, name: str, chunks: Sequence[Chunk], analyze: Analyze
) -> list[AnalyzedChunk]:
    """Analyze the chunks of a document: the part of indexing that takes time."""
    storable = list(_number_repeats(map(_make_storable, chunks)))
    terms = await analyze(build_passages(scope, name, storable))
    return [
        AnalyzedChunk(chunk, scope, file, each) for chunk, each in zip(storable, terms, strict=True)
    ]


def build_passages(scope: Scope, name: str, chunks: Sequence[Chunk]) -> Passages:
    """Return the texts to analyze of the chunks of a file called `name`."""
    stem = _make_encodable(PurePath(name).stem)
    return Passages.from_chunks(chunks, stem, build_scope_token(scope), _detect_language(chunks))


def _detect_language(chunks: Sequence[Chunk]) -> str:
    """Return the language of a document; "" for a single chunk, whose own is detected anyway."""
    if len(chunks) < 2:
        return ""
    return detect_language(" ".join(chunk.text for chunk in chunks[:20])[:_LANGUAGE_SAMPLE])


def _number_repeats(chunks: Iterable[Chunk]) -> Iterable[Chunk]:
    """Make repeated ids unique: a second chunk with the same id would replace the first."""
    seen: dict[str, int] = {}
    for chunk in chunks:
        ordinal = seen[chunk.chunk_id] = seen.get(chunk.chunk_id, -1) + 1
        yield replace(chunk, chunk_id=f"{chunk.chunk_id}~{ordinal}") if ordinal else chunk


def _make_storable(chunk: Chunk) -> Chunk:
    """Replace halves of surrogate pairs, which SQLite does not accept."""
    if chunk.text.isascii() and chunk.name.isascii():
        return chunk
    return replace(chunk, text=_make_encodable(chunk.text), name=_make_encodable(chunk.name))


def _make_encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def insert_chunks(
    db: Session,
    file_id: int,
    document_type: str,
    analyzed: Sequence[AnalyzedChunk],
    at: int,
) -> None:
    """Write the chunks of a file that has none yet, so there is nothing to compare with."""
    terms = _upsert(db, file_id, document_type, analyzed, at)
    _free_aliases(db, [each.chunk.chunk_id for each in analyzed])
    insert_terms(db, PASSAGES, terms)


def replace_chunks(
    db: Session,
    file_id: int,
    document_type: str,
    analyzed: Sequence[AnalyzedChunk],
    at: int,
) -> None:
    """Make `analyzed` all the chunks of a file; those that stay keep their rows."""
    ids = [each.chunk.chunk_id for each in analyzed]
    db.execute(
        "DELETE FROM chunks WHERE file_id = ? AND chunk_id NOT IN (SELECT value FROM json_each(?))",
        (file_id, json.dumps(ids)),
    )
    terms = _upsert(db, file_id, document_type, analyzed, at)
    _free_aliases(db, ids)
    update_terms(db, PASSAGES, terms)


def _upsert(
    db: Session,
    file_id: int,
    document_type: str,
    analyzed: Sequence[AnalyzedChunk],
    at: int,
) -> dict[int, Terms]:
    """Write the chunks; return the terms of each by its row."""
    db.executemany(
        _UPSERT,
        [_build_row(each, n, file_id, document_type, at) for n, each in enumerate(analyzed)],
    )
    rows = db.execute("SELECT id, chunk_id FROM chunks WHERE file_id = ?", (file_id,))
    row_of = {row["chunk_id"]: int(row["id"]) for row in rows}
    return {row_of[each.chunk.chunk_id]: each.terms for each in analyzed}


def _build_row(
    each: AnalyzedChunk, position: int, file_id: int | None, document_type: str, at: int
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
        _encode(chunk.path).decode(),
        chunk.level,
        document_type,
        _encode(dict(chunk.metadata)).decode(),
        each.scope.label,
        at,
        at,
    )


def _free_aliases(db: Session, ids: Sequence[str]) -> None:
    db.execute(
        "DELETE FROM aliases WHERE former IN (SELECT value FROM json_each(?))", (json.dumps(ids),)
    )


def upsert_memory(db: Session, each: AnalyzedChunk, at: int) -> None:
    """Write a chunk that belongs to a chat and to no file, replacing one with the same id."""
    db.execute("DELETE FROM chunks WHERE chunk_id = ?", (each.chunk.chunk_id,))
    ((row,),) = db.execute(
        f"{_UPSERT} RETURNING id", _build_row(each, 0, None, "conversation", at)
    ).fetchall()
    insert_terms(db, PASSAGES, {row: each.terms})


def copy_chunks(db: Session, source: int, target: int) -> None:
    """Copy the chunks of a file to one that has none yet, under new ids and without history."""
    to = db.execute("SELECT * FROM files WHERE id = ?", (target,)).fetchone()
    scope, file = Scope(to["scope"]), str(to["path"])
    rows = db.execute(
        "SELECT * FROM chunks WHERE file_id = ? ORDER BY position", (source,)
    ).fetchall()
    names = _map_new_ids(scope, rows, file)
    chunks = [_rename_chunk(build_chunk(row), names) for row in rows]
    # In this transaction, because the text that they are copied from goes with it.
    terms = build_passages(scope, to["name"], chunks).analyze()
    analyzed = [
        AnalyzedChunk(chunk, scope, file, each) for chunk, each in zip(chunks, terms, strict=True)
    ]
    insert_chunks(db, target, to["document_type"], analyzed, to["updated_at"])


def _rename_chunk(chunk: Chunk, names: Mapping[str, tuple[str, str | None]]) -> Chunk:
    chunk_id, parent = names[chunk.chunk_id]
    return replace(chunk, chunk_id=chunk_id, parent=parent)


def relabel_chunks(db: Session, file_id: int, scope: Scope) -> None:
    """Move the chunks of a file to another scope, which changes their ids."""
    rows = db.execute(
        "SELECT chunk_id, file_path, name, content, parent_chunk_id FROM chunks"
        " WHERE file_id = ? ORDER BY position",
        (file_id,),
    )
    names = _map_new_ids(scope, rows)
    db.executemany(
        "UPDATE chunks SET chunk_id = ?, parent_chunk_id = ?, scope = ? WHERE chunk_id = ?",
        [(new, parent, scope.label, old) for old, (new, parent) in names.items()],
    )
    _add_aliases(db, {old: new for old, (new, _) in names.items()})
    terms = load_file_terms(db, PASSAGES, file_id)
    acl = build_scope_token(scope)
    moved = {row: replace(each, acl=acl) for row, each in terms.items()}
    update_terms(db, PASSAGES, moved)


def _add_aliases(db: Session, names: Mapping[str, str]) -> None:
    """Map old ids to new ones, so that buttons sent with an old id still open the chunk."""
    _free_aliases(db, list(names.values()))
    db.executemany(
        "INSERT INTO aliases VALUES (?, ?)"
        " ON CONFLICT (former) DO UPDATE SET chunk_id = excluded.chunk_id",
        [(old, new) for old, new in names.items() if old != new],
    )


def _map_new_ids(
    scope: Scope, rows: Iterable[Row], file: str = ""
) -> dict[str, tuple[str, str | None]]:
    """Map each old id to its new id and parent; parts of a section keep its id and number.

    They are built for `file`, or for the file that the rows name.
    """
    wholes: dict[str, str] = {}
    ids = ChunkIds(scope)
    names: dict[str, tuple[str, str | None]] = {}
    for row in rows:
        old, parent = row["chunk_id"], row["parent_chunk_id"]
        whole = parent if parent and old.startswith(f"{parent}-p") else old
        if whole not in wholes:
            wholes[whole] = ids.build(file or row["file_path"], row["name"], row["content"])
        names[old] = (wholes[whole] + old.removeprefix(whole), wholes.get(parent, parent))
    return names
