"""Statements of the door about all scopes: they return ids, numbers, postings, vectors, no text.

Whoever counts or compares them takes the rows that a reader may see. Each engine keeps a statement
of its own from reading the same: SQLite by the name of its CTE, PostgreSQL by a function.
"""

from indexer.store.engine.session import Across

# The stored segments and the tail: ids, lengths, scopes and postings of all scopes (see
# `segments`). Whoever counts them takes the visible rows.
SEGMENTS = Across(
    "list_segments",
    """
    WITH {door} AS (
        SELECT id FROM segments WHERE corpus = :corpus AND state = 'ready' ORDER BY id
    ) SELECT id FROM {door}
""",
    takes=(("corpus", "TEXT"),),
    returns="id BIGINT",
)

HEADERS = Across(
    "load_headers",
    """
    WITH {door} AS (
        SELECT id, removal, ids, lengths, acl, acls, dead FROM segments
        WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(:segments))
    ) SELECT * FROM {door}
""",
    takes=(("segments", "TEXT"),),
    returns="id BIGINT, removal BIGINT, ids BYTEA, lengths BYTEA, acl BYTEA, acls TEXT, dead BYTEA",
)

REMOVED = Across(
    "list_removed",
    """
    WITH {door} AS (SELECT seq, row FROM removals WHERE corpus = :corpus AND seq > :since)
    SELECT group_concat(seq), group_concat(row) FROM {door}
""",
    takes=(
        ("corpus", "TEXT"),
        ("since", "BIGINT"),
    ),
    returns="removals TEXT, removed TEXT",
)

TAIL_COUNT = Across(
    "count_tail",
    """
    WITH {door} AS (SELECT 1 FROM {tail} LIMIT :most)
    SELECT count(*) FROM {door}
""",
    takes=(("most", "BIGINT"),),
    returns="rows BIGINT",
)

TAIL = Across(
    "load_tail",
    """
    WITH {door} AS (
        SELECT y.seq, t.id, t.acl, t.length, t.hashes, t.counts
        FROM {tail} y CROSS JOIN {terms} t
        WHERE t.id = y.row AND y.seq > :since ORDER BY y.seq
    ) SELECT * FROM {door}
""",
    takes=(("since", "BIGINT"),),
    returns="seq BIGINT, id BIGINT, acl TEXT, length BIGINT, hashes BYTEA, counts BYTEA",
)

POSTINGS = Across(
    "load_postings",
    """
    WITH {door} AS (
        SELECT p.segment, p.field, p.rows, p.counts, w.key
        FROM json_each(:wanted) w CROSS JOIN postings p
        WHERE p.segment = CAST(json_extract(w.value, '$[0]') AS BIGINT)
        AND p.field = CAST(json_extract(w.value, '$[1]') AS BIGINT)
        AND p.term = json_extract(w.value, '$[2]')
    ) SELECT * FROM {door}
""",
    takes=(("wanted", "TEXT"),),
    returns="segment BIGINT, field BIGINT, rows BYTEA, counts BYTEA, key BIGINT",
)

BEGINNING = Across(
    "load_postings_of_beginning",
    """
    WITH {door} AS (
        SELECT p.segment, p.rows, p.counts FROM json_each(:segments) s CROSS JOIN postings p
        WHERE p.segment = CAST(s.value AS BIGINT) AND p.field = 0
        AND p.term >= :first AND p.term <= :last
    ) SELECT * FROM {door}
""",
    takes=(
        ("segments", "TEXT"),
        ("first", "TEXT"),
        ("last", "TEXT"),
    ),
    returns="segment BIGINT, rows BYTEA, counts BYTEA",
)

LAST_REMOVAL = Across(
    "find_last_removal",
    """
    WITH {door} AS (SELECT max(seq) AS last FROM removals WHERE corpus = :corpus)
    SELECT coalesce(last, 0) FROM {door}
""",
    takes=(("corpus", "TEXT"),),
    returns="last BIGINT",
)

FIRST_REMOVAL = Across(
    "find_first_removal",
    """
    WITH {door} AS (SELECT min(seq) AS first FROM removals WHERE corpus = :corpus)
    SELECT coalesce(first, 0) FROM {door}
""",
    takes=(("corpus", "TEXT"),),
    returns="first BIGINT",
)

# Vectors and their signs, of all scopes. Whoever compares them takes those within a filter.
SIGNS = Across(
    "load_signs",
    """
    WITH {door} AS (
        SELECT last, removal, ids, acl, acls, size, signs FROM signs
        WHERE corpus = :corpus AND model = :model ORDER BY last
    ) SELECT * FROM {door}
""",
    takes=(
        ("corpus", "TEXT"),
        ("model", "TEXT"),
    ),
    returns="last BIGINT, removal BIGINT, ids BYTEA, acl BYTEA, "
    "acls TEXT, size BIGINT, signs BYTEA",
)

# The empty text keeps SQLite from scanning a whole corpus by its index to find the few new vectors.
NEW_VECTORS = Across(
    "list_new_vectors",
    """
    WITH {door} AS (
        SELECT v.seq, v.row, t.acl, v.vector FROM vectors v CROSS JOIN {terms} t
        WHERE t.id = v.row AND v.seq > :since AND v.corpus || '' = :corpus AND v.model = :model
        AND length(v.vector) > 0
        ORDER BY v.seq LIMIT :most
    ) SELECT * FROM {door}
""",
    takes=(
        ("corpus", "TEXT"),
        ("model", "TEXT"),
        ("since", "BIGINT"),
        ("most", "BIGINT"),
    ),
    returns="seq BIGINT, row BIGINT, acl TEXT, vector BYTEA",
)

THESE_VECTORS = Across(
    "load_vectors",
    """
    WITH {door} AS (
        SELECT v.row, t.acl, v.vector
        FROM json_each(:rows) CROSS JOIN vectors v CROSS JOIN {terms} t
        WHERE v.corpus = :corpus AND v.row = CAST(value AS BIGINT) AND v.model = :model
        AND length(v.vector) > 0 AND t.id = v.row
    ) SELECT * FROM {door}
""",
    takes=(
        ("corpus", "TEXT"),
        ("model", "TEXT"),
        ("rows", "TEXT"),
    ),
    returns="row BIGINT, acl TEXT, vector BYTEA",
)

ACROSS = (
    SEGMENTS,
    HEADERS,
    REMOVED,
    TAIL_COUNT,
    TAIL,
    POSTINGS,
    BEGINNING,
    LAST_REMOVAL,
    FIRST_REMOVAL,
    SIGNS,
    NEW_VECTORS,
    THESE_VECTORS,
)
