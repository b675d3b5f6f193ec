"""The page's own record of each person's chat, as a phone keeps its chats.

An entry is written once for each message and side, however often it is delivered. A browser that
reconnects names the number of the last entry it has. Answers to the desk pass through the record
too, but are part of no conversation, and go within a day.
"""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal, Protocol

import aiosqlite
from msgspec import Struct

from bot.desk.conversations import RESTORABLE, name_conversation, place_entry
from bot.messages import Chat
from indexer.store.database import Database
from indexer.store.vacuum import scrub

Side = Literal["asked", "told"]
PAGE = 50  # entries that a browser gets at first
OLDER = 100  # and at once while it goes back
RETENTION = timedelta(days=365)
DESK_RETENTION = timedelta(days=1)
SPREAD = 1024  # numbers of a millisecond; all stay below 2**53, which a browser counts to


class TranscriptEntry(Struct, frozen=True):
    """One side of an exchange, as a browser shows it."""

    id: int
    key: str  # of the message; empty for a notice
    side: Side
    content: str  # JSON for the page
    at: int  # epoch seconds
    conversation: str  # empty for an answer to the desk


class NewEntry(Protocol):
    """An entry to be written."""

    @property
    def side(self) -> Side: ...

    @property
    def content(self) -> str:
        """JSON for the page."""

    @property
    def key(self) -> str:
        """The key of the message, which has at most one entry per side; empty for a notice."""

    @property
    def title(self) -> str:
        """A title for its conversation; empty for none."""

    @property
    def of_desk(self) -> bool:
        """True if it answers a button of the desk, and so is part of no conversation."""


class Transcript:
    """The entries of all chats; lives as long as the page's database."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime],
        retention: timedelta = RETENTION,
    ) -> None:
        self._database = database
        self._clock = clock
        self._retention = retention

    async def write(self, chat: Chat, entry: NewEntry) -> int:
        """Store an entry and return its number; that of the existing one if its key has one."""
        now = self._clock()
        async with self._database.transaction() as db:
            conversation = (
                None if entry.of_desk else await place_entry(db, chat.key, entry.key, now)
            )
            number, at = await _draw_number(db, chat, now), int(now.timestamp())
            given = (entry.key or None, entry.side, entry.content, at, conversation)
            await db.execute(
                "INSERT INTO entries (id, chat, key, side, content, written_at, conversation)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (chat, key, side) DO NOTHING",
                (number, chat.key, *given),
            )
            if conversation and entry.title:
                await name_conversation(db, conversation, entry.title, entry.key)
            return await _find_number(db, chat, entry)

    async def list_since(self, chat: Chat, after: int, limit: int = 100) -> list[TranscriptEntry]:
        """Return the entries of a chat after number `after`, the oldest first."""
        return await self._select(
            "SELECT * FROM entries WHERE chat = ? AND id > ? ORDER BY id LIMIT ?",
            (chat.key, after, limit),
        )

    async def list_latest(self, chat: Chat, limit: int = PAGE) -> list[TranscriptEntry]:
        """Return the last entries of the chat's current conversation, the oldest first."""
        return await self._select(
            "SELECT * FROM (SELECT entries.* FROM current_conversations JOIN entries"
            " USING (conversation) WHERE current_conversations.chat = ?"
            " ORDER BY id DESC LIMIT ?) ORDER BY id",
            (chat.key, limit),
        )

    async def list_before(
        self, chat: Chat, conversation: str, before: int, limit: int = OLDER
    ) -> list[TranscriptEntry]:
        """Return the entries of a conversation before number `before`, the oldest first."""
        return await self._select(
            "SELECT * FROM (SELECT * FROM entries WHERE chat = ? AND conversation = ? AND id < ?"
            " ORDER BY id DESC LIMIT ?) ORDER BY id",
            (chat.key, conversation, before, limit),
        )

    async def find_last_number(self, chat: Chat) -> int:
        """Return the number of the chat's last entry, 0 if it has none."""
        rows = await self._database.fetch(
            "SELECT coalesce(max(id), 0) AS last FROM entries WHERE chat = ?", (chat.key,)
        )
        return int(next(iter(rows))["last"])

    async def remove(self, chat: Chat, key: str) -> None:
        """Remove the text of message `key`, such as a PIN, which nobody may read again."""
        async with self._database.transaction() as db:
            await db.execute(
                "DELETE FROM entries WHERE chat = ? AND key = ? AND side = 'asked'",
                (chat.key, key),
            )
            await db.execute(
                "UPDATE conversations SET title = '', titled_by = NULL"
                " WHERE chat = ? AND titled_by = ?",
                (chat.key, key),
            )

    async def tidy(self) -> None:
        """Delete all entries that are too old, and erase them from the file."""
        now = self._clock()
        async with self._database.transaction() as db:
            await _expire(db, now, self._retention)
        await scrub(self._database)

    async def _select(self, sql: str, values: tuple[str | int, ...]) -> list[TranscriptEntry]:
        rows = await self._database.fetch(sql, values)
        return [
            TranscriptEntry(
                row["id"],
                row["key"] or "",
                row["side"],
                row["content"],
                row["written_at"],
                row["conversation"] or "",
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


async def _find_number(db: aiosqlite.Connection, chat: Chat, entry: NewEntry) -> int:
    newest = "SELECT max(id) AS id FROM entries WHERE chat = ? AND side = ? AND key"
    rows = await db.execute_fetchall(
        f"{newest} = ?" if entry.key else f"{newest} IS NULL",
        (chat.key, entry.side, *((entry.key,) if entry.key else ())),
    )
    return int(next(iter(rows))["id"])


async def _expire(db: aiosqlite.Connection, now: datetime, retention: timedelta) -> None:
    """Delete what is too old, and conversations that were deleted too long ago."""
    oldest, of_desk = (int((now - each).timestamp()) for each in (retention, DESK_RETENTION))
    deleted = int((now - RESTORABLE).timestamp())
    await db.execute("DELETE FROM entries WHERE written_at < ?", (oldest,))
    await db.execute(
        "DELETE FROM entries WHERE conversation IS NULL AND written_at < ?", (of_desk,)
    )
    await db.execute(
        "DELETE FROM entries WHERE conversation IN"
        " (SELECT id FROM conversations WHERE deleted_at < ?)",
        (deleted,),
    )
    await db.execute(
        "DELETE FROM conversations WHERE id NOT IN"
        " (SELECT conversation FROM entries WHERE conversation IS NOT NULL)"
    )
    await db.execute(
        "DELETE FROM current_conversations WHERE conversation NOT IN (SELECT id FROM conversations)"
    )
