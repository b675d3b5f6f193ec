"""Stores replies and notices until the platform has confirmed every part of them.

A row is the reply to one message of the inbox, or a notice, which answers no message. It is written
before the first part is sent and deleted after the last is confirmed.
"""

import json
from collections.abc import Collection, Sequence
from typing import Literal

import aiosqlite
from msgspec import Struct

from bot.delivery import buttons, questions
from bot.delivery.reactions import note_answer
from bot.delivery.sharing import Sharing
from bot.messages import Attempt, Chat, Choice, Notice, Reply, split_key
from bot.messages.codec import dump, dump_chat, load_chat, load_reply
from indexer.store.database import Database
from indexer.store.engine.session import Session

UNNAMED = "?"  # begins the name of a message whose own name is not known yet
NOTE_SENT = """
    INSERT INTO sent (chat, reference) VALUES (:chat, :reference) ON CONFLICT DO NOTHING
"""
# The newest one stays, as far as names tell which that is: numbers that grow do.
FORGET_SENT = """
    DELETE FROM sent WHERE chat = :chat
    AND (length(reference), reference) < (length(:reference), :reference) AND NOT EXISTS
    (SELECT 1 FROM inbox WHERE chat = :chat AND draft != '' AND draft LIKE '?%')
"""


class StoredNotice(Struct, frozen=True):
    """A notice with the id of its row."""

    id: int
    chat: Chat
    reply: Reply


class OutboxRow(Struct, frozen=True):
    """Names one row of the outbox; that of a reply may not exist yet."""

    column: Literal["inbox_id", "id"]
    value: int
    chat: str  # whose buttons these are
    claim: int | None = None  # on the message in the inbox; None for a notice
    answers: str = ""  # the message's key; "" for a notice
    asked: str = ""  # the key of its sender; "" for a notice


class OutboxReceipt:
    """Records which parts of one reply or notice are confirmed (`bot.messages.Receipt`)."""

    def __init__(
        self, database: Database, row: OutboxRow, now: int, sharing: Sharing, draft: str = ""
    ) -> None:
        self._database = database
        self._sharing = sharing
        self._row = row
        self._now = now
        self._draft = draft

    async def begin(self, part: int, of: int) -> Attempt:
        """Record the attempt before it is made, so that a lost confirmation is noticed.

        It is the one write of a reply that waits for the disk, and takes the reply along: what is
        lost with it was never sent.
        """

        def begin(db: Session) -> Attempt:
            self._check_claim(db)
            outbox = self._find_row(db)
            query = "SELECT reference FROM parts WHERE outbox_id = ? AND part = ?"
            seen = db.execute(query, (outbox, part)).fetchone()
            if seen is not None and seen["reference"] is not None:
                return Attempt.SKIP
            db.execute(
                "INSERT INTO parts (outbox_id, part) VALUES (?, ?)"
                " ON CONFLICT (outbox_id, part) DO UPDATE SET tries = parts.tries + 1",
                (outbox, part),
            )
            return Attempt.SEND if seen is None else Attempt.REPEAT

        return await self._database.change_together(begin, on_disk=True)

    async def withdraw(self, part: int) -> None:
        """Record it on the disk, where `begin` is, or a power failure would bring that back."""

        def withdraw(db: Session) -> None:
            named = self._find_row(db), part
            db.execute("UPDATE parts SET tries = tries - 1 WHERE outbox_id = ? AND part = ?", named)
            db.execute("DELETE FROM parts WHERE outbox_id = ? AND part = ? AND tries = 0", named)

        await self._database.change_together(withdraw, on_disk=True)

    async def confirm(self, part: int, reference: str) -> None:
        def confirm(db: Session) -> None:
            db.execute(
                "UPDATE parts SET reference = ? WHERE outbox_id = ? AND part = ?",
                (reference, self._find_row(db), part),
            )
            self._note_sent(db, reference)
            if self._row.column == "inbox_id":
                note_answer(db, self._row.chat, reference, self._row.value, self._now)

        await self._database.change_together(confirm)

    async def button(self, choice: Choice) -> str:
        place = buttons.Place(self._row.chat, self._now, self._row.asked)
        return await self._database.change_together(
            lambda db: buttons.add_button(db, place, choice)
        )

    @property
    def draft(self) -> str:
        return self._draft

    async def keep_draft(self, reference: str) -> None:
        """Store the name; that of a notice, which has no drafts, is not kept."""
        if self._row.column == "inbox_id":

            def keep(db: Session) -> None:
                self._check_claim(db)
                query = "UPDATE inbox SET draft = ? WHERE id = ?"
                db.execute(query, (reference, self._row.value))
                self._note_sent(db, reference)

            await self._database.change_together(keep, on_disk=True)
        self._draft = reference

    @property
    def answers(self) -> str:
        return self._row.answers

    async def list_sent(self) -> Collection[str]:
        rows = await self._database.fetch(
            "SELECT reference FROM sent WHERE chat = ?", (self._row.chat,)
        )
        return frozenset(row["reference"] for row in rows)

    async def list_newest(self) -> Collection[tuple[str, str]]:
        platform, _id = split_key(self._row.chat)
        rows = await self._database.fetch(
            "SELECT chat, reference FROM sent WHERE chat LIKE ?", (f"{platform}:%",)
        )
        return frozenset((row["chat"], row["reference"]) for row in rows)

    def _note_sent(self, db: Session, reference: str) -> None:
        """Note what is sent while a message is looked for in this chat, else the newest alone."""
        if not reference or reference.startswith(UNNAMED):
            return
        values = {"chat": self._row.chat, "reference": reference}
        db.execute(NOTE_SENT, values)
        db.execute(FORGET_SENT, values)

    def _check_claim(self, db: Session) -> None:
        if self._row.claim is not None:
            check_claim(db, self._row.value, self._row.claim)
        elif not self._sharing.holds(db, self._row.chat):
            raise ClaimLostError(self._row.value)

    def _find_row(self, db: Session) -> int:
        rows = db.execute(
            f"SELECT id FROM outbox WHERE {self._row.column} = ?",  # noqa: S608  # one of two names
            (self._row.value,),
        )
        return int(next(iter(rows))["id"])


