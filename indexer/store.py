"""What readers may ask of documents and transcripts. Every question names who will see the answer.

The database proposes candidates, scoped before they are cut; what they are worth is worked out
from the visible rows alone.
"""

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from indexer.corpus import PASSAGES, TURNS, Corpus, Statistics
from indexer.database import Database
from indexer.documents import Document, Hit
from indexer.query import Query, Reach, lookups, match, parse
from indexer.ranking import RankingSettings, shown
from indexer.rows import (
    CHUNK_ROWS,
    FILE_ROWS,
    PASSAGE_ROWS,
    TURN_ROWS,
    TurnHit,
    document,
    hit,
    turn_hit,
)
from indexer.scopes import Visibility
from indexer.scoring import Proposal, Scorer, candidate
from indexer.selection import Ranked, by_session, by_speaker, by_use, distinct, ordered
from indexer.visible import Door

CANDIDATES = 3  # times what is asked for
REPEATED = 30  # times, where so many of the candidates said the same
# FTS5 takes a term that half of the rows have for worth nothing, so it is asked for more.
BY_DATABASE = 2

_ROWS = {PASSAGES: PASSAGE_ROWS, TURNS: TURN_ROWS}

_FOUND = """
    , found AS MATERIALIZED (
        SELECT rowid AS id, bm25({fts}, {main}, {side}, 1, 0) AS rank
        FROM {fts} WHERE {fts} MATCH :match ORDER BY rank LIMIT :candidates
    )
    SELECT visible.*, (
        SELECT json_group_array((SELECT count(*) FROM {fts} WHERE {fts} MATCH value))
        FROM json_each(:lookups)
    ) AS frequencies
    FROM found JOIN visible ON visible.id = found.id
"""


class Live(Protocol):
    """An index in memory of the corpus it is named after."""

    @property
    def name(self) -> str: ...

    async def propose(
        self, query: Query, reach: Reach, count: int, version: tuple[int, int]
    ) -> Proposal | None: ...


