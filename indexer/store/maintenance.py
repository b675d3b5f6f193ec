"""Reads the index across all scopes, for maintenance only, never to answer a person.

It returns ids, hashes, counts, postings and vectors, and text to the embedder only. Commands, tools
and prompts may not import it.
"""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from indexer.store.authorizer import Readable
from indexer.store.connection import SMALL_CACHE_KIB, Reader, hold_snapshot, open_reader
from indexer.store.corpus import Corpus
from indexer.store.terms import TermRow

_TERM_ROWS = "SELECT id, acl, length, hashes, counts FROM {terms}"


@dataclass(frozen=True, slots=True)
class CorpusVersion:
    """The state of a corpus: how many rows were ever added and removed, and the last of each."""

    rows: tuple[int, int]
    last_row: int = 0
    last_removal: int = 0


@dataclass(frozen=True, slots=True)
class CorpusChanges:
    """The changes from one version to `now`: the ids that are stale, and the rows to add."""

    now: CorpusVersion
    stale: list[int]
    rows: list[TermRow]


class Maintenance:
    """Reads the rows of all scopes, and lives as long as its connection."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def read_version(self, corpus: Corpus) -> CorpusVersion:
        """Return the current state of a corpus."""
        return await self._reader.run(lambda db: _read_version(db, corpus))

    async def list_term_rows(self, corpus: Corpus, after: int, limit: int) -> list[TermRow]:
        """Return up to `limit` rows with an id above `after`, by id."""
        where = " WHERE id > ? ORDER BY id LIMIT ?"
        return await self._reader.run(lambda db: _read_term_rows(db, corpus, where, after, limit))

    async def read_changes(self, corpus: Corpus, since: CorpusVersion) -> CorpusChanges:
        return await self._reader.run(lambda db: _read_changes(db, corpus, since))


def _read_version(db: sqlite3.Connection, corpus: Corpus) -> CorpusVersion:
    row = db.execute(
        f"SELECT total(added) AS added, total(removed) AS removed,"  # noqa: S608 - our names
        f" (SELECT coalesce(max(id), 0) FROM {corpus.terms}) AS last_row,"
        " (SELECT coalesce(max(seq), 0) FROM removals WHERE corpus = :name) AS last_removal"
        " FROM totals WHERE corpus = :name",
        {"name": corpus.name},
    ).fetchone()
    rows = (int(row["added"]), int(row["removed"]))
    return CorpusVersion(rows, row["last_row"], row["last_removal"])


def _read_changes(db: sqlite3.Connection, corpus: Corpus, since: CorpusVersion) -> CorpusChanges:
    with hold_snapshot(db):
        stale = [
            int(row["row"])
            for row in db.execute(
                "SELECT DISTINCT row FROM removals WHERE corpus = ? AND seq > ?",
                (corpus.name, since.last_removal),
            )
        ]
        again = json.dumps([row for row in stale if row <= since.last_row])
        these = " WHERE id IN (SELECT value FROM json_each(?))"
        rows = _read_term_rows(db, corpus, these, again)
        rows += _read_term_rows(db, corpus, " WHERE id > ?", since.last_row)
        return CorpusChanges(_read_version(db, corpus), stale, rows)


def _read_term_rows(
    db: sqlite3.Connection, corpus: Corpus, where: str, *values: int | str
) -> list[TermRow]:
    return [
        TermRow(*row) for row in db.execute(_TERM_ROWS.format(terms=corpus.terms) + where, values)
    ]


@asynccontextmanager
async def open_maintenance(path: Path, corpus: Corpus) -> AsyncIterator[Maintenance]:
    """Open a connection of its own to `corpus`, in the existing database at `path`."""
    tables = frozenset({"totals", "removals", corpus.terms})
    async with open_reader(path, Readable(plain=tables), SMALL_CACHE_KIB) as reader:
        yield Maintenance(reader)
