"""Files with the same bytes as an indexed document: its twins, whose text is stored with it.

A twin is known by its identity alone. Before the document's own file gets other content or goes,
the first twin gets a copy of the rows, so that what it still says is found.
"""

import sqlite3

from indexer.documents import build_shared_identity
from indexer.scopes import Scope
from indexer.store.chunks import copy_chunks


def add_twin(db: sqlite3.Connection, file_id: int, file: str, name: str) -> None:
    """Note a twin of a document, unless it is a document itself, perhaps of other readers."""
    db.execute(
        "INSERT INTO twins (path, name, file_id) SELECT ?1, ?2, ?3"
        " WHERE NOT EXISTS (SELECT 1 FROM files WHERE path = ?1)"
        " ON CONFLICT (path) DO UPDATE SET name = excluded.name, file_id = excluded.file_id",
        (file, name, file_id),
    )


def drop_twin(db: sqlite3.Connection, file: str, scope: Scope) -> None:
    """Forget a twin that gets content of its own in `scope`, if that may replace what it had."""
    row = db.execute(
        "SELECT f.scope FROM twins t JOIN files f ON f.id = t.file_id WHERE t.path = ?", (file,)
    ).fetchone()
    if row and scope.may_replace(Scope(row["scope"])):
        db.execute("DELETE FROM twins WHERE path = ?", (file,))


def split_off_twin(db: sqlite3.Connection, file_id: int) -> str:
    """Give the first twin of a document its own rows, and the others; return its name, if any."""
    twin = db.execute(
        "DELETE FROM twins WHERE id = (SELECT min(id) FROM twins WHERE file_id = ?)"
        " RETURNING path, name",
        (file_id,),
    ).fetchone()
    if twin is None:
        return ""
    row = db.execute(
        "INSERT INTO files (path, name, hash, scope, document_type, pages, size, kind,"
        " created_at, updated_at) SELECT ?, ?, hash, scope, document_type, pages, size, kind,"
        " created_at, updated_at FROM files WHERE id = ? RETURNING id",
        (twin["path"], twin["name"], file_id),
    ).fetchone()
    copy_chunks(db, file_id, int(row["id"]))
    db.execute("UPDATE twins SET file_id = ? WHERE file_id = ?", (row["id"], file_id))
    return str(twin["name"])


def split_off_before_change(db: sqlite3.Connection, file: str, digest: str) -> None:
    """Split off a twin of the document `file` unless its content stays the same."""
    row = db.execute("SELECT id, hash FROM files WHERE path = ?", (file,)).fetchone()
    if row and row["hash"] != digest:
        split_off_twin(db, int(row["id"]))


def share_twins(db: sqlite3.Connection, file_id: int, token: str) -> None:
    """Give the twins of a document that leaves its chat identities that nobody's upload has."""
    rows = db.execute("SELECT id, path FROM twins WHERE file_id = ?", (file_id,)).fetchall()
    db.executemany(
        "UPDATE twins SET path = ? WHERE id = ?",
        [(build_shared_identity(f"{token}-{row['id']}", row["path"]), row["id"]) for row in rows],
    )
