"""List, retry or drop the messages that the assistant crashed with."""

import argparse
import asyncio
import json

from bot.access.people import format_person_plain
from bot.cli import session
from bot.cli.console import sanitize
from bot.messages import UserError
from bot.operations.set_aside import SetAsideMessage, format_set_aside
from bot.runtime.process_lock import is_running
from bot.services.services import Services
from indexer.i18n import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="WHAT")
    listed = actions.add_parser(
        "list", help=_("list the messages"), description=_("list the messages")
    )
    listed.add_argument("--json", action="store_true", help=_("print JSON"))
    listed.set_defaults(work=_list)
    for name, summary, work in (
        ("retry", _("try once more to answer a message"), _retry),
        ("drop", _("delete a message"), _drop),
    ):
        action = actions.add_parser(name, help=summary, description=summary)
        action.add_argument(
            "number", metavar="NUMBER", type=int, help=_("as shown by `multis inbox list`")
        )
        action.set_defaults(work=work)


def run(arguments: argparse.Namespace) -> int:
    return asyncio.run(_run_action(arguments))


async def _run_action(arguments: argparse.Namespace) -> int:
    home, settings = session.load_home(arguments)
    async with session.open_for_owner(home, settings) as services:
        code: int = await arguments.work(arguments, services)
    return code


async def _list(arguments: argparse.Namespace, services: Services) -> int:
    found = await services.inbox.list_set_aside()
    for each in found:
        if arguments.json:
            print(json.dumps(_build_row(each)))
        else:
            print(sanitize(format_set_aside(each, format_person_plain)))
    if not found and not arguments.json:
        print(_("No message is set aside."))
    return 0


def _build_row(found: SetAsideMessage) -> dict[str, object]:
    message = found.message
    return {
        "number": found.id,
        "sender": message.sender.key,
        "chat": message.chat.key,
        "characters": len(message.text),
        "files": len(message.attachments),
        "set_aside_at": found.at.isoformat(),
    }


async def _retry(arguments: argparse.Namespace, services: Services) -> int:
    if not await services.inbox.release(arguments.number):
        raise UserError(_("No message {number} is set aside.", number=str(arguments.number)))
    print(
        _("The daemon tries once more to answer it.")
        if is_running(services.home)
        else _("The daemon tries once more to answer it when it runs: `multis run` starts it.")
    )
    return 0


async def _drop(arguments: argparse.Namespace, services: Services) -> int:
    if not await services.inbox.drop(arguments.number):
        raise UserError(_("No message {number} is set aside.", number=str(arguments.number)))
    print(_("Message {number} is deleted.", number=str(arguments.number)))
    return 0
