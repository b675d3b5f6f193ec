"""Semantic search: embeds a question and finds the rows with the nearest vectors.

If the model fails or is too slow, the search goes by words alone.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress

from indexer.embedding.embedder import Embedder, EmbedderError
from indexer.embedding.live_vectors import LiveVectors
from indexer.embedding.vector_index import compute_cosines
from indexer.search.query import SearchFilter
from indexer.search.retriever import QueryVector
from indexer.store.connection import Reader, hold_snapshot
from indexer.store.corpus import INDEXED, Corpus
from indexer.store.engine.session import Session

log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds that a search waits for the question's vector
COMPARING = 0.5  # seconds in which a few texts are compared with a question


class SemanticSearch:
    """Searches by the vectors of one model; made by `open_semantic_search`."""

    def __init__(
        self,
        reader: Reader,
        embedder: Embedder,
        nearest: Mapping[Corpus, LiveVectors],
        patience: float,
        comparing: float,
    ) -> None:
        self._reader = reader
        self._embedder = embedder
        self._nearest = nearest
        self._patience = patience
        self._comparing = comparing
        self._late: set[asyncio.Task[bytes | None]] = set()
        self._loading: asyncio.Task[None] | None = None

    @property
    def model(self) -> str:
        return self._embedder.name

    def start(self) -> None:
        """Start to load the vectors; until that is done some rows may not be found."""
        self._loading = asyncio.create_task(self._load())

    async def wait_until_loaded(self) -> None:
        if self._loading is not None:
            await self._loading

    async def embed_question(self, corpus: Corpus, question: str) -> QueryVector | None:
        """Embed a question; None if the search must go by words alone."""
        vector = await self._embed_in_time(question)
        return None if vector is None else QueryVector(corpus, vector)

    async def compare(self, question: str, texts: Sequence[str]) -> list[float]:
        """Compute the cosine of a question with each text; none if the model fails or is late.

        It takes some milliseconds a text, for which the model must have started before.
        """
        if self._late or not self._embedder.can_embed(question):
            return []
        try:
            async with asyncio.timeout(self._comparing):
                vector, *others = await self._embedder.embed([question, *texts], urgent=True)
        except (EmbedderError, TimeoutError) as error:
            log.warning("an answer is chosen by words alone: %s", error)
            return []
        return list(compute_cosines(vector, enumerate(others)).values())

    def load_cosines(
        self,
        db: Session,
        query_vector: QueryVector,
        within: SearchFilter,
        rows: Sequence[int],
        count: int,
    ) -> Mapping[int, float]:
        """Load the exact cosines of `rows` with a vector, and of the `count` nearest rows."""
        nearest = self._nearest[query_vector.corpus]
        with hold_snapshot(db):
            found, near = nearest.compare(db, query_vector.vector, within, rows)
        best = sorted(near, key=lambda row: (-found[row], row))[:count]
        return {row: found[row] for row in {*best, *rows} & found.keys()}

    async def _embed_in_time(self, question: str) -> bytes | None:
        """Embed a question; None if that fails or takes too long."""
        if self._late or not self._embedder.can_embed(question):
            return None
        asking = asyncio.create_task(self._embed(question))
        try:
            await asyncio.wait({asking}, timeout=self._patience)
        finally:
            if not asking.done():
                # It goes on: otherwise a model that is slow to start would never be ready.
                self._late.add(asking)
                asking.add_done_callback(self._late.discard)
        return asking.result() if asking.done() else None

    async def close(self) -> None:
        for task in filter(None, (self._loading, *self._late)):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _load(self) -> None:
        for nearest in self._nearest.values():
            while await self._reader.run(nearest.load_some):
                pass

    async def _embed(self, question: str) -> bytes | None:
        try:
            (meaning,) = await self._embedder.embed([question], urgent=True)
        except EmbedderError as error:
            log.warning("a question is searched by words alone: %s", error)
            return None
        return meaning


@asynccontextmanager
async def open_semantic_search(
    reader: Reader,
    embedder: Embedder,
    patience: float = PATIENCE,
    corpora: Sequence[Corpus] = INDEXED,
    comparing: float = COMPARING,
) -> AsyncIterator[SemanticSearch]:
    """Open semantic search by the reader of a database; vectors load in the background."""
    nearest = {corpus: LiveVectors(corpus, embedder.name) for corpus in corpora}
    semantic = SemanticSearch(reader, embedder, nearest, patience, comparing)
    semantic.start()
    try:
        yield semantic
    finally:
        await semantic.close()
