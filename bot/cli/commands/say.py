"""Say one message and print the reply."""

import argparse
import asyncio
import os
import sys
from contextlib import aclosing
from pathlib import Path

from msgspec.structs import asdict

from bot.cli import identity, session
from bot.cli.console import dump_json, sanitize
from bot.cli.parser import parse_path
from bot.messages import Attachment, IncomingMessage, Reply, UserError
from bot.turns.router import Bot
from indexer.i18n import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "text", metavar="TEXT", nargs="*", help=_("the message, or the caption of --file")
    )
    parser.add_argument("--file", type=parse_path, metavar="PATH", help=_("a file to send along"))
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))
    identity.add_arguments(parser, group=True)
    parser.set_defaults(refuse=parser.error)


def run(arguments: argparse.Namespace) -> int:
    if not arguments.text and arguments.file is None:
        arguments.refuse("the following arguments are required: TEXT")  # not translated: in FAULTS
    return asyncio.run(_say(arguments))


def _print(reply: Reply, *, json_wanted: bool) -> int:
    if json_wanted:
        print(dump_json(to_json(reply)))
    elif reply.failed:
        print(f"multis: {sanitize(reply.text)}", file=sys.stderr)
    else:
        print(sanitize(reply.text))
        for choice in reply.choices:
            print(sanitize(f"[{choice.label}] {choice.message}"))
    sys.stdout.flush()
    return 1 if reply.failed else 0


def to_json(reply: Reply) -> dict[str, object]:
    return {
        "text": reply.text,
        "sources": [asdict(source) for source in reply.sources],
        "choices": [asdict(choice) for choice in reply.choices],
        "error": reply.text if reply.failed else None,
    }


async def _say(arguments: argparse.Namespace) -> int:
    async with session.open_as(arguments) as (who, bot, services):
        reply = await _get_reply(
            bot, who.message(" ".join(arguments.text), _attach_file(arguments.file))
        )
        code = _print(reply, json_wanted=arguments.json) if reply else 0
        # A capture that this message triggered delays the exit, not the reply.
        await services.background.wait_until_idle()
    return code


async def _get_reply(bot: Bot, message: IncomingMessage) -> Reply | None:
    """Return the reply; None if there is none, as for talk in a silent group."""
    async with aclosing(bot.handle(message)) as items:
        return await anext((item async for item in items if isinstance(item, Reply)), None)


def _attach_file(path: Path | None) -> tuple[Attachment, ...]:
    if path is None:
        return ()
    if os.path.isdir(path):
        command = f"multis index {path} --scope kb"  # not translated: a command
        raise UserError(
            _("{path} is a folder. To index it, run `{command}`.", path=str(path), command=command)
        )
    return (Attachment(path.name, _measure_file(path), str(path.resolve())),)


def _measure_file(path: Path) -> int:
    """Return the size in bytes of a file that can be sent; raise a `UserError` if it is none."""
    from indexer.ingest.listing import explain_kind  # few messages have a file

    try:
        status = path.stat()
    except FileNotFoundError:
        raise UserError(_("File not found: {path}", path=str(path))) from None
    except PermissionError:
        raise  # `bot.runtime.storage_errors` says what to do about it
    except OSError as error:
        raise UserError(
            _("Cannot read {name}: {reason}.", name=path.name, reason=str(error.strerror))
        ) from None
    if reason := explain_kind(path, status.st_mode):
        raise UserError(reason)
    return status.st_size
