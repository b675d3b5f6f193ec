"""Erases deleted data from the bytes of the database file, where a thief could still read it.

Every deletion overwrites the data in its place (`secure_delete`, in `database`). That leaves four
other places. FTS5 only marks a word as deleted, and keeps it until its segments are merged. So do
the stored segments. The write-ahead log has earlier versions of pages. And where SQLite moved rows
between pages, one deleted text in a thousand leaves a copy that only VACUUM removes.
"""

from collections.abc import Sequence
from functools import partial

from indexer.store import full_text
from indexer.store.corpus import PASSAGES, TURNS, Corpus
from indexer.store.database import Database
from indexer.store.engine.session import Session

# Bytes of a file that VACUUM rewrites in half a second, during which nobody else can write.
SMALL = 64 << 20


async def scrub(
    database: Database,
    largest: float = SMALL,
    corpora: Sequence[Corpus] = (PASSAGES, TURNS),
) -> bool:
    """Erase deleted data from the file; without VACUUM if it has more than `largest` bytes.

    Return False if the log beside it still has some, because somebody reads from it.
    """
    for corpus in await database.change(partial(_list_segmented, corpora=corpora)):
        await purge_segments(database, corpus)
    for corpus in await database.change(partial(_list_signed, corpora=corpora)):
        await purge_signs(database, corpus)
    for corpus in corpora:
        while await database.change(partial(full_text.merge_some_into_one, fts=corpus.fts)):
            pass
    return await database.scrub(largest)


async def purge_segments(database: Database, corpus: Corpus) -> None:
    """Rewrite the stored segments that hold words of deleted rows."""
    from indexer.store.segments.keeper import SegmentKeeper

    await SegmentKeeper(database, corpus).purge()


async def purge_signs(database: Database, corpus: Corpus) -> None:
    """Rewrite the blocks with the signs of vectors that are gone."""
    from indexer.store import signs

    await signs.purge_signs(database, corpus)


def _list_signed(db: Session, corpora: Sequence[Corpus]) -> list[Corpus]:
    """Return those with signs of vectors: for the others numpy need not be loaded."""
    if not db.has_table("signs"):
        return []
    names = {str(row[0]) for row in db.execute("SELECT DISTINCT corpus FROM signs")}
    return [corpus for corpus in corpora if corpus.name in names]


def _list_segmented(db: Session, corpora: Sequence[Corpus]) -> list[Corpus]:
    """Return those with stored segments: for the others numpy need not be loaded."""
    if not db.has_table("segments"):
        return []  # a database without an index
    names = {str(row[0]) for row in db.execute("SELECT DISTINCT corpus FROM segments")}
    return [corpus for corpus in corpora if corpus.name in names]
