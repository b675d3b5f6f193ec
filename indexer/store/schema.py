"""The tables of documents and transcripts, and those that make them searchable.

`*_terms` holds the analyzed text of each row. The FTS5 tables index exactly that (external
content), so an entry can always be removed with the terms it was added with, and reading text
through FTS5 is refused like any other way to bypass `visible`. Rows are added in explicit batches,
which is a third faster than triggers, and removed by triggers, because cascades must not be missed.
"""

from indexer.store.authorizer import Readable
from indexer.store.corpus import PASSAGES, RULES, TURNS, WHOLE, Corpus
from indexer.store.database import Schema
from indexer.store.files import PRIVATE_FILES
from indexer.store.segments.schema import (
    SEGMENT_READABLE,
    SEGMENT_TABLES,
    SIGN_TABLES,
    build_tail,
)

_FILES = """
CREATE TABLE files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT UNIQUE NOT NULL,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    scope TEXT NOT NULL,
    document_type TEXT NOT NULL,
    pages INTEGER NOT NULL,
    size INTEGER NOT NULL,
    kind TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
"""

_CHUNKS = """
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    chunk_id TEXT UNIQUE NOT NULL,
    file_id INTEGER REFERENCES files (id) ON DELETE CASCADE,
    file_path TEXT NOT NULL,
    position INTEGER NOT NULL,
    page_start INTEGER,
    page_end INTEGER,
    start_line INTEGER,
    element_type TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    parent_chunk_id TEXT,
    section_path TEXT NOT NULL,
    section_level INTEGER NOT NULL,
    document_type TEXT NOT NULL,
    metadata TEXT NOT NULL,
    scope TEXT NOT NULL,
    activation REAL NOT NULL DEFAULT 0,
    access_count INTEGER NOT NULL DEFAULT 0,
    last_accessed INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE INDEX chunks_by_file ON chunks (file_id, position);
CREATE INDEX chunks_by_memory ON chunks (scope, created_at) WHERE file_id IS NULL;

CREATE TABLE aliases (
    former TEXT PRIMARY KEY,
    chunk_id TEXT NOT NULL REFERENCES chunks (chunk_id) ON UPDATE CASCADE ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX aliases_by_chunk ON aliases (chunk_id);

CREATE TABLE access_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    chunk_id TEXT NOT NULL REFERENCES chunks (chunk_id) ON UPDATE CASCADE ON DELETE CASCADE,
    accessed_at INTEGER NOT NULL,
    query TEXT NOT NULL                     -- a digest
);
CREATE INDEX access_by_chunk ON access_history (chunk_id, accessed_at);
CREATE UNIQUE INDEX access_once_a_minute ON access_history (chunk_id, query, accessed_at / 60);
"""

_TRANSCRIPTS = """
CREATE TABLE transcripts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    conversation TEXT NOT NULL,
    session TEXT NOT NULL,
    position INTEGER NOT NULL,
    speaker TEXT NOT NULL,
    said_at TEXT NOT NULL,
    content TEXT NOT NULL,
    scope TEXT NOT NULL,
    UNIQUE (file_id, message_id)
);
CREATE INDEX transcripts_by_session ON transcripts (file_id, session, position);
CREATE INDEX transcripts_by_conversation ON transcripts (conversation);
"""

# A turn is embedded together with its neighbours.
_CONTEXT = """
CREATE TRIGGER transcripts_{change} AFTER {event} ON transcripts {when} BEGIN
    DELETE FROM vectors WHERE corpus = 'transcripts' AND row IN (
        SELECT id FROM transcripts WHERE file_id = {turn}.file_id AND session = {turn}.session
        AND position BETWEEN {turn}.position - 1 AND {turn}.position + 1
    );
END;
"""
_CONTEXTS = (
    _CONTEXT.format(change="joined", event="INSERT", when="", turn="new")
    + _CONTEXT.format(change="left", event="DELETE", when="", turn="old")
    + _CONTEXT.format(
        change="edited",
        event="UPDATE OF content, speaker, said_at",
        when="WHEN (old.content, old.speaker, old.said_at)"
        " IS NOT (new.content, new.speaker, new.said_at)",
        turn="new",
    )
)

