"""Open everything that answering a message needs, and close it in reverse order."""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot import version
from bot.access.chat_languages import CHAT_LANGUAGES
from bot.access.modes import MODES
from bot.access.people import PEOPLE
from bot.access.policy import PAGE_OWNER, Access
from bot.access.schema import GATE, QUOTAS
from bot.delivery.schema import DIGESTS, INBOX
from bot.home import Home
from bot.llm.models import open_models
from bot.llm.schema import USAGE
from bot.runtime.background import open_background
from bot.runtime.process_lock import hold_use_lock
from bot.services.chat_moves import CHAT_MOVES
from bot.services.last_answers import LAST_ANSWERS
from bot.services.live_settings import LiveSettings
from bot.services.resources import Fetch, Resources, StartLinks, build_no_links
from bot.services.services import Services
from bot.settings.config import Settings
from bot.voice.spoken_chats import SPOKEN
from bot.voice.unheard import UNHEARD
from indexer.engines import Engines, open_engines, open_meaning
from indexer.i18n import list_system_languages
from indexer.parsing.languages import ReadingLanguages
from indexer.parsing.pool import open_parser_pool
from indexer.store.copies import Copies
from indexer.store.corpus import INDEXED
from indexer.store.database import Database, open_database
from indexer.store.engine.server import DatabaseSettings, build_server
from indexer.store.schema import INDEX
from memory.facts.schema import FACTS_CORPUS
from memory.recovery import has_unfinished_corrections, has_unfinished_forgetting
from memory.reminders.schema import REMINDERS
from memory.schema import MEMORY, PROPOSALS, SESSIONS, TRACES

if TYPE_CHECKING:
    from bot.runtime.lease import Lease
    from indexer.store.engine.postgresql.lease import Tenure

PARSERS = 2  # files that are parsed at the same time

# All of these tables are in one database file.
SCHEMAS = (
    INDEX,
    INBOX,
    PEOPLE,
    MEMORY,
    USAGE,
    SESSIONS,
    PROPOSALS,
    TRACES,
    LAST_ANSWERS,
    MODES,
    CHAT_LANGUAGES,
    GATE,
    QUOTAS,
    CHAT_MOVES,
    REMINDERS,
    UNHEARD,
    DIGESTS,
    SPOKEN,
)


CORPORA = (*INDEXED, FACTS_CORPUS)


def _list_languages(settings: Settings) -> ReadingLanguages:
    system = tuple(list_system_languages(os.environ))
    return ReadingLanguages(system, settings.documents.ocr_languages)


def utc_now() -> datetime:
    return datetime.now(UTC)


def build_access(settings: Settings) -> Access:
    policy = settings.access.policy
    return Access(
        owners=frozenset((*settings.owner_ids, *_list_page_owners(settings))),
        everybody=policy == "open",
        pairing=policy == "pairing",
    )


def _list_page_owners(settings: Settings) -> tuple[str, ...]:
    """List the owner on the page: whoever opens the link that `multis web` prints."""
    return (PAGE_OWNER.key,) if settings.platforms.web.enabled else ()


@asynccontextmanager
async def open_services(  # noqa: PLR0913 - each is another edge of the world
    home: Home,
    settings: Settings,
    access: Access,
    fetch: Fetch,
    *,
    clock: Callable[[], datetime] = utc_now,
    lasting: bool = False,
    lease: "Lease | None" = None,
    build_start_links: StartLinks = build_no_links,
) -> AsyncIterator[Services]:
    """Open everything but the platforms, until the context ends.

    Only a `lasting` process loads vectors into memory and embeds what is new: that takes longer
    than one search without them. The daemon names its `lease` of a server's database.
    """
    tenure = _build_tenure(lease) if lease else None
    async with (
        _hold_home(home),
        _open_database(home, settings, clock, tenure) as database,
        open_models(settings.llm) as models,
        open_parser_pool(settings.documents.limits, PARSERS, _list_languages(settings)) as parsers,
        _open_engines(home, settings, database, lasting=lasting) as engines,
        open_background() as background,  # closed first: what it runs uses all of the above
    ):
        services = Services(
            Resources(
                home=home,
                live=LiveSettings(home.config, settings, os.environ),
                access=access,
                clock=clock,
                fetch=fetch,
                database=database,
                parsers=parsers,
                engines=engines,
                background=background,
                models=models,
                build_start_links=build_start_links,
                worker=lease.number if lease and lease.shared else 0,
            )
        )
        await _prepare(services, database)
        yield services


def _build_tenure(lease: "Lease") -> "Tenure":
    from indexer.store.engine.postgresql.lease import Tenure  # for a server's database alone

    return Tenure(lease.number, shared=lease.shared)


def _open_database(
    home: Home, settings: Settings, clock: Callable[[], datetime], lease: "Tenure | None"
) -> AbstractAsyncContextManager[Database]:
    """Open the home's database, or that on the server of `database.url`.

    A copy of the home's is made before its tables change.
    """
    if settings.database.url:
        return _open_server(settings.database, lease)
    return open_database(home.database, *SCHEMAS, copies=Copies(home.copies, version, clock))


def _open_server(
    settings: DatabaseSettings, lease: "Tenure | None"
) -> AbstractAsyncContextManager[Database]:
    server = build_server(settings)
    from indexer.store.engine.postgresql.opening import open_postgresql  # with psycopg

    return open_postgresql(server, *SCHEMAS, corpora=CORPORA, lease=lease)


@asynccontextmanager
async def _hold_home(home: Home) -> AsyncIterator[None]:
    with hold_use_lock(home):  # first: a restore may have moved the folder away for a moment
        home.create()
        yield


async def _prepare(services: Services, database: Database) -> None:
    """Finish what a crash interrupted, and take over older files, before anything is read."""
    if await has_unfinished_forgetting(database):  # and must not be read again
        await services.forgetting.resume()
        await services.owner_memory.resume_forgetting()
    if await has_unfinished_corrections(database):
        await services.facts.resume(services.memories)
    await services.import_legacy_files(services.clock())


def _open_engines(
    home: Home, settings: Settings, database: Database, *, lasting: bool
) -> AbstractAsyncContextManager[Engines]:
    if not lasting:
        return open_meaning(database, settings.embedder, home.models, CORPORA)
    return open_engines(database, settings.embedder, home.models, CORPORA)


def embed_in_background(services: Services) -> None:
    """Compute vectors for everything indexed, now and later; one process of a home does this."""
    if services.engines.embedding:
        services.background.run_forever("vectors", services.engines.embedding.follow)
