"""Opens everything that answering a message needs, and closes it in reverse order."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.commands import Fetch
from bot.config import Settings
from bot.home import Home
from bot.inbox import INBOX, Inbox
from bot.indexing import Indexing
from bot.people import PEOPLE, People
from bot.policy import Access
from bot.roots import Roots
from bot.services import Services
from indexer.database import open_database
from indexer.pipeline import Pipeline
from indexer.schema import INDEX
from indexer.store import Store
from indexer.writer import Writer


def utc_now() -> datetime:
    return datetime.now(UTC)


def configured_access(settings: Settings) -> Access:
    return Access(owners=frozenset(settings.owner_ids), everybody=settings.access.policy == "open")


@asynccontextmanager
async def open_services(
    home: Home,
    settings: Settings,
    access: Access,
    fetch: Fetch,
    clock: Callable[[], datetime] = utc_now,
) -> AsyncIterator[Services]:
    """Everything but the platforms; lives until the context ends."""
    home.make()
    async with open_database(home.database, INDEX, INBOX, PEOPLE) as database:
        writer = Writer(database)
        pipeline = Pipeline(writer, settings.documents.limits, clock)
        yield Services(
            clock=clock,
            home=home,
            store=Store(database, settings.search),
            writer=writer,
            pipeline=pipeline,
            people=People(database, access, clock),
            inbox=Inbox(database, clock),
            indexing=Indexing(pipeline),
            roots=roots_of(settings, home),
            upload_scope=settings.documents.upload_scope,
            fetch=fetch,
        )


def roots_of(settings: Settings, home: Home) -> Roots:
    folders = settings.documents.roots or (str(Path.home()),)
    resolved = tuple(Path(folder).expanduser().resolve() for folder in folders)
    return Roots(resolved, home.folder)
