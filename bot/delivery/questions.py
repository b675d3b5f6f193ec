"""Understands a typed answer to what was asked by buttons: a label, its number, or "kb".

A question is open to whom it was asked until the reply to a later message of theirs, at most for a
day. A notice is open to everybody in a private chat until one of its buttons is used. An answer is
the whole text, so that nothing else that a person says is taken for one.
"""

import json
import re
from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import asdict

from bot.messages import (
    Choice,
    IncomingMessage,
    Notice,
    Reply,
    assign_numbers,
    compose,
    opens_with_quotation,
)
from bot.messages.codec import load_choices
from indexer.store.engine.session import Session

OPEN = 24 * 3600  # seconds
TYPED = "typed"  # stands for the key of a button that was not pressed
NUMBER = re.compile(r"\(?(\d{1,6})[.)]?")
WORDS = re.compile(r"\w+")
QUOTED = 60  # letters of a quote that tell which message it is from


class Question(Struct, frozen=True):
    """The choices of one reply or notice."""

    choices: tuple[Choice, ...]
    notice: bool
    numbered: bool
    digest: str  # of how its text begins

    def find_labelled(self, text: str) -> set[str]:
        """Return the messages of the choices whose label `text` is."""
        return {each.message for each in self.choices if fold(each.label) == fold(text)}

    def find_meant(self, text: str) -> set[str]:
        """Return the messages of the choices that `text` means without being their label."""
        words, number = fold(text), NUMBER.fullmatch(text.strip())
        found = {each.message for each in self.choices if words in map(fold, each.typed)}
        if number and self.numbered:
            numbers = assign_numbers([each.label for each in self.choices])
            named = zip(numbers, self.choices, strict=True)
            found |= {each.message for n, each in named if n == int(number[1])}
        return found


def fold(text: str) -> str:
    """Return the words of `text`, as they are compared; "" for a question."""
    folded = compose("NFKC", text).casefold()
    return "" if "?" in folded else " ".join(WORDS.findall(folded))


def ask(db: Session, inbox_id: int, message: IncomingMessage, reply: Reply, now: int) -> None:
    """Ask what `reply` asks; the replies to earlier messages of this person ask no more."""
    chat, asked = message.chat.key, message.sender.key
    db.execute(
        "DELETE FROM questions WHERE chat = ? AND asked = ? AND inbox_id <= ?",
        (chat, asked, inbox_id),
    )
    _insert(db, (chat, asked, inbox_id), reply, now)


def ask_by_notice(db: Session, notice: Notice, now: int) -> None:
    if notice.chat.private:
        _insert(db, (notice.chat.key, "", 0), notice.reply, now)


def _insert(db: Session, of: tuple[str, str, int], reply: Reply, now: int) -> None:
    if reply.choices:
        # Below an answer a number may answer what the model asked, and below a notice anything.
        numbered = not reply.sources and bool(of[1])
        choices = json.dumps([asdict(each) for each in reply.choices], ensure_ascii=False)
        db.execute(
            "INSERT INTO questions (chat, asked, inbox_id, choices, numbered, digest, created_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*of, choices, numbered, _digest(reply.text), now),
        )


def close_old(db: Session, now: int) -> None:
    db.execute("DELETE FROM questions WHERE created_at < ?", (now - OPEN,))


def _digest(text: str) -> str:
    letters = "".join(WORDS.findall(text))[:QUOTED]
    return sha256(letters.encode(errors="replace")).hexdigest()[:16]


def find_answer(db: Session, message: IncomingMessage, now: int) -> str:
    """Return the message of the button that the text of `message` means; "" if it is no answer."""
    if not _may_answer(message):
        return ""
    questions = _list_questions(db, message, now)
    for find in (Question.find_labelled, Question.find_meant):
        replies = [find(each, message.text) for each in questions if not each.notice]
        notices = [find(each, message.text) for each in questions if each.notice]
        for found in (*replies, set[str]().union(*notices)):
            if found:
                return found.pop() if len(found) == 1 else ""
    return ""


def _may_answer(message: IncomingMessage) -> bool:
    other = message.attachments or message.forwarded or message.edited or message.unsupported
    orders = message.text.lstrip().startswith("/")  # `/voice` is no answer, though `voice` is
    own = message.addressed and not message.to_owner and not opens_with_quotation(message.text)
    return bool(own and not other and not orders and fold(message.text))


def _list_questions(db: Session, message: IncomingMessage, now: int) -> list[Question]:
    """Return the open questions that `message` may answer, newest first."""
    rows = db.execute(
        "SELECT choices, asked, numbered, digest FROM questions"
        " WHERE chat = ? AND asked IN ('', ?) AND created_at >= ? ORDER BY id DESC",
        (message.chat.key, message.sender.key, now - OPEN),
    )
    found = [
        Question(_load(row["choices"]), not row["asked"], bool(row["numbered"]), row["digest"])
        for row in rows
    ]
    quoted = _digest(message.quote)
    return [each for each in found if not message.quote or each.digest == quoted]


def close_answered(db: Session, chat: str, message: str) -> None:
    """Close the notices of `chat` that offered `message`, which was chosen."""
    _close(db, chat, lambda choice: choice.message == message, "AND asked = ''")


def close_repeating(
    db: Session, chat: str, repeats: Callable[[Choice], bool], asked: str | None
) -> None:
    """Close what replies asked in `chat`, and notices with a choice that `repeats`.

    The labels below a reply may have a part of what a person said, cut off in the middle. With
    `asked`, close what this person was asked, and no more.
    """
    if asked is not None:
        db.execute("DELETE FROM questions WHERE chat = ? AND asked = ?", (chat, asked))
        return
    db.execute("DELETE FROM questions WHERE chat = ? AND asked <> ''", (chat,))
    _close(db, chat, repeats)


def _close(db: Session, chat: str, gone: Callable[[Choice], bool], only: str = "") -> None:
    query = f"SELECT id, choices FROM questions WHERE chat = ? {only}"  # noqa: S608  # ours
    for row in db.execute(query, (chat,)).fetchall():
        if any(map(gone, _load(row["choices"]))):
            db.execute("DELETE FROM questions WHERE id = ?", (row["id"],))


def _load(choices: str) -> tuple[Choice, ...]:
    return load_choices(json.loads(choices))
