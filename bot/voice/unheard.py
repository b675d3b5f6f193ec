"""Keeps messages whose recording could not be written down, to be tried again by a button."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.messages import IncomingMessage
from bot.messages.codec import dump, load_message
from indexer.store.database import Database, Schema

KEPT = timedelta(days=30)

UNHEARD = Schema(
    "unheard",
    (
        """
        CREATE TABLE unheard (
            token TEXT PRIMARY KEY,     -- random: what the button names it by
            chat TEXT NOT NULL,
            sender TEXT NOT NULL,
            message TEXT NOT NULL,      -- JSON; the recording itself stays on the platform
            made_at INTEGER NOT NULL    -- epoch seconds
        ) WITHOUT ROWID;
        CREATE INDEX unheard_by_chat ON unheard (chat);
        -- Chats that know where their recordings are sent.
        CREATE TABLE told_of_engine (
            chat TEXT NOT NULL,
            host TEXT NOT NULL,
            PRIMARY KEY (chat, host)
        ) WITHOUT ROWID;
        """,
    ),
)


class Unheard:
    """Lives as long as its database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, message: IncomingMessage, now: datetime) -> str:
        """Store a message; return the token by which its sender may have it tried again."""
        token = secrets.token_hex(6)
        async with self._database.transaction() as db:
            oldest = int((now - KEPT).timestamp())
            await db.execute("DELETE FROM unheard WHERE made_at < ?", (oldest,))
            await db.execute(
                "INSERT INTO unheard (token, chat, sender, message, made_at)"
                " VALUES (?, ?, ?, ?, ?)",
                (
                    token,
                    message.chat.key,
                    message.sender.key,
                    dump(replace(message, missed=())),
                    int(now.timestamp()),
                ),
            )
        return token

    async def find(self, token: str, asking: IncomingMessage) -> IncomingMessage | None:
        """Return what the sender of `asking` sent in that chat; None if there is no such."""
        rows = await self._database.fetch(
            "SELECT message FROM unheard WHERE token = ? AND chat = ? AND sender = ?",
            (token, asking.chat.key, asking.sender.key),
        )
        return next((load_message(row["message"]) for row in rows), None)

    async def drop(self, token: str) -> None:
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM unheard WHERE token = ?", (token,))

    async def forget(self, chats: Collection[str], sender: str | None = None) -> None:
        """Drop all of these chats, or of one sender there: a caption may hold what is forgotten."""
        async with self._database.transaction() as db:
            await db.executemany(
                "DELETE FROM unheard WHERE chat = ? AND (CAST(? AS TEXT) IS NULL OR sender = ?)",
                [(each, sender, sender) for each in chats],
            )

    async def is_first(self, chat: str, host: str) -> bool:
        """Return True the first time a chat's recording goes to that host."""
        async with self._database.transaction() as db:
            added = await db.execute(
                "INSERT INTO told_of_engine (chat, host) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (chat, host),
            )
            return added.rowcount == 1
