"""Say one message and print the reply."""

import argparse
import asyncio
import json
import sys
from contextlib import aclosing
from dataclasses import asdict
from pathlib import Path

from bot.cli import identity, opening
from bot.cli.streams import shown
from bot.messages import Attachment, Reply, UserError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", help="the message, or the caption of --file")
    parser.add_argument("--file", type=Path, metavar="PATH", help="a file to send along")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    identity.add_arguments(parser, group=True)


def run(arguments: argparse.Namespace) -> int:
    return asyncio.run(_say(arguments))


def _print(reply: Reply, *, json_wanted: bool) -> int:
    if json_wanted:
        print(json.dumps(as_json(reply), ensure_ascii=False))
    elif reply.failed:
        print(f"multis: {shown(reply.text)}", file=sys.stderr)
    else:
        print(shown(reply.text))
        for choice in reply.choices:
            print(shown(f"[{choice.label}] {choice.message}"))
    sys.stdout.flush()
    return 1 if reply.failed else 0


def as_json(reply: Reply) -> dict[str, object]:
    return {
        "text": reply.text,
        "sources": [asdict(source) for source in reply.sources],
        "choices": [asdict(choice) for choice in reply.choices],
        "error": reply.text if reply.failed else None,
    }


async def _say(arguments: argparse.Namespace) -> int:
    async with opening.open_as(arguments) as (who, bot, services):
        message = who.message(arguments.text, _attached(arguments.file))
        code = 0
        async with aclosing(bot.handle(message)) as items:
            async for item in items:
                if isinstance(item, Reply):
                    code = _print(item, json_wanted=arguments.json)
        # A capture that this message made due does not hold up the reply, only the way out.
        await services.background.idle()
    return code


def _attached(path: Path | None) -> tuple[Attachment, ...]:
    if path is None:
        return ()
    if path.is_dir():
        raise UserError(f"{path} is a folder: `multis index {path} --scope kb` reads one.")
    if not path.is_file():
        raise UserError(f"There is no file {path}.")
    return (Attachment(path.name, path.stat().st_size, str(path.resolve())),)
