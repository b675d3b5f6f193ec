"""One message through the same router as every chat; the reply on stdout."""

import argparse
import asyncio
import json
import sys
from contextlib import aclosing
from dataclasses import asdict
from pathlib import Path

from bot.cli import identity, opening
from bot.messages import Attachment, Reply, UserError

SUMMARY = "Say one message and print the reply"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", help="the message, or the caption of --file")
    parser.add_argument("--file", type=Path, metavar="PATH", help="a file to send along")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    identity.add_arguments(parser, group=True)


def run(arguments: argparse.Namespace) -> int:
    reply = asyncio.run(_say(arguments))
    if arguments.json:
        print(json.dumps(as_json(reply), ensure_ascii=False))
    elif reply.failed:
        print(f"multis: {reply.text}", file=sys.stderr)
    else:
        print(reply.text)
        for choice in reply.choices:
            print(f"[{choice.label}] {choice.message}")
    return 1 if reply.failed else 0


def as_json(reply: Reply) -> dict[str, object]:
    return {
        "text": reply.text,
        "sources": [asdict(source) for source in reply.sources],
        "choices": [asdict(choice) for choice in reply.choices],
        "error": reply.text if reply.failed else None,
    }


async def _say(arguments: argparse.Namespace) -> Reply:
    async with opening.open_as(arguments) as (who, bot):
        message = who.message(arguments.text, _attached(arguments.file))
        async with aclosing(bot.handle(message)) as items:
            async for item in items:
                if isinstance(item, Reply):
                    return item
    raise UserError("Nothing was said to the assistant.")


def _attached(path: Path | None) -> tuple[Attachment, ...]:
    if path is None:
        return ()
    if not path.is_file():
        raise UserError(f"There is no file {path}.")
    return (Attachment(path.name, path.stat().st_size, str(path.resolve())),)
