"""Rows of the `*_terms` tables and their FTS5 entries, written side by side.

For the thread of the writer's connection, inside a transaction.
"""

import json
import sqlite3
from collections.abc import Collection, Mapping

from indexer.store.corpus import Corpus
from indexer.store.terms import Terms


def insert(db: sqlite3.Connection, corpus: Corpus, terms: Mapping[int, Terms]) -> None:
    """Make rows searchable that are not yet; keys are the ids of their texts."""
    rows = [
        (n, t.main, t.side, t.common, t.acl, t.language, t.length, t.hashes, t.counts)
        for n, t in terms.items()
    ]
    db.executemany(
        f"INSERT INTO {corpus.terms} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - our names
        rows,
    )
    db.executemany(
        f"INSERT INTO {corpus.fts} (rowid, main, side, common, acl)"  # noqa: S608 - our names
        " VALUES (?, ?, ?, ?, ?)",
        [row[:5] for row in rows],
    )


def delete(db: sqlite3.Connection, corpus: Corpus, rows: Collection[int]) -> None:
    """Make rows unsearchable; a trigger takes them out of FTS5 too."""
    db.execute(
        f"DELETE FROM {corpus.terms}"  # noqa: S608 - our names
        " WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(rows)),),
    )


def of_file(db: sqlite3.Connection, corpus: Corpus, file_id: int) -> dict[int, Terms]:
    """The terms of all rows of a file, by the ids of their texts."""
    rows = db.execute(
        f"SELECT t.* FROM {corpus.terms} t JOIN {corpus.name} USING (id)"  # noqa: S608 - our names
        " WHERE file_id = ?",
        (file_id,),
    )
    return {row["id"]: Terms(*tuple(row)[1:]) for row in rows}


def update(db: sqlite3.Connection, corpus: Corpus, wanted: Mapping[int, Terms]) -> None:
    """Bring the terms of these rows to `wanted`, leaving alone what is right already."""
    rows = db.execute(
        f"SELECT * FROM {corpus.terms}"  # noqa: S608 - our names
        " WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(wanted)),),
    )
    known = {row["id"]: Terms(*tuple(row)[1:]) for row in rows}
    changed = {row: terms for row, terms in wanted.items() if known.get(row) != terms}
    if stale := changed.keys() & known.keys():
        delete(db, corpus, stale)
    insert(db, corpus, changed)
