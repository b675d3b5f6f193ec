"""A group that moves to another key, and what is stored meanwhile."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.access.rate_limit import RateLimitSettings
from bot.messages import IncomingMessage
from bot.services.chat_moves import ChatMoves
from bot.settings.config import Settings
from tests.conversation import Conversation, World, a_world
from tests.factories import a_message
from tests.postgresql.engines import choose_database

OLD, NEW = "-5", "-1005"
PLAN = b"# Plan\n\nThe quarterdeck is painted in May.\n"


@asynccontextmanager
async def a_world_of_groups(
    request: pytest.FixtureRequest, engine: str, folder: Path
) -> AsyncIterator[World]:
    async with choose_database(request, engine) as database:
        settings = Settings(rate_limit=RateLimitSettings(0, 0), database=database)
        async with a_world(folder, settings) as world:
            yield world


def group(world: World, sender: str, chat: str = OLD) -> Conversation:
    return world.person(sender, chat=chat, private=False)


def announced(here: str, *, to: str = "", since: str = "") -> IncomingMessage:
    message = a_message("", sender=here, chat=here, private=False, addressed=False)
    return replace(message, moved_to=to, moved_from=since)


LISTING = {
    "SQLite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*_fts*'"
    " AND name NOT IN ('chat_moves', 'sqlite_sequence')",
    "PostgreSQL": "SELECT tablename FROM pg_tables WHERE schemaname = 'multis'"
    " AND tablename <> 'chat_moves'",
}
BOTH = (announced(OLD, to=NEW), announced(NEW, since=OLD))


async def told(world: World, *messages: IncomingMessage) -> ChatMoves:
    for message in messages:
        await world.services.chat_moves.follow(message)
    return world.services.chat_moves


async def everything(world: World) -> str:
    """All that is stored, as text: database and files."""
    async with world.services.people._database.read_committed() as db:
        engine = await db.run(lambda db: db.describe())
        tables = await db.execute_fetchall(LISTING[engine.partition(" ")[0]])
        rows = [
            [tuple(row) for row in await db.execute_fetchall(f"SELECT * FROM {name}")]  # noqa: S608 - its own names
            for (name,) in tables
        ]
    files = sorted(str(path) for path in world.services.home.chats.rglob("*"))
    return repr((rows, files))
