"""The tables that multis keeps, and the database that holds them: the home's or a server's."""

from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING

from bot import version
from bot.access.chat_languages import CHAT_LANGUAGES
from bot.access.modes import MODES
from bot.access.people import PEOPLE
from bot.access.schema import GATE, QUOTAS
from bot.delivery.schema import DIGESTS, INBOX, SHOWN_LISTS
from bot.llm.schema import USAGE
from bot.services.chat_moves import CHAT_MOVES
from bot.services.last_answers import LAST_ANSWERS
from bot.services.resources import Setup
from bot.voice.spoken_chats import SPOKEN
from bot.voice.unheard import UNHEARD
from indexer.store.copies import Copies
from indexer.store.corpus import INDEXED
from indexer.store.database import Database, open_database
from indexer.store.engine.server import DatabaseSettings, build_server
from indexer.store.schema import INDEX
from memory.facts.schema import FACTS_CORPUS
from memory.reminders.schema import REMINDERS
from memory.schema import MEMORY, PROPOSALS, SESSIONS, TRACES

if TYPE_CHECKING:
    from bot.runtime.lease import Lease
    from indexer.store.engine.postgresql.lease import Tenure

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
    SHOWN_LISTS,
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


def open_tables(setup: Setup) -> AbstractAsyncContextManager[Database]:
    """Open the home's database, or that on the server of `database.url`.

    A copy of the home's is made before its tables change.
    """
    if setup.settings.database.url:
        return _open_server(setup.settings.database, setup.lease)
    home = setup.home
    return open_database(home.database, *SCHEMAS, copies=Copies(home.copies, version, setup.clock))


def _open_server(
    settings: DatabaseSettings, lease: "Lease | None"
) -> AbstractAsyncContextManager[Database]:
    server = build_server(settings)
    from indexer.store.engine.postgresql.opening import open_postgresql  # with psycopg

    tenure = _build_tenure(lease) if lease else None
    return open_postgresql(server, *SCHEMAS, corpora=CORPORA, lease=tenure)


def _build_tenure(lease: "Lease") -> "Tenure":
    from indexer.store.engine.postgresql.lease import Tenure  # for a server's database alone

    return Tenure(lease.number, shared=lease.shared)
