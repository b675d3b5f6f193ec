"""Where the database is: settings of a server, and the addresses in them."""

from dataclasses import dataclass, field
from importlib.util import find_spec

from msgspec import Struct

from indexer.errors import UserError
from indexer.extras import format_install_hint
from indexer.i18n import _, join_sentences

SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class DatabaseSettings:
    """The block `database` of config.json; without an address the database is in the home."""

    # The login that owns the tables, postgresql://USER:PASSWORD@HOST/DATABASE; empty: SQLite.
    url: str = field(default="", repr=False)
    reader: str = field(default="", repr=False)  # a second login there, which only reads
    # Wait while another daemon has the database, and take over when it ends or stands still.
    standby: bool = False
    # Share the work with other daemons of the same database and home: several answer at once.
    workers: bool = False


class Server(Struct, frozen=True):
    """Where the database is: with the login that owns the tables, and with one that reads."""

    owner: str  # URL
    reader: str  # URL


def build_server(settings: DatabaseSettings) -> Server:
    """Return the server that the settings name; a `UserError` says what is missing."""
    if not all(url.startswith(SCHEMES) for url in (settings.url, settings.reader)):
        raise UserError(
            _(
                "database.url and database.reader name two logins of one PostgreSQL database, "
                "as postgresql://USER:PASSWORD@HOST/DATABASE: one that owns the tables, and one "
                "that only reads."
            )
        )
    if find_spec("psycopg") is None:
        raise UserError(
            join_sentences(
                _("A database on a PostgreSQL server needs an optional part of multis."),
                format_install_hint("postgresql"),
            )
        )
    return Server(settings.url, settings.reader)
