"""What the door shows of items, and what is asked of it. Nothing here comes from a person."""

LIVE = "m.deleted_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > :now)"
ROWS = f"SELECT m.* FROM memory_items m WHERE {LIVE}"  # noqa: S608 - our own texts, as below
FOUND_ROWS = (
    "SELECT m.*, t.main, t.side, t.common, t.length"  # noqa: S608 - as above
    f" FROM memory_items m JOIN memory_items_terms t ON t.id = m.id WHERE {LIVE}"
)
# What ended by itself nobody deleted, and what has a newer one on its topic cannot come back.
DELETED_ROWS = (
    "SELECT m.* FROM memory_items m WHERE m.deleted_at IS NOT NULL"
    " AND (m.expires_at IS NULL OR m.expires_at > :now) AND NOT EXISTS ("
    " SELECT 1 FROM memory_items n WHERE n.scope = m.scope AND n.dedup_key = m.dedup_key"
    " AND n.dedup_key <> '' AND n.deleted_at IS NULL)"
)
CHANGE_ROWS = (
    "SELECT c.* FROM memory_changes c JOIN memory_items m USING (item_id)"  # noqa: S608 - as above
    f" WHERE {LIVE}"
)
# The best of each scope, by an index: a person with a hundred thousand items waits for nothing.
WORTH = "pinned DESC, importance DESC, updated_at DESC"
BEST_ROWS = (
    "SELECT m.* FROM json_each(:scopes) s CROSS JOIN memory_items m ON m.id IN ("  # noqa: S608 - as above
    " SELECT m.id FROM memory_items m WHERE m.scope = s.value AND m.retention = :retention"
    f" AND {LIVE} ORDER BY {WORTH} LIMIT :limit)"
)
BEST = f" SELECT * FROM visible ORDER BY {WORTH} LIMIT :limit"  # noqa: S608 - as above
PROPOSED = " SELECT visible.* FROM json_each(:rows) JOIN visible ON visible.id = value"
FOUND = """
    , found AS MATERIALIZED (
        SELECT rowid AS id, bm25(memory_items_fts, 1, 3, 1, 0) AS rank
        FROM memory_items_fts WHERE memory_items_fts MATCH :match
        ORDER BY rank LIMIT :candidates
    )
    SELECT visible.*, (
        SELECT json_group_array(
            (SELECT count(*) FROM memory_items_fts WHERE memory_items_fts MATCH value)
        ) FROM json_each(:lookups)
    ) AS frequencies
    FROM found JOIN visible ON visible.id = found.id
"""
