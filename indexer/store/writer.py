"""Writes documents, memories and transcripts to the index, and removes them.

Each method is one transaction, so a reader sees a file before or after, never in between. Callers
decide what may be changed: scopes and files are named explicitly.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from datetime import datetime
from functools import partial

from msgspec import Struct

from indexer.documents import Chunk
from indexer.errors import StorageError
from indexer.paths import is_text
from indexer.scopes import Scope
from indexer.store import chunks as chunk_rows
from indexer.store import files, full_text, reindex
from indexer.store import turns as turn_rows
from indexer.store.corpus import PASSAGES, Corpus
from indexer.store.database import Database
from indexer.store.engine.session import Session
from indexer.store.files import FileState, KeptFile, NewDocument
from indexer.store.rows import TranscriptTurn, build_chunk

__all__ = ["MANY", "MemoryChunk", "NewDocument", "Writer"]

log = logging.getLogger(__name__)

MANY = 8  # chunks or turns of a file; more are a `large` transaction


class AnalyzedDocument(Struct, frozen=True):
    """A file with its chunks, ready to be written."""

    scope: Scope
    document: NewDocument
    chunks: Sequence[chunk_rows.AnalyzedChunk]


class MemoryChunk(Struct, frozen=True):
    """A chunk that is a memory of a chat, complete enough to be restored."""

    scope: Scope
    chunk: Chunk
    created_at: int  # epoch seconds


class Writer:
    """Writes to the index; lives as long as the database, safe to share between tasks."""

    def __init__(
        self,
        database: Database,
        analyze: chunk_rows.Analyze = chunk_rows.analyze_in_thread,
        prepare: Callable[[], None] = lambda: None,
    ) -> None:
        """`prepare` is called as soon as it is known that a long document will be analyzed."""
        self._database = database
        self._analyze = analyze
        self.prepare = prepare
        self._under_way = 0
        self._leaves_rows = False  # in no FTS5 yet

    async def merge_segments(self) -> None:
        """Merge the segments that many commits left, in steps between which others can write."""
        await full_text.merge_segments(self._database)

    async def reindex(self) -> None:
        """Analyze again what older rules analyzed, in steps between which others can write."""
        await reindex.reindex_all(self._database, self._analyze)

    async def find_file(self, file: str) -> FileState | None:
        """Return the indexed state of a file; None if it is not indexed."""
        return await self._find_file_where("path = ?", file)

    async def find_files(self, paths: Sequence[str]) -> dict[str, FileState]:
        """Return the indexed states of those files that are indexed, by their identities."""
        async with self._database.read_committed() as db:
            return await db.run(partial(files.find_states, paths=paths))

    async def list_files_in(self, scope: Scope, path: str) -> list[KeptFile]:
        """Return the files of a scope at `path` and, if that is a folder, in it."""
        if not is_text(path):
            return []
        inside = path.rstrip("/") + "/"
        rows = await self._database.fetch(files.FILES_IN, (scope.label, path, inside))
        return [files.build_kept_file(row) for row in rows]

    async def find_private(self, looked_at: Sequence[tuple[str, str]]) -> frozenset[str]:
        """Return those of some files, each with its SHA-256, that the owner made theirs alone.

        They chose that for the file itself, or for its content.
        """
        named = [each for each in looked_at if is_text(each[0])]
        async with self._database.read_committed() as db:
            return await db.run(partial(files.find_private, looked_at=named))

    async def remove_kept(self, kept: KeptFile) -> None:
        """Remove a file that is gone; another with the same bytes keeps its text."""

        def remove(db: Session) -> None:
            if kept.is_twin:
                files.drop_twin(db, kept.file, kept.scope)
            else:
                files.remove_file(db, kept.id)

        await self._database.change(remove)

    async def find_twin(self, scope: Scope, digest: str, within: str = "") -> FileState | None:
        """Return the first document in a scope with this SHA-256; None if there is none.

        Only those count whose identity begins with `within`.
        """
        condition = (
            "hash = ? AND scope = ? AND kind = 'document' AND substr(path, 1, length(?3)) = ?3"
            " ORDER BY id LIMIT 1"
        )
        return await self._find_file_where(condition, digest, scope.label, within)

    async def find_hashes(self, scope: Scope, digests: Sequence[str]) -> frozenset[str]:
        """Return those of some SHA-256 that documents of a scope have."""
        rows = await self._database.fetch(
            "SELECT DISTINCT hash FROM files WHERE scope = ? AND kind = 'document'"
            " AND hash IN (SELECT value FROM json_each(?))",
            (scope.label, json.dumps(list(digests))),
        )
        return frozenset(str(row["hash"]) for row in rows)

    async def list_hashes(self) -> frozenset[str]:
        """Return the SHA-256 of every indexed file."""
        rows = await self._database.fetch("SELECT DISTINCT hash FROM files")
        return frozenset(str(row["hash"]) for row in rows)

    async def _find_file_where(self, condition: str, *values: str) -> FileState | None:
        rows = await self._database.fetch(files.STATE + condition, values)
        return next(map(files.build_file_state, rows), None)

    async def put_document(
        self, scope: Scope, document: NewDocument, chunks: Sequence[Chunk], now: datetime
    ) -> int:
        """Make `chunks` the whole content of the file; return its id.

        A `UserError` where `scope` may not replace the scope that the file had. Chunks whose id was
        there before keep their access history.
        """
        async with self._announce():
            analyzed = await self.analyze(scope, document, chunks)
            (file_id,) = await self._put([analyzed], now)
        return file_id

    async def analyze(
        self, scope: Scope, document: NewDocument, chunks: Sequence[Chunk]
    ) -> AnalyzedDocument:
        """Analyze the chunks of a file, which `put_analyzed` writes."""
        file, name = document.file, document.name
        analyzed = await chunk_rows.analyze_chunks(scope, file, name, chunks, self._analyze)
        return AnalyzedDocument(scope, document, analyzed)

    async def put_analyzed(self, documents: Sequence[AnalyzedDocument], now: datetime) -> list[int]:
        """Do what `put_document` does for several files, all of them or none; return their ids."""
        async with self._announce():
            return await self._put(documents, now)

    @asynccontextmanager
    async def _announce(self) -> AsyncIterator[None]:
        """Count what is under way; after the last of it, FTS5 gets the rows that wait."""
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
            if self._leaves_rows and not self._under_way:
                self._leaves_rows = False
                await self._add_waiting()

    async def _add_waiting(self) -> None:
        """Add the rows that wait to FTS5, in steps between which others can write.

        If that fails, what was written stays so; the upkeep of the index adds them later.
        """
        try:
            while await self._database.change(partial(full_text.add_waiting, corpus=PASSAGES)):
                pass
        except StorageError as error:
            log.warning("rows wait for FTS5 until the index is merged: %s", error)

    async def _put(self, documents: Sequence[AnalyzedDocument], now: datetime) -> list[int]:
        at, chunks = int(now.timestamp()), sum(len(each.chunks) for each in documents)
        add_rows = self._choose_adding()

        def put(db: Session) -> list[int]:
            with add_rows(db, PASSAGES):
                return [_put(db, each, at) for each in documents]

        return await self._database.change_together(put, large=chunks > MANY)

    def _choose_adding(self) -> Callable[[Session, Corpus], AbstractContextManager[None]]:
        """Return how FTS5 gets the rows: later where other files follow soon."""
        if self._under_way == 1:
            return full_text.add_together
        self._leaves_rows = True
        return full_text.hold_rows

    async def relabel(self, file_id: int, scope: Scope, *, chosen: bool = True) -> Scope:
        """Move a file to another scope: new ids, same history and vectors; old ids are aliases.

        One that leaves its chat gets an identity that nobody's upload has. Unless the owner has
        `chosen` the scope now, what they made private stays so; the scope that it gets is returned.
        """

        def relabel(db: Session) -> Scope:
            decided = files.decide_document_scope(db, file_id, scope, chosen=chosen)
            _relabel(db, file_id, decided)
            return decided

        return await self._database.change(relabel)

    async def rename(self, file_id: int, file: str) -> None:
        """Give a file another identity; whoever may read it still may."""
        await self._database.change(lambda db: _rename(db, file_id, file))

    async def remove(self, file_id: int) -> str:
        """Remove a file with everything that was indexed of it.

        A file with the same bytes keeps them: its name is returned, or an empty string.
        """
        return await self._database.change(lambda db: files.remove_file(db, file_id))

    async def add_twin(
        self, twin: FileState, file: str, name: str, replaced: FileState | None, *, chosen: bool
    ) -> bool:
        """Note that `file` has the bytes of `twin`, in place of what it had before.

        False, and nothing is noted, if the owner made it private meanwhile and others read `twin`.
        """

        def add(db: Session) -> bool:
            decided = files.decide_scope(db, file, twin.scope, twin.hash, chosen=chosen)
            if decided != twin.scope:
                return False
            if replaced:
                files.remove_file(db, replaced.id)
            files.add_twin(db, twin.id, file, name)
            return True

        return await self._database.change(add)

    async def drop_twins(self, scope: Scope, identities: Sequence[str]) -> None:
        """Forget these as twins of documents; a text of `scope` takes their place."""

        def drop(db: Session) -> None:
            for file in identities:
                files.drop_twin(db, file, scope)

        await self._database.change(drop)

    async def add_memory(self, scope: Scope, chunk: Chunk, now: datetime) -> None:
        """Index a memory of a chat, replacing one with the same id."""
        await self.restore_memories([MemoryChunk(scope, chunk, int(now.timestamp()))])

    async def list_memories(self, scope: Scope) -> list[MemoryChunk]:
        """Return the memories of a chat, the oldest first."""
        rows = await self._database.fetch(
            "SELECT * FROM chunks WHERE file_id IS NULL AND scope = ?"
            " ORDER BY created_at, chunk_id",
            (scope.label,),
        )
        return [MemoryChunk(scope, build_chunk(row), row["created_at"]) for row in rows]

    async def take_memories(
        self, scope: Scope, chunk_ids: Sequence[str] | None = None
    ) -> list[MemoryChunk]:
        """Remove these memories of a chat (None: all of them) from the index and return them."""
        wanted = None if chunk_ids is None else json.dumps(list(chunk_ids))
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "DELETE FROM chunks WHERE file_id IS NULL AND scope = :scope AND (:every"
                " OR chunk_id IN (SELECT value FROM json_each(:ids))) RETURNING *",
                {"scope": scope.label, "every": wanted is None, "ids": wanted or "[]"},
            )
        taken = [
            MemoryChunk(Scope(row["scope"]), build_chunk(row), row["created_at"]) for row in rows
        ]
        return sorted(taken, key=lambda memory: (memory.created_at, memory.chunk.chunk_id))

    async def restore_memories(self, memories: Sequence[MemoryChunk]) -> None:
        """Index removed memories again, with their original time."""
        analyzed = [await _analyze_memory(memory) for memory in memories]

        def put(db: Session) -> None:
            for memory, each in zip(memories, analyzed, strict=True):
                chunk_rows.upsert_memory(db, each, memory.created_at)

        await self._database.change(put)

    async def list_summarized_scopes(self) -> frozenset[Scope]:
        """Return the scopes that have summaries of conversations."""
        rows = await self._database.fetch(
            "SELECT DISTINCT scope FROM chunks"
            " WHERE file_id IS NULL AND element_type = 'memory_summary'"
        )
        return frozenset(Scope(row["scope"]) for row in rows)

    async def expire_memories(self, scope: Scope, before: datetime) -> int:
        """Delete the summaries of a scope from before `before`; return how many."""
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "DELETE FROM chunks WHERE file_id IS NULL AND element_type = 'memory_summary'"
                " AND created_at < ? AND scope = ? RETURNING id",
                (int(before.timestamp()), scope.label),
            )
        return len(list(rows))

    async def put_transcript(
        self,
        scope: Scope,
        document: NewDocument,
        conversation: str,
        turns: Sequence[TranscriptTurn],
        now: datetime,
    ) -> int:
        """Make `turns` the whole of a recorded conversation; return the id of its file."""
        at = int(now.timestamp())
        analyzed = await asyncio.to_thread(turn_rows.analyze_turns, scope, conversation, turns)

        def put(db: Session) -> int:
            file_id, _ = files.upsert_file(db, scope, document, at)
            turn_rows.replace_turns(db, file_id, scope, conversation, analyzed)
            return file_id

        return await self._database.change_together(put, large=len(turns) > MANY)


async def _analyze_memory(memory: MemoryChunk) -> chunk_rows.AnalyzedChunk:
    (each,) = await chunk_rows.analyze_chunks(
        memory.scope,
        f"memory:{memory.scope.label}",
        "",
        [memory.chunk],
        chunk_rows.analyze_in_thread,
    )
    return each


def _put(db: Session, analyzed: AnalyzedDocument, at: int) -> int:
    document, scope = analyzed.document, analyzed.scope
    decided = _decide_scope(db, document, scope)
    files.split_off_before_change(db, document.file, document.hash)
    files.drop_twin(db, document.file, scope)
    file_id, is_new = files.upsert_file(db, scope, document, at)
    write = chunk_rows.insert_chunks if is_new else chunk_rows.replace_chunks
    write(db, file_id, document.document_type, analyzed.chunks, at)
    if decided != scope:  # the owner made it private while it was read
        _relabel(db, file_id, decided)
    return file_id


def _decide_scope(db: Session, document: NewDocument, scope: Scope) -> Scope:
    if document.kind != "document":
        return scope
    file, digest = document.file, document.hash
    return files.decide_scope(db, file, scope, digest, chosen=document.chosen)


def _rename(db: Session, file_id: int, file: str) -> None:
    row = db.execute("SELECT scope FROM files WHERE id = ?", (file_id,)).fetchone()
    if row:
        _relabel(db, file_id, Scope(row["scope"]), file)


def _relabel(db: Session, file_id: int, scope: Scope, file: str = "") -> None:
    files.move_file(db, file_id, scope, file)
    chunk_rows.relabel_chunks(db, file_id, scope)
    turn_rows.relabel_turns(db, file_id, scope)
