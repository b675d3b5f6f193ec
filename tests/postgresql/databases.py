"""Databases for tests on a server that runs as long as the tests do."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from itertools import count

from msgspec import Struct, field

from bot.services.tables import CORPORA, SCHEMAS
from indexer.store.corpus import INDEXED
from indexer.store.database import Database
from indexer.store.engine.postgresql.opening import open_postgresql
from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.server import Server
from indexer.store.schema import INDEX
from tests.postgresql.server import OWNER, READER, RunningServer, run_server

TEMPLATE, WHOLE = "filled_with_tables", "filled_with_all_tables"


class Databases(Struct):
    """Makes an empty database for each test, as a copy of one that has all tables."""

    server: RunningServer
    prepared: set[str] = field(default_factory=set)
    numbers: Iterator[int] = field(default_factory=count)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Database]:
        async with self.open_server() as server, open_tables(server) as database:
            yield database

    @asynccontextmanager
    async def open_whole(self) -> AsyncIterator[Database]:
        """Open an empty database with the tables of all parts."""
        async with (
            self.open_server(WHOLE) as server,
            open_postgresql(server, *SCHEMAS, corpora=CORPORA) as database,
        ):
            yield database

    @asynccontextmanager
    async def open_twice(self) -> AsyncIterator[tuple[Database, Database]]:
        """Open one database as two processes do."""
        async with (
            self.open_server() as server,
            open_tables(server) as first,
            open_tables(server) as second,
        ):
            yield first, second

    @asynccontextmanager
    async def open_server(self, template: str = TEMPLATE) -> AsyncIterator[Server]:
        """Yield a new database with the tables of the index, or with `WHOLE`, or none with ""."""
        if template and template not in self.prepared:
            await self.prepare(template)
        name = f"test_{next(self.numbers)}"
        # Otherwise the whole of it would go through the log of the server as well.
        self.run(f"CREATE DATABASE {name} TEMPLATE {template or 'template0'} STRATEGY FILE_COPY")
        try:
            yield self.name_server(name)
        finally:
            self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def name_server(self, database: str) -> Server:
        build = self.server.build_url
        return Server(build(OWNER, database), build(READER, database))

    async def prepare(self, template: str) -> None:
        self.run(f"CREATE DATABASE {template}")
        schemas, corpora = ((INDEX,), INDEXED) if template == TEMPLATE else (SCHEMAS, CORPORA)
        async with open_postgresql(self.name_server(template), *schemas, corpora=corpora):
            self.prepared.add(template)

    def run(self, *statements: str) -> None:
        with closing(PostgresSession(self.server.build_url(OWNER, "postgres"))) as session:
            for statement in statements:
                session.run_as_is(statement)


@asynccontextmanager
async def open_tables(server: Server) -> AsyncIterator[Database]:
    async with open_postgresql(server, INDEX, corpora=INDEXED) as database:
        yield database


@contextmanager
def run_databases() -> Iterator[Databases]:
    with run_server() as server:
        databases = Databases(server)
        databases.run(f"CREATE ROLE {READER} LOGIN")
        yield databases
