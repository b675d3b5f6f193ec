"""What each person's page shows: the page's own record, as a phone keeps its chats.

An entry is written once for each message and side, however often it is delivered, and its number
is what a browser names when it comes back after a gap.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

import aiosqlite

from bot.messages import Chat
from indexer.store.database import Database
from indexer.store.vacuum import scrub

Side = Literal["asked", "told"]
KEPT = 500  # entries of one chat
KEPT_FOR = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class TranscriptEntry:
    id: int
    key: str  # of the message; empty for what nobody asked for
    side: Side
    content: str  # JSON, as the page wants it
    at: int  # epoch seconds


class Transcript:
    """Lives as long as the page's database."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def write(self, chat: Chat, side: Side, content: str, key: str = "") -> int:
        """The number of the entry; of the one that is there, if `key` has one on this side."""
        now = self._clock()
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO entries (chat, key, side, content, written_at)"
                " VALUES (?, ?, ?, ?, ?) ON CONFLICT (chat, key, side) DO NOTHING",
                (chat.key, key or None, side, content, int(now.timestamp())),
            )
            number = await _find_number(db, chat, side, key)
            await _expire(db, now - KEPT_FOR)
            await _prune(db, chat)
        return number

    async def list_since(self, chat: Chat, after: int, limit: int = 100) -> list[TranscriptEntry]:
        """The entries of a chat that are newer than number `after`, the first first."""
        return await self._select(
            "SELECT * FROM entries WHERE chat = ? AND id > ? ORDER BY id LIMIT ?",
            (chat.key, after, limit),
        )

    async def list_latest(self, chat: Chat, limit: int = 100) -> list[TranscriptEntry]:
        """The last entries of a chat, the first first."""
        return await self._select(
            "SELECT * FROM (SELECT * FROM entries WHERE chat = ? ORDER BY id DESC LIMIT ?)"
            " ORDER BY id",
            (chat.key, limit),
        )

    async def remove(self, chat: Chat, key: str) -> None:
        """Take out what was said in the message `key`, which nobody shall read again."""
        async with self._database.transaction() as db:
            await db.execute(
                "DELETE FROM entries WHERE chat = ? AND key = ? AND side = 'asked'",
                (chat.key, key),
            )

    async def erase(self, chat: Chat) -> int:
        """Empty the page of a chat; how many entries that were."""
        async with self._database.transaction() as db:
            gone = await db.execute("DELETE FROM entries WHERE chat = ?", (chat.key,))
        return gone.rowcount

    async def tidy(self) -> None:
        """Every chat's entries that are too old go, and out of the bytes of the file."""
        async with self._database.transaction() as db:
            await _expire(db, self._clock() - KEPT_FOR)
        await scrub(self._database)

    async def _select(self, sql: str, values: tuple[str | int, ...]) -> list[TranscriptEntry]:
        async with self._database.read_committed() as db:
            rows = await db.execute_fetchall(sql, values)
        return [
            TranscriptEntry(
                row["id"], row["key"] or "", row["side"], row["content"], row["written_at"]
            )
            for row in rows
        ]


async def _find_number(db: aiosqlite.Connection, chat: Chat, side: Side, key: str) -> int:
    rows = await db.execute_fetchall(
        "SELECT max(id) AS id FROM entries WHERE chat = ? AND side = ? AND key IS ?",
        (chat.key, side, key or None),
    )
    return int(next(iter(rows))["id"])


async def _expire(db: aiosqlite.Connection, oldest: datetime) -> None:
    await db.execute("DELETE FROM entries WHERE written_at < ?", (int(oldest.timestamp()),))


async def _prune(db: aiosqlite.Connection, chat: Chat) -> None:
    await db.execute(
        "DELETE FROM entries WHERE chat = ? AND id <="
        " (SELECT id FROM entries WHERE chat = ? ORDER BY id DESC LIMIT 1 OFFSET ?)",
        (chat.key, chat.key, KEPT),
    )
