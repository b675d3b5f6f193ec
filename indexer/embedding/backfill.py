"""Embeds what is indexed, in the background and in small steps.

Whatever has no vector of the current model is pending, so interrupted work goes on where it
stopped, and another model starts over while the old vectors are still there.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from msgspec import Struct
from msgspec.structs import replace

from indexer.embedding.embedder import Embedder, EmbedderError
from indexer.errors import UnavailableError
from indexer.i18n import Sentence
from indexer.store.corpus import INDEXED, Corpus
from indexer.store.database import Database
from indexer.store.signs import store_signs
from indexer.store.vectors import (
    CorpusMark,
    VectorRows,
    delete_other_models,
    open_vector_rows,
    store_vectors,
)

log = logging.getLogger(__name__)

BATCH = 16  # texts between two short transactions
CLEARED = 500  # vectors of a former model that one transaction deletes
PAUSE, LONGEST_PAUSE = 2.0, 300.0  # seconds between two checks for new texts

NOT_SERVED = b""  # in place of a vector: the model does not support the text's language


class EmbeddingProgress(Struct, frozen=True):
    """The number of texts that `model` has processed, of all; of some it can make no vector."""

    model: str
    done: int
    total: int
    trouble: str | Sentence = ""  # why it waits
    unsupported: int = 0  # of those processed: in a language that the model does not support


class Backfill:
    """Embeds pending rows of its corpora; made by `open_backfill`."""

    def __init__(
        self,
        database: Database,
        rows: VectorRows,
        embedder: Embedder,
        corpora: Sequence[Corpus],
    ) -> None:
        self._corpora = corpora
        self._database = database
        self._rows = rows
        self._embedder = embedder
        self._done: dict[Corpus, CorpusMark] = {}
        self._cleared = False
        self._trouble: str | Sentence = ""

    async def follow(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Keep up with what any process indexes, until cancelled."""
        pause = PAUSE
        while True:
            try:
                await self.catch_up()
                pause, self._trouble = PAUSE, ""
            except (EmbedderError, UnavailableError) as error:
                trouble = error.sentence if isinstance(error, EmbedderError) else str(error)
                if trouble != self._trouble:
                    log.warning("embedding has to wait: %s", error)
                pause, self._trouble = min(2 * pause, LONGEST_PAUSE), trouble
            await sleep(pause)

    async def catch_up(self) -> None:
        """Embed all that is pending now; raises EmbedderError."""
        for corpus in self._corpora:
            await self._embed_all(corpus)
        while not self._cleared:
            async with self._database.transaction() as db:
                self._cleared = (
                    await delete_other_models(db, self._embedder.name, CLEARED) < CLEARED
                )

    async def read_progress(self) -> EmbeddingProgress:
        progress = await _read_progress(self._rows, self._embedder.name, self._corpora)
        return replace(progress, trouble=self._trouble)

    async def _embed_all(self, corpus: Corpus) -> None:
        now, before = await self._rows.read_mark(corpus), self._done.get(corpus)
        if now == before:
            return
        # Where nothing was removed or rewritten, only new rows should be pending.
        after = before.row if before and before.removal == now.removal else 0
        await self._embed_after(corpus, after)
        if after and await self._rows.count_embedded(corpus, self._embedder.name) < now.rows:
            # A row came to light below the last one, as it may where transactions end in another
            # order than they began.
            await self._embed_after(corpus, 0)
        await store_signs(self._database, corpus, self._embedder.name)
        self._done[corpus] = now

    async def _embed_after(self, corpus: Corpus, after: int) -> None:
        """Embed the pending rows after the id `after`."""
        while texts := await self._rows.list_pending(corpus, self._embedder.name, after, BATCH):
            await self._embed(corpus, texts)
            after = max(texts)

    async def _embed(self, corpus: Corpus, texts: dict[int, str]) -> None:
        served = {row: text for row, text in texts.items() if self._embedder.can_embed(text)}
        vectors = dict.fromkeys(texts, NOT_SERVED) | await self._embed_texts(served)
        async with self._database.transaction() as db:
            await store_vectors(db, corpus, self._embedder.name, texts, vectors)

    async def _embed_texts(self, texts: dict[int, str]) -> dict[int, bytes]:
        try:
            found = await self._embedder.embed(list(texts.values()))
            return dict(zip(texts, found, strict=True))
        except EmbedderError as error:
            if error.retryable or len(texts) == 1:
                raise
            return await self._embed_one_by_one(texts)

    async def _embed_one_by_one(self, texts: dict[int, str]) -> dict[int, bytes]:
        """Embed texts of which the model refuses some; raises EmbedderError if it refuses all."""
        vectors: dict[int, bytes] = {}
        refused: EmbedderError | None = None
        for row, text in texts.items():
            try:
                (vectors[row],) = await self._embedder.embed([text])
            except EmbedderError as error:
                refused = error
        if refused and (refused.retryable or not vectors):
            raise refused
        return vectors


async def _read_progress(
    rows: VectorRows, model: str, corpora: Sequence[Corpus] = INDEXED
) -> EmbeddingProgress:
    found = [await rows.count_rows(corpus) for corpus in corpora]
    done = sum(seen.get(model, 0) for _, seen in found)
    unsupported = sum([await rows.count_unsupported(each, model) for each in corpora])
    total = sum(total for total, _ in found)
    return EmbeddingProgress(model, done, total, unsupported=unsupported)


async def read_latest_progress(database: Database) -> EmbeddingProgress | None:
    """Read the progress of the model that was last used; None if there was none."""
    async with open_vector_rows(database) as rows:
        model = await rows.find_latest_model()
        return await _read_progress(rows, model) if model else None


@asynccontextmanager
async def open_backfill(
    database: Database, embedder: Embedder, corpora: Sequence[Corpus] = INDEXED
) -> AsyncIterator[Backfill]:
    """Open a backfill with a connection of its own."""
    async with open_vector_rows(database, corpora) as rows:
        yield Backfill(database, rows, embedder, corpora)
