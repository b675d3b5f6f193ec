"""What came in and what must go out, kept across a crash.

A message is stored before its platform hears that it arrived, and a reply before it is sent. So
after `kill -9` a waiting message is answered, and an answered one is sent on from the first part
that the platform had not confirmed.
"""

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import aiosqlite

from bot.codec import dump, read_message, read_reply
from bot.messages import Attempt, Choice, IncomingMessage, Reply
from indexer.database import Database, Schema

Clock = Callable[[], datetime]

INBOX = Schema(
    "inbox",
    (
        """
        CREATE TABLE inbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            platform TEXT NOT NULL,
            key TEXT NOT NULL,
            chat TEXT NOT NULL,
            message TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'answered', 'done')),
            received_at INTEGER NOT NULL,
            UNIQUE (platform, key)
        );
        CREATE INDEX inbox_open ON inbox (platform, id) WHERE state != 'done';
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            inbox_id INTEGER UNIQUE REFERENCES inbox (id) ON DELETE CASCADE,
            reply TEXT NOT NULL,
            created_at INTEGER NOT NULL
        );
        CREATE TABLE parts (
            outbox_id INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
            part INTEGER NOT NULL,
            tries INTEGER NOT NULL DEFAULT 1,
            reference TEXT,
            PRIMARY KEY (outbox_id, part)
        );
        CREATE TABLE buttons (
            key TEXT PRIMARY KEY,
            chat TEXT NOT NULL,
            message TEXT NOT NULL,
            created_at INTEGER NOT NULL
        );
        """,
    ),
    guarded=frozenset({"inbox", "outbox", "buttons"}),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A stored message."""

    id: int
    message: IncomingMessage


class Inbox:
    """Lives as long as the database it stores in."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def put(self, message: IncomingMessage) -> Entry | None:
        """Store `message`; None if its key was stored before."""
        async with self._database.transaction() as db:
            if message.pressed:
                message = replace(message, text=await _behind_button(db, message))
            cursor = await db.execute(
                "INSERT INTO inbox (platform, key, chat, message, received_at)"
                " VALUES (?, ?, ?, ?, ?) ON CONFLICT (platform, key) DO NOTHING",
                (
                    message.chat.platform,
                    message.key,
                    message.chat.key,
                    dump(message),
                    self._now(),
                ),
            )
            stored = cursor.rowcount == 1 and cursor.lastrowid
        return Entry(stored, message) if stored else None

    async def open(self, platforms: Sequence[str]) -> list[Entry]:
        """What is not done yet on these platforms, oldest first."""
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "SELECT id, message FROM inbox WHERE state != 'done'"
                " AND platform IN (SELECT value FROM json_each(?)) ORDER BY id",
                (json.dumps(list(platforms)),),
            )
        return [Entry(row["id"], read_message(row["message"])) for row in rows]

    async def reply(self, entry: Entry) -> Reply | None:
        """What was answered, if the handler came that far."""
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "SELECT reply FROM outbox WHERE inbox_id = ?", (entry.id,)
            )
        return next((read_reply(row["reply"]) for row in rows), None)

    async def depth(self) -> tuple[int, int]:
        """How many messages wait for an answer, and how many answers wait to be sent."""
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "SELECT state, count(*) AS n FROM inbox WHERE state != 'done' GROUP BY state"
            )
        found = {row["state"]: int(row["n"]) for row in rows}
        return found.get("waiting", 0), found.get("answered", 0)

    async def answer(self, entry: Entry, reply: Reply) -> None:
        """Keep `reply`; from here on the message is never handled again."""
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO outbox (inbox_id, reply, created_at) VALUES (?, ?, ?)"
                " ON CONFLICT (inbox_id) DO NOTHING",
                (entry.id, dump(reply), self._now()),
            )
            await db.execute("UPDATE inbox SET state = 'answered' WHERE id = ?", (entry.id,))

    async def finish(self, entry: Entry) -> None:
        """All of the reply is confirmed."""
        async with self._database.transaction() as db:
            await db.execute("UPDATE inbox SET state = 'done' WHERE id = ?", (entry.id,))

    def receipt(self, entry: Entry) -> "OutboxReceipt":
        return OutboxReceipt(self._database, entry, self._now())

    def _now(self) -> int:
        return int(self._clock().timestamp())


class OutboxReceipt:
    """How far the reply to one message has come (`bot.messages.Receipt`)."""

    def __init__(self, database: Database, entry: Entry, now: int) -> None:
        self._database = database
        self._entry = entry
        self._now = now

    async def begin(self, part: int, of: int) -> Attempt:
        """Writes down the try before it is made, so that a lost confirmation is known as such."""
        async with self._database.transaction() as db:
            outbox = await self._outbox(db)
            rows = await db.execute_fetchall(
                "SELECT reference FROM parts WHERE outbox_id = ? AND part = ?", (outbox, part)
            )
            seen = next(iter(rows), None)
            if seen is not None and seen["reference"] is not None:
                return Attempt.SKIP
            await db.execute(
                "INSERT INTO parts (outbox_id, part) VALUES (?, ?)"
                " ON CONFLICT (outbox_id, part) DO UPDATE SET tries = tries + 1",
                (outbox, part),
            )
        return Attempt.SEND if seen is None else Attempt.REPEAT

    async def confirm(self, part: int, reference: str) -> None:
        async with self._database.transaction() as db:
            await db.execute(
                "UPDATE parts SET reference = ? WHERE outbox_id = ? AND part = ?",
                (reference, await self._outbox(db), part),
            )

    async def button(self, choice: Choice) -> str:
        key = secrets.token_urlsafe(12)
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO buttons (key, chat, message, created_at) VALUES (?, ?, ?, ?)",
                (key, self._entry.message.chat.key, choice.message, self._now),
            )
        return key

    async def _outbox(self, db: aiosqlite.Connection) -> int:
        rows = await db.execute_fetchall(
            "SELECT id FROM outbox WHERE inbox_id = ?", (self._entry.id,)
        )
        return int(next(iter(rows))["id"])


async def _behind_button(db: aiosqlite.Connection, message: IncomingMessage) -> str:
    """What pressing the button says; empty if this chat was never shown it."""
    rows = await db.execute_fetchall(
        "SELECT message FROM buttons WHERE key = ? AND chat = ?",
        (message.pressed, message.chat.key),
    )
    return next((str(row["message"]) for row in rows), "")
