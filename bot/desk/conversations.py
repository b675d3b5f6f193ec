"""The conversations of each chat on the page, each from one /new to the next, as memory has them.

Deleted ones can be restored for a while.
"""

import json
import secrets
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

import aiosqlite
from msgspec import Struct

from bot.messages import Chat, UserError
from indexer.i18n import _
from indexer.store.database import Database
from indexer.store.engine.session import Row

RESTORABLE = timedelta(days=30)
LONGEST_TITLE = 80  # characters


class Conversation(Struct, frozen=True):
    """A conversation, as a list of them shows it."""

    id: str
    title: str
    pinned: bool
    used_at: int  # epoch seconds of its last entry
    current: bool  # the one that is being written
    deleted: bool


class Conversations:
    """Lives as long as the page's database."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def list_all(self, chat: Chat) -> list[Conversation]:
        """List a chat's conversations: pinned ones first, then the last used."""
        rows = await self._database.fetch(
            "SELECT each.*, current.conversation IS NOT NULL AS current"
            " FROM conversations AS each LEFT JOIN current_conversations AS current"
            " ON current.chat = each.chat AND current.conversation = each.id"
            " WHERE each.chat = ? ORDER BY pinned DESC, used_at DESC,"
            " (SELECT max(id) FROM entries WHERE conversation = each.id) DESC",
            (chat.key,),
        )
        return [_build_conversation(row) for row in rows]

    async def find(self, chat: Chat, name: str) -> Conversation:
        """Find a conversation of `chat`; a `UserError` if it is gone."""
        for each in await self.list_all(chat):
            if each.id == name:
                return each
        raise UserError(_("That conversation is no longer here."))

    async def find_by_keys(self, chat: Chat, keys: Collection[str]) -> dict[str, str]:
        """Return the ids of the conversations that hold the messages with these keys."""
        rows = await self._database.fetch(
            "SELECT key, conversation FROM entries WHERE chat = ? AND conversation IS NOT NULL"
            " AND key IN (SELECT value FROM json_each(?))",
            (chat.key, json.dumps(list(keys))),
        )
        return {row["key"]: row["conversation"] for row in rows}

    async def end_current(self, chat: Chat) -> None:
        """Let the next entry begin a new conversation."""
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM current_conversations WHERE chat = ?", (chat.key,))

    async def rename(self, chat: Chat, name: str, title: str) -> None:
        """Give a conversation the title that its person chose."""
        words = " ".join(title.split())[:LONGEST_TITLE]
        if not words:
            raise UserError(_("A title needs at least one character."))
        await self._change(chat, name, "title = ?, titled_by = NULL", words)

    async def pin(self, chat: Chat, name: str, *, pinned: bool) -> None:
        await self._change(chat, name, "pinned = ?", int(pinned))

    async def delete(self, chat: Chat, name: str) -> None:
        """Delete a conversation from the page; it can be restored for `RESTORABLE`."""
        await self._change(chat, name, "deleted_at = ?", int(self._clock().timestamp()))
        async with self._database.transaction() as db:
            await db.execute(
                "DELETE FROM current_conversations WHERE chat = ? AND conversation = ?",
                (chat.key, name),
            )

    async def restore(self, chat: Chat, name: str) -> None:
        """Restore a deleted conversation; it is the current one again unless another has begun."""
        await self._change(chat, name, "deleted_at = ?", None)
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO current_conversations (chat, conversation) SELECT chat, id"
                " FROM conversations AS each WHERE chat = ? AND id = ? AND NOT EXISTS (SELECT 1"
                " FROM conversations AS later WHERE later.chat = each.chat"
                " AND later.used_at > each.used_at) ON CONFLICT (chat) DO NOTHING",
                (chat.key, name),
            )

    async def _change(self, chat: Chat, name: str, change: str, value: str | int | None) -> None:
        async with self._database.transaction() as db:
            done = await db.execute(
                f"UPDATE conversations SET {change} WHERE chat = ? AND id = ?",  # noqa: S608  # fixed texts
                (value, chat.key, name),
            )
        if not done.rowcount:
            raise UserError(_("That conversation is no longer here."))


async def place_entry(db: aiosqlite.Connection, chat: str, key: str, now: datetime) -> str:
    """Return the conversation of a new entry: that of its question, or the chat's current one."""
    rows = await db.execute_fetchall(
        "SELECT coalesce((SELECT conversation FROM entries WHERE chat = ? AND key = ?),"
        " (SELECT conversation FROM current_conversations WHERE chat = ?)) AS found",
        (chat, key, chat),
    )
    conversation = next(iter(rows))["found"] or await _begin(db, chat)
    await db.execute(
        "INSERT INTO conversations (id, chat, used_at) VALUES (?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at",
        (conversation, chat, int(now.timestamp())),
    )
    return str(conversation)


async def _begin(db: aiosqlite.Connection, chat: str) -> str:
    name = secrets.token_hex(8)
    await db.execute(
        "INSERT INTO current_conversations (chat, conversation) VALUES (?, ?)", (chat, name)
    )
    return name


async def name_conversation(
    db: aiosqlite.Connection, conversation: str, title: str, key: str
) -> None:
    """Name a conversation after a message, if it has no name yet but that of a command."""
    await db.execute(
        "UPDATE conversations SET title = :title, titled_by = :key WHERE id = :conversation"
        " AND (title = '' OR (titled_by IS NOT NULL AND title LIKE '/%' AND :title NOT LIKE '/%'))",
        {
            "title": " ".join(title.split())[:LONGEST_TITLE],
            "key": key,
            "conversation": conversation,
        },
    )


def _build_conversation(row: Row) -> Conversation:
    return Conversation(
        id=row["id"],
        title=row["title"],
        pinned=bool(row["pinned"]),
        used_at=row["used_at"],
        current=bool(row["current"]),
        deleted=row["deleted_at"] is not None,
    )
