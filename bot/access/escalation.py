"""When the owner is told what is asked in a business chat, and the asker that they were.

The owner hears of a chat once per streak. A streak ends when a question is answered from the
documents again, when the owner speaks in that chat, or after `escalation.streak_hours`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from bot.access.people import format_person
from bot.messages import Chat, Choice, IncomingMessage, Notice, Reply
from indexer.settings import Between, Count
from indexer.store.database import Database

QUOTED = 500  # characters of a question
# Above this every sign is a word of its own, so a keyword may begin anywhere.
_UNSPACED = "\u2e80"

REPHRASE = "I have no answer to that in what I may read. Could you put it differently, or say more?"
PASSED_ON = "I have passed this on to the person I work for, who will get back to you here."
IN_HAND = "The person I work for knows that you asked, and will get back to you here."
NOBODY = "I have no answer to that in what I may read. I am sorry."


@dataclass(frozen=True, slots=True)
class EscalationSettings:
    """The block `escalation` of config.json."""

    keywords: tuple[str, ...] = (
        "refund",
        "complaint",
        "manager",
        "supervisor",
        "urgent",
        "emergency",
    )
    unanswered: Count = 2  # questions in a row without an answer; 0: the owner is not told of them
    streak_hours: Annotated[int, Between(0, 876_000)] = 24


def find_keyword(text: str, keywords: Iterable[str]) -> str:
    """The first of `keywords` that a word of `text` begins with; empty if none does."""
    said = " ".join(text.casefold().split())
    return next((each for each in keywords if each.strip() and _begins_word(each, said)), "")


def _begins_word(keyword: str, said: str) -> bool:
    wanted = " ".join(keyword.casefold().split())
    boundary = "" if wanted[0] >= _UNSPACED else r"(?<!\w)"
    return bool(re.search(boundary + re.escape(wanted), said))


def build_notices(message: IncomingMessage, owners: Iterable[Chat], why: str) -> tuple[Notice, ...]:
    """What owners are told: who asks, where, and what, without the markup it may hold."""
    sender, chat = message.sender, message.chat
    where = "a private chat" if chat.private else "a group"
    asked = message.text.replace("`", "'").strip()
    cut = asked if len(asked) <= QUOTED else f"{asked[:QUOTED]} …"
    told = Reply(
        f"{format_person(sender.name, sender.key)} asks in {where} "
        f"(`{chat.key.replace('`', '')}`), and {why}:\n\n```\n{cut}\n```\n\nI told them that you will get back to them.",
        (
            Choice("Leave that chat to me", f"/mode silent {chat.key}"),
            Choice("Block them", f"/users block {sender.key}"),
        ),
    )
    return tuple(Notice(owner, told) for owner in owners)


class Escalations:
    """How far each chat is; lives as long as its database, which holds the schema of
    `bot.access.modes`.

    Every question is counted by its key, so that one which a crash interrupted counts once.
    """

    def __init__(
        self, database: Database, settings: EscalationSettings, clock: Callable[[], datetime]
    ) -> None:
        self._database = database
        self.settings = settings
        self._clock = clock

    async def count_unanswered(self, chat: str, message: str) -> bool:
        """Count a question without an answer; whether that is more than the owner leaves to us."""
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "INSERT INTO escalations (chat, asked, unanswered) VALUES (:chat, :key, 1)"
                " ON CONFLICT (chat) DO UPDATE SET asked = excluded.asked,"
                " unanswered = unanswered + (asked != excluded.asked) RETURNING unanswered",
                {"chat": chat, "key": message},
            )
        count = int(next(iter(rows))["unanswered"])
        return 0 < self.settings.unanswered <= count

    async def begin(self, chat: str, message: str) -> bool:
        """Whether the owner is to be told of `message`: not again while a streak lasts."""
        now = int(self._clock().timestamp())
        oldest = now - self.settings.streak_hours * 3600
        async with self._database.transaction() as db:
            cursor = await db.execute(
                "INSERT INTO escalations (chat, told, told_at) VALUES (:chat, :key, :now)"
                " ON CONFLICT (chat) DO UPDATE SET told = excluded.told, told_at = excluded.told_at"
                " WHERE told IN ('', :key) OR told_at <= :oldest",
                {"chat": chat, "key": message, "now": now, "oldest": oldest},
            )
        return cursor.rowcount == 1

    async def end(self, chat: str) -> None:
        """A question was answered."""
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM escalations WHERE chat = ?", (chat,))
