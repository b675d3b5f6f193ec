"""The tables of facts: their values, their history and their index. Names stay as they are."""

from indexer.store.authorizer import Readable
from indexer.store.corpus import WHOLE, Corpus
from indexer.store.schema import build_batches, build_scope_tables, build_search_tables
from indexer.store.segments.schema import build_tail

FACTS_CORPUS = Corpus(
    "memory_items",
    main=1,
    side=3,
    unit=1,
    wording="""
        SELECT r.id, iif(r.title = '', '', r.title || '. ') || r.content AS wording
        FROM (SELECT id, title, content FROM memory_items WHERE deleted_at IS NULL) r
    """,
)

_ITEMS = """
CREATE TABLE memory_items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    item_id TEXT UNIQUE NOT NULL,
    scope TEXT NOT NULL,
    retention TEXT NOT NULL CHECK (retention IN ('short_term', 'long_term')),
    type TEXT NOT NULL CHECK (type IN ('fact', 'preference', 'project', 'task', 'note')),
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    summary TEXT NOT NULL,
    tags TEXT NOT NULL,                     -- JSON array
    importance INTEGER NOT NULL CHECK (importance BETWEEN 1 AND 10),
    pinned INTEGER NOT NULL,
    dedup_key TEXT NOT NULL,
    created_at INTEGER NOT NULL,            -- epoch seconds, as all times here
    updated_at INTEGER NOT NULL,
    expires_at INTEGER,
    deleted_at INTEGER,
    origin TEXT NOT NULL CHECK (origin IN ('manual', 'capture', 'tool', 'import')),
    chat TEXT NOT NULL,
    turn TEXT NOT NULL,
    said TEXT NOT NULL,
    author TEXT NOT NULL
);
CREATE UNIQUE INDEX items_by_key ON memory_items (scope, dedup_key)
    WHERE dedup_key <> '' AND deleted_at IS NULL;
CREATE INDEX items_by_worth
    ON memory_items (scope, retention, pinned DESC, importance DESC, updated_at DESC)
    WHERE deleted_at IS NULL;
CREATE INDEX items_by_expiry ON memory_items (expires_at)
    WHERE expires_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX items_by_deletion ON memory_items (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE memory_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    item_id TEXT NOT NULL REFERENCES memory_items (item_id) ON DELETE CASCADE,
    scope TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('added', 'changed', 'deleted', 'restored')),
    changed_at INTEGER NOT NULL,
    before TEXT NOT NULL                    -- JSON of the item as it was; empty where it was added
);
CREATE INDEX changes_by_item ON memory_changes (item_id);
CREATE INDEX changes_by_scope ON memory_changes (scope, id);
"""

# When a fact was said, and when it holds; the last change of older ones is the best guess.
FACT_TIMES = """
ALTER TABLE memory_items ADD COLUMN said_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memory_items ADD COLUMN holds_from TEXT NOT NULL DEFAULT '';
ALTER TABLE memory_items ADD COLUMN holds_until TEXT NOT NULL DEFAULT '';
ALTER TABLE memory_items ADD COLUMN occurs TEXT NOT NULL DEFAULT '';
UPDATE memory_items SET said_at = updated_at;
"""

# A deletion that was undone stays in the history, and so does its undoing; /undo passes both over.
UNDONE_DELETIONS = "ALTER TABLE memory_changes ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;"

FACT_TABLES = _ITEMS + build_search_tables(FACTS_CORPUS)
FACTS_BY_SCOPE = build_scope_tables(FACTS_CORPUS)
FACTS_TAIL = build_tail(FACTS_CORPUS)
FACTS_IN_BATCHES = build_batches(FACTS_CORPUS)
FACTS_IN_FULL_TEXT = f"INSERT INTO full_text VALUES ('{FACTS_CORPUS.name}', {WHOLE});"  # noqa: S608 - our names
SEARCHED = Readable(
    visible=frozenset({"memory_items", "memory_changes", FACTS_CORPUS.terms, FACTS_CORPUS.tail}),
    matched=frozenset({FACTS_CORPUS.fts}),
    counted=frozenset({FACTS_CORPUS.vocab}),
)
