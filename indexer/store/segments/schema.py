"""The tables of the stored segments, and of the signs of vectors; no text in its order."""

from indexer.store.corpus import Corpus

# `ids`, `lengths`, `acl` and `dead` are packed numbers, one for each row (see `packing`); `acl`
# counts the entries of `acls`. `removal` is the last of `removals` that `dead` takes into account.
SEGMENT_TABLES = """
CREATE TABLE segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    corpus TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('building', 'ready', 'dropped')),
    size INTEGER NOT NULL,                  -- rows
    removal INTEGER NOT NULL,
    ids BLOB NOT NULL,
    lengths BLOB NOT NULL,
    acl BLOB NOT NULL,
    acls TEXT NOT NULL,                     -- JSON array
    dead BLOB NOT NULL                      -- numbers of rows
);
CREATE INDEX segments_by_corpus ON segments (corpus, state);

CREATE TABLE postings (
    segment INTEGER NOT NULL,
    field INTEGER NOT NULL,                 -- 0: text and title; 1: the commonest words
    term TEXT NOT NULL,
    rows BLOB NOT NULL,
    counts BLOB,
    PRIMARY KEY (segment, field, term)
) WITHOUT ROWID;
"""

# Whatever was removed or rewritten counts in no segment. If it is still there, it is in the tail.
_TAIL = """
CREATE TABLE {tail} (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,  -- another one whenever the row is written
    row INTEGER NOT NULL UNIQUE
);
CREATE TRIGGER {corpus}_appended AFTER INSERT ON {terms} BEGIN
    INSERT INTO {tail} (row) VALUES (new.id);
END;
CREATE TRIGGER {corpus}_cut AFTER INSERT ON removals WHEN new.corpus = '{corpus}' BEGIN
    DELETE FROM {tail} WHERE row = new.row;
    INSERT INTO {tail} (row) SELECT id FROM {terms} WHERE id = new.row;
END;
INSERT INTO {tail} (row) SELECT id FROM {terms} ORDER BY id;
"""

# The signs of vectors in blocks (see `signs`); `ids` and `acl` are packed, a number for each row.
SIGN_TABLES = """
CREATE TABLE signs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    corpus TEXT NOT NULL,
    model TEXT NOT NULL,
    first INTEGER NOT NULL,                 -- the vector after which it begins
    last INTEGER NOT NULL,                  -- its last vector
    removal INTEGER NOT NULL,               -- the last of `removals` that it takes into account
    rows INTEGER NOT NULL,
    ids BLOB NOT NULL,
    acl BLOB NOT NULL,
    acls TEXT NOT NULL,                     -- JSON array
    size INTEGER NOT NULL,                  -- bytes of a vector
    signs BLOB NOT NULL
);
CREATE UNIQUE INDEX signs_by_corpus ON signs (corpus, model, last);
"""

SEGMENT_READABLE = frozenset(("segments", "postings", "removals"))


def build_tail(corpus: Corpus) -> str:
    """Return the SQL that makes each row of a searchable table wait for its segment."""
    return _TAIL.format(corpus=corpus.name, terms=corpus.terms, tail=corpus.tail)
