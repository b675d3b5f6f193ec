"""What was deleted leaves the bytes of the file too, where no question finds it but a thief would.

Whoever writes overwrites what it deletes (`secure_delete`, in `database`). That leaves three
places. FTS5 only notes that a word is gone, and has it until the pieces are merged. The log beside
the file has pages as they were. And where SQLite moved rows from page to page there is, of one
deleted text in a thousand, a copy that nothing but writing the file anew takes away.
"""

import sqlite3
from functools import partial

from indexer.store import optimize
from indexer.store.database import Database

# Bytes of a file that is written anew in half a second, in which nobody else can write.
SMALL = 64 << 20


async def scrub(database: Database, largest: float = SMALL) -> None:
    """Take all that was deleted out of the file; of one that is larger, all but those copies."""
    for fts in await database.change(_list_indexes):
        while await database.change(partial(optimize.merge_some_into_one, fts=fts)):
            pass
    await database.scrub(largest)


def _list_indexes(db: sqlite3.Connection) -> list[str]:
    rows = db.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%'")
    return [str(row["name"]) for row in rows]
