"""The other door: what keeps the index in shape, for all scopes at once.

Nothing here answers a person. It gives out ids, hashes, counts, postings and vectors, and text to
the embedder only; commands, tools and prompts may not import it.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiosqlite

from indexer.corpus import Corpus
from indexer.database import SMALL_CACHE_KIB, open_reader
from indexer.terms import TermRow

_TERM_ROWS = "SELECT id, acl, length, hashes, counts FROM {terms}"


@dataclass(frozen=True, slots=True)
class Version:
    """A state of a corpus: rows ever added and removed, and the last of each that is in it."""

    rows: tuple[int, int]
    last_row: int = 0
    last_removal: int = 0


class Maintenance:
    """A reader without the authorizer; lives as long as its connection."""

    def __init__(self, reader: aiosqlite.Connection) -> None:
        self._reader = reader
        self._turn = asyncio.Lock()

    async def version(self, corpus: Corpus) -> Version:
        """The state of a corpus now."""
        rows = await self._reader.execute_fetchall(
            f"SELECT total(added) AS added, total(removed) AS removed,"  # noqa: S608 - our names
            f" (SELECT coalesce(max(id), 0) FROM {corpus.terms}) AS last_row,"
            " (SELECT coalesce(max(seq), 0) FROM removals WHERE corpus = :name) AS last_removal"
            " FROM totals WHERE corpus = :name",
            {"name": corpus.name},
        )
        row = next(iter(rows))
        counted = (int(row["added"]), int(row["removed"]))
        return Version(counted, row["last_row"], row["last_removal"])

    async def term_rows(self, corpus: Corpus, after: int, limit: int) -> list[TermRow]:
        """The next rows by id after one."""
        return await self._term_rows(corpus, " WHERE id > ? ORDER BY id LIMIT ?", after, limit)

    async def changes(
        self, corpus: Corpus, since: Version
    ) -> tuple[Version, list[int], list[TermRow]]:
        """The state now, the ids that are stale since then, and the rows to take in their place."""
        async with self._snapshot():
            now = await self.version(corpus)
            stale = await self._removed(corpus, since.last_removal)
            again = [row for row in stale if row <= since.last_row]
            rows = await self._term_rows(
                corpus, " WHERE id IN (SELECT value FROM json_each(?))", json.dumps(again)
            )
            rows += await self._term_rows(corpus, " WHERE id > ?", since.last_row)
        return now, stale, rows

    @asynccontextmanager
    async def _snapshot(self) -> AsyncIterator[None]:
        """Several reads of one state of the database."""
        async with self._turn:
            await self._reader.execute("BEGIN")
            try:
                yield
            finally:
                await self._reader.rollback()

    async def _removed(self, corpus: Corpus, since: int) -> list[int]:
        rows = await self._reader.execute_fetchall(
            "SELECT DISTINCT row FROM removals WHERE corpus = ? AND seq > ?", (corpus.name, since)
        )
        return [int(row["row"]) for row in rows]

    async def _term_rows(self, corpus: Corpus, where: str, *values: int | str) -> list[TermRow]:
        sql = _TERM_ROWS.format(terms=corpus.terms) + where
        return [TermRow(*row) for row in await self._reader.execute_fetchall(sql, values)]


@asynccontextmanager
async def open_maintenance(path: Path) -> AsyncIterator[Maintenance]:
    """A connection of its own to the database at `path`, which exists."""
    async with open_reader(path, frozenset(), SMALL_CACHE_KIB) as reader:
        yield Maintenance(reader)
