"""Show, approve or discard what other programs want remembered."""

import argparse
import asyncio
from collections.abc import Sequence

from bot.access import policy
from bot.cli import session
from bot.cli.console import sanitize
from bot.messages import UserError
from bot.tools.program_writes import approve, describe
from indexer.i18n import _
from memory.vault.program_writes import ProgramWrite, parse_numbers


def add_arguments(parser: argparse.ArgumentParser) -> None:
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--approve", nargs="+", metavar="N", help=_("remember these"))
    chosen.add_argument("--discard", nargs="+", metavar="N", help=_("forget about these"))
    parser.set_defaults(identity=None)


def run(arguments: argparse.Namespace) -> int:
    asyncio.run(_run(arguments))
    return 0


async def _run(arguments: argparse.Namespace) -> None:
    numbers = parse_numbers(arguments.approve or arguments.discard or ())
    if (arguments.approve or arguments.discard) and not numbers:
        raise UserError(_("Give the numbers that `multis programs` lists."))
    async with session.open_as_reader(arguments) as (who, services):
        waiting = await services.owner_memory.program_writes.list_waiting()
        if not {each.id for each in waiting}.issuperset(numbers):
            raise UserError(_("Give the numbers that `multis programs` lists."))
        if arguments.approve:
            visible = policy.decide_recall(who.message(""), who.access)
            for line in await approve(services, visible, numbers, services.clock()):
                print(sanitize(line))
            return
        if arguments.discard:
            await services.owner_memory.program_writes.take(numbers)
        _print_waiting([each for each in waiting if each.id not in numbers])


def _print_waiting(waiting: Sequence[ProgramWrite]) -> None:
    for each in waiting:
        print(sanitize(f"{each.id}. {describe(each)}"))
    if not waiting:
        print(_("No program wants anything remembered."))
