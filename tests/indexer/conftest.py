"""An open index for the tests beside this file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexer.database import open_database
from indexer.ranking import RankingSettings
from indexer.schema import INDEX
from indexer.store import Store
from indexer.writer import Writer
from tests.indexer.factories import Index
from tests.processes import Started


@pytest.fixture
async def index(tmp_path: Path) -> AsyncIterator[Index]:
    async with open_database(tmp_path / "multis.db", INDEX) as database:
        yield Index(database, Store(database, RankingSettings()), Writer(database))


@pytest.fixture
def started() -> Started:
    """What the test starts."""
    return Started()
