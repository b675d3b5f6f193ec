"""The daemon's log, filtered, the latest lines first."""

import asyncio
from itertools import islice

from msgspec import Struct

from bot.desk.views import Arguments, View, ViewContext, parse_number
from bot.operations.log_book import LEVELS, LogFilter, LogLine, read_log

FEW, MOST = 10, 1000  # lines of one answer
WORDS = 200  # characters


class LogView(Struct, frozen=True):
    lines: tuple[LogLine, ...]
    more: bool  # whether there are older ones


async def show(context: ViewContext, arguments: Arguments) -> LogView:
    level, before = arguments.get("level", ""), arguments.get("before", "")
    wanted = LogFilter(
        level if level in LEVELS else "info",
        arguments.get("q", "")[:WORDS],
        int(before) if before.isascii() and before.isdecimal() and len(before) < 18 else 0,
    )
    most = min(max(parse_number(arguments.get("most", ""), FEW), 1), MOST)
    path = context.turn.services.home.log
    # In a thread: a long log must not delay answers.
    found = await asyncio.to_thread(lambda: tuple(islice(read_log(path, wanted), most + 1)))
    return LogView(found[:most], len(found) > most)


view = View("log", show, owner_only=True)
