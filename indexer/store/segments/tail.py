"""Counts the rows that wait for their segment; it loads no numpy."""

from indexer.store.corpus import Corpus
from indexer.store.database import Database
from indexer.store.engine.session import Session

WAITING = 512  # rows in the tail from which a segment is made
LONGEST_TAIL = 8192  # rows that a reader inverts; FTS5 finds more of them faster


async def count_tail(database: Database, corpus: Corpus, most: int) -> int:
    """Count the rows of the tail, up to `most`."""
    rows = await database.fetch(
        f"SELECT count(*) FROM (SELECT 1 FROM {corpus.tail} LIMIT ?)",  # noqa: S608 - our names
        (most,),
    )
    return int(next(iter(rows))[0])


def is_tail_long(db: Session, corpus: Corpus) -> bool:
    """Return whether a reader may leave the tail to FTS5: it is that long, gaps included."""
    first, last = (f"(SELECT {each}(seq) FROM {corpus.tail})" for each in ("min", "max"))  # noqa: S608 - our names  # not translated: SQL
    ((length,),) = db.execute(f"SELECT coalesce({last} - {first} + 1, 0)")
    return int(length) > LONGEST_TAIL
