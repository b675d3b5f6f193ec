"""The tables of the PIN and of quotas, apart from what works with them: few commands do."""

from indexer.store.database import Schema

GATE = Schema(
    "gate",
    (
        """
        CREATE TABLE parked (
            chat TEXT PRIMARY KEY,
            message TEXT NOT NULL,              -- JSON: the command
            asked_at INTEGER NOT NULL,
            opened_by TEXT NOT NULL DEFAULT ''  -- key of the message with the PIN
        ) WITHOUT ROWID;
        CREATE TABLE pin_tries (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            wrong INTEGER NOT NULL,
            locked_until INTEGER NOT NULL DEFAULT 0
        );
        """,
    ),
)

QUOTAS = Schema(
    "quotas",
    (
        """
        CREATE TABLE quotas (
            person TEXT NOT NULL,
            resource TEXT NOT NULL CHECK (resource IN ('files', 'bytes', 'seconds')),
            most INTEGER NOT NULL,  -- instead of the configured one; 0: no limit
            PRIMARY KEY (person, resource)
        ) WITHOUT ROWID;
        CREATE TABLE quota_use (
            person TEXT NOT NULL,
            day TEXT NOT NULL,
            files INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0,
            seconds REAL NOT NULL DEFAULT 0,
            PRIMARY KEY (person, day)
        ) WITHOUT ROWID;
        """,
    ),
)
