"""Stores a message that arrives, with the text of the button that was pressed, or typed.

A file of an album is stored with the label of those before it, which stays known while the keys
are: the others may come after a restart, or after what somebody else says.
"""

from msgspec.structs import replace

from bot.delivery import buttons, questions
from bot.delivery.questions import TYPED
from bot.messages import IncomingMessage
from bot.messages.codec import dump, load_message
from bot.messages.labels import join_labels, read_label
from indexer.store.engine.session import Session


def store_message(db: Session, dumped: str, now: int) -> tuple[int, IncomingMessage] | None:
    """Store a message; return its id and what it says, None if its key was stored before."""
    incoming = load_message(dumped)
    message = _add_album_label(db, _resolve_choice(db, incoming, now))
    if message is not incoming:
        dumped = dump(message)
    stored = db.execute(
        "INSERT INTO inbox (platform, key, chat, message, received_at, album, label)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (platform, key) DO NOTHING RETURNING id",
        (
            *(message.chat.platform, message.key, message.chat.key, dumped, now),
            *(_name_album(message), _find_label(message)),
        ),
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


def _add_album_label(db: Session, message: IncomingMessage) -> IncomingMessage:
    """Return a file of an album with the label of those that the same person sent before it."""
    if not message.album:
        return message
    rows = db.execute(
        "SELECT DISTINCT label FROM inbox WHERE chat = ? AND album = ? AND album != ''",
        (message.chat.key, _name_album(message)),
    ).fetchall()
    return replace(message, beside=join_labels({row["label"] for row in rows}))


def _name_album(message: IncomingMessage) -> str:
    """Return the key of an album: its captions are of one sender, or of whom they forward."""
    whose = "forwarded" if message.forwarded else "own"
    return f"{message.sender.key} {whose} {message.album}" if message.album else ""


def _find_label(message: IncomingMessage) -> str:
    """Return what is kept of a caption: nothing else of it is."""
    return (read_label(message, message.text) or "none") if message.album else ""
