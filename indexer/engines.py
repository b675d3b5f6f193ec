"""What makes search fast and lets it go by meaning, for a process that stays.

Indexes in memory and a model take longer to load than one search takes by FTS5, so a command that
answers once and ends opens none of this.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.corpus import Corpus
from indexer.database import Database
from indexer.embedder import EmbedderSettings
from indexer.embedder_choice import open_embedder

if TYPE_CHECKING:
    from indexer.analysing import Analyst
    from indexer.embedding import Embedding
    from indexer.live import LiveIndex
    from indexer.semantic import Semantic


@dataclass(frozen=True, slots=True)
class Engines:
    """Empty in a process that will not stay; without `semantic` where there is no model."""

    live: "tuple[LiveIndex, ...]" = ()
    semantic: "Semantic | None" = None
    embedding: "Embedding | None" = None
    analyst: "Analyst | None" = None

    def of(self, corpus: Corpus) -> "LiveIndex | None":
        return next((index for index in self.live if index.name == corpus.name), None)

    async def loaded(self) -> None:
        """Wait until everything is in memory; searches need not."""
        for index in self.live:
            await index.loaded()
        if self.semantic:
            await self.semantic.loaded()


@asynccontextmanager
async def open_engines(
    path: Path,
    database: Database,
    corpora: Sequence[Corpus],
    settings: EmbedderSettings,
    models: Path,
) -> AsyncIterator[Engines]:
    """Indexes of `corpora` in memory and the model of `settings`, loading in the background."""
    if find_spec("numpy") is None:
        yield Engines()
        return
    from indexer.analysing import open_analyst
    from indexer.embedding import open_embedding
    from indexer.live import open_live
    from indexer.semantic import open_semantic

    async with AsyncExitStack() as stack:
        live = [await stack.enter_async_context(open_live(path, corpus)) for corpus in corpora]
        analyst = await stack.enter_async_context(open_analyst())
        embedder = await stack.enter_async_context(open_embedder(settings, models))
        if embedder.name == "none":
            yield Engines(tuple(live), analyst=analyst)
            return
        yield Engines(
            tuple(live),
            await stack.enter_async_context(open_semantic(path, embedder)),
            await stack.enter_async_context(open_embedding(path, database, embedder)),
            analyst,
        )