# `totals` are the statistics for BM25, and show that something changed; `removals` lists the rows
# that an in-memory index must drop. Neither holds text. An empty vector belongs to a text that the
# model cannot embed.
_SEARCH = """
CREATE TABLE totals (
    corpus TEXT NOT NULL,
    language TEXT NOT NULL,
    added INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (corpus, language)
) WITHOUT ROWID;

CREATE TABLE removals (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    corpus TEXT NOT NULL,
    row INTEGER NOT NULL
);
CREATE INDEX removals_by_corpus ON removals (corpus, seq);

CREATE TABLE vectors (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    corpus TEXT NOT NULL,
    row INTEGER NOT NULL,
    model TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (corpus, row, model)
);
"""

# The ascii tokenizer treats everything beyond ASCII as letters; with the characters of identifiers
# added, its tokens are exactly our terms.
_FTS = """
CREATE VIRTUAL TABLE {fts} USING fts5 (
    main, side, common, acl, content = '{terms}', content_rowid = 'id',
    tokenize = "ascii tokenchars '_.-+#@:'"
);
"""
_REMOVED_FROM_FTS = """
    INSERT INTO {fts} ({fts}, rowid, main, side, common, acl)
    VALUES ('delete', old.id, old.main, old.side, old.common, old.acl);
"""

_SEARCHABLE = (
    """
CREATE TABLE {terms} (
    id INTEGER PRIMARY KEY REFERENCES {corpus} (id) ON DELETE CASCADE,
    main TEXT NOT NULL,
    side TEXT NOT NULL,
    common TEXT NOT NULL,
    acl TEXT NOT NULL,
    language TEXT NOT NULL,
    length INTEGER NOT NULL,
    hashes BLOB NOT NULL,
    counts BLOB NOT NULL
);
"""  # noqa: S608 - our names
    + _FTS
    + """
CREATE TRIGGER {corpus}_counted AFTER INSERT ON {terms} BEGIN
    INSERT INTO totals VALUES ('{corpus}', new.language, 1, 0, new.length)
    ON CONFLICT (corpus, language) DO UPDATE
    SET added = added + 1, length = length + excluded.length;
END;
CREATE TRIGGER {corpus}_taken_out AFTER DELETE ON {terms} BEGIN
"""
    + _REMOVED_FROM_FTS
    + """
    UPDATE totals SET removed = removed + 1, length = length - old.length
    WHERE corpus = '{corpus}' AND language = old.language;
    INSERT INTO removals (corpus, row) VALUES ('{corpus}', old.id);
END;
CREATE TRIGGER {corpus}_forgotten AFTER DELETE ON {corpus} BEGIN
    DELETE FROM vectors WHERE corpus = '{corpus}' AND row = old.id;
END;
CREATE TRIGGER {corpus}_rewritten AFTER UPDATE OF content ON {corpus}
WHEN old.content IS NOT new.content BEGIN
    DELETE FROM vectors WHERE corpus = '{corpus}' AND row = old.id;
    INSERT INTO removals (corpus, row) VALUES ('{corpus}', old.id);
END;
"""
)


def build_search_tables(corpus: Corpus) -> str:
    """Return the SQL that makes a table with the columns `id` and `content` searchable."""
    return _SEARCHABLE.format(corpus=corpus.name, terms=corpus.terms, fts=corpus.fts)


# A query is stored only to count it once a minute; a digest keeps no text that a person may forget.
_QUESTIONS_AS_DIGESTS = "UPDATE access_history SET query = digest(query);"


# FTS5 merges segments four at a time by default. With sixteen, a text is copied half as often and
# indexing is a sixth faster, while a search by FTS5 alone gets a tenth slower. The crisis merge,
# which merges all at once and delays a commit, is set so high that it does not happen.
_MERGING = """
INSERT INTO {fts} ({fts}, rank) VALUES ('automerge', 16);
INSERT INTO {fts} ({fts}, rank) VALUES ('crisismerge', 64);
"""