class Store:
    """Reads for persons; lives as long as the database."""

    def __init__(self, database: Database, ranking: RankingSettings, *live: Live) -> None:
        """`live` are indexes in memory; without them FTS5 proposes, with the same result."""
        self._database = database
        self._door = Door(database.reader)
        self._ranking = ranking
        self._live = {index.name: index for index in live}

    async def search(
        self, visibility: Visibility, question: str, *, limit: int = 5, now: datetime
    ) -> list[Hit]:
        """The passages that answer best, the best first; none for a question without words."""
        found = await self._found(visibility, question, PASSAGES, CANDIDATES * limit)
        ranked = distinct(by_use(found, self._ranking, now), limit)
        if len(ranked) < limit and len(found) >= CANDIDATES * limit:
            found = await self._found(visibility, question, PASSAGES, REPEATED * limit)
            ranked = distinct(by_use(found, self._ranking, now), limit)
        return [hit(each.row, shown(each.score), each.parts) for each in ranked]

    async def passage(self, visibility: Visibility, chunk_id: str) -> Hit | None:
        """One passage by its id or by an id it had before, if it may be seen."""
        rows = await self._door.select(
            visibility,
            PASSAGE_ROWS,
            " SELECT * FROM visible WHERE chunk_id IN"
            " (:id, (SELECT chunk_id FROM aliases WHERE former = :id)) LIMIT 1",
            id=_storable(chunk_id),
        )
        return next(map(hit, rows), None)

    async def neighbours(
        self, visibility: Visibility, chunk_id: str, before: int, after: int
    ) -> list[Hit]:
        """The passages round one in its document, in reading order, without itself."""
        rows = await self._door.select(
            visibility,
            PASSAGE_ROWS,
            " SELECT file_id, position FROM visible WHERE chunk_id = :id",
            id=_storable(chunk_id),
        )
        if not rows:
            return []
        around = await self._door.select(
            visibility,
            PASSAGE_ROWS,
            " SELECT * FROM visible WHERE file_id = :file AND position <> :position"
            " AND position BETWEEN :position - :before AND :position + :after ORDER BY position",
            file=rows[0]["file_id"],
            position=rows[0]["position"],
            before=before,
            after=after,
        )
        return list(map(hit, around))

    async def documents(self, visibility: Visibility) -> list[Document]:
        """The indexed documents by name; memory and transcripts are not among them."""
        rows = await self._door.select(
            visibility,
            FILE_ROWS,
            " SELECT * FROM visible WHERE kind = 'document' ORDER BY name, path",
        )
        return list(map(document, rows))

    async def counts(self, visibility: Visibility) -> dict[str, int]:
        """How many passages there are of each document type, conversations included."""
        rows = await self._door.select(
            visibility,
            CHUNK_ROWS,
            " SELECT document_type, count(*) AS chunks FROM visible GROUP BY document_type",
        )
        return {row["document_type"]: row["chunks"] for row in rows}

    async def search_transcripts(
        self,
        visibility: Visibility,
        question: str,
        *,
        limit: int = 5,
        now: datetime,
        conversation: str | None = None,
    ) -> list[TurnHit]:
        """The turns of recorded conversations that answer best; never part of `search`."""
        count = CANDIDATES * limit
        found = await self._found(visibility, question, TURNS, count, conversation)
        ranked = by_session(by_speaker(found, question))[:limit]
        return [turn_hit(each.row, shown(each.score), each.parts) for each in ranked]

    async def record_access(
        self, visibility: Visibility, hits: Sequence[Hit], query: str, now: datetime
    ) -> None:
        """Remember that these were shown; the same question counts once a minute."""
        shown_now = {each.chunk.chunk_id for each in hits if visibility.allows(each.scope)}
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            new = await db.execute_fetchall(
                "INSERT OR IGNORE INTO access_history (chunk_id, accessed_at, query)"
                " SELECT chunk_id, ?, ? FROM chunks"
                " WHERE chunk_id IN (SELECT value FROM json_each(?)) RETURNING chunk_id",
                (at, _storable(query), json.dumps(sorted(shown_now))),
            )
            await db.executemany(
                "UPDATE chunks SET access_count = access_count + 1, last_accessed = ?"
                " WHERE chunk_id = ?",
                [(at, row["chunk_id"]) for row in new],
            )

    async def _found(
        self,
        visibility: Visibility,
        question: str,
        corpus: Corpus,
        count: int,
        conversation: str | None = None,
    ) -> list[Ranked]:
        """The candidates with their relevance, the best first."""
        statistics = await self._statistics(corpus)
        query = parse(question, statistics.languages)
        reach = Reach(visibility, conversation)
        if not query.terms or not statistics.rows or reach.nowhere:
            return []
        rows, having = await self._candidates(corpus, query, reach, count, statistics.version)
        scorer = Scorer.of(query, having, statistics, corpus)
        ranked = [Ranked.of(row, scorer.relevance(candidate(row))) for row in rows]
        # The same rows whoever proposed them: those that plain BM25 puts first.
        ranked.sort(key=lambda each: (-each.parts["words"], each.row["id"]))
        return ordered(ranked[:count])

    async def _candidates(
        self, corpus: Corpus, query: Query, reach: Reach, count: int, version: tuple[int, int]
    ) -> tuple[Sequence[sqlite3.Row], Sequence[int]]:
        """Visible rows worth a look, and how many rows have each term of the question."""
        live = self._live.get(corpus.name)
        proposal = await live.propose(query, reach, count, version) if live else None
        if proposal is None:
            return await self._by_database(corpus, query, reach, count)
        rows = await self._door.select(
            reach.visibility,
            _ROWS[corpus],
            " SELECT visible.* FROM json_each(:rows) JOIN visible ON visible.id = value",
            rows=json.dumps(proposal.rows),
        )
        return rows, proposal.having

    async def _by_database(
        self, corpus: Corpus, query: Query, reach: Reach, count: int
    ) -> tuple[Sequence[sqlite3.Row], Sequence[int]]:
        rows = await self._door.select(
            reach.visibility,
            _ROWS[corpus],
            _FOUND.format(fts=corpus.fts, main=corpus.main, side=corpus.side),
            match=match(query, reach),
            lookups=json.dumps(lookups(query)),
            candidates=BY_DATABASE * count,
        )
        return rows, json.loads(rows[0]["frequencies"]) if rows else []

    async def _statistics(self, corpus: Corpus) -> Statistics:
        """Counts over all scopes: what BM25 needs, and no text."""
        rows = list(
            await self._database.reader.execute_fetchall(
                "SELECT language, added, removed, length FROM totals"
                " WHERE corpus = ? ORDER BY added - removed DESC, language",
                (corpus.name,),
            )
        )
        added, removed = (sum(row[name] for row in rows) for name in ("added", "removed"))
        length = sum(row["length"] for row in rows) / corpus.unit
        return Statistics(
            rows=added - removed,
            average=length / (added - removed) if added > removed else 0.0,
            languages=tuple(row["language"] for row in rows if row["added"] > row["removed"]),
            version=(added, removed),
        )


def _storable(text: str) -> str:
    """SQLite takes no half of a surrogate pair, and a person can paste one."""
    return text.encode("utf-8", "replace").decode()
