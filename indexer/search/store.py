"""Searches and lists documents and transcripts, always for a reader with a given visibility.

Candidates are filtered by scope before they are limited; scores are computed from visible rows
alone.
"""

import asyncio
import json
from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from indexer.documents import Document, Hit, SearchReport
from indexer.scopes import Visibility
from indexer.search.ranking import ACCESSES, RankingSettings, activation
from indexer.store.database import Database, hash_text
from indexer.store.door import VisibleReader
from indexer.store.engine.session import Session
from indexer.store.rows import (
    CHUNK_ROWS,
    FILE_ROWS,
    PASSAGE_ROWS,
    TurnHit,
    build_document,
    build_hit,
)

if TYPE_CHECKING:
    from indexer.search.counting import MatchCounts
    from indexer.search.document_list import DocumentFilter, DocumentPage
    from indexer.search.retriever import Retriever, VectorSearch

COUNTED = 3000  # passages with some of the words: more are not looked at to count those with all


class Store:
    """Reads what a reader may see; lives as long as the database."""

    def __init__(
        self,
        database: Database,
        ranking: RankingSettings,
        *,
        meaning: "VectorSearch | None" = None,
    ) -> None:
        self._database = database
        self._door = VisibleReader(database.reader)
        self._ranking = ranking
        self._meaning = meaning

    @cached_property
    def _finder(self) -> "Retriever":
        from indexer.search.retriever import Retriever  # with all that weighs words

        return Retriever(self._database.reader, self._ranking, self._meaning)

    async def search(
        self, visibility: Visibility, question: str, *, limit: int = 5, now: datetime
    ) -> list[Hit]:
        """Find the best passages, the best first; none for a question without words."""
        return await self._finder.search_passages(visibility, question, limit, now)

    async def search_document(
        self, visibility: Visibility, document: int, question: str, *, limit: int, now: datetime
    ) -> list[Hit]:
        """Find the best passages of a document, by its id; none where it has none of the words."""
        return await self._finder.search_document(visibility, document, question, limit, now)

    async def explain(
        self, visibility: Visibility, question: str, *, limit: int, now: datetime
    ) -> SearchReport:
        """Find what `search` finds, with the candidates that it leaves out."""
        return await self._finder.explain_passages(visibility, question, limit, now)

    async def load_passage(self, visibility: Visibility, chunk_id: str) -> Hit | None:
        """Load a passage by its id or a former id; None if the reader may not see it."""
        rows = await self._door.select(
            visibility,
            PASSAGE_ROWS,
            " SELECT * FROM visible WHERE chunk_id IN"
            " (:id, (SELECT chunk_id FROM aliases WHERE former = :id)) LIMIT 1",
            id=_make_storable(chunk_id),
        )
        return next(map(build_hit, rows), None)

    async def load_neighbours(
        self, visibility: Visibility, chunk_ids: Sequence[str], before: int, after: int
    ) -> list[Hit]:
        """Load the passages around these in their documents, each once and without these.

        Those around the first come first, in reading order.
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
            " (SELECT CAST(json_extract(value, '$[0]') AS BIGINT),"
            " CAST(json_extract(value, '$[1]') AS BIGINT) FROM json_each(:wanted))",
            wanted=json.dumps([place for place in wanted if place not in places]),
        )
        found = {(row["file_id"], row["position"]): build_hit(row) for row in around}
        return [found[place] for place in wanted if place in found]

    async def _places(
        self, visibility: Visibility, chunk_ids: Sequence[str]
    ) -> dict[tuple[int, int], str]:
        """Map file and position of each passage to its id, in the order of `chunk_ids`."""
        rows = await self._door.select(
            visibility,
            PASSAGE_ROWS,
            " SELECT chunk_id, file_id, position FROM visible"
            " WHERE chunk_id IN (SELECT value FROM json_each(:ids)) AND file_id IS NOT NULL",
            ids=json.dumps([_make_storable(chunk_id) for chunk_id in chunk_ids]),
        )
        order = {_make_storable(chunk_id): n for n, chunk_id in enumerate(chunk_ids)}
        rows = sorted(rows, key=lambda row: order[row["chunk_id"]])
        return {(row["file_id"], row["position"]): row["chunk_id"] for row in rows}

    async def list_documents(self, visibility: Visibility) -> list[Document]:
        """List the indexed documents by name; memory and transcripts are not among them."""
        rows = await self._door.select(
            visibility,
            FILE_ROWS,
            " SELECT * FROM visible WHERE kind = 'document' ORDER BY name, path",
        )
        return list(map(build_document, rows))

    async def find_document(self, visibility: Visibility, file: str) -> Document | None:
        """Find the document of a file, without reading all others; None if it is not visible."""
        rows = await self._door.select(
            visibility,
            FILE_ROWS,
            " SELECT * FROM visible WHERE kind = 'document' AND path = :file",
            file=_make_storable(file),
        )
        return next(map(build_document, rows), None)

    async def find_document_by_code(self, visibility: Visibility, code: str) -> Document | None:
        """Find the document that commands name so; None if it is not visible."""
        from indexer.search.document_list import load_by_code

        return await load_by_code(self._database.reader, visibility, code)

    async def load_document_page(
        self, visibility: Visibility, where: "DocumentFilter", *, limit: int, offset: int
    ) -> "DocumentPage":
        """Load at most `limit` documents after the first `offset` of those of a filter."""
        from indexer.search.document_list import load_page

        return await load_page(self._database.reader, visibility, where, limit, offset)

    async def has_documents(self, visibility: Visibility) -> bool:
        """Return whether there are any, without reading them all."""
        one = " SELECT 1 FROM visible WHERE kind = 'document' LIMIT 1"
        return bool(await self._door.select(visibility, FILE_ROWS, one))

    async def count_passages(self, visibility: Visibility) -> dict[str, int]:
        """Count the passages of each document type, conversations included."""
        rows = await self._door.select(
            visibility,
            CHUNK_ROWS,
            " SELECT document_type, count(*) AS chunks FROM visible"
            " GROUP BY document_type ORDER BY document_type",
        )
        return {row["document_type"]: row["chunks"] for row in rows}

    async def count_matches(self, visibility: Visibility, words: str) -> "MatchCounts":
        """Count the passages and lines of documents that hold all of `words`, in any form."""
        from indexer.search.counting import count_matches

        found = await self._finder.find_by_words(visibility, words, COUNTED)
        counted = await asyncio.to_thread(count_matches, found.query, found.ranked, COUNTED)
        documents = {each.file for each in await self.list_documents(visibility)}
        files = tuple(each for each in counted.files if each.file in documents)
        return replace(counted, files=files)

    async def search_transcripts(
        self,
        visibility: Visibility,
        question: str,
        *,
        limit: int = 5,
        conversation: str | None = None,
    ) -> list[TurnHit]:
        """Find the best turns of recorded conversations, which `search` never finds."""
        return await self._finder.search_turns(visibility, question, limit, conversation)

    async def record_access(
        self, visibility: Visibility, hits: Sequence[Hit], query: str, now: datetime
    ) -> None:
        """Record that these were shown; of the question only a digest. It counts once a minute.

        It counts for the reader's circle and for the owner. A reader of public documents alone has
        no circle: nothing is recorded. The row of a passage keeps its activation as of this access;
        ranking computes it each time, for it fades, and others' use is not the reader's.
        """
        circle = visibility.circle
        if circle is None:
            return
        shown_now = {each.chunk.chunk_id for each in hits if visibility.allows(each.scope)}
        at = int(now.timestamp())

        def record(db: Session) -> None:
            new = _insert_access(db, sorted(shown_now), (at, hash_text(query), circle.label))
            decay = self._ranking.decay_rate
            db.executemany(
                "UPDATE chunks SET access_count = access_count + 1, last_accessed = ?,"
                " activation = ? WHERE chunk_id = ?",
                [(at, _read_activation(db, chunk, at, decay), chunk) for chunk in new],
            )

        await self._database.change_together(record)


def _insert_access(
    db: Session, chunk_ids: Sequence[str], access: tuple[int, str, str]
) -> list[str]:
    """Insert an access (time, question's digest, scope); return the passages whose first it is."""
    rows = db.execute(
        "INSERT INTO access_history (chunk_id, accessed_at, query, scope)"
        " SELECT chunk_id, ?, ?, ? FROM chunks"
        " WHERE chunk_id IN (SELECT value FROM json_each(?))"
        " ON CONFLICT DO NOTHING RETURNING chunk_id",
        (*access, json.dumps(chunk_ids)),
    )
    return [chunk_id for (chunk_id,) in rows.fetchall()]


def _read_activation(db: Session, chunk_id: str, at: int, decay: float) -> float:
    """Read the activation of a passage at a time (seconds since 1970), by everybody's accesses."""
    rows = db.execute(
        "SELECT accessed_at FROM access_history WHERE chunk_id = ?"
        " ORDER BY accessed_at DESC LIMIT ?",
        (chunk_id, ACCESSES),
    )
    return activation([at - accessed for (accessed,) in rows], decay)


def _make_storable(text: str) -> str:
    """Replace lone surrogates and NUL, which a person can paste and databases refuse."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
