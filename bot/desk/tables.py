"""Opens the page's own tables: a file of the home, or beside the index on a server.

On a server they are in a schema of their own, which the login that only reads cannot see. What the
file of a home has by then is copied there once, and the file stays.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot import version
from bot.desk.relay import DRAFTS
from bot.desk.schema import PAGE
from bot.home import Home
from bot.services.resources import utc_now
from indexer.store.copies import Copies
from indexer.store.database import Database, open_database
from indexer.store.engine.copying import Table
from indexer.store.engine.moving import (
    make_file,
    open_empty_file,
    open_file,
    put_in_place,
    remove_file,
)
from indexer.store.engine.server import DatabaseSettings, build_server
from indexer.store.engine.session import Session

if TYPE_CHECKING:
    from indexer.store.engine.postgresql.session import PostgresSession  # with psycopg

IN_HOME = DatabaseSettings()


@asynccontextmanager
async def open_page(
    home: Home,
    clock: Callable[[], datetime] = utc_now,
    settings: DatabaseSettings = IN_HOME,
    worker: int = 0,
) -> AsyncIterator[Database]:
    """Open the page's tables; `multis web` does so while the daemon runs.

    `worker` is the number of this process among several that share the work.
    """
    path, copies = home.page, Copies(home.copies, version, clock)
    if settings.url:
        async with _open_on_server(path, copies, settings, worker) as database:
            yield database
        return
    async with open_database(path, PAGE, copies=copies) as database:
        yield database


@asynccontextmanager
async def _open_on_server(
    path: Path, copies: Copies, settings: DatabaseSettings, worker: int
) -> AsyncIterator[Database]:
    server = build_server(settings)
    # With psycopg
    from indexer.store.engine.postgresql.lease import Tenure
    from indexer.store.engine.postgresql.opening import has_tables, open_beside
    from indexer.store.engine.postgresql.place import PAGE_PLACE

    if await asyncio.to_thread(lambda: path.exists() and not has_tables(server, PAGE_PLACE)):
        async with open_database(path, PAGE, copies=copies):
            """Now it has the tables of this version."""
    lease = Tenure(worker, shared=True) if worker else None
    fill = partial(_copy_file, path)
    async with open_beside(server, PAGE_PLACE, PAGE, DRAFTS, fill=fill, lease=lease) as database:
        yield database


def _copy_file(path: Path, db: "PostgresSession") -> None:
    from indexer.store.engine.postgresql.tables import list_copied

    if not path.exists():
        return
    with open_file(path, (PAGE,)) as source:
        for table in list_copied((PAGE,)):
            db.write_rows(table, map(tuple, source.execute(_write_query(table))))


def copy_back(home: Home, settings: DatabaseSettings) -> None:
    """Put what a server has of the page into the file of the home; one that is there is copied.

    Nobody else may use the page meanwhile.
    """
    server = build_server(settings)
    # With psycopg
    from indexer.store.engine.postgresql.opening import has_tables
    from indexer.store.engine.postgresql.place import PAGE_PLACE
    from indexer.store.engine.postgresql.session import PostgresSession
    from indexer.store.engine.postgresql.tables import list_copied

    if not has_tables(server, PAGE_PLACE):
        return
    path, tables = home.page, list_copied((PAGE,))
    new = path.with_suffix(".new")
    remove_file(new)
    asyncio.run(make_file(new, (PAGE,)))
    with (
        closing(PostgresSession(server.owner, reads=True, place=PAGE_PLACE)) as source,
        open_empty_file(new, tables) as db,
    ):
        for table in tables:
            _copy_back_table(source, db, table)
    put_in_place(new, path, Copies(home.copies, version, utc_now))


def _copy_back_table(source: "PostgresSession", db: Session, table: Table) -> None:
    places = ", ".join("?" for _each in table.columns)
    into = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({places})"  # noqa: S608 - our names
    db.executemany(into, map(tuple, source.execute(_write_query(table))))


def _write_query(table: Table) -> str:
    return f"SELECT {', '.join(table.columns)} FROM {table.name}"  # noqa: S608 - our names