class ClosingReceipt:
    """The receipt of a last word in a growing message, which is no reply and has no row.

    It is said again after a crash; where it is an edit, nobody sees that.
    """

    def __init__(self, receipt: OutboxReceipt) -> None:
        self._receipt = receipt

    async def begin(self, part: int, of: int) -> Attempt:
        return Attempt.SEND

    async def withdraw(self, part: int) -> None:
        """Nothing was recorded."""

    async def confirm(self, part: int, reference: str) -> None:
        """Nothing is recorded before `keep_draft`."""

    async def button(self, choice: Choice) -> str:
        return await self._receipt.button(choice)

    @property
    def draft(self) -> str:
        return self._receipt.draft

    async def keep_draft(self, reference: str) -> None:
        await self._receipt.keep_draft(reference)

    @property
    def answers(self) -> str:
        return ""

    async def list_sent(self) -> Collection[str]:
        return await self._receipt.list_sent()

    async def list_newest(self) -> Collection[tuple[str, str]]:
        return await self._receipt.list_newest()


class ClaimLostError(Exception):
    """Another process has the message by now, or the chat of a notice, and sends alone."""


def check_claim(db: Session, inbox_id: int, claim: int) -> None:
    """Raise a `ClaimLostError` unless the message is still under this claim."""
    row = db.execute("SELECT claim FROM inbox WHERE id = ?", (inbox_id,)).fetchone()
    if row is not None and row["claim"] != claim:
        raise ClaimLostError(inbox_id)


async def load_reply_to(db: aiosqlite.Connection, inbox_id: int) -> Reply | None:
    rows = await db.execute_fetchall("SELECT reply FROM outbox WHERE inbox_id = ?", (inbox_id,))
    return next((load_reply(row["reply"]) for row in rows), None)


def store_notice(db: Session, notice: Notice, now: int) -> StoredNotice:
    ((stored,),) = db.execute(
        "INSERT INTO outbox (chat, reply, created_at) VALUES (?, ?, ?) RETURNING id",
        (dump_chat(notice.chat), dump(notice.reply), now),
    ).fetchall()
    questions.ask_by_notice(db, notice, now)
    return StoredNotice(stored, notice.chat, notice.reply)


async def list_notices(
    db: aiosqlite.Connection, platforms: Sequence[str], which: str
) -> list[StoredNotice]:
    """Return the unconfirmed notices of these platforms for which `which` holds, oldest first."""
    rows = await db.execute_fetchall(
        "SELECT id, chat, reply FROM outbox WHERE json_extract(chat, '$.platform')"  # noqa: S608 - a condition of `Sharing`
        f" IN (SELECT value FROM json_each(?)) AND {which} ORDER BY id",
        (json.dumps(list(platforms)),),
    )
    return [
        StoredNotice(row["id"], load_chat(row["chat"]), load_reply(row["reply"])) for row in rows
    ]
