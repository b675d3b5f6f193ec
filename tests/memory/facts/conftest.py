from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexer.store.database import open_database
from indexer.store.schema import INDEX
from memory.facts.ledger import FactLedger
from memory.facts.reader import FactReader
from memory.schema import MEMORY
from tests.memory.facts.said import Facts


@pytest.fixture
async def facts(tmp_path: Path) -> AsyncIterator[Facts]:
    async with open_database(tmp_path / "multis.db", INDEX, MEMORY) as database:
        yield Facts(database, FactLedger(database), FactReader(database))
