"""Open everything that answering a message needs, and close it in reverse order."""

import os
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from bot.access.policy import PAGE_OWNER, Access
from bot.home import Home
from bot.llm.models import open_models
from bot.runtime.background import open_background
from bot.runtime.process_lock import hold_use_lock
from bot.services.live_settings import LiveSettings
from bot.services.resources import Resources, Setup
from bot.services.services import Services
from bot.services.tables import CORPORA, open_tables
from bot.settings.config import Settings
from indexer.engines import Engines, open_engines, open_meaning
from indexer.i18n import list_system_languages
from indexer.parsing.languages import ReadingLanguages
from indexer.parsing.pool import ParserPool, open_parser_pool
from indexer.store.database import Database
from memory.recovery import has_unfinished_corrections, has_unfinished_forgetting

PARSERS = 2  # files that are parsed at the same time


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
async def open_services(setup: Setup, *, lasting: bool = False) -> AsyncIterator[Services]:
    """Open everything but the platforms, until the context ends.

    Only a `lasting` process loads vectors into memory and embeds what is new: that takes longer
    than one search without them.
    """
    async with _open_resources(setup, lasting=lasting) as resources:
        services = Services(resources)
        await _finish_interrupted(services, resources.database)
        await services.import_legacy_files(setup.clock())
        yield services


@asynccontextmanager
async def _open_resources(setup: Setup, *, lasting: bool) -> AsyncIterator[Resources]:
    home, settings = setup.home, setup.settings
    async with (
        _hold_home(home),
        open_tables(setup) as database,
        open_models(settings.llm) as models,
        _open_parsers(settings) as parsers,
        _open_engines(setup, database, lasting=lasting) as engines,
        open_background() as background,  # closed first: what it runs uses all of the above
    ):
        live = LiveSettings(home.config, settings, os.environ)
        yield Resources(setup, live, database, parsers, engines, background, models)


@asynccontextmanager
async def _hold_home(home: Home) -> AsyncIterator[None]:
    with hold_use_lock(home):  # first: a restore may have moved the folder away for a moment
        home.create()
        yield


def _open_parsers(settings: Settings) -> AbstractAsyncContextManager[ParserPool]:
    system = tuple(list_system_languages(os.environ))
    languages = ReadingLanguages(system, settings.documents.ocr_languages)
    return open_parser_pool(settings.documents.limits, PARSERS, languages)


def _open_engines(
    setup: Setup, database: Database, *, lasting: bool
) -> AbstractAsyncContextManager[Engines]:
    settings, models = setup.settings.embedder, setup.home.models
    if not lasting:
        return open_meaning(database, settings, models, CORPORA)
    return open_engines(database, settings, models, CORPORA)


async def _finish_interrupted(services: Services, database: Database) -> None:
    """Finish what a crash interrupted, before anything is read."""
    if await has_unfinished_forgetting(database):  # and must not be read again
        await services.forgetting.resume()
        await services.owner_memory.resume_forgetting()
    if await has_unfinished_corrections(database):
        await services.facts.resume(services.memories)


def embed_in_background(services: Services) -> None:
    """Compute vectors for everything indexed, now and later; one process of a home does this."""
    if services.engines.embedding:
        services.background.run_forever("vectors", services.engines.embedding.follow)
