"""Stores when an owner's summary was sent, so that each is sent once."""

from collections.abc import Callable
from datetime import UTC, datetime

from bot.delivery.outbox import StoredNotice, store_notice
from bot.messages import Notice
from indexer.store.database import Database
from indexer.store.engine.session import Session


def _do_nothing(_db: Session) -> None:
    """Store nothing beside a notice."""


class Digests:
    """Lives as long as its database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_last(self, chat: str) -> datetime | None:
        """Return when the last one was sent to that chat, or since when one is wanted there."""
        rows = await self._database.fetch("SELECT sent_at FROM digests WHERE chat = ?", (chat,))
        return next((datetime.fromtimestamp(row["sent_at"], UTC) for row in rows), None)

    async def store(
        self,
        chat: str,
        now: datetime,
        notice: Notice | None,
        also: Callable[[Session], object] = _do_nothing,
    ) -> StoredNotice | None:
        """Store `notice` and, in the same transaction, that one was sent; None if nothing is.

        What was shown in it is stored by `also`, in that transaction too.
        """
        moment = int(now.timestamp())

        def store(db: Session) -> StoredNotice | None:
            db.execute(
                "INSERT INTO digests (chat, sent_at) VALUES (?, ?)"
                " ON CONFLICT (chat) DO UPDATE SET sent_at = excluded.sent_at",
                (chat, moment),
            )
            also(db)
            return store_notice(db, notice, moment) if notice else None

        return await self._database.change(store, on_disk=True)

    async def forget(self) -> None:
        """Forget when they were sent: they are switched off, and begin as new ones."""
        await self._database.change(lambda db: db.execute("DELETE FROM digests"))
