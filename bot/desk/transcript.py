"""The page's own record of each person's chat, as a phone keeps its chats.

An entry is written once for each message and side, however often it is delivered. A browser that
reconnects names the number of the last entry it has.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

import aiosqlite

from bot.messages import Chat
from indexer.store.database import Database
from indexer.store.vacuum import scrub

Side = Literal["asked", "told"]
LIMIT = 500  # entries of one chat
RETENTION = timedelta(days=30)
SPREAD = 1024  # numbers of a millisecond; all stay below 2**53, which a browser counts to


@dataclass(frozen=True, slots=True)
class TranscriptEntry:
    """One side of an exchange, as a browser shows it."""

    id: int
    key: str  # of the message; empty for a notice
    side: Side
    content: str  # JSON for the page
    at: int  # epoch seconds


class Transcript:
    """The entries of all chats; lives as long as the page's database."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def write(self, chat: Chat, side: Side, content: str, key: str = "") -> int:
        """Store an entry and return its number; that of the existing one if `key` has one."""
        now = self._clock()
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO entries (id, chat, key, side, content, written_at)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (chat, key, side) DO NOTHING",
                (
                    await _draw_number(db, chat, now),
                    chat.key,
                    key or None,
                    side,
                    content,
                    int(now.timestamp()),
                ),
            )
            number = await _find_number(db, chat, side, key)
            await _expire(db, now - RETENTION)
            await _prune(db, chat)
        return number

    async def list_since(self, chat: Chat, after: int, limit: int = 100) -> list[TranscriptEntry]:
        """Return the entries of a chat after number `after`, the oldest first."""
        return await self._select(
            "SELECT * FROM entries WHERE chat = ? AND id > ? ORDER BY id LIMIT ?",
            (chat.key, after, limit),
        )

    async def list_latest(self, chat: Chat, limit: int = 100) -> list[TranscriptEntry]:
        """Return the last entries of a chat, the oldest first."""
        return await self._select(
            "SELECT * FROM (SELECT * FROM entries WHERE chat = ? ORDER BY id DESC LIMIT ?)"
            " ORDER BY id",
            (chat.key, limit),
        )

    async def remove(self, chat: Chat, key: str) -> None:
        """Remove the text of message `key`, such as a PIN, which nobody may read again."""
        async with self._database.transaction() as db:
            await db.execute(
                "DELETE FROM entries WHERE chat = ? AND key = ? AND side = 'asked'",
                (chat.key, key),
            )

    async def erase(self, chat: Chat) -> int:
        """Delete all entries of a chat; return how many."""
        async with self._database.transaction() as db:
            gone = await db.execute("DELETE FROM entries WHERE chat = ?", (chat.key,))
        return gone.rowcount

    async def tidy(self) -> None:
        """Delete all entries that are too old, and erase them from the file."""
        async with self._database.transaction() as db:
            await _expire(db, self._clock() - RETENTION)
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


async def _draw_number(db: aiosqlite.Connection, chat: Chat, now: datetime) -> int:
    """Return a free number above those of the chat, made of the time.

    The browser gets it: a count of all entries would tell how much others write.
    """
    rows = await db.execute_fetchall(
        "SELECT coalesce(max(id), 0) AS last FROM entries WHERE chat = ?", (chat.key,)
    )
    last = int(next(iter(rows))["last"])
    number = max(last + 1, int(now.timestamp() * 1000) * SPREAD + secrets.randbelow(SPREAD))
    while list(await db.execute_fetchall("SELECT 1 FROM entries WHERE id = ?", (number,))):
        number += 1
    return number


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
        (chat.key, chat.key, LIMIT),
    )
