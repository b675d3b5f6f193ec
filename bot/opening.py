"""Opens everything that answering a message needs, and closes it in reverse order."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from bot.audit import Audit
from bot.background import open_background
from bot.commands import Fetch
from bot.config import Settings
from bot.home import Home
from bot.inbox import INBOX, Inbox
from bot.indexing import Indexing
from bot.last_answers import LAST_ANSWERS, LastAnswers
from bot.llm import LlmSettings, Model, connect
from bot.own_memory import follow, own_memory, vault_at
from bot.pairing import Pairing
from bot.people import PEOPLE, People
from bot.policy import Access
from bot.remembering import Remembering, summariser
from bot.roots import Roots
from bot.services import Services
from bot.throttle import Throttle
from bot.usage import USAGE, UsageLog
from indexer.corpus import PASSAGES, TURNS
from indexer.database import Database, open_database
from indexer.engines import Engines, open_engines
from indexer.pipeline import Pipeline
from indexer.ranking import RankingSettings
from indexer.readers import open_readers
from indexer.schema import INDEX
from indexer.store import Store
from indexer.writer import Writer
from memory.capture import Captures
from memory.episodes import EPISODES
from memory.facts import Facts
from memory.forget import Forgetting
from memory.item_reader import Items
from memory.item_schema import ITEMS_CORPUS
from memory.ledger import CaptureLedger
from memory.manager import Memories
from memory.migration import take_over
from memory.proposals import PROPOSALS
from memory.retention import Retention
from memory.schema import MEMORY
from memory.traces import TRACES

READERS = 2  # files that are parsed side by side

# Everything that is stored lies in one file.
SCHEMAS = (
    INDEX,
    INBOX,
    PEOPLE,
    MEMORY,
    USAGE,
    EPISODES,
    PROPOSALS,
    TRACES,
    LAST_ANSWERS,
)


def utc_now() -> datetime:
    return datetime.now(UTC)


def configured_access(settings: Settings) -> Access:
    policy = settings.access.policy
    return Access(
        owners=frozenset(settings.owner_ids),
        everybody=policy == "open",
        pairing=policy == "pairing",
    )


@asynccontextmanager
async def open_services(  # noqa: PLR0913 - each is another edge of the world
    home: Home,
    settings: Settings,
    access: Access,
    fetch: Fetch,
    *,
    clock: Callable[[], datetime] = utc_now,
    lasting: bool = False,
) -> AsyncIterator[Services]:
    """Everything but the platforms; lives until the context ends.

    Only a `lasting` process loads indexes into memory and opens the model of meaning: that takes
    longer than one search without them.
    """
    home.make()
    async with (
        open_database(home.database, *SCHEMAS) as database,
        _model(settings.llm) as model,
        open_readers(settings.documents.limits, READERS) as readers,
        _engines(home, settings, database) if lasting else nullcontext(Engines()) as engines,
        open_background() as background,  # closed first: what it runs uses all of the above
    ):
        writer = Writer(database)
        pipeline = Pipeline(writer, readers, clock)
        memories = Memories(home.chats, settings.memory)
        usage = UsageLog(database, settings.llm.price)
        summarise = summariser(model, usage, clock)
        captures = Captures(CaptureLedger(database), writer, summarise, settings.memory, clock)
        facts = Facts(database, writer)
        captures.follow(facts.captured)
        forgetting = Forgetting(database, writer, memories, captures, settings.memory)
        await forgetting.resume()  # what a crash left half forgotten must not be read again
        own = own_memory(
            vault_at(home, settings.vault),
            database,
            settings.memory,
            clock,
            summarise if model else None,
        )
        follow(captures, own)
        yield Services(
            clock=clock,
            home=home,
            engines=engines,
            store=Store(database, ranking(settings), *engines.live, meaning=engines.semantic),
            writer=writer,
            pipeline=pipeline,
            people=People(database, access, clock),
            pairing=Pairing(database, clock),
            inbox=Inbox(database, clock, settings.inbox),
            throttle=Throttle(settings.rate_limit),
            audit=Audit(home.audit, clock),
            indexing=Indexing(pipeline),
            roots=roots_of(settings, home),
            upload_scope=settings.documents.upload_scope,
            fetch=fetch,
            background=background,
            model=model,
            llm=settings.llm,
            usage=usage,
            remembering=Remembering(
                settings=settings.memory,
                memories=memories,
                captures=captures,
                facts=facts,
                forgetting=forgetting,
                retention=Retention(database, writer, memories, settings.memory),
                background=background,
                captured=model is not None,
                take_over=partial(take_over, database, home.memory),
            ),
            own=replace(own, items=Items(database, engines.of(ITEMS_CORPUS))),
            last_answers=LastAnswers(database),
        )


def _engines(
    home: Home, settings: Settings, database: Database
) -> AbstractAsyncContextManager[Engines]:
    corpora = (PASSAGES, TURNS, ITEMS_CORPUS)
    return open_engines(home.database, database, corpora, settings.embedder, home.models)


def embed_in_background(services: Services) -> None:
    """Give all that is indexed its vectors, from now on; one process of a home does."""
    if services.engines.embedding:
        services.background.keep("vectors", services.engines.embedding.follow())


def ranking(settings: Settings) -> RankingSettings:
    return RankingSettings(**asdict(settings.search), decay_rate=settings.memory.decay_rate)


def roots_of(settings: Settings, home: Home) -> Roots:
    folders = settings.documents.roots or (str(Path.home()),)
    resolved = tuple(Path(folder).expanduser().resolve() for folder in folders)
    return Roots(resolved, home.folder)


def _model(settings: LlmSettings) -> AbstractAsyncContextManager[Model | None]:
    return connect(settings) if settings.model else nullcontext()
