"""The tables of reminders, which the door reads by scope."""

from indexer.store.authorizer import Readable
from indexer.store.database import Schema

REMINDERS = Schema(
    "reminders",
    (
        """
        CREATE TABLE reminders (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            token TEXT UNIQUE NOT NULL,
            scope TEXT NOT NULL,
            chat TEXT NOT NULL,                     -- platform:id
            private INTEGER NOT NULL,
            thread TEXT NOT NULL,
            turn TEXT UNIQUE NOT NULL,              -- key of the message that asked for it
            sender TEXT NOT NULL,
            author TEXT NOT NULL,
            language TEXT NOT NULL,
            text TEXT NOT NULL,
            zone TEXT NOT NULL,
            wall TEXT NOT NULL,                     -- ISO 8601, on the wall of `zone`
            due_at INTEGER NOT NULL,                -- epoch seconds
            repeat TEXT NOT NULL,                   -- JSON; empty for once
            shown INTEGER NOT NULL DEFAULT 0,
            made_at INTEGER NOT NULL                -- epoch seconds
        );
        CREATE INDEX reminders_due ON reminders (due_at) WHERE shown = 0;
        CREATE INDEX reminders_by_chat ON reminders (chat, due_at);
        CREATE TABLE time_zones (
            chat TEXT PRIMARY KEY,
            zone TEXT NOT NULL
        ) WITHOUT ROWID;
        """,
        """
        ALTER TABLE reminders ADD COLUMN message TEXT NOT NULL DEFAULT ''; -- the platform's name
        CREATE INDEX reminders_by_message ON reminders (chat, message) WHERE message <> '';
        """,
        """
        CREATE TABLE listed_reminders (
            chat TEXT PRIMARY KEY,
            tokens TEXT NOT NULL                    -- JSON: as they were numbered
        ) WITHOUT ROWID;
        -- The time for which it was said last; 0 if it never was, or was moved since
        ALTER TABLE reminders ADD COLUMN said_due INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE reminders ADD COLUMN said_wall TEXT NOT NULL DEFAULT '';
        CREATE INDEX reminders_said ON reminders (said_due) WHERE said_due > 0;
        """,
        # `shown_lists` has these now, with those of documents.
        "DROP TABLE listed_reminders;",
    ),
    searched=Readable(visible=frozenset({"reminders"})),
)
