"""Stores the messages of buttons, because a platform takes only a short key.

A button acts with the power of whoever presses it, so it works for the person alone who was shown
it, except for a few that only show something. Those of a notice are everybody's. Some repeat what a
person said, and are closed when that is forgotten; all others name things by their numbers.
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

REPEATING = ("/remember", "/ask", "/forget")
UNDO = "undo"  # behind /forget: nobody's words
# They change nothing, and show each person what that person may read.
HARMLESS = ("/docs", "/show", "/summary", "/why")


class Place(Struct, frozen=True):
    """The chat that was shown a button, when, and the person whom the reply with it answered."""

    chat: str
    at: int  # epoch seconds
    asked: str = ""  # platform:id; empty where nobody asked


def add_button(db: Session, place: Place, choice: Choice) -> str:
    """Store a button; return its key for the platform."""
    key = secrets.token_urlsafe(12)
    db.execute(
        "INSERT INTO buttons (key, chat, message, created_at, asked) VALUES (?, ?, ?, ?, ?)",
        (key, place.chat, choice.message, place.at, place.asked),
    )
    return key


def find_message(db: Session, message: IncomingMessage) -> str:
    """Return the message of the pressed button; empty if closed, or never shown in this chat.

    Empty as well for what is somebody else's.
    """
    rows = db.execute(
        "SELECT message, asked FROM buttons WHERE key = ? AND chat = ?",
        (message.pressed, message.chat.key),
    )
    presser = message.sender.key
    found = (row for row in rows if _is_open_to(presser, str(row["asked"]), str(row["message"])))
    return next((str(row["message"]) for row in found), "")


def _is_open_to(presser: str, asked: str, message: str) -> bool:
    if asked == presser:
        return True
    command = message.partition(" ")[0]
    return command in HARMLESS or (not asked and not _repeats_words(message))


async def close_buttons(
    db: Connection,
    chats: Sequence[str],
    matches: Callable[[str], bool] | None,
    asked: str | None = None,
) -> None:
    """Close the buttons of `chats` whose words match; if None, all that repeat a person's words.

    With `asked`, those alone that this person was shown.
    """
    rows = await db.execute_fetchall(
        "SELECT key, message FROM buttons WHERE chat IN (SELECT value FROM json_each(?))"
        " AND (CAST(? AS TEXT) IS NULL OR asked = ?)",
        (json.dumps(list(chats)), asked, asked),
    )
    is_gone = partial(_says, matches=matches) if matches else _repeats_words
    gone = [(row["key"],) for row in rows if is_gone(row["message"])]
    await db.executemany("DELETE FROM buttons WHERE key = ?", gone)

    def repeats(choice: Choice) -> bool:
        return is_gone(choice.message) or bool(matches and matches(choice.label))

    for chat in chats:
        await db.run(partial(questions.close_repeating, chat=chat, repeats=repeats, asked=asked))


def _says(message: str, matches: Callable[[str], bool]) -> bool:
    """Return whether the words behind a button's command match."""
    return matches(message.partition(" ")[2])


def _repeats_words(message: str) -> bool:
    """Return whether a button's message repeats what a person said."""
    command, _, words = message.partition(" ")
    return command in REPEATING and words not in ("", UNDO)
