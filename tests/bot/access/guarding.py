"""A world whose owner has a PIN."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from functools import cache
from pathlib import Path

from bot.access.pin import SecuritySettings, hash_pin
from bot.access.rate_limit import RateLimitSettings
from bot.settings.config import Settings
from tests.conversation import Conversation, World, a_world

PIN = "471182"


@cache
def digest() -> str:
    return hash_pin(PIN)


@asynccontextmanager
async def guarded(folder: Path, minutes: int = 60) -> AsyncIterator[World]:
    security = SecuritySettings(pin=digest(), pin_lockout_minutes=minutes)
    settings = Settings(security=security, rate_limit=RateLimitSettings(0, 0))
    async with a_world(folder, settings) as world:
        yield world


async def remembers(person: Conversation) -> bool:
    return "northern pier" in (await person("/memory")).text


def rows(database: Path) -> str:
    """All that the tables hold."""
    with closing(sqlite3.connect(database)) as db:
        tables = [
            name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type='table'")
        ]
        plain = [name for name in tables if "_fts" not in name]
        return repr([db.execute(f"SELECT * FROM {name}").fetchall() for name in plain])  # noqa: S608 - names of the schema
