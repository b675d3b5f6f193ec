"""Merges the segments of the FTS5 indexes when there is time for it.

FTS5 stores each commit in a segment of its own and looks words up in every segment. While files are
indexed it merges sixteen segments at a time, so that little is copied (see `schema`). Merging four
at a time later makes a search by FTS5 a fifth faster.
"""

import sqlite3
from functools import partial

from indexer.store.corpus import PASSAGES, TURNS, Corpus
from indexer.store.database import Database

# Pages of 4 KB that one step writes. The next write waits for it: up to 17 ms among 100,000
# passages, as long as for a file that is indexed.
PAGES = 32


async def merge_segments(database: Database) -> None:
    """Merge all segments into a few, in steps between which others can write."""
    for corpus in (PASSAGES, TURNS):
        while await database.change(partial(merge_some, corpus=corpus)):
            pass


def merge_some(db: sqlite3.Connection, corpus: Corpus) -> bool:
    """Do one step of merging four or more segments; return whether there was anything to merge."""
    return _merge_pages(db, corpus.fts, PAGES)


def merge_some_into_one(db: sqlite3.Connection, fts: str) -> bool:
    """Do one step of merging all segments into one; return whether there was anything to merge."""
    return _merge_pages(db, fts, -PAGES)


def _merge_pages(db: sqlite3.Connection, fts: str, pages: int) -> bool:
    before = db.total_changes
    db.execute(f"INSERT INTO {fts} ({fts}, rank) VALUES ('merge', ?)", (pages,))  # noqa: S608 - our names
    return db.total_changes - before > 1  # the statement itself counts as one change
