"""The search exactly as specified, as the reference for all comparisons.

It removes everything but ASCII letters and 66 stop words from a question, joins the rest by OR and
lets FTS5 rank with Porter stemming; the SQL joins on the text id and sorts by `rank`.
"""

import re
import sqlite3
from collections.abc import Iterable, Sequence

_WORDS = """a an the is are was were be been being have has had do does did will would could should
    may might can i me my we our you your he she it they them this that what which who how when
    where why not no so if or and but in on at to for of with by from as into about than after
    before"""
STOP_WORDS = frozenset(_WORDS.split())

_SCHEMA = """
CREATE TABLE IF NOT EXISTS chunks (
    chunk_id TEXT PRIMARY KEY, file_path TEXT NOT NULL, name TEXT, content TEXT,
    section_path TEXT, scope TEXT, page_start INTEGER, page_end INTEGER,
    element_type TEXT DEFAULT 'section', parent_chunk_id TEXT, section_level INTEGER DEFAULT 0,
    document_type TEXT DEFAULT 'txt', metadata TEXT DEFAULT '{}', activation REAL DEFAULT 0,
    access_count INTEGER DEFAULT 0, last_accessed TEXT,
    created_at TEXT DEFAULT '2026-01-01T00:00:00Z', updated_at TEXT DEFAULT '2026-01-01T00:00:00Z'
);
CREATE VIRTUAL TABLE IF NOT EXISTS chunks_fts USING fts5 (
    chunk_id UNINDEXED, name, content, section_path, content = chunks, content_rowid = rowid,
    tokenize = 'porter unicode61'
);
CREATE TRIGGER IF NOT EXISTS chunks_ai AFTER INSERT ON chunks BEGIN
    INSERT INTO chunks_fts (rowid, chunk_id, name, content, section_path)
    VALUES (new.rowid, new.chunk_id, new.name, new.content, new.section_path);
END;
CREATE TRIGGER IF NOT EXISTS chunks_ad AFTER DELETE ON chunks BEGIN
    INSERT INTO chunks_fts (chunks_fts, rowid, chunk_id, name, content, section_path)
    VALUES ('delete', old.rowid, old.chunk_id, old.name, old.content, old.section_path);
END;
"""

_INSERT = (
    "INSERT OR REPLACE INTO chunks (chunk_id, file_path, name, content, section_path, scope)"
    " VALUES (?, ?, ?, ?, ?, ?)"
)
ChunkRow = tuple[str, str, str, str, str, str]  # chunk_id, file_path, name, content, path, scope


def format_match(question: str) -> str:
    """Format the specification's MATCH expression; empty if no words are left."""
    words = re.sub(r"[^A-Za-z0-9_\s]", "", question.lower()).split()
    return " OR ".join(word for word in words if len(word) > 1 and word not in STOP_WORDS)


class SpecificationIndex:
    """An index as specified, in a file or in memory."""

    def __init__(self, path: str = ":memory:") -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;" + _SCHEMA)

    def add(self, rows: Iterable[ChunkRow]) -> None:
        self.db.execute("BEGIN")
        self.db.executemany(_INSERT, rows)
        self.db.execute("COMMIT")

    def delete(self, folder: str) -> None:
        """Delete the chunks of the files in a folder."""
        self.db.execute("DELETE FROM chunks WHERE file_path LIKE ? || '/%'", (folder,))

    def search(self, expression: str, limit: int, scopes: Sequence[str] = ()) -> list[str]:
        """Find the ids of the best chunks; fetches three times the limit, as specified."""
        if not expression:
            return []
        allowed = f"AND c.scope IN ({', '.join('?' * len(scopes))})" if scopes else ""
        rows = self.db.execute(
            "SELECT c.*, rank FROM chunks_fts f JOIN chunks c ON c.chunk_id = f.chunk_id"  # noqa: S608 - question marks only
            f" WHERE chunks_fts MATCH ? {allowed} ORDER BY rank LIMIT ?",
            (expression, *scopes, 3 * limit),
        )
        return [row[0] for row in rows.fetchall()[:limit]]
