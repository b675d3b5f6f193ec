"""Opens a world on a Monday in London, and takes what is due at a time."""

import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.messages import Reply
from bot.reminders.due import DueReminders
from bot.settings.config import Settings
from memory.settings import ReminderSettings
from tests.conversation import World, a_world

SETTINGS = dataclasses.replace(Settings(), reminders=ReminderSettings("Europe/London"))
MONDAY = datetime(2026, 11, 23, 10, 0, tzinfo=UTC)


@asynccontextmanager
async def open_reminding(folder: Path, now: datetime = MONDAY) -> AsyncIterator[World]:
    async with a_world(folder, SETTINGS) as opened:
        opened.clock.now = now
        yield opened


def due(world: World) -> DueReminders:
    services = world.services
    return DueReminders(services.reminders, services.people.load_barring, services.clock)


async def told(world: World, at: datetime) -> list[Reply]:
    """What is said at that time."""
    waiting = due(world)
    world.clock.now = at
    return [each.reply for each in await waiting.take(["test"])]
