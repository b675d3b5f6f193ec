"""Follows a group that its platform gave another id, as Telegram does when it becomes a supergroup.

The platform announces that on both sides: in the old chat and in the new one. Only when both say
the same is everything moved that is kept under the old key: the tables in one transaction, then
the folder with the chat's files. What a crash interrupts is finished at the next start, and what
began under the old key, such as the reading of a long file, is moved once it is there.
"""

from dataclasses import replace
from functools import partial
from typing import Protocol

from msgspec import Struct

from bot.messages import Chat, IncomingMessage, split_key
from indexer.store.connection import Connection
from indexer.store.database import Database, Schema
from indexer.store.engine.session import Session
from memory.chat.memory import ChatMemories
from memory.storage.files import run_in_thread

CHAT_MOVES = Schema(
    "chat moves",
    (
        """
        CREATE TABLE chat_moves (
            old TEXT NOT NULL,                          -- platform:id
            new TEXT NOT NULL,
            said_by_old INTEGER NOT NULL DEFAULT 0,     -- announced in the old chat
            said_by_new INTEGER NOT NULL DEFAULT 0,
            state TEXT NOT NULL DEFAULT 'announced' CHECK (state IN ('announced', 'moved')),
            PRIMARY KEY (old, new)
        ) WITHOUT ROWID;
        """,
    ),
)


class ChatMove(Struct, frozen=True):
    old: str  # platform:id
    new: str


class Renaming(Protocol):
    """Whoever has the messages of a chat in work."""

    def rename_chat(self, db: Session, old: str, new: str) -> None: ...


class ChatMoves:
    """The groups that moved; lives as long as the database."""

    def __init__(self, database: Database, memories: ChatMemories, inbox: Renaming) -> None:
        self._database = database
        self._memories = memories
        self._inbox = inbox
        self._moved: dict[str, str] = {}

    async def load(self) -> None:
        """Load what moved, also by the word of another process."""
        rows = await self._database.fetch("SELECT old, new FROM chat_moves WHERE state = 'moved'")
        self._moved.update({str(row["old"]): str(row["new"]) for row in rows})

    async def resume(self) -> None:
        """Load what moved, and move what has come under old keys; where several work, one does."""
        await self.load()
        for old, new in list(self._moved.items()):
            from bot.services.chat_rows import move_late_rows

            async with self._database.transaction() as db:
                await move_late_rows(db, old, new)
            await self._move_files(ChatMove(old, new))

    def find_chat(self, chat: Chat) -> Chat:
        """Return the chat that `chat` has become, or itself."""
        new = self._moved.get(chat.key)
        return replace(chat, id=split_key(new)[1]) if new else chat

    async def follow(self, message: IncomingMessage) -> None:
        """Record one side's announcement, and move everything once both sides agree."""
        move = _parse_move(message)
        if move is None:
            return
        async with self._database.transaction(on_disk=True) as db:
            if not await _agree(db, move, by_old=bool(message.moved_to)):
                return
            # Takes longer to load than most commands to run, and hardly any ever needs it.
            from bot.services.chat_rows import move_rows

            await db.run(lambda db: self._inbox.rename_chat(db, move.old, move.new))
            await move_rows(db, move.old, move.new)
        await self._move_files(move)

    async def _move_files(self, move: ChatMove) -> None:
        from bot.services.chat_rows import merge_folder

        self._moved[move.old] = move.new
        if not self._memories.get_folder(move.old).is_dir():
            return
        async with self._memories.hold_folders((move.old, move.new)) as folders:
            await run_in_thread(partial(merge_folder, *folders))


def _parse_move(message: IncomingMessage) -> ChatMove | None:
    here, platform = message.chat.key, message.chat.platform
    if message.chat.private or bool(message.moved_to) == bool(message.moved_from):
        return None
    there = f"{platform}:{message.moved_to or message.moved_from}"
    move = ChatMove(here, there) if message.moved_to else ChatMove(there, here)
    return None if here == there else move


async def _agree(db: Connection, move: ChatMove, *, by_old: bool) -> bool:
    """Record the announcement; return whether both sides have made it now, for the first time.

    A chat moves once, and to a chat that nobody else has become.
    """
    await db.execute(
        "INSERT INTO chat_moves (old, new, said_by_old, said_by_new) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (old, new) DO UPDATE SET"
        " said_by_old = CASE WHEN excluded.said_by_old <> 0 THEN 1 ELSE chat_moves.said_by_old END,"
        " said_by_new = CASE WHEN excluded.said_by_new <> 0 THEN 1 ELSE chat_moves.said_by_new END",
        (move.old, move.new, by_old, not by_old),
    )
    moved = await db.execute(
        "UPDATE chat_moves SET state = 'moved' WHERE old = ?1 AND new = ?2 AND state = 'announced'"
        " AND said_by_old <> 0 AND said_by_new <> 0 AND NOT EXISTS (SELECT 1 FROM chat_moves"
        " WHERE state = 'moved' AND (old IN (?1, ?2) OR new IN (?1, ?2)))",
        (move.old, move.new),
    )
    return moved.rowcount == 1
