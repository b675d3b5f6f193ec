"""Writes files as rows, inside a transaction of the writer.

A file with the same bytes as an indexed document is its twin: it is known by its identity alone,
and its text is stored with the document. Before the document's own file gets other content or goes,
the first twin gets a copy of the rows, so that what it still says is found.

What the owner makes private is noted by its path and its bytes, whether it is in the index or not,
so that no folder that others may read brings it in for them, under any name.
"""

import json
import secrets
from collections.abc import Sequence

from msgspec import Struct

from indexer.errors import UserError
from indexer.i18n import _
from indexer.scopes import ADMIN, CHAT, KB, Scope
from indexer.store.engine.session import Row, Session

STATE = """
    SELECT *, (SELECT count(*) FROM chunks WHERE file_id = files.id) AS chunks, EXISTS
        (SELECT 1 FROM private_files p WHERE p.path = files.path AND p.hash = files.hash) AS private
    FROM files WHERE
"""
STATE_OF_SEVERAL = f"{STATE} path IN (SELECT value FROM json_each(?))"  # noqa: S608 - constants


class NewDocument(Struct, frozen=True):
    """A file to be indexed. `file` is its lasting identity, unique among all files."""

    file: str
    name: str
    document_type: str
    pages: int = 0  # 0 where the format has none
    size: int = 0  # bytes
    hash: str = ""
    kind: str = "document"  # of content; only documents are listed
    notices: tuple[str, ...] = ()  # sentences about what could not be read
    chosen: bool = True  # its scope, by the owner; else what is private stays so in any scope


class FileState(Struct, frozen=True):
    """The indexed state of a file, to detect whether the file has changed."""

    id: int
    file: str
    hash: str
    scope: Scope
    chunks: int
    pages: int
    name: str
    private: bool  # it is noted, as it is, that its owner made it theirs alone


class KeptFile(Struct, frozen=True):
    """A file of this machine that the index knows; as a twin it has the text of another."""

    id: int
    file: str
    scope: Scope
    is_twin: bool = False


FILES_IN = """
SELECT id, path, scope, 0 AS twin FROM files
WHERE kind = 'document' AND scope = ?1 AND (path = ?2 OR substr(path, 1, length(?3)) = ?3)
UNION ALL
SELECT t.id, t.path, f.scope, 1 FROM twins t JOIN files f ON f.id = t.file_id
WHERE f.scope = ?1 AND (t.path = ?2 OR substr(t.path, 1, length(?3)) = ?3)
ORDER BY 2
"""

# The scope is replaced as `may_replace` allows it.
_UPSERT = """
INSERT INTO files (path, name, hash, scope, document_type, pages, size, kind, created_at,
    updated_at, notices)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (path) DO UPDATE SET name = excluded.name, hash = excluded.hash,
    scope = excluded.scope, document_type = excluded.document_type, pages = excluded.pages,
    size = excluded.size, kind = excluded.kind, updated_at = excluded.updated_at,
    notices = excluded.notices
WHERE excluded.scope = files.scope OR substr(excluded.scope, 1, ?) <> ?
RETURNING id, NOT EXISTS (SELECT 1 FROM chunks WHERE file_id = files.id) AS is_new
"""


# Files of this machine that their owner made private, with each content that they had since.
# Earlier versions noted no choice: what is the owner's alone may be one.
PRIVATE_FILES = """
CREATE TABLE private_files (path TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (path, hash))
    WITHOUT ROWID;
CREATE INDEX private_files_by_hash ON private_files (hash);
INSERT INTO private_files (path, hash)
SELECT path, hash FROM files
WHERE kind = 'document' AND scope = 'admin' AND substr(path, 1, 1) = '/'
UNION
SELECT t.path, f.hash FROM twins t JOIN files f ON f.id = t.file_id
WHERE f.scope = 'admin' AND substr(t.path, 1, 1) = '/';
"""
# The owner chose that a file is theirs alone, or its bytes, which nobody else can read elsewhere.
# What is in no folder of this machine, as an upload, stays theirs while it is.
_PRIVATE = """
SELECT 1 FROM private_files WHERE path = ?1
UNION ALL
SELECT 1 FROM private_files WHERE hash = ?2
    AND NOT EXISTS (SELECT 1 FROM files WHERE hash = ?2 AND scope = ?3 AND kind = 'document')
UNION ALL
SELECT 1 FROM files
WHERE path = ?1 AND scope = ?4 AND kind = 'document' AND substr(path, 1, 1) <> '/'
UNION ALL
SELECT 1 FROM twins t JOIN files f ON f.id = t.file_id
WHERE t.path = ?1 AND f.scope = ?4 AND substr(t.path, 1, 1) <> '/'
"""
# Of files that are gone, the last of these bytes are published with them.
_PUBLISH = """
DELETE FROM private_files WHERE path = ?1 OR (hash = ?2
    AND path NOT IN (SELECT path FROM files) AND path NOT IN (SELECT path FROM twins))
"""
_NAMES = """
SELECT path, hash FROM files WHERE id = ?1 AND kind = 'document'
UNION ALL
SELECT t.path, f.hash FROM twins t JOIN files f ON f.id = t.file_id WHERE f.id = ?1
"""


def build_kept_file(row: Row) -> KeptFile:
    return KeptFile(row["id"], row["path"], Scope(row["scope"]), bool(row["twin"]))


def build_file_state(row: Row) -> FileState:
    scope = Scope(row["scope"])
    sizes = row["chunks"], row["pages"]
    private = bool(row["private"])
    return FileState(row["id"], row["path"], row["hash"], scope, *sizes, row["name"], private)


