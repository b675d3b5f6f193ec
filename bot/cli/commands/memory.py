"""Search, sync and maintain what is remembered."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable

from bot.cli import identity, session
from bot.cli.console import parse_positive
from bot.cli.identity import Identity
from bot.cli.memory import facts, searching, transfer, upkeep
from bot.cli.parser import parse_name
from bot.services.services import Services
from indexer.i18n import _

Action = Callable[[argparse.Namespace, Identity, Services], Awaitable[int]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="WHAT")

    def add(name: str, work: Action, summary: str) -> argparse.ArgumentParser:
        action = actions.add_parser(name, help=summary, description=summary)
        action.add_argument("--json", action="store_true", help=_("print JSON"))
        identity.add_arguments(action)
        action.set_defaults(work=work)
        return action

    _search(add("search", searching.search, _("search notes, facts and recorded conversations")))
    _list(add("list", facts.list_facts, _("list facts")))
    add("stats", facts.count, _("count what is remembered"))
    add("sync", upkeep.sync, _("update the index from the vault and the sources"))
    cleans = _("delete expired facts, and erase deleted data from the database file")
    add("clean", upkeep.clean, cleans)
    _restore(add("restore", facts.restore, _("restore deleted facts")))
    _export(add("export", transfer.export_facts, _("write facts with their history as JSON lines")))
    _import(add("import", transfer.import_facts, _("read facts from JSON lines")))


def _search(action: argparse.ArgumentParser) -> None:
    action.add_argument("query", metavar="QUERY", nargs="+")
    help_ = _("default: 5")
    action.add_argument("--limit", type=parse_positive, default=5, metavar="N", help=help_)


def _list(action: argparse.ArgumentParser) -> None:
    help_ = _("list deleted facts that can be restored")
    action.add_argument("--deleted", action="store_true", help=help_)


def _restore(action: argparse.ArgumentParser) -> None:
    help_ = _("as shown by `multis memory list --deleted`")
    action.add_argument("ids", metavar="ID", nargs="+", help=help_)


def _export(action: argparse.ArgumentParser) -> None:
    help_ = _("default: -, which is standard output")
    action.add_argument("file", type=parse_name, metavar="FILE", nargs="?", default="-", help=help_)


def _import(action: argparse.ArgumentParser) -> None:
    action.add_argument("file", type=parse_name, metavar="FILE", help=_("- is standard input"))


def run(arguments: argparse.Namespace) -> int:
    return asyncio.run(_run_action(arguments))


async def _run_action(arguments: argparse.Namespace) -> int:
    async with session.open_as_reader(arguments) as (who, services):
        code: int = await arguments.work(arguments, who, services)
        return code