# The rules by which each group of rows was analyzed, and how far (see `reindex`).
# Earlier versions did not note who sent a file in a chat: the place of its sender stays empty.
_SENDERS = """
UPDATE files SET path = 'upload:' || scope || '//'
    || substr(path, length('upload:' || substr(scope, 6) || '/') + 1)
WHERE scope GLOB 'user:*' AND kind = 'document'
    AND substr(path, 1, length(scope) + 3) = 'upload:' || substr(scope, 6) || '/';
UPDATE chunks SET file_path = (SELECT path FROM files WHERE files.id = chunks.file_id)
WHERE file_id IN (SELECT id FROM files WHERE path GLOB 'upload:user:*');
"""

_RENEWALS = """
CREATE TABLE renewals (
    part TEXT PRIMARY KEY,
    rules TEXT NOT NULL,
    last INTEGER                            -- the last id that is done; NULL where all are
) WITHOUT ROWID;
"""

# What is indexed from now on is analyzed by the current rules.
_FRESH = f"""
INSERT INTO renewals (part, rules) VALUES
    ('documents', '{RULES}'), ('memories', '{RULES}'), ('transcripts', '{RULES}');
"""  # noqa: S608 - our own words

_SCOPE_TOTALS = """
CREATE TABLE scope_totals (
    corpus TEXT NOT NULL,
    scope TEXT NOT NULL,                    -- as the token that begins an acl
    language TEXT NOT NULL,
    rows INTEGER NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (corpus, scope, language)
) WITHOUT ROWID;
"""

# What a search for a reader who sees some scopes counts: by scope, and by row (see `scoped_fts`).
_BY_SCOPE = """
CREATE INDEX {terms}_by_acl ON {terms} (acl, length);
CREATE VIRTUAL TABLE {vocab} USING fts5vocab ({fts}, instance);
INSERT INTO scope_totals SELECT '{corpus}', substr(acl, 1, 17), language, count(*), sum(length)
    FROM {terms} GROUP BY substr(acl, 1, 17), language;
CREATE TRIGGER {corpus}_counted_by_scope AFTER INSERT ON {terms} BEGIN
    INSERT INTO scope_totals
    VALUES ('{corpus}', substr(new.acl, 1, 17), new.language, 1, new.length)
    ON CONFLICT (corpus, scope, language) DO UPDATE
    SET rows = scope_totals.rows + 1, length = scope_totals.length + excluded.length;
END;
CREATE TRIGGER {corpus}_taken_out_of_scope AFTER DELETE ON {terms} BEGIN
    UPDATE scope_totals SET rows = rows - 1, length = length - old.length
    WHERE corpus = '{corpus}' AND scope = substr(old.acl, 1, 17) AND language = old.language;
END;
"""


# Whose access it was, earlier versions did not note: such an access counts for the owner alone.
_ACCESS_SCOPES = """
ALTER TABLE access_history ADD COLUMN scope TEXT NOT NULL DEFAULT 'admin';
DROP INDEX access_once_a_minute;
CREATE UNIQUE INDEX access_once_a_minute
    ON access_history (chunk_id, scope, query, accessed_at / 60);
"""


# Files with the same bytes as a document (see `store.files`).
_TWINS = """
CREATE TABLE twins (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT UNIQUE NOT NULL,
    name TEXT NOT NULL,
    file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE
);
CREATE INDEX twins_by_file ON twins (file_id);
"""