def find_states(db: Session, paths: Sequence[str]) -> dict[str, FileState]:
    """Return the indexed states of those files that are indexed, by their identities."""
    rows = db.execute(STATE_OF_SEVERAL, (json.dumps(list(paths)),))
    return {state.file: state for state in map(build_file_state, rows)}


def upsert_file(db: Session, scope: Scope, document: NewDocument, at: int) -> tuple[int, bool]:
    """Insert or update a file; return its id and whether it had no chunks before.

    A `UserError` where `scope` may not replace the scope of the known file.
    """
    row = db.execute(
        _UPSERT,
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
            json.dumps(document.notices),
            len(CHAT),
            CHAT,
        ),
    ).fetchone()
    if row is None:
        raise UserError(_("I cannot replace {name}: somebody else sent it.", name=document.name))
    return int(row["id"]), bool(row["is_new"])


def move_file(db: Session, file_id: int, scope: Scope, file: str) -> None:
    """Give a file another scope, and the identity `file` or one that its new scope asks for."""
    from indexer.documents import UPLOAD, build_shared_identity  # to look up files needs none of it

    row = db.execute("SELECT path, scope FROM files WHERE id = ?", (file_id,)).fetchone()
    if row is None:
        return
    leaves_chat = row["path"].startswith(UPLOAD) and row["scope"].startswith(CHAT)
    if not file and leaves_chat and row["scope"] != scope.label:
        token = secrets.token_hex(8)
        file = build_shared_identity(token, row["path"])
        share_twins(db, file_id, token)
    file = file or row["path"]
    db.execute("UPDATE files SET scope = ?, path = ? WHERE id = ?", (scope.label, file, file_id))
    db.execute("UPDATE chunks SET file_path = ? WHERE file_id = ?", (file, file_id))


def remove_file(db: Session, file_id: int) -> str:
    """Remove a file; return the name of the twin that keeps its text, if any."""
    twin = split_off_twin(db, file_id)
    db.execute("DELETE FROM files WHERE id = ?", (file_id,))
    return twin


def is_private(db: Session, file: str, digest: str) -> bool:
    """Return whether the owner chose that a file, or its content, is theirs alone."""
    return bool(db.execute(_PRIVATE, (file, digest, KB.label, ADMIN.label)).fetchone())


def find_private(db: Session, looked_at: Sequence[tuple[str, str]]) -> frozenset[str]:
    """Return those of some files, each with its SHA-256, that are private."""
    return frozenset(file for file, digest in looked_at if is_private(db, file, digest))


def decide_scope(db: Session, file: str, scope: Scope, digest: str, *, chosen: bool) -> Scope:
    """Return the scope of a file that is to be in `scope`, and note what its owner chose.

    Unless `scope` was `chosen` now, what they made private stays so, whatever it contains.
    """
    private = not (chosen or scope.chat) and is_private(db, file, digest)
    if (private or (chosen and scope == ADMIN)) and file.startswith("/"):
        db.execute(
            "INSERT INTO private_files (path, hash) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (file, digest),
        )
    elif chosen and scope == KB:
        db.execute(_PUBLISH, (file, digest))
    return ADMIN if private else scope


def decide_document_scope(db: Session, file_id: int, scope: Scope, *, chosen: bool) -> Scope:
    """Do the same for a document that is in the index, with its twins."""
    for row in db.execute(_NAMES, (file_id,)).fetchall():
        scope = decide_scope(db, row["path"], scope, row["hash"], chosen=chosen)
    return scope


def add_twin(db: Session, file_id: int, file: str, name: str) -> None:
    """Note a twin of a document, unless it is a document itself, perhaps of other readers."""
    db.execute(
        "INSERT INTO twins (path, name, file_id) SELECT ?1, ?2, ?3"
        " WHERE NOT EXISTS (SELECT 1 FROM files WHERE path = ?1)"
        " ON CONFLICT (path) DO UPDATE SET name = excluded.name, file_id = excluded.file_id",
        (file, name, file_id),
    )


def drop_twin(db: Session, file: str, scope: Scope) -> None:
    """Forget a twin that gets content of its own in `scope`, if that may replace what it had."""
    row = db.execute(
        "SELECT f.scope FROM twins t JOIN files f ON f.id = t.file_id WHERE t.path = ?",
        (file,),
    ).fetchone()
    if row and scope.may_replace(Scope(row["scope"])):
        db.execute("DELETE FROM twins WHERE path = ?", (file,))


def split_off_twin(db: Session, file_id: int) -> str:
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
        " created_at, updated_at, notices) SELECT ?, ?, hash, scope, document_type, pages, size,"
        " kind, created_at, updated_at, notices FROM files WHERE id = ? RETURNING id",
        (twin["path"], twin["name"], file_id),
    ).fetchone()
    from indexer.store.chunks import copy_chunks  # recording what was said needs none of it

    copy_chunks(db, file_id, int(row["id"]))
    db.execute("UPDATE twins SET file_id = ? WHERE file_id = ?", (row["id"], file_id))
    return str(twin["name"])


def split_off_before_change(db: Session, file: str, digest: str) -> None:
    """Split off a twin of the document `file` unless its content stays the same."""
    row = db.execute("SELECT id, hash FROM files WHERE path = ?", (file,)).fetchone()
    if row and row["hash"] != digest:
        split_off_twin(db, int(row["id"]))


def share_twins(db: Session, file_id: int, token: str) -> None:
    """Give the twins of a document that leaves its chat identities that nobody's upload has."""
    from indexer.documents import build_shared_identity

    rows = db.execute("SELECT id, path FROM twins WHERE file_id = ?", (file_id,)).fetchall()
    db.executemany(
        "UPDATE twins SET path = ? WHERE id = ?",
        [(build_shared_identity(f"{token}-{row['id']}", row["path"]), row["id"]) for row in rows],
    )
