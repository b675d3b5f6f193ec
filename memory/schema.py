"""Tables of memory, created after those of the index."""

from indexer.store.database import Schema
from memory.facts.schema import (
    FACT_TABLES,
    FACT_TIMES,
    FACTS_BY_SCOPE,
    FACTS_IN_BATCHES,
    FACTS_IN_FULL_TEXT,
    FACTS_TAIL,
    SEARCHED,
    UNDONE_DELETIONS,
)

CAPTURES = """
CREATE TABLE captures (
    chat TEXT PRIMARY KEY,
    scope TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('due', 'running', 'stored', 'done', 'failed')),
    ticket INTEGER NOT NULL DEFAULT 0,      -- of the latest attempt; an older one is void
    tries INTEGER NOT NULL DEFAULT 0,       -- since the last success
    next_try INTEGER NOT NULL DEFAULT 0,    -- epoch seconds
    error TEXT NOT NULL DEFAULT '',
    kept INTEGER NOT NULL DEFAULT 0,        -- notes, over the life of the chat
    dropped INTEGER NOT NULL DEFAULT 0,     -- claims of the model that rested on nothing
    updated_at INTEGER NOT NULL
);
-- What a capture will write, from the model's answer until it stands in all files.
CREATE TABLE capture_results (
    chat TEXT PRIMARY KEY REFERENCES captures (chat) ON DELETE CASCADE,
    stamp TEXT NOT NULL,
    notes TEXT NOT NULL,                    -- JSON: one line of memory.md each
    messages TEXT NOT NULL                  -- JSON: the ids of the messages that were summarised
);
-- What a note rests on: it is shown on request, and forgetting it takes the note with it.
CREATE TABLE note_sources (
    scope TEXT NOT NULL,
    stamp TEXT NOT NULL,                    -- heading of the section, and end of the chunk id
    note TEXT NOT NULL,
    chat TEXT NOT NULL,
    turn TEXT NOT NULL,                     -- key of the message
    said TEXT NOT NULL,                     -- the person's sentences in it
    PRIMARY KEY (scope, stamp, note, chat, turn)
) WITHOUT ROWID;
"""

FORGOTTEN = """
CREATE TABLE forgotten (
    id INTEGER PRIMARY KEY,
    scope TEXT NOT NULL,
    chat TEXT NOT NULL,                     -- where /forget was said
    state TEXT NOT NULL CHECK (state IN ('clearing', 'kept', 'restoring')),
    forgotten_at INTEGER NOT NULL,          -- epoch seconds
    content TEXT NOT NULL                   -- JSON: what undo brings back
);
CREATE INDEX forgotten_by_scope ON forgotten (scope, forgotten_at);
CREATE TABLE memory_runs (
    name TEXT PRIMARY KEY,
    last_run INTEGER NOT NULL,              -- epoch seconds
    report TEXT NOT NULL
);
"""

PENDING_NOTES = """
CREATE TABLE unsettled (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    item_id TEXT UNIQUE NOT NULL REFERENCES memory_items (item_id) ON DELETE CASCADE,
    scope TEXT NOT NULL,
    chat TEXT NOT NULL,
    stamp TEXT NOT NULL,                    -- of the change
    told TEXT NOT NULL                      -- what notes tell of it; empty where it was deleted
);
"""

IDEMPOTENCY = """
CREATE TABLE deeds (
    key TEXT PRIMARY KEY,                   -- of the message, and which of its deeds
    told TEXT NOT NULL,                     -- numbers and times only
    done_at INTEGER NOT NULL                -- epoch seconds
) WITHOUT ROWID;
"""

MEMORY = Schema(
    "memory",
    (
        CAPTURES + FORGOTTEN,
        FACT_TABLES,
        PENDING_NOTES,
        IDEMPOTENCY,
        FACTS_BY_SCOPE,
        FACT_TIMES,
        FACTS_TAIL,
        FACTS_IN_FULL_TEXT,
        UNDONE_DELETIONS,
        FACTS_IN_BATCHES,
    ),
    searched=SEARCHED,
)

SESSIONS = Schema(
    "episodes",
    (
        """
        CREATE TABLE episodes (
            chat TEXT PRIMARY KEY,
            fresh_after TEXT NOT NULL DEFAULT '', -- JSON: keys of the turns before /new
            began TEXT NOT NULL DEFAULT '',       -- the conversation that goes on; empty for none
            ended_to TEXT NOT NULL DEFAULT '',    -- messages up to here belong to ended ones
            tries INTEGER NOT NULL DEFAULT 0,
            next_try INTEGER NOT NULL DEFAULT 0   -- epoch seconds
        )
        """,
        # The turn before /new may be forgotten, so all that were there are named.
        "UPDATE episodes SET fresh_after = json_array(fresh_after) WHERE fresh_after <> '';",
    ),
)

PROPOSALS = Schema(
    "proposals",
    (
        """
        CREATE TABLE proposals (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            made_at INTEGER NOT NULL,             -- epoch seconds
            content TEXT NOT NULL,                -- JSON: what is proposed, numbered from 1
            basis TEXT NOT NULL,                  -- JSON: what it was made of
            done TEXT NOT NULL DEFAULT '[]',      -- JSON: numbers that were decided
            reviewed INTEGER NOT NULL DEFAULT 0   -- the basis was put away
        )
        """,
        # What was decided keeps no words: they may have to be forgotten.
        """
        CREATE TABLE reviewed_facts (digest TEXT PRIMARY KEY) WITHOUT ROWID;
        INSERT OR IGNORE INTO reviewed_facts
            SELECT digest(fact.value) FROM proposals, json_each(basis, '$.facts') AS fact
            WHERE reviewed = 1;
        DELETE FROM proposals WHERE content = '[]';
        UPDATE proposals SET basis = '{"corrections": "", "rewards": "", "facts": []}'
            WHERE reviewed = 1;
        ALTER TABLE proposals DROP COLUMN reviewed;
        """,
        """
        CREATE TABLE program_writes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            tool TEXT NOT NULL,
            arguments TEXT NOT NULL,              -- JSON
            chat TEXT NOT NULL,
            scope TEXT NOT NULL,
            made_at INTEGER NOT NULL              -- epoch seconds
        );
        """,
    ),
)

TRACES = Schema(
    "traces",
    (
        """
        CREATE TABLE forgotten_files (
            id INTEGER PRIMARY KEY,
            forgotten_at INTEGER NOT NULL,      -- epoch seconds
            path TEXT NOT NULL,
            before TEXT NOT NULL,
            after TEXT NOT NULL
        );
        CREATE TABLE forgotten_turns (
            digest TEXT PRIMARY KEY,            -- of a text: sync leaves it out from now on
            forgotten_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        """,
        """
        -- 'clearing' until the lines have left the file
        ALTER TABLE forgotten_files ADD COLUMN state TEXT NOT NULL DEFAULT 'kept';
        """,
    ),
)
