from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from indexer.store.schema import INDEX
from memory.facts.ledger import FactLedger
from memory.facts.reader import FactReader
from memory.schema import MEMORY
from tests.memory.facts.said import Facts
from tests.postgresql.engines import ENGINES, open_on_engine


@pytest.fixture(params=ENGINES)
async def facts(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Facts]:
    async with open_on_engine(request, request.param, tmp_path, INDEX, MEMORY) as database:
        yield Facts(database, FactLedger(database), FactReader(database))
