from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.desk.tables import open_page
from bot.home import Home
from indexer.store.database import Database
from tests.bot.desk.office import Office, an_office
from tests.postgresql.engines import ENGINES, choose_database


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    async with an_office(tmp_path) as opened:
        yield opened


@pytest.fixture(params=ENGINES)
async def page(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """The page's own tables, on each engine."""
    async with (
        choose_database(request, request.param) as settings,
        open_page(Home(tmp_path), settings=settings) as database,
    ):
        yield database
