"""Search by meaning in commands that answer once."""

from pathlib import Path

import pytest

from indexer.embedding.embedder import EmbedderSettings
from indexer.engines import open_meaning
from indexer.store.database import open_database
from indexer.store.schema import INDEX


async def test_without_a_model_a_command_that_answers_once_opens_nothing(tmp_path: Path) -> None:
    async with (
        open_database(tmp_path / "multis.db", INDEX) as database,
        open_meaning(database, EmbedderSettings(), tmp_path) as engines,
    ):
        assert engines.semantic is None
        assert engines.embedding is None


@pytest.mark.parametrize("kind", ["none", "ollama", "openai"])
async def test_no_server_is_asked(tmp_path: Path, kind: str) -> None:
    settings = EmbedderSettings(kind=kind)  # type: ignore[arg-type]  # one of its literals
    async with (
        open_database(tmp_path / "multis.db", INDEX) as database,
        open_meaning(database, settings, tmp_path) as engines,
    ):
        assert engines.semantic is None
