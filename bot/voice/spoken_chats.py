"""Stores the chats whose answers are spoken."""

from indexer.store.database import Database, Schema

SPOKEN = Schema("spoken", ("CREATE TABLE spoken_chats (chat TEXT PRIMARY KEY) WITHOUT ROWID;",))


class SpokenChats:
    """Lives as long as its database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, chat: str) -> None:
        await self._database.write(
            "INSERT INTO spoken_chats VALUES (:c) ON CONFLICT DO NOTHING", {"c": chat}
        )

    async def remove(self, chat: str) -> None:
        await self._database.write("DELETE FROM spoken_chats WHERE chat = :c", {"c": chat})

    async def has(self, chat: str) -> bool:
        found = await self._database.fetch("SELECT 1 FROM spoken_chats WHERE chat = ?", (chat,))
        return bool(list(found))
