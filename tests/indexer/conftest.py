"""An open index for the tests beside this file, and what fills it."""

from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from indexer.ingest.pipeline import Pipeline
from indexer.parsing.limits import Limits
from indexer.parsing.pool import open_parser_pool
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from indexer.store.writer import Writer
from tests.indexer.factories import NOW, Index
from tests.indexer.filling import Bench
from tests.processes import Started


@pytest.fixture
async def index(tmp_path: Path) -> AsyncIterator[Index]:
    async with open_database(tmp_path / "multis.db", INDEX) as database:
        yield Index(database, Store(database, RankingSettings()), Writer(database))


@pytest.fixture
async def bench(index: Index) -> AsyncIterator[Bench]:
    async with open_parser_pool(Limits(), 1) as parsers:
        yield Bench(index, Pipeline(index.writer, parsers, lambda: NOW))


@pytest.fixture
def lease(tmp_path: Path) -> Path:
    path = tmp_path / "lease.md"
    path.write_text("# Lease\n\n## Rent\n\nThe rent is 900.\n")
    return path


@pytest.fixture
def started() -> Started:
    """What the test starts."""
    return Started()


@pytest.fixture
def package_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip and uv take for the only package index there is."""
    folder = tmp_path / "packages"
    for tool, flag in (("PIP", "1"), ("UV", "true")):
        monkeypatch.setenv(f"{tool}_NO_INDEX", flag)
        monkeypatch.setenv(f"{tool}_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("UV_NO_CONFIG", "1")
    if not find_spec("pip"):
        pytest.skip("pip is not installed beside this Python")
    return folder
