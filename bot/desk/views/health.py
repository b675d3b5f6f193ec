"""The findings of `multis doctor --offline`."""

import asyncio
import os

from msgspec import Struct

from bot.desk.views import Arguments, View, ViewContext
from bot.home import Home

# That no platform is enabled: whoever looks at the page is on one, and has nothing to mend.
UNUSED = ("WARN", "platforms")


class Line(Struct, frozen=True):
    level: str  # OK, WARN or FAIL
    about: str
    told: str


class Health(Struct, frozen=True):
    lines: tuple[Line, ...]


async def show(context: ViewContext, _arguments: Arguments) -> Health:
    # In a thread with its own loop: checking a large database must not delay answers.
    return await asyncio.to_thread(lambda: asyncio.run(_examine(context.turn.services.home)))


async def _examine(home: Home) -> Health:
    from bot.doctor import examine

    findings = [each async for each in examine(home, os.environ, offline=True)]
    lines = (Line(each.level.value, each.about, each.text) for each in findings)
    return Health(tuple(each for each in lines if (each.level, each.about) != UNUSED))


view = View("health", show, owner_only=True)
