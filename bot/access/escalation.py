"""Passes questions of a business chat on to the owner, once per streak.

A streak ends when a question is answered from the documents again, when the owner speaks in that
chat, or after `escalation.streak_hours`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from bot.access.people import format_person
from bot.messages import N_, Chat, Choice, IncomingMessage, Notice, Reply, _
from indexer.i18n import join_sentences
from indexer.settings import Between, Count
from indexer.store.database import Database
from indexer.text.graphemes import cut_text

QUOTED = 500  # characters of a question
# From here on, every character may begin a word (Chinese, Japanese): a keyword may begin anywhere.
_UNSPACED = "\u2e80"

REPHRASE = N_("I couldn't find an answer to that. Could you rephrase it or add more detail?")
PASSED_ON = N_("I've passed this on to the person I work for. They'll get back to you here.")
IN_HAND = N_("The person I work for knows that you asked, and will get back to you here.")
NOBODY = N_("Sorry, I couldn't find an answer to that.")


@dataclass(frozen=True, slots=True)
class EscalationSettings:
    """The block `escalation` of config.json."""

    # Words in a customer's question that bring it to the owner at once.
    keywords: tuple[str, ...] = (
        "refund",
        "complaint",
        "manager",
        "supervisor",
        "urgent",
        "emergency",
    )
    unanswered: Count = 2  # questions in a row without an answer; 0: they are not passed on
    streak_hours: Annotated[int, Between(0, 876_000)] = 24  # how long such a row may last


def find_keyword(text: str, keywords: Iterable[str]) -> str:
    """Return the first of `keywords` that a word of `text` begins with; empty if none does."""
    folded = " ".join(text.casefold().split())
    return next((each for each in keywords if each.strip() and _begins_word(each, folded)), "")


def _begins_word(keyword: str, folded: str) -> bool:
    wanted = " ".join(keyword.casefold().split())
    boundary = "" if wanted[0] >= _UNSPACED else r"(?<!\w)"
    return bool(re.search(boundary + re.escape(wanted), folded))


def build_notice(message: IncomingMessage, owner: Chat, keyword: str) -> Notice:
    """Build the notice for `owner`; without a `keyword`, no answer was found.

    It quotes the question and names its sender, without the markup that either may hold.
    """
    sender, chat = message.sender, message.chat
    reply = Reply(
        f"{_introduce(message)}\n\n```\n{_quote(message.text)}\n```\n\n{_explain(keyword)}",
        (
            Choice(_("Leave this chat to me"), f"/mode silent {chat.key}"),
            Choice(_("Block them"), f"/users block {sender.key}"),
        ),
    )
    return Notice(owner, reply)


def _introduce(message: IncomingMessage) -> str:
    person = format_person(message.sender.name, message.sender.key)
    chat = message.chat.key.replace("`", "")
    if message.chat.private:
        return _("{person} asked in a private chat (`{chat}`):", person=person, chat=chat)
    return _("{person} asked in a group (`{chat}`):", person=person, chat=chat)


def _quote(text: str) -> str:
    question = text.replace("`", "'").strip()
    return question if len(question) <= QUOTED else f"{cut_text(question, QUOTED)} …"


def _explain(keyword: str) -> str:
    reason = (
        _("This mentions “{keyword}”.", keyword=keyword)
        if keyword
        else _("I found no answer in the documents.")
    )
    return join_sentences(reason, _("I told them that you will get back to them."))


class Escalations:
    """Counts unanswered questions and open streaks per chat; lives as long as its database.

    That holds the schema of `bot.access.modes`. Every question is counted by its key, so that one
    which a crash interrupted counts once.
    """

    def __init__(
        self,
        database: Database,
        read_settings: Callable[[], EscalationSettings],
        clock: Callable[[], datetime],
    ) -> None:
        self._database = database
        self._read_settings = read_settings
        self._clock = clock

    @property
    def settings(self) -> EscalationSettings:
        """The settings as they are now."""
        return self._read_settings()

    async def count_unanswered(self, chat: str, message: str) -> bool:
        """Count a question without an answer; True if it is to be passed on to the owner."""
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "INSERT INTO escalations (chat, asked, unanswered) VALUES (:chat, :key, 1)"
                " ON CONFLICT (chat) DO UPDATE SET asked = excluded.asked,"
                " unanswered = escalations.unanswered"
                " + CASE WHEN escalations.asked <> excluded.asked THEN 1 ELSE 0 END"
                " RETURNING unanswered",
                {"chat": chat, "key": message},
            )
        count = int(next(iter(rows))["unanswered"])
        return 0 < self.settings.unanswered <= count

    async def begin(self, chat: str, message: str) -> bool:
        """Begin a streak; True if `message` begins it, False while an earlier one lasts."""
        now = int(self._clock().timestamp())
        oldest = now - self.settings.streak_hours * 3600
        async with self._database.transaction() as db:
            cursor = await db.execute(
                "INSERT INTO escalations (chat, told, told_at) VALUES (:chat, :key, :now)"
                " ON CONFLICT (chat) DO UPDATE SET told = excluded.told, told_at = excluded.told_at"
                " WHERE escalations.told IN ('', :key) OR escalations.told_at <= :oldest",
                {"chat": chat, "key": message, "now": now, "oldest": oldest},
            )
        return cursor.rowcount == 1

    async def end(self, chat: str) -> None:
        """End the streak, because a question was answered."""
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM escalations WHERE chat = ?", (chat,))
