"""Move the database to a PostgreSQL server, or back into the home."""

import argparse

from bot import version
from bot.cli import session
from bot.home import Home
from bot.messages import UserError
from bot.operations.migrate import Moved, move_to_file, move_to_server
from bot.services.open import utc_now
from bot.settings.config import Settings
from indexer.i18n import _, format_number
from indexer.store.copies import Copies
from indexer.store.engine.server import DatabaseSettings, build_server

FILE = "sqlite"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--to",
        required=True,
        metavar="URL",
        help=_(
            "an empty database: postgresql://USER@HOST/DATABASE with the login that will own the "
            "tables; or sqlite, for a file in the home"
        ),
    )
    parser.add_argument(
        "--reader",
        default="",
        metavar="URL",
        help=_("the same database with a login that only reads"),
    )


def run(arguments: argparse.Namespace) -> int:
    home, settings = session.load_home(arguments)
    if arguments.to == FILE:
        moved = _move_back(home, settings)
    else:
        moved = _move(home, settings, DatabaseSettings(arguments.to, arguments.reader))
    print(_format_moved(moved))
    return 0


def _move(home: Home, settings: Settings, wanted: DatabaseSettings) -> Moved:
    if settings.database.url:
        raise UserError(_("The database is there already."))
    if not home.database.exists():
        raise UserError(_("There is no database in {folder}.", folder=str(home.folder)))
    return move_to_server(home, build_server(wanted), _report)


def _move_back(home: Home, settings: Settings) -> Moved:
    if not settings.database.url:
        raise UserError(_("The database is there already."))
    copies = Copies(home.copies, version, utc_now)
    return move_to_file(home, build_server(settings.database), _report, copies)


def _report(table: str, rows: int) -> None:
    """Show that it goes on; a table of many rows takes many steps."""
    print(_("{label}: {value}", label=table, value=format_number(rows)), flush=True)


def _format_moved(moved: Moved) -> str:
    return _(
        "All {tables} tables are equal, with {rows} rows (SHA-256 {digest}). config.json names the "
        "new database; the old one is as it was. Delete it when you no longer need it: what is "
        "forgotten from now on stays there.",
        tables=format_number(moved.tables),
        rows=format_number(moved.rows),
        digest=moved.sha256[:16],
    )
