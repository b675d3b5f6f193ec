"""Lets strangers in under access.policy "pairing": they ask, the owner decides.

Their /start gives them a short code, and the owner a message with that code and two buttons.
Whoever claims to be Bob can tell the owner Bob's code over the phone. Only the owner can use it, so
there is nothing for a stranger to guess.

A request that was decided is known by the owner's message until it expires, so that the same
message handled once more after a crash is answered as before, and the stranger told.

However many ask, everybody gets a code. A crowd only makes it slower: of those who wait at once,
the first `ANNOUNCED` get a message with buttons, for the others the owner is once told to look at
/users, and lets in whoever tells them their code.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal, cast

import aiosqlite
from msgspec import Struct

from bot.access.people import generate_code, hash_code
from bot.messages import Chat, IncomingMessage, UserError, _
from bot.messages.codec import dump_chat, load_chat
from indexer.store.database import Database
from indexer.store.engine.session import Row

LIFE = timedelta(minutes=10)
BETWEEN = timedelta(minutes=1)  # two codes of one person
ANNOUNCED = 3

Announcement = Literal["own", "crowd", "none"]  # the notice that the owner gets of a request


class PairingRequest(Struct, frozen=True):
    key: str  # who asks, platform:id
    name: str
    chat: Chat


class PairingCode(Struct, frozen=True):
    code: str
    notice: Announcement


class Pairing:
    """Lives as long as its database, which holds the schema of `bot.access.people`."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def request(self, message: IncomingMessage) -> PairingCode:
        """Return a new code for the sender; `UserError` if they just got one.

        The same message gets a new code again: after a crash it is handled once more.
        """
        now, code = self._now(), generate_code(6)
        async with self._database.transaction() as db:
            await self._delete_expired(db)
            notice = await _choose_notice(db, message, now)
            await db.execute("DELETE FROM requests WHERE key = ?", (message.sender.key,))
            await db.execute(
                "INSERT INTO requests (key, name, chat, message, digest, asked_at, notice)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    message.sender.key,
                    message.sender.name,
                    dump_chat(message.chat),
                    message.key,
                    hash_code(code),
                    now,
                    notice,
                ),
            )
        return PairingCode(code, notice)

    async def approve(self, code: str, by: str) -> PairingRequest:
        """Let in whoever was given `code`; a `UserError` if nobody waits with it.

        `by` is the key of the owner's message.
        """
        async with self._database.transaction() as db:
            request = await self._take(db, code, by)
            await db.execute(
                "INSERT INTO people (key, name, role, since) VALUES (?, ?, 'approved', ?)"
                " ON CONFLICT (key) DO UPDATE SET role = 'approved'"
                " WHERE people.role = 'blocked'",
                (request.key, request.name, self._now()),
            )
        return request

    async def deny(self, code: str, by: str) -> PairingRequest:
        async with self._database.transaction() as db:
            return await self._take(db, code, by)

    async def list_pending(self) -> list[PairingRequest]:
        """List the requests that wait for an answer, oldest first."""
        rows = await self._database.fetch(
            "SELECT * FROM requests WHERE asked_at > ? AND asked_at <= ?"
            " AND decided_by IS NULL ORDER BY asked_at",
            self._compute_valid_range(),
        )
        return [_parse_request(row) for row in rows]

    async def _take(self, db: aiosqlite.Connection, code: str, by: str) -> PairingRequest:
        await self._delete_expired(db)
        rows = await db.execute_fetchall(
            "UPDATE requests SET decided_by = ?1 WHERE digest = ?2"
            " AND (decided_by IS NULL OR decided_by = ?1) RETURNING *",
            (by, hash_code(code)),
        )
        for row in rows:
            return _parse_request(row)
        raise UserError(
            _(
                "No pending request has that code; it was handled already or has expired "
                "(10 minutes). The person can send /start again."
            )
        )

    async def _delete_expired(self, db: aiosqlite.Connection) -> None:
        await db.execute(
            "DELETE FROM requests WHERE asked_at <= ? OR asked_at > ?", self._compute_valid_range()
        )

    def _compute_valid_range(self) -> tuple[int, int]:
        """Return the times (epoch seconds) after which and until which a valid request was made."""
        # One that lies ahead was made before the clock was set back: its age is unknown.
        now = self._now()
        return now - int(LIFE.total_seconds()), now

    def _now(self) -> int:
        return int(self._clock().timestamp())


async def _choose_notice(
    db: aiosqlite.Connection, message: IncomingMessage, now: int
) -> Announcement:
    """Return the notice that the request is worth; a `UserError` if it comes too soon."""
    rows = list(
        await db.execute_fetchall(
            "SELECT key, message, asked_at, notice FROM requests WHERE decided_by IS NULL"
        )
    )
    own = next((row for row in rows if row["key"] == message.sender.key), None)
    if own and own["message"] == message.key:
        return cast(Announcement, own["notice"])
    if own and now - own["asked_at"] < BETWEEN.total_seconds():
        raise UserError(
            _("You already have a code. Please wait a minute before asking for another.")
        )
    others = [row["notice"] for row in rows if row is not own]
    if others.count("own") < ANNOUNCED:
        return "own"
    return "none" if "crowd" in others else "crowd"


def _parse_request(row: Row) -> PairingRequest:
    return PairingRequest(row["key"], row["name"], load_chat(row["chat"]))
