"""Counts the rows that wait for their segment; it loads no numpy."""

from indexer.store.corpus import Corpus
from indexer.store.database import Database

WAITING = 512  # rows in the tail from which a segment is made


async def count_tail(database: Database, corpus: Corpus, most: int) -> int:
    """Count the rows of the tail, up to `most`."""
    async with database.read_committed() as db:
        rows = await db.execute_fetchall(
            f"SELECT count(*) FROM (SELECT 1 FROM {corpus.tail} LIMIT ?)",  # noqa: S608 - our names
            (most,),
        )
    return int(next(iter(rows))[0])
