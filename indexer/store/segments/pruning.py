"""Forgets old removals: each segment notes which of its rows are dead, and then nobody asks.

Whoever holds segments in memory and did not follow in time then counts too many rows, and loads
the segments again. Signs of vectors are loaded again if the first removal that is left is later
than the last one they took into account.
"""

from indexer.store.corpus import Corpus
from indexer.store.engine.session import Session
from indexer.store.segments.header import PackedHeader, pack_dead
from indexer.store.segments.writing import find_last_removal, list_removed

MANY = 4096  # removals from which they are pruned
STEP = 2048  # removals that one transaction deletes


def has_many(db: Session, corpus: Corpus) -> bool:
    """Return whether there are so many removals that reading them takes time."""
    found = db.execute(
        "SELECT 1 FROM removals WHERE corpus = ? LIMIT 1 OFFSET ?", (corpus.name, MANY)
    )
    return found.fetchone() is not None


def note_removed(db: Session, corpus: Corpus) -> bool:
    """Note in one segment which of its rows were removed; return whether there may be more."""
    now = find_last_removal(db, corpus)
    row = db.execute(
        "SELECT id, removal, ids, lengths, acl, acls, dead FROM segments"
        " WHERE corpus = ? AND state = 'ready' AND removal < ? LIMIT 1",
        (corpus.name, now),
    ).fetchone()
    if row is None:
        return False
    number, removal, *packed = row
    dead = PackedHeader(*packed).unpack().mark_dead(list_removed(db, corpus, removal))
    db.execute(
        "UPDATE segments SET dead = ?, removal = ? WHERE id = ?", (pack_dead(dead), now, number)
    )
    return True


def delete_some(db: Session, corpus: Corpus) -> bool:
    """Delete removals that all segments and signs have noted; return whether there may be more.

    The last one stays: it tells others how far they are.
    """
    deleted = db.execute(
        "DELETE FROM removals WHERE seq IN (SELECT seq FROM removals WHERE corpus = ?1 AND seq < ("
        "    SELECT min(noted) FROM (SELECT max(seq) AS noted FROM removals WHERE corpus = ?1"
        "    UNION ALL SELECT removal FROM segments WHERE corpus = ?1 AND state = 'ready'"
        "    UNION ALL SELECT removal FROM signs WHERE corpus = ?1)"
        ") ORDER BY seq LIMIT ?2)",
        (corpus.name, STEP),
    )
    return deleted.rowcount > 0
