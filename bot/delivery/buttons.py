"""Stores the messages of buttons, because a platform takes only a short key.

A few buttons repeat what a person said. They are closed when that is forgotten; all others name
things by their numbers.
"""

import json
import secrets
from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from bot.delivery import questions
from bot.messages import Choice, IncomingMessage
from indexer.store.connection import Connection
from indexer.store.engine.session import Session

REPEATING = ("/remember", "/ask")


class Place(Struct, frozen=True):
    """The chat that was shown a button, and when."""

    chat: str
    at: int  # epoch seconds


def add_button(db: Session, place: Place, choice: Choice) -> str:
    """Store a button; return its key for the platform."""
    key = secrets.token_urlsafe(12)
    db.execute(
        "INSERT INTO buttons (key, chat, message, created_at) VALUES (?, ?, ?, ?)",
        (key, place.chat, choice.message, place.at),
    )
    return key


def find_message(db: Session, message: IncomingMessage) -> str:
    """Return the message of the pressed button; empty if closed, or never shown in this chat."""
    rows = db.execute(
        "SELECT message FROM buttons WHERE key = ? AND chat = ?",
        (message.pressed, message.chat.key),
    )
    return next((str(row["message"]) for row in rows), "")


async def close_buttons(
    db: Connection, chats: Sequence[str], matches: Callable[[str], bool] | None
) -> None:
    """Close the buttons of `chats` whose words match; if None, all that repeat a person's words."""
    rows = await db.execute_fetchall(
        "SELECT key, message FROM buttons WHERE chat IN (SELECT value FROM json_each(?))",
        (json.dumps(list(chats)),),
    )
    gone = [(row["key"],) for row in rows if _matches(row["message"], matches)]
    await db.executemany("DELETE FROM buttons WHERE key = ?", gone)
    for chat in chats:
        await db.run(partial(_close_questions, chat=chat, matches=matches))


def _close_questions(db: Session, *, chat: str, matches: Callable[[str], bool] | None) -> None:
    questions.close_repeating(db, chat, partial(_repeats, matches=matches))


def _repeats(choice: Choice, matches: Callable[[str], bool] | None) -> bool:
    said = _matches(choice.message, matches)
    return said or bool(matches and matches(choice.label))


def _matches(message: str, matches: Callable[[str], bool] | None) -> bool:
    command, _, words = message.partition(" ")
    return matches(words) if matches else command in REPEATING
