"""Say one message and print the reply."""

import argparse
import asyncio
import json
import sys
from contextlib import aclosing
from dataclasses import asdict, replace
from pathlib import Path

from bot.cli import identity, session
from bot.cli.console import sanitize
from bot.messages import Attachment, IncomingMessage, Reply, UserError
from bot.turns.router import Bot


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", help="the message, or the caption of --file")
    parser.add_argument("--file", type=Path, metavar="PATH", help="a file to send along")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    identity.add_arguments(parser, group=True)


def run(arguments: argparse.Namespace) -> int:
    return asyncio.run(_say(arguments))


def _print(reply: Reply, *, json_wanted: bool) -> int:
    if json_wanted:
        print(json.dumps(to_json(reply), ensure_ascii=False))
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
        message = who.message(arguments.text, _attach_file(arguments.file))
        reply = await _get_reply(bot, message)
        if reply and (question := _find_question(message, reply)):
            reply = _join_replies(reply, await _get_reply(bot, who.message(question)))
        code = _print(reply, json_wanted=arguments.json) if reply else 0
        # A capture that this message made due does not hold up the reply, only the way out.
        await services.background.wait_until_idle()
    return code


async def _get_reply(bot: Bot, message: IncomingMessage) -> Reply | None:
    """None for what is not to be answered, such as talk in a silent group."""
    async with aclosing(bot.handle(message)) as items:
        return await anext((item async for item in items if isinstance(item, Reply)), None)


def _find_question(message: IncomingMessage, reply: Reply) -> str:
    """What the caption asks: elsewhere it is a button, which nobody at a shell could press."""
    asked = f"/ask {message.text.strip()}"
    offered = message.attachments and any(choice.message == asked for choice in reply.choices)
    return asked if offered else ""


def _join_replies(read: Reply, answer: Reply | None) -> Reply:
    """What became of the file, and then the answer in the place of its button."""
    if answer is None:
        return read
    choices = tuple(each for each in read.choices if not each.message.startswith("/ask "))
    return replace(
        answer, text=f"{read.text}\n\n{answer.text}", choices=(*choices, *answer.choices)
    )


def _attach_file(path: Path | None) -> tuple[Attachment, ...]:
    if path is None:
        return ()
    if path.is_dir():
        raise UserError(f"{path} is a folder: `multis index {path} --scope kb` reads one.")
    if not path.is_file():
        raise UserError(f"There is no file {path}.")
    return (Attachment(path.name, path.stat().st_size, str(path.resolve())),)
