"""An index that is searched by meaning, with a model that counts letters."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from indexer.embedding.backfill import open_backfill
from indexer.embedding.vector_search import PATIENCE, SemanticSearch, open_semantic_search
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from tests.indexer.factories import Index
from tests.indexer.fake_embedder import FakeEmbedder


async def embed(index: Index, path: Path) -> None:
    """Everything, by a program that knows nothing of who searches."""
    async with open_backfill(index.database, FakeEmbedder()) as embedding:
        await embedding.catch_up()


@asynccontextmanager
async def open_semantic_index(
    index: Index,
    path: Path,
    model: FakeEmbedder,
    settings: RankingSettings | None = None,
    patience: float = PATIENCE,
) -> AsyncIterator[tuple[Index, SemanticSearch]]:
    """The same index searched by meaning too, with all vectors in memory."""
    async with open_semantic_search(index.database.reader, model, patience) as semantic:
        await semantic.wait_until_loaded()
        store = Store(index.database, settings or RankingSettings(), meaning=semantic)
        yield replace(index, store=store), semantic
