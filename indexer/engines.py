"""The in-memory indexes and the embedding model of a long-running process.

They make search fast and let it go by meaning. Loading them takes longer than one search by FTS5,
so a command that answers once and ends opens none of them.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.embedding.embedder import EmbedderSettings
from indexer.embedding.factory import open_embedder
from indexer.store.corpus import Corpus
from indexer.store.database import Database

if TYPE_CHECKING:
    from indexer.embedding.backfill import Backfill
    from indexer.embedding.vector_search import SemanticSearch
    from indexer.search.live_index import LiveIndex
    from indexer.store.analysis_client import AnalysisClient


@dataclass(frozen=True, slots=True)
class Engines:
    """Empty in a short-lived process; without `semantic` and `embedding` if there is no model."""

    live: "tuple[LiveIndex, ...]" = ()
    semantic: "SemanticSearch | None" = None
    embedding: "Backfill | None" = None
    analysis: "AnalysisClient | None" = None

    def find_index(self, corpus: Corpus) -> "LiveIndex | None":
        return next((index for index in self.live if index.name == corpus.name), None)

    async def wait_until_loaded(self) -> None:
        """Wait until every index is in memory; a search need not wait for that."""
        for index in self.live:
            await index.wait_until_loaded()
        if self.semantic:
            await self.semantic.wait_until_loaded()


@asynccontextmanager
async def open_engines(
    path: Path,
    database: Database,
    corpora: Sequence[Corpus],
    settings: EmbedderSettings,
    models: Path,
) -> AsyncIterator[Engines]:
    """Open the indexes of `corpora` and the model of `settings`; they load in the background."""
    if find_spec("numpy") is None:
        yield Engines()
        return
    from indexer.embedding.backfill import open_backfill
    from indexer.embedding.vector_search import open_semantic_search
    from indexer.search.live_index import open_live_index
    from indexer.store.analysis_client import open_analysis_client

    async with AsyncExitStack() as stack:
        live = [
            await stack.enter_async_context(open_live_index(path, corpus)) for corpus in corpora
        ]
        analysis = await stack.enter_async_context(open_analysis_client())
        embedder = await stack.enter_async_context(open_embedder(settings, models))
        if embedder.name == "none":
            yield Engines(tuple(live), analysis=analysis)
            return
        yield Engines(
            tuple(live),
            await stack.enter_async_context(open_semantic_search(path, embedder)),
            await stack.enter_async_context(open_backfill(path, database, embedder)),
            analysis,
        )
