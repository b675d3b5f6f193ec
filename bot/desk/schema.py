"""The schema of the page's own database: sessions, transcripts, and durations of answers.

It is a separate file, so that a stolen backup opens no session, and so that what a browser once
showed is in no search, prompt or export.
"""

from indexer.store.database import Schema

PAGE = Schema(
    "page",
    (
        """
        CREATE TABLE links (
            digest TEXT PRIMARY KEY,
            person TEXT NOT NULL,
            expires_at INTEGER NOT NULL
        );
        CREATE TABLE sessions (
            digest TEXT PRIMARY KEY,
            person TEXT NOT NULL,
            expires_at INTEGER NOT NULL
        );
        CREATE TABLE entries (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            chat TEXT NOT NULL,
            key TEXT,                        -- of the message; NULL for what nobody asked for
            side TEXT NOT NULL CHECK (side IN ('asked', 'told')),
            content TEXT NOT NULL,
            written_at INTEGER NOT NULL,
            UNIQUE (chat, key, side)
        );
        CREATE INDEX entries_of ON entries (chat, id);
        CREATE TABLE answers (
            at INTEGER NOT NULL,
            platform TEXT NOT NULL,
            first REAL NOT NULL,             -- seconds until something was shown
            whole REAL NOT NULL              -- seconds until all was there
        );
        CREATE TABLE samples (
            at INTEGER NOT NULL,
            waiting INTEGER NOT NULL,
            unsent INTEGER NOT NULL,
            captures INTEGER NOT NULL,
            memory INTEGER NOT NULL          -- bytes
        );
        """,
        # Sessions of earlier versions have no key, and none that anybody could show.
        "ALTER TABLE sessions ADD COLUMN key TEXT NOT NULL DEFAULT '';",
    ),
    records=frozenset({"sessions", "answers", "samples"}),
)
