"""Builds the values that readers get from the rows of `visible`."""

import json
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from indexer.documents import Chunk, Document, Hit, Pages
from indexer.paths import format_name
from indexer.scopes import Scope
from indexer.store.engine.session import Row

# The rows that a `VisibleReader` selects from, each with its own scope; the latest access first.
# An access has a scope too: what others looked at must not move what a reader sees. The columns
# that rank come first: a name is compared with that of each column before.
PASSAGE_ROWS = """
    SELECT t.main, t.side, t.common, t.length,
        (SELECT group_concat(accessed_at) FROM (
            SELECT a.accessed_at FROM access_history a WHERE a.chunk_id = c.chunk_id
            AND (:everything OR a.scope IN (SELECT value FROM json_each(:scopes)))
            ORDER BY a.accessed_at DESC LIMIT 50
        )) AS accesses,
        c.*, coalesce(f.name, c.name) AS file_name
    FROM chunks c JOIN chunks_terms t ON t.id = c.id LEFT JOIN files f ON f.id = c.file_id
"""
TURN_ROWS = """
    SELECT t.main, t.side, t.common, t.length, NULL AS accesses, u.*, f.path AS file
    FROM transcripts u JOIN transcripts_terms t ON t.id = u.id JOIN files f ON f.id = u.file_id
"""
FILE_ROWS = """
    SELECT f.*, (SELECT count(*) FROM chunks c WHERE c.file_id = f.id) AS chunks FROM files f
"""
CHUNK_ROWS = "SELECT c.id, c.document_type, c.scope FROM chunks c"


class TranscriptTurn(Struct, frozen=True):
    """A message of a recorded conversation."""

    message_id: str
    speaker: str
    text: str
    said_at: str = ""  # as written in the transcript
    session: str = ""
    position: int = 0  # within the session


class TurnHit(Struct, frozen=True):
    """A turn that a search found; `conversation` names the conversation it belongs to."""

    turn: TranscriptTurn
    conversation: str
    file: str
    scope: Scope
    score: float
    explain: Mapping[str, float]
    cosine: float | None = None  # similarity in meaning; None if it was not compared


def build_hit(row: Row, score: float = 0.0, explain: Mapping[str, float] | None = None) -> Hit:
    return Hit(
        chunk=_clean_name(build_chunk(row)),
        file=row["file_path"],
        file_name=format_name(row["file_name"]),
        scope=Scope(row["scope"]),
        document_type=row["document_type"],
        score=score,
        explain=explain or {},
    )


def build_chunk(row: Row) -> Chunk:
    return Chunk(
        chunk_id=row["chunk_id"],
        name=row["name"],
        text=row["content"],
        path=tuple(json.loads(row["section_path"])),
        level=row["section_level"],
        pages=_build_pages(row),
        line=row["start_line"],
        element_type=row["element_type"],
        parent=row["parent_chunk_id"],
        metadata=json.loads(row["metadata"]),
    )


def _clean_name(chunk: Chunk) -> Chunk:
    """Return a chunk as it is shown: without headings, its name is that of its file."""
    name = format_name(chunk.name)
    return chunk if name == chunk.name else replace(chunk, name=name)


def _build_pages(row: Row) -> Pages | None:
    return None if row["page_start"] is None else (row["page_start"], row["page_end"])


def build_turn(row: Row) -> TranscriptTurn:
    return TranscriptTurn(
        message_id=row["message_id"],
        speaker=row["speaker"],
        text=row["content"],
        said_at=row["said_at"],
        session=row["session"],
        position=row["position"],
    )


def build_turn_hit(row: Row, score: float, explain: Mapping[str, float]) -> TurnHit:
    scope = Scope(row["scope"])
    return TurnHit(build_turn(row), row["conversation"], row["file"], scope, score, explain)


def build_document(row: Row) -> Document:
    return Document(
        id=row["id"],
        file=row["path"],
        name=format_name(row["name"]),  # an earlier version may have stored it as it was
        scope=Scope(row["scope"]),
        document_type=row["document_type"],
        pages=row["pages"],
        chunks=row["chunks"],
        size=row["size"],
        indexed_at=row["updated_at"],
        notices=() if row["notices"] == "[]" else tuple(json.loads(row["notices"])),
    )
