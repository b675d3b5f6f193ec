"""The desk over the real bot."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from bot.desk.conversations import Conversations
from bot.desk.desk import Desk
from bot.desk.sessions import Sessions
from bot.desk.tables import open_page
from bot.desk.timings import Gauges
from bot.settings.config import Settings
from tests.conversation import World, a_world
from tests.factories import a_message

GUIDE = b"""# The Harbour Guesthouse

## Leaving

Check-out is at eleven in the morning; on Sundays it is at noon.

## Breakfast

Breakfast is served from half past seven to ten.
"""


class Office(Struct):
    world: World
    desk: Desk

    async def look(self, view: str, sender: str = "1", **arguments: str) -> Any:
        asker = a_message("", sender=sender)
        return await self.desk.show(asker, view, arguments)


@asynccontextmanager
async def an_office(folder: Path, settings: Settings | None = None) -> AsyncIterator[Office]:
    async with a_world(folder, settings) as world, open_page(world.services.home) as database:
        conversations = Conversations(database, world.clock)
        gauges = Gauges(database, world.clock, stages=world.services.stage_times)
        sessions = Sessions(database, world.clock)
        yield Office(world, Desk(world.services, gauges, conversations, sessions))
