"""An index on each engine, for the tests of whatever is the same on both.

A test or a file with the mark `sqlite` says why it is of SQLite alone.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.database import Database, Schema, open_database
from indexer.store.engine.server import DatabaseSettings
from indexer.store.schema import INDEX
from indexer.store.writer import Writer
from tests.indexer.factories import Index

ENGINES = ("sqlite", "postgresql")


@pytest.fixture(params=ENGINES, name="index")
async def index_on_each_engine(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[Index]:
    async with open_on_engine(request, request.param, tmp_path) as database:
        yield Index(database, Store(database, RankingSettings()), Writer(database))


@asynccontextmanager
async def choose_database(
    request: pytest.FixtureRequest, engine: str
) -> AsyncIterator[DatabaseSettings]:
    """Yield the settings of a new database on an engine, with all tables."""
    if engine == "sqlite":
        yield DatabaseSettings()
        return
    from tests.postgresql.databases import WHOLE

    async with request.getfixturevalue("databases").open_server(WHOLE) as server:
        yield DatabaseSettings(server.owner, server.reader)


@asynccontextmanager
async def open_on_engine(
    request: pytest.FixtureRequest, engine: str, folder: Path, *schemas: Schema
) -> AsyncIterator[Database]:
    """Open an empty index on an engine, or tables of these parts, for the test of this request."""
    if engine == "sqlite":
        async with open_database(folder / "multis.db", *schemas or (INDEX,)) as database:
            yield database
        return
    if (mark := request.node.get_closest_marker("sqlite")) is not None:
        pytest.skip(f"of SQLite alone: {mark.args[0]}")
    opened = request.getfixturevalue("databases")
    async with opened.open_whole() if schemas else opened.open() as database:
        yield database