# How far FTS5 has each corpus. One that is left out has no entry; one that is built has a row up to
# which it is done (see `full_text`).
_FULL_TEXT_STATE = """
CREATE TABLE full_text (
    corpus TEXT PRIMARY KEY,
    last INTEGER NOT NULL                   -- row
) WITHOUT ROWID;
"""
_OUT_OF_FULL_TEXT = (
    """
CREATE TRIGGER {corpus}_out_of_full_text AFTER DELETE ON {terms}
WHEN old.id <= (SELECT last FROM full_text WHERE corpus = '{corpus}') BEGIN
"""  # noqa: S608 - our names
    + _REMOVED_FROM_FTS
    + "END;\n"
)
# Before, every deletion wrote to FTS5.
_LEAVING_OUT = """
INSERT INTO full_text VALUES ('{corpus}', {last});
DROP TRIGGER {corpus}_taken_out;
CREATE TRIGGER {corpus}_taken_out AFTER DELETE ON {terms} BEGIN
    UPDATE totals SET removed = removed + 1, length = length - old.length
    WHERE corpus = '{corpus}' AND language = old.language;
    INSERT INTO removals (corpus, row) VALUES ('{corpus}', old.id);
END;
"""
_FULL_TEXT = (
    _FTS
    + """
CREATE VIRTUAL TABLE {vocab} USING fts5vocab ({fts}, instance);
INSERT INTO full_text VALUES ('{corpus}', 0);
"""
)


def build_full_text(corpus: Corpus) -> str:
    """Return the SQL that creates an empty FTS5 index of a corpus, which has none."""
    script = _FULL_TEXT + _MERGING + _OUT_OF_FULL_TEXT
    return script.format(corpus=corpus.name, terms=corpus.terms, fts=corpus.fts, vocab=corpus.vocab)


def _build_leaving_out(corpus: Corpus) -> str:
    """Return the SQL after which FTS5 can be left out of a corpus."""
    script = _LEAVING_OUT + _OUT_OF_FULL_TEXT
    return script.format(corpus=corpus.name, terms=corpus.terms, fts=corpus.fts, last=WHOLE)


def build_scope_tables(corpus: Corpus) -> str:
    """Return the SQL that counts the rows of a searchable table by scope; it follows the other."""
    return _BY_SCOPE.format(
        corpus=corpus.name, terms=corpus.terms, fts=corpus.fts, vocab=corpus.vocab
    )


# Rows are added in batches, which `terms` counts: a trigger for each row took a twelfth of the time
# of indexing. By id, the entries of a scope's new rows share a page.
_BATCHES = """
DROP TRIGGER {corpus}_counted;
DROP TRIGGER {corpus}_counted_by_scope;
DROP TRIGGER {corpus}_appended;
DROP INDEX {terms}_by_acl;
CREATE INDEX {terms}_by_acl ON {terms} (acl, id, length);
"""


def build_batches(corpus: Corpus) -> str:
    """Return the SQL after which whoever adds rows to a searchable table counts them."""
    return _BATCHES.format(corpus=corpus.name, terms=corpus.terms)


INDEX = Schema(
    "index",
    (
        _FILES
        + _CHUNKS
        + _TRANSCRIPTS
        + _SEARCH
        + _CONTEXTS
        + build_search_tables(PASSAGES)
        + build_search_tables(TURNS),
        "CREATE INDEX files_by_hash ON files (hash, scope);",
        _MERGING.format(fts=PASSAGES.fts) + _MERGING.format(fts=TURNS.fts),
        _QUESTIONS_AS_DIGESTS,
        _RENEWALS,
        _SENDERS,
        _SCOPE_TOTALS + build_scope_tables(PASSAGES) + build_scope_tables(TURNS) + _ACCESS_SCOPES,
        _TWINS,
        SEGMENT_TABLES + build_tail(PASSAGES) + build_tail(TURNS),
        _FULL_TEXT_STATE + _build_leaving_out(PASSAGES) + _build_leaving_out(TURNS),
        SIGN_TABLES,
        "ALTER TABLE files ADD COLUMN notices TEXT NOT NULL DEFAULT '[]';  -- JSON; what was lost",
        build_batches(PASSAGES) + build_batches(TURNS),
        PRIVATE_FILES,
    ),
    fresh=_FRESH,
    searched=Readable(
        plain=frozenset({"totals", "scope_totals", "aliases", "full_text"}),
        visible=frozenset(
            ("files", "chunks", "access_history", "transcripts", PASSAGES.terms, TURNS.terms)
        ).union(SEGMENT_READABLE, (PASSAGES.tail, TURNS.tail, "vectors", "signs")),
        matched=frozenset((PASSAGES.fts, TURNS.fts)),
        counted=frozenset((PASSAGES.vocab, TURNS.vocab)),
    ),
)
