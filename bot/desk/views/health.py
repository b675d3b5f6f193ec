"""The findings of `multis doctor --offline`."""

import asyncio
import os
from dataclasses import dataclass

from bot.desk.views import Arguments, View, ViewContext
from bot.home import Home


@dataclass(frozen=True, slots=True)
class Line:
    level: str  # OK, WARN or FAIL
    about: str
    told: str


@dataclass(frozen=True, slots=True)
class Health:
    lines: tuple[Line, ...]


async def show(context: ViewContext, _arguments: Arguments) -> Health:
    # In a thread with its own loop: checking a large database must not delay answers.
    return await asyncio.to_thread(lambda: asyncio.run(_examine(context.turn.services.home)))


async def _examine(home: Home) -> Health:
    from bot.doctor import examine

    findings = [each async for each in examine(home, os.environ, offline=True)]
    return Health(tuple(Line(each.level.value, each.about, each.text) for each in findings))


view = View("health", show, owner_only=True)
