"""Remember which lists a chat was shown: a number that somebody types means what had it there.

Names only, no texts, so nothing outlives /forget. What came or was deleted since gives its number
to nothing else.
"""

import json
import logging
from collections.abc import Mapping
from typing import Literal

from indexer.errors import StorageError
from indexer.store.database import Database
from indexer.store.engine.session import Session

log = logging.getLogger(__name__)

Kind = Literal["documents", "reminders"]
ByNumber = Mapping[int, str]  # names, by the number that each was shown with


class ShownLists:
    """Lives as long as the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._unsaved: dict[tuple[str, Kind], ByNumber] = {}

    async def save(self, chat: str, kind: Kind, shown: ByNumber) -> None:
        """Store what a chat was shown by its numbers, in place of the list before.

        Where that fails, as on a full disk, this process remembers it.
        """
        try:
            await self._database.change(lambda db: save_list(db, chat, kind, shown))
        except StorageError as error:
            log.warning("which %s were listed cannot be stored: %s", kind, error)
            self._unsaved[chat, kind] = shown
        else:
            self._unsaved.pop((chat, kind), None)

    async def add(self, chat: str, kind: Kind, shown: ByNumber) -> None:
        """Store another page of the list that the chat was shown: the first may still be read."""
        await self.save(chat, kind, {**await self.load(chat, kind), **shown})

    async def load(self, chat: str, kind: Kind) -> ByNumber:
        """Return the list that the chat was shown last; empty without one."""
        if (unsaved := self._unsaved.get((chat, kind))) is not None:
            return unsaved
        rows = await self._database.records.execute_fetchall(
            "SELECT names FROM shown_lists WHERE chat = ? AND kind = ?", (chat, kind)
        )
        return {int(n): str(name) for row in rows for n, name in json.loads(row["names"]).items()}


def save_list(db: Session, chat: str, kind: Kind, shown: ByNumber) -> None:
    db.execute(
        "INSERT INTO shown_lists (chat, kind, names) VALUES (?, ?, ?)"
        " ON CONFLICT (chat, kind) DO UPDATE SET names = excluded.names",
        (chat, kind, json.dumps(shown)),
    )
