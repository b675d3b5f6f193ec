"""Keeps an answer from bringing back what was forgotten while it was written."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from indexer.scopes import ADMIN
from indexer.store.database import Database
from memory.chat.memory import ChatMemory


@asynccontextmanager
async def hold_off(database: Database, memory: ChatMemory, since: datetime) -> AsyncIterator[bool]:
    """Yield whether what was written since then may be kept, while nothing is forgotten.

    An answer that began before a /forget in another of the owner's chats may say what is
    forgotten; one in the same chat is recorded before.
    """
    if memory.folder.scope != ADMIN:
        yield True
        return
    async with memory.hold_notes():
        yield not await _is_erased_elsewhere(database, memory.folder.chat, since)


async def _is_erased_elsewhere(database: Database, chat: str, since: datetime) -> bool:
    """Return whether another of the owner's chats had anything erased since then."""
    rows = await database.fetch(
        "SELECT 1 FROM forgotten WHERE scope = ? AND chat <> ? AND forgotten_at >= ? LIMIT 1",
        (ADMIN.label, chat, int(since.timestamp())),
    )
    return bool(list(rows))
