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
        # What a chat has said so far becomes one conversation; answers to the desk are in none.
        """
        CREATE TABLE conversations (
            id TEXT PRIMARY KEY,
            chat TEXT NOT NULL,
            title TEXT NOT NULL DEFAULT '',
            titled_by TEXT,                  -- key of the message that it is; NULL: its person
            pinned INTEGER NOT NULL DEFAULT 0,
            used_at INTEGER NOT NULL,
            deleted_at INTEGER               -- it can be restored until it is swept
        );
        CREATE INDEX conversations_of ON conversations (chat, used_at);
        CREATE TABLE current_conversations (
            chat TEXT PRIMARY KEY,
            conversation TEXT NOT NULL
        );
        ALTER TABLE entries ADD COLUMN conversation TEXT;
        INSERT INTO conversations (id, chat, used_at)
            SELECT lower(hex(randomblob(8))), chat, max(written_at) FROM entries
            WHERE key IS NULL OR key NOT LIKE 'desk-%' GROUP BY chat;
        INSERT INTO current_conversations (chat, conversation) SELECT chat, id FROM conversations;
        UPDATE entries SET conversation =
            (SELECT id FROM conversations WHERE conversations.chat = entries.chat)
            WHERE key IS NULL OR key NOT LIKE 'desk-%';
        CREATE INDEX entries_in ON entries (conversation, id);
        """,
        # People of another platform are signed in by what it vouches for, which serves once.
        """
        ALTER TABLE sessions ADD COLUMN platform TEXT NOT NULL DEFAULT 'web';
        ALTER TABLE sessions ADD COLUMN name TEXT NOT NULL DEFAULT '';
        CREATE TABLE launches (
            digest TEXT PRIMARY KEY,
            expires_at INTEGER NOT NULL
        );
        """,
        # Seconds of two stages of an answer; 0 where it had none, as all before this.
        """
        ALTER TABLE answers ADD COLUMN search REAL NOT NULL DEFAULT 0;
        ALTER TABLE answers ADD COLUMN checked REAL NOT NULL DEFAULT 0;
        """,
    ),
    records=frozenset({"sessions", "answers", "samples"}),
)
