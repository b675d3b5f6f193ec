"""Search by meaning: what a question means as a vector, and which rows mean about the same.

A model that fails or takes too long costs nothing but its help: the words alone then decide.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from indexer.embedding.embedder import Embedder, EmbedderError
from indexer.embedding.live_vectors import LiveVectors
from indexer.embedding.vector_index import compute_cosines
from indexer.search.query import SearchFilter
from indexer.search.retriever import QueryVector
from indexer.store.corpus import PASSAGES, TURNS, Corpus
from indexer.store.vectors import VectorRows, open_vector_rows

log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds that a question waits for its vector


class SemanticSearch:
    """Made by `open_semantic_search`."""

    def __init__(
        self,
        rows: VectorRows,
        embedder: Embedder,
        nearest: Mapping[Corpus, LiveVectors],
        patience: float,
    ) -> None:
        self._rows = rows
        self._embedder = embedder
        self._nearest = nearest
        self._patience = patience
        self._late: set[asyncio.Task[bytes | None]] = set()
        self._loading: asyncio.Task[None] | None = None

    @property
    def model(self) -> str:
        return self._embedder.name

    def start(self) -> None:
        """Begin to load the vectors; until that is done a few may be missed."""
        self._loading = asyncio.create_task(self._load())

    async def wait_until_loaded(self) -> None:
        if self._loading is not None:
            await self._loading

    async def embed_question(
        self, corpus: Corpus, question: str, within: SearchFilter
    ) -> QueryVector | None:
        """None where the words alone must do."""
        vector = await self._embed_in_time(question)
        if vector is None:
            return None
        return QueryVector(corpus, vector, await self._nearest[corpus].find_nearest(vector, within))

    async def load_cosines(
        self, meant: QueryVector, rows: Sequence[int], count: int
    ) -> Mapping[int, float]:
        """The exact ones of `rows` with a vector, and of the `count` nearest within reach."""
        wanted = {*meant.near, *rows}
        found = compute_cosines(
            meant.vector, await self._rows.load_vectors(meant.corpus, self.model, wanted)
        )
        near = found.keys() & set(meant.near)
        best = sorted(near, key=lambda row: (-found[row], row))[:count]
        return {row: found[row] for row in {*best, *rows} & found.keys()}

    async def _embed_in_time(self, question: str) -> bytes | None:
        """The vector of a question; None if there is none in time."""
        if self._late or not self._embedder.can_embed(question):
            return None
        asking = asyncio.create_task(self._embed(question))
        try:
            await asyncio.wait({asking}, timeout=self._patience)
        finally:
            if not asking.done():
                # It goes on: a model that is just starting would otherwise never be started.
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
            await nearest.load()

    async def _embed(self, question: str) -> bytes | None:
        try:
            (meaning,) = await self._embedder.embed([question], urgent=True)
        except EmbedderError as error:
            log.warning("a question is answered by words alone: %s", error)
            return None
        return meaning


@asynccontextmanager
async def open_semantic_search(
    path: Path, embedder: Embedder, patience: float = PATIENCE
) -> AsyncIterator[SemanticSearch]:
    """Search by meaning in the database at `path`; vectors are loaded in the background."""
    async with open_vector_rows(path) as rows:
        nearest = {corpus: LiveVectors(rows, corpus, embedder.name) for corpus in (PASSAGES, TURNS)}
        semantic = SemanticSearch(rows, embedder, nearest, patience)
        semantic.start()
        try:
            yield semantic
        finally:
            await semantic.close()
