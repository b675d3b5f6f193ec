from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexer.embedding.vector_search import SemanticSearch
from tests.indexer.embedding.meaning import open_semantic_index
from tests.indexer.factories import Index
from tests.indexer.fake_embedder import FakeEmbedder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "multis.db"


@pytest.fixture
def model() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
async def meant(
    index: Index, path: Path, model: FakeEmbedder
) -> AsyncIterator[tuple[Index, SemanticSearch]]:
    async with open_semantic_index(index, path, model) as opened:
        yield opened
