"""Reactions of people to answers, and which message shows which answer."""

from datetime import datetime, timedelta

from msgspec import Struct

from bot.messages import IncomingMessage
from indexer.store.database import Database
from indexer.store.engine.session import Session

KEPT = timedelta(days=90)


class ReactionCount(Struct, frozen=True):
    """Numbers of answers that people other than the owner found good, and bad."""

    good: int
    bad: int


def note_answer(db: Session, chat: str, reference: str, inbox_id: int, now: int) -> None:
    """Note the message that shows a part of an answer, inside the transaction that confirms it."""
    db.execute(
        "INSERT INTO shown_answers (chat, reference, turn, sent_at)"
        " SELECT :chat, :reference, platform || ':' || key, :now FROM inbox WHERE id = :id"
        " ON CONFLICT (chat, reference) DO UPDATE SET turn = excluded.turn",
        {"chat": chat, "reference": reference, "id": inbox_id, "now": now},
    )


class Reactions:
    """Lives as long as its database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_turn(self, message: IncomingMessage) -> str:
        """Return the key of the message whose answer is reacted to; empty if it is no answer."""
        rows = await self._database.fetch(
            "SELECT turn FROM shown_answers WHERE chat = ? AND reference = ?",
            (message.chat.key, message.reacts_to),
        )
        return next((str(row["turn"]) for row in rows), "")

    async def count(self, message: IncomingMessage, turn: str, now: datetime) -> None:
        """Count a person's reaction to one answer: the last one counts."""
        place = (message.chat.key, message.sender.key, turn)
        async with self._database.transaction() as db:
            await db.execute(
                "DELETE FROM reactions WHERE chat = ? AND sender = ? AND turn = ?", place
            )
            if message.reaction:
                await db.execute(
                    "INSERT INTO reactions (chat, sender, turn, liked, reacted_at)"
                    " VALUES (?, ?, ?, ?, ?)",
                    (*place, message.reaction == "good", int(now.timestamp())),
                )

    async def sum_up(self, since: datetime) -> ReactionCount:
        """Sum up the reactions of people other than the owner since then."""
        rows = await self._database.fetch(
            "SELECT liked, count(*) AS number FROM reactions WHERE reacted_at >= ? GROUP BY liked",
            (int(since.timestamp()),),
        )
        found = {bool(row["liked"]): int(row["number"]) for row in rows}
        return ReactionCount(found.get(True, 0), found.get(False, 0))

    async def prune(self, now: datetime) -> None:
        """Delete what is too old for anybody to react to."""
        oldest = int((now - KEPT).timestamp())
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM shown_answers WHERE sent_at < ?", (oldest,))
            await db.execute("DELETE FROM reactions WHERE reacted_at < ?", (oldest,))
