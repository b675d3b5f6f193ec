"""Stores a message that arrives, with the text of the button that was pressed, or typed."""

from msgspec.structs import replace

from bot.delivery import buttons, questions
from bot.delivery.questions import TYPED
from bot.messages import IncomingMessage
from bot.messages.codec import dump, load_message
from indexer.store.engine.session import Session


def store_message(db: Session, dumped: str, now: int) -> tuple[int, IncomingMessage] | None:
    """Store a message; return its id and what it says, None if its key was stored before."""
    incoming = load_message(dumped)
    message = _resolve_choice(db, incoming, now)
    if message is not incoming:
        dumped = dump(message)
    stored = db.execute(
        "INSERT INTO inbox (platform, key, chat, message, received_at)"
        " VALUES (?, ?, ?, ?, ?) ON CONFLICT (platform, key) DO NOTHING RETURNING id",
        (message.chat.platform, message.key, message.chat.key, dumped, now),
    ).fetchall()
    if not stored:
        return None
    if message.pressed:
        questions.close_answered(db, message.chat.key, message.text)
    return stored[0]["id"], message


def _resolve_choice(db: Session, message: IncomingMessage, now: int) -> IncomingMessage:
    """Return `message` with the text of its button, pressed or typed, in place of its own."""
    if message.pressed:
        return replace(message, text=buttons.find_message(db, message))
    answer = questions.find_answer(db, message, now)
    return replace(message, text=answer, pressed=TYPED, quote="") if answer else message
