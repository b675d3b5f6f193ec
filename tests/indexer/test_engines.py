"""The engines that the daemon opens, with a real embeddings endpoint on this machine."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from indexer.embedding.embedder import EmbedderSettings
from indexer.engines import Engines, open_engines
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from tests.indexer.factories import EVERYTHING, NOW, Index
from tests.indexer.fake_embedder import vector_of

WORDS_ONLY = EmbedderSettings(kind="none")


@pytest.fixture
async def endpoint() -> AsyncIterator[EmbedderSettings]:
    """An embeddings endpoint as OpenAI's, on a free port."""

    async def answer(request: web.Request) -> web.Response:
        import numpy as np

        texts = (await request.json())["input"]
        vectors = [np.frombuffer(vector_of(text), "<f4").tolist() for text in texts]
        data = [{"index": n, "embedding": vector} for n, vector in enumerate(vectors)]
        return web.json_response({"data": data})

    app = web.Application()
    app.router.add_post("/embeddings", answer)
    async with TestServer(app) as server:
        yield EmbedderSettings(kind="openai", model="m", base_url=str(server.make_url("")))


@asynccontextmanager
async def opened(
    index: Index, folder: Path, settings: EmbedderSettings
) -> AsyncIterator[tuple[Engines, Store]]:
    async with open_engines(index.database, settings, folder) as engines:
        await engines.wait_until_loaded()
        meaning = engines.semantic
        yield engines, Store(index.database, RankingSettings(), meaning=meaning)


async def test_without_a_model_words_answer(index: Index, tmp_path: Path) -> None:
    await index.add("a.txt", "The kitten.")
    async with opened(index, tmp_path, WORDS_ONLY) as (engines, store):
        assert (engines.semantic, engines.embedding) == (None, None)
        (hit,) = await store.search(EVERYTHING, "kitten", now=NOW)
        assert hit.ranker == "lexical"


async def test_with_a_model_meaning_counts(
    index: Index, tmp_path: Path, endpoint: EmbedderSettings
) -> None:
    await index.add("a.txt", "The kitten.", "The boiler.")
    async with opened(index, tmp_path, endpoint) as (engines, store):
        assert engines.embedding
        await engines.embedding.catch_up()
        assert (await engines.embedding.read_progress()).done == 2
        hits = await store.search(EVERYTHING, "purring", now=NOW)
        assert (hits[0].chunk.text, hits[0].ranker) == ("The kitten.", "hybrid:openai:m")
