"""Search by meaning: what a question means as a vector, and which rows mean about the same.

A model that fails or takes too long costs nothing but its help: the words alone then decide.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from indexer.embedding.embedder import Embedder, EmbedderError
from indexer.embedding.live_vectors import Nearest
from indexer.embedding.vector_index import exact
from indexer.search.query import Reach
from indexer.search.retriever import Meant
from indexer.store.corpus import PASSAGES, TURNS, Corpus
from indexer.store.vectors import VectorRows, open_vector_rows

log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds that a question waits for its vector


class Semantic:
    """Made by `open_semantic`."""

    def __init__(
        self,
        rows: VectorRows,
        embedder: Embedder,
        nearest: Mapping[Corpus, Nearest],
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

    async def loaded(self) -> None:
        if self._loading is not None:
            await self._loading

    async def meant(self, corpus: Corpus, question: str, reach: Reach) -> Meant | None:
        """None where the words alone must do."""
        vector = await self._meaning(question)
        if vector is None:
            return None
        return Meant(corpus, vector, await self._nearest[corpus].find(vector, reach))

    async def cosines(self, meant: Meant, rows: Sequence[int], count: int) -> Mapping[int, float]:
        """The exact ones of `rows` with a vector, and of the `count` nearest within reach."""
        wanted = {*meant.near, *rows}
        found = exact(meant.vector, await self._rows.of(meant.corpus, self.model, wanted))
        near = found.keys() & set(meant.near)
        best = sorted(near, key=lambda row: (-found[row], row))[:count]
        return {row: found[row] for row in {*best, *rows} & found.keys()}

    async def _meaning(self, question: str) -> bytes | None:
        """The vector of a question; None if there is none in time."""
        if self._late or not self._embedder.serves(question):
            return None
        asking = asyncio.create_task(self._ask(question))
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

    async def _ask(self, question: str) -> bytes | None:
        try:
            (meaning,) = await self._embedder.embed([question], urgent=True)
        except EmbedderError as error:
            log.warning("a question is answered by words alone: %s", error)
            return None
        return meaning


@asynccontextmanager
async def open_semantic(
    path: Path, embedder: Embedder, patience: float = PATIENCE
) -> AsyncIterator[Semantic]:
    """Search by meaning in the database at `path`; vectors are loaded in the background."""
    async with open_vector_rows(path) as rows:
        nearest = {corpus: Nearest(rows, corpus, embedder.name) for corpus in (PASSAGES, TURNS)}
        semantic = Semantic(rows, embedder, nearest, patience)
        semantic.start()
        try:
            yield semantic
        finally:
            await semantic.close()
