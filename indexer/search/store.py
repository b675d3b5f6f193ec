"""What readers may ask of documents and transcripts. Every question names who will see the answer.

The database proposes candidates, scoped before they are cut; what they are worth is worked out
from the visible rows alone.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from indexer.documents import LEXICAL, Document, Hit
from indexer.scopes import Visibility
from indexer.search.candidates import Question
from indexer.search.query import SearchFilter
from indexer.search.ranking import RankingSettings
from indexer.search.rerank import RankedRow, boost_used, pick_distinct
from indexer.search.retriever import IndexSource, Retriever, VectorSearch
from indexer.store.corpus import PASSAGES, TURNS
from indexer.store.database import Database, hash_text
from indexer.store.door import VisibleReader
from indexer.store.rows import (
    CHUNK_ROWS,
    FILE_ROWS,
    PASSAGE_ROWS,
    TurnHit,
    build_document,
    build_hit,
    build_turn_hit,
)

CANDIDATES = 3  # times what is asked for
REPEATED = 30  # times, where so many of the candidates said the same


class Store:
    """Reads for persons; lives as long as the database."""

    def __init__(
        self,
        database: Database,
        ranking: RankingSettings,
        *live: IndexSource,
        meaning: VectorSearch | None = None,
    ) -> None:
        """`live` are indexes in memory; without them FTS5 proposes, with the same result."""
        self._database = database
        self._door = VisibleReader(database.reader)
        self._finder = Retriever(database.reader, ranking, live, meaning)
        self._ranking = ranking

    async def search(
        self, visibility: Visibility, question: str, *, limit: int = 5, now: datetime
    ) -> list[Hit]:
        """The passages that answer best, the best first; none for a question without words."""
        choose = partial(_choose_hits, settings=self._ranking, now=now, limit=limit)
        hits = list[Hit]()
        for times in (CANDIDATES, REPEATED):
            asked = Question(PASSAGES, question, SearchFilter(visibility), times * limit)
            hits, found = await self._finder.find(asked, choose)
            if len(hits) == limit or found < asked.count:
                break
        return hits

    async def load_passage(self, visibility: Visibility, chunk_id: str) -> Hit | None:
        """One passage by its id or by an id it had before, if it may be seen."""
        rows = await self._door.select(
            visibility,
            PASSAGE_ROWS,
            " SELECT * FROM visible WHERE chunk_id IN"
            " (:id, (SELECT chunk_id FROM aliases WHERE former = :id)) LIMIT 1",
            id=_replace_surrogates(chunk_id),
        )
        return next(map(build_hit, rows), None)

    async def load_neighbours(
        self, visibility: Visibility, chunk_ids: Sequence[str], before: int, after: int
    ) -> list[Hit]:
        """The passages round these in their documents, each once and without themselves.

        Those round the first come first, in reading order.
        """
        places = await self._places(visibility, chunk_ids)
        wanted = dict.fromkeys(
            (file, position + step)
            for file, position in places
            for step in range(-before, after + 1)
        )
        around = await self._door.select(
            visibility,
            PASSAGE_ROWS,
            " SELECT * FROM visible WHERE (file_id, position) IN"
            " (SELECT value ->> 0, value ->> 1 FROM json_each(:wanted))",
            wanted=json.dumps([place for place in wanted if place not in places]),
        )
        found = {(row["file_id"], row["position"]): build_hit(row) for row in around}
        return [found[place] for place in wanted if place in found]

    async def _places(
        self, visibility: Visibility, chunk_ids: Sequence[str]
    ) -> dict[tuple[int, int], str]:
        """File and position of each passage, in the order of `chunk_ids`."""
        rows = await self._door.select(
            visibility,
            PASSAGE_ROWS,
            " SELECT chunk_id, file_id, position FROM visible"
            " WHERE chunk_id IN (SELECT value FROM json_each(:ids)) AND file_id IS NOT NULL",
            ids=json.dumps([_replace_surrogates(chunk_id) for chunk_id in chunk_ids]),
        )
        order = {_replace_surrogates(chunk_id): n for n, chunk_id in enumerate(chunk_ids)}
        rows = sorted(rows, key=lambda row: order[row["chunk_id"]])
        return {(row["file_id"], row["position"]): row["chunk_id"] for row in rows}

    async def list_documents(self, visibility: Visibility) -> list[Document]:
        """The indexed documents by name; memory and transcripts are not among them."""
        rows = await self._door.select(
            visibility,
            FILE_ROWS,
            " SELECT * FROM visible WHERE kind = 'document' ORDER BY name, path",
        )
        return list(map(build_document, rows))

    async def has_documents(self, visibility: Visibility) -> bool:
        """Whether there is any: much less to read than all of them."""
        one = " SELECT 1 FROM visible WHERE kind = 'document' LIMIT 1"
        return bool(await self._door.select(visibility, FILE_ROWS, one))

    async def count_passages(self, visibility: Visibility) -> dict[str, int]:
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
        asked = Question(
            TURNS, question, SearchFilter(visibility, conversation), CANDIDATES * limit
        )
        return await self._finder.find(asked, partial(_choose_turns, limit=limit))

    async def record_access(
        self, visibility: Visibility, hits: Sequence[Hit], query: str, now: datetime
    ) -> None:
        """Remember that these were shown, not what for; a question counts once a minute."""
        shown_now = {each.chunk.chunk_id for each in hits if visibility.allows(each.scope)}
        at = int(now.timestamp())
        async with self._database.transaction() as db:
            new = await db.execute_fetchall(
                "INSERT OR IGNORE INTO access_history (chunk_id, accessed_at, query)"
                " SELECT chunk_id, ?, ? FROM chunks"
                " WHERE chunk_id IN (SELECT value FROM json_each(?)) RETURNING chunk_id",
                (at, hash_text(query), json.dumps(sorted(shown_now))),
            )
            await db.executemany(
                "UPDATE chunks SET access_count = access_count + 1, last_accessed = ?"
                " WHERE chunk_id = ?",
                [(at, row["chunk_id"]) for row in new],
            )


def _choose_hits(
    found: Sequence[RankedRow], *, settings: RankingSettings, now: datetime, limit: int
) -> tuple[list[Hit], int]:
    """The hits among the candidates, and how many candidates there were."""
    ranked = pick_distinct(boost_used(found, settings, now), limit)
    return [_build_hit(each) for each in ranked], len(found)


def _choose_turns(found: Sequence[RankedRow], *, limit: int) -> list[TurnHit]:
    return [build_turn_hit(each.row, each.scaled_score, each.parts) for each in found[:limit]]


def _build_hit(each: RankedRow) -> Hit:
    ranker = f"hybrid:{each.model}" if each.model else LEXICAL
    found = build_hit(each.row, each.scaled_score, each.parts)
    return replace(found, ranker=ranker, bm25=each.bm25, cosine=each.cosine, rarest=each.rarest)


def _replace_surrogates(text: str) -> str:
    """SQLite takes no half of a surrogate pair, and a person can paste one."""
    return text.encode("utf-8", "replace").decode()
