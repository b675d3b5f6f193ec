"""The progress of the conversations of each chat: where the current one begins, what has ended."""

import json

from msgspec import Struct

from indexer.store.database import Database
from memory.messages import Message


class Session(Struct, frozen=True):
    """The progress of a chat's conversations; times as in recent.json."""

    chat: str
    fresh_after: str = ""  # JSON: the keys of the exchanges before the last /new
    began: str = ""
    ended_to: str = ""
    tries: int = 0
    next_try: int = 0


class SessionRows:
    """The table `episodes`, which holds nobody's words."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, chat: str) -> Session:
        rows = await self._database.fetch("SELECT * FROM episodes WHERE chat = ?", (chat,))
        return next((Session(**dict(row)) for row in rows), Session(chat))

    async def list_current(self, chat: str, window: tuple[Message, ...]) -> tuple[Message, ...]:
        """Return those messages of a chat's window that were said since the last /new."""
        session = await self.load(chat)
        before = frozenset(json.loads(session.fresh_after or "[]"))
        old = [n for n, message in enumerate(window, 1) if message.key in before]
        return window[max(old, default=0) :]

    async def mark_fresh(self, chat: str, before: str) -> None:
        await self._update(chat, "fresh_after = ?", before)

    async def mark_open(self, chat: str, began: str) -> None:
        await self._update(chat, "began = ?", began)

    async def mark_ended(self, chat: str, last: str) -> None:
        await self._update(chat, "began = '', tries = 0, next_try = 0, ended_to = ?", last)

    async def mark_failed(self, chat: str, tries: int, next_try: int) -> None:
        """Store how often its end was tried, and when it is tried again, in seconds of Unix."""
        await self._update(chat, "tries = ?, next_try = ?", tries, next_try)

    async def _update(self, chat: str, assignments: str, *values: str | int) -> None:
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO episodes (chat) VALUES (?) ON CONFLICT DO NOTHING", (chat,)
            )
            await db.execute(
                f"UPDATE episodes SET {assignments} WHERE chat = ?",  # noqa: S608 - fixed texts
                (*values, chat),
            )
