"""The vectors, the embedding model and the analyzing process of a long-running process.

They let search go by meaning, and index fast. Loading the vectors takes longer than one search by
words, so a command that answers once and ends opens the model alone.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from indexer.embedding.embedder import EmbedderSettings
from indexer.embedding.factory import find_model_folder, is_installed, open_embedder
from indexer.store.corpus import INDEXED, Corpus
from indexer.store.database import Database

ONCE = 1.5  # seconds that a process which answers once waits for a question's vector

if TYPE_CHECKING:
    from indexer.embedding.backfill import Backfill
    from indexer.embedding.vector_search import SemanticSearch
    from indexer.store.analysis.client import AnalysisClient


class Engines(Struct, frozen=True):
    """Empty in a short-lived process; without `semantic` and `embedding` if there is no model."""

    semantic: "SemanticSearch | None" = None
    embedding: "Backfill | None" = None
    analysis: "AnalysisClient | None" = None

    async def wait_until_loaded(self) -> None:
        """Wait until the vectors are in memory; a search need not wait for that."""
        if self.semantic:
            await self.semantic.wait_until_loaded()


@asynccontextmanager
async def open_meaning(
    database: Database,
    settings: EmbedderSettings,
    models: Path,
    corpora: Sequence[Corpus] = INDEXED,
) -> AsyncIterator[Engines]:
    """Open search by meaning for a process that answers once; empty where no model is at hand.

    The model starts when a question is embedded. A search waits `ONCE` seconds for it and then goes
    by words. Nothing is looked for over the network.
    """
    at_hand = settings.kind in ("auto", "local") and is_installed(
        find_model_folder(settings, models)
    )
    if not at_hand or find_spec("numpy") is None:
        yield Engines()
        return
    from indexer.embedding.vector_search import open_semantic_search

    async with (
        open_embedder(settings, models) as embedder,
        open_semantic_search(database.reader, embedder, ONCE, corpora) as semantic,
    ):
        yield Engines(semantic=semantic)


@asynccontextmanager
async def open_engines(
    database: Database,
    settings: EmbedderSettings,
    models: Path,
    corpora: Sequence[Corpus] = INDEXED,
) -> AsyncIterator[Engines]:
    """Open the model of `settings` and the vectors of `corpora`, which load in the background."""
    if find_spec("numpy") is None:
        yield Engines()
        return
    from indexer.embedding.backfill import open_backfill
    from indexer.embedding.vector_search import open_semantic_search
    from indexer.store.analysis.client import open_analysis_client

    async with open_analysis_client() as analysis, open_embedder(settings, models) as embedder:
        if embedder.name == "none":
            yield Engines(analysis=analysis)
            return
        async with (
            open_semantic_search(database.reader, embedder, corpora=corpora) as semantic,
            open_backfill(database, embedder, corpora) as embedding,
        ):
            yield Engines(semantic, embedding, analysis)
