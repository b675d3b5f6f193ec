"""Move the database to a PostgreSQL server, or back into the home."""

import argparse
from collections.abc import Sequence

from bot.cli import session
from bot.desk.tables import copy_back
from bot.messages import UserError
from bot.operations.migrate import FILE, Moved, is_address, migrate
from indexer.i18n import _, format_list, format_number

ADDRESS = "postgresql://USER@HOST/DATABASE"


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
    _check_arguments(arguments.to, arguments.reader)
    home, settings = session.load_home(arguments)
    moved = migrate(home, settings, arguments.to, arguments.reader, _report, copy_back)
    print(_format_moved(moved))
    return 0


def _check_arguments(to: str, reader: str) -> None:
    """Raise a `UserError` unless these are a file, or two addresses of a server."""
    if to == FILE:
        return
    if not is_address(to):
        raise _refuse("--to", to, (ADDRESS, FILE))
    if not reader:
        raise UserError(
            _(
                "Missing: {names}. See `{command} --help`.",
                names="--reader",
                command="multis migrate",
            )
        )
    if not is_address(reader):
        raise _refuse("--reader", reader, (ADDRESS,))


def _refuse(name: str, given: str, choices: Sequence[str]) -> UserError:
    listed = format_list(choices, "or")
    return UserError(
        _(
            "{name} cannot be {given}. Choose {choices}.",
            name=name,
            given=repr(given),
            choices=listed,
        )
    )


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
