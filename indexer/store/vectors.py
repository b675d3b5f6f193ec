"""Reads and writes vectors across all scopes, for maintenance: ids, vectors and counts.

It returns texts to the embedder only; commands, tools and prompts may not import it.
"""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import aiosqlite
from msgspec import Struct

from indexer.store.authorizer import Readable
from indexer.store.connection import Reader
from indexer.store.corpus import INDEXED, Corpus
from indexer.store.database import Database

_PENDING = """
    WHERE r.id > :after AND NOT EXISTS (
        SELECT 1 FROM vectors v WHERE v.corpus = :corpus AND v.row = r.id AND v.model = :model
    ) ORDER BY r.id LIMIT :limit
"""


class CorpusMark(Struct, frozen=True):
    """A state of a corpus: its last row, the last removal or rewrite, and how many rows ever."""

    row: int = 0
    removal: int = 0
    added: int = 0
    removed: int = 0

    @property
    def rows(self) -> int:
        return self.added - self.removed


class VectorRows:
    """Reads the rows of all scopes, and lives as long as its connection."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def read_mark(self, corpus: Corpus) -> CorpusMark:
        """Return the current state of a corpus."""
        rows = await self._reader.execute_fetchall(
            f"SELECT (SELECT coalesce(max(id), 0) FROM {corpus.name}),"  # noqa: S608 - our names
            " (SELECT coalesce(max(seq), 0) FROM removals WHERE corpus = ?1),"
            " coalesce(sum(added), 0), coalesce(sum(removed), 0) FROM totals WHERE corpus = ?1",
            (corpus.name,),
        )
        return CorpusMark(*next(iter(rows)))

    async def list_pending(
        self, corpus: Corpus, model: str, after: int, limit: int
    ) -> dict[int, str]:
        """Return the texts of the next rows after the id `after` that `model` has not embedded."""
        rows = await self._reader.execute_fetchall(
            corpus.wording + _PENDING,
            {"corpus": corpus.name, "model": model, "after": after, "limit": limit},
        )
        return {row["id"]: row["wording"] for row in rows}

    async def count_embedded(self, corpus: Corpus, model: str) -> int:
        """Return the number of rows that `model` has embedded, or cannot."""
        found = await self._reader.execute_fetchall(
            "SELECT count(*) FROM vectors WHERE corpus = ? AND model = ?", (corpus.name, model)
        )
        return int(next(iter(found))[0])

    async def count_rows(self, corpus: Corpus) -> tuple[int, dict[str, int]]:
        """Return the number of rows, and how many of them each model has embedded."""
        total = await self._reader.execute_fetchall(
            "SELECT coalesce(sum(added - removed), 0) FROM totals WHERE corpus = ?", (corpus.name,)
        )
        seen = await self._reader.execute_fetchall(
            "SELECT model, count(*) FROM vectors WHERE corpus = ? GROUP BY model", (corpus.name,)
        )
        return int(next(iter(total))[0]), {row[0]: row[1] for row in seen}

    async def count_unsupported(self, corpus: Corpus, model: str) -> int:
        """Return the number of rows that `model` cannot represent: their vector is empty."""
        found = await self._reader.execute_fetchall(
            "SELECT count(*) FROM vectors WHERE corpus = ? AND model = ? AND length(vector) = 0",
            (corpus.name, model),
        )
        return int(next(iter(found))[0])

    async def find_latest_model(self) -> str:
        """Return the model that stored the latest vector; empty if there is none."""
        rows = await self._reader.execute_fetchall(
            "SELECT model FROM vectors ORDER BY seq DESC LIMIT 1"
        )
        return next((row["model"] for row in rows), "")


async def store_vectors(
    db: aiosqlite.Connection,
    corpus: Corpus,
    model: str,
    wordings: dict[int, str],
    vectors: dict[int, bytes],
) -> None:
    """Store vectors of rows whose text has not changed, in a transaction of the writer."""
    rows = await db.execute_fetchall(
        f"{corpus.wording} WHERE r.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",  # noqa: S608 - ours
        (json.dumps(list(vectors)),),
    )
    await db.executemany(
        "INSERT INTO vectors (corpus, row, model, vector) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (corpus, row, model) DO NOTHING",
        [
            (corpus.name, row["id"], model, vectors[row["id"]])
            for row in rows
            if row["wording"] == wordings[row["id"]]
        ],
    )


async def delete_other_models(db: aiosqlite.Connection, model: str, most: int) -> int:
    """Delete up to `most` vectors of models other than `model`; return how many."""
    cursor = await db.execute(
        "DELETE FROM vectors WHERE seq IN (SELECT seq FROM vectors WHERE model <> ? LIMIT ?)",
        (model, most),
    )
    return cursor.rowcount


@asynccontextmanager
async def open_vector_rows(
    database: Database, corpora: Sequence[Corpus] = INDEXED
) -> AsyncIterator[VectorRows]:
    """Open a connection of its own to these corpora."""
    tables = frozenset(table for each in corpora for table in (each.name, each.terms))
    readable = Readable(plain=tables | {"vectors", "totals", "removals"})
    async with database.open_maintenance(readable) as reader:
        yield VectorRows(reader)
