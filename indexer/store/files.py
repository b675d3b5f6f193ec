"""Writes files as rows, inside a transaction of the writer."""

import sqlite3
from dataclasses import dataclass

from indexer.scopes import Scope

STATE = """
    SELECT *, (SELECT count(*) FROM chunks WHERE file_id = files.id) AS chunks FROM files WHERE
"""


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A file to be indexed. `file` is its lasting identity, unique among all files."""

    file: str
    name: str
    document_type: str
    pages: int = 0  # 0 where the format has none
    size: int = 0  # bytes
    hash: str = ""
    kind: str = "document"  # of content; only documents are listed


@dataclass(frozen=True, slots=True)
class FileState:
    """The indexed state of a file, to detect whether the file has changed."""

    id: int
    hash: str
    scope: Scope
    chunks: int
    pages: int
    name: str


def build_file_state(row: sqlite3.Row) -> FileState:
    scope = Scope(row["scope"])
    return FileState(row["id"], row["hash"], scope, row["chunks"], row["pages"], row["name"])


def upsert_file(
    db: sqlite3.Connection, scope: Scope, document: NewDocument, at: int
) -> tuple[int, bool]:
    """Insert or update a file; return its id and whether it had no chunks before."""
    row = db.execute(
        "INSERT INTO files (path, name, hash, scope, document_type, pages, size, kind,"
        " created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (path) DO UPDATE SET name = excluded.name, hash = excluded.hash,"
        " scope = excluded.scope, document_type = excluded.document_type,"
        " pages = excluded.pages, size = excluded.size, kind = excluded.kind,"
        " updated_at = excluded.updated_at"
        " RETURNING id, NOT EXISTS (SELECT 1 FROM chunks WHERE file_id = files.id) AS is_new",
        (
            document.file,
            document.name,
            document.hash,
            scope.label,
            document.document_type,
            document.pages,
            document.size,
            document.kind,
            at,
            at,
        ),
    ).fetchone()
    return int(row["id"]), bool(row["is_new"])
