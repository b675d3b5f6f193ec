"""FTS5 keeps what each commit brought in a piece of its own, and looks words up in every piece.

While files come in, it merges sixteen pieces at a time, so that little is copied (see `schema`).
Merging four at a time once there is time for it takes a fifth off what FTS5 needs for a question.
"""

import sqlite3
from functools import partial

from indexer.store.corpus import PASSAGES, TURNS, Corpus
from indexer.store.database import Database

# What one step writes, of 4 KB each. Whoever writes next waits for it: up to 17 ms among 100,000
# passages, as for a file that is indexed.
PAGES = 32


async def merge_segments(database: Database) -> None:
    """Make few pieces of all, in steps between which others write."""
    for corpus in (PASSAGES, TURNS):
        while await database.change(partial(merge_some, corpus=corpus)):
            pass


def merge_some(db: sqlite3.Connection, corpus: Corpus) -> bool:
    """Merge a little of what four pieces or more hold; whether there was anything to merge."""
    return _merge_pages(db, corpus.fts, PAGES)


def merge_some_into_one(db: sqlite3.Connection, fts: str) -> bool:
    """Merge a little of all pieces into a single one; whether there was anything to merge."""
    return _merge_pages(db, fts, -PAGES)


def _merge_pages(db: sqlite3.Connection, fts: str, pages: int) -> bool:
    before = db.total_changes
    db.execute(f"INSERT INTO {fts} ({fts}, rank) VALUES ('merge', ?)", (pages,))  # noqa: S608 - our names
    return db.total_changes - before > 1  # one is the statement's own
