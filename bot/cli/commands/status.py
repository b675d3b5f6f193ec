"""Show the status of the assistant; exit code 3 if it is not running."""

import argparse
import asyncio
import json

from msgspec import to_builtins

from bot.cli import session
from bot.cli.console import sanitize_line
from bot.cli.identity import identify
from bot.operations.exit_codes import NOT_RUNNING
from bot.operations.status import Status, collect_status, format_status
from bot.services.open import build_access
from indexer.i18n import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))


def run(arguments: argparse.Namespace) -> int:
    status = asyncio.run(_collect_status(arguments))
    if arguments.json:
        print(json.dumps(to_builtins(status)))
    else:
        for line in format_status(status):
            print(sanitize_line(line))
    return 0 if status.daemon else NOT_RUNNING


async def _collect_status(arguments: argparse.Namespace) -> Status:
    home, settings = session.load_home(arguments)
    owner = identify(None, None, build_access(settings))
    async with session.open_for_owner(home, settings) as services:
        return await collect_status(services, owner.visibility)
