"""Parks commands until the owner has given the PIN.

A guarded command is parked and the PIN asked for; the next message that is the PIN runs it.
Everything is in the database: parked commands and the number of wrong PINs survive a restart. A
message that looks like a PIN is never taken for a question if it was sent within `HELD` after one
was asked for, however late it arrives: so a late or mistyped PIN gets into no memory and no prompt.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import aiosqlite
from msgspec import Struct

from bot.access.pin import FORM, SecuritySettings, verify_pin
from bot.messages import N_, IncomingMessage, UserError, _, ngettext
from bot.messages.codec import dump, load_message
from indexer.i18n import join_sentences
from indexer.store.database import Database

WAITS = timedelta(minutes=5)
HELD = timedelta(hours=1)
KEPT = timedelta(days=30)  # that a PIN was asked for: as late as a platform may hand one over
TRIES = 3
LOCKED = N_("Three wrong PINs were entered.")


ASKED = N_("That needs your PIN. Send it within 5 minutes to continue.")
NOT_HERE = N_(
    "That needs your PIN, which nobody else should see. Please send the command in our private "
    "chat."
)
TOO_LATE = N_(
    "I am not waiting for a PIN. If that was one, I did not keep it: send the command again first."
)


class _Parked(Struct, frozen=True):
    message: str
    asked_at: int
    opened_by: str


class PinGate:
    """Lives as long as its database."""

    def __init__(
        self, database: Database, settings: SecuritySettings, clock: Callable[[], datetime]
    ) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock

    async def park(self, message: IncomingMessage) -> None:
        """Park a command; always raises the `UserError` that asks for the PIN."""
        if not message.chat.private:
            raise UserError(str(NOT_HERE))
        async with self._database.transaction() as db:
            locked = await self._read_lockout(db)
            if not locked:
                await db.execute(
                    "INSERT INTO parked (chat, message, asked_at) VALUES (?, ?, ?)"
                    " ON CONFLICT (chat) DO UPDATE SET message = excluded.message,"
                    " asked_at = excluded.asked_at, opened_by = ''",
                    (message.chat.key, dump(message), self._now()),
                )
        raise UserError(_describe_lockout(locked) if locked else str(ASKED))

    async def is_pin_reply(self, message: IncomingMessage) -> bool:
        """Return whether `message`, or one it stands for, looks like a PIN that was asked for."""
        # Every message waits for this query: one that did not would overtake the PIN before it.
        asked_at = await self._load_time_of_asking(message.chat.key)
        said = [each for each in message.stands_for if _may_be_pin(each)]
        return asked_at is not None and any(
            asked_at > self._find_sending(each) - _seconds(HELD) for each in said
        )

    async def unlock(self, message: IncomingMessage) -> IncomingMessage:
        """Return the command parked for the PIN in `message`, for which `is_pin_reply` holds.

        Raises `UserError` if the PIN is late or wrong, or too many were wrong. The same message
        unlocks the same command again, should a crash have come between.
        """
        parked = await self._load_parked(message.chat.key)
        if parked and parked.opened_by == message.key and parked.message:
            return load_message(parked.message)
        if (
            parked is None
            or message.missed  # nothing that came too late is done
            or parked.opened_by
            or not parked.message  # deleted in the meantime
            or abs(self._now() - parked.asked_at) > _seconds(WAITS)
        ):
            raise UserError(str(TOO_LATE))
        await self._check_pin(message.text.strip())
        await self._mark_opened(message)
        return load_message(parked.message)

    async def delete_old(self) -> None:
        """Delete commands that nobody gave the PIN for, those that ran, and when it was asked.

        One that ran stays as long as the message with the PIN is at work: a crash runs it again.
        """
        async with self._database.transaction() as db:
            await db.execute(
                "UPDATE parked SET message = '' WHERE message != '' AND asked_at <= ?"
                " AND opened_by NOT IN (SELECT key FROM inbox WHERE state != 'done')",
                (self._now() - _seconds(WAITS),),
            )
            # From either side: after the clock was set back, its age is unknown.
            await db.execute(
                "DELETE FROM parked WHERE asked_at <= ? OR asked_at >= ?",
                (self._now() - _seconds(KEPT), self._now() + _seconds(HELD)),
            )

    async def _load_time_of_asking(self, chat: str) -> int | None:
        rows = await self._database.fetch("SELECT asked_at FROM parked WHERE chat = ?", (chat,))
        return next((int(row["asked_at"]) for row in rows), None)

    def _find_sending(self, message: IncomingMessage) -> int:
        """Return when `message` was sent: a platform's clock may be ahead, or tell nothing."""
        now = self._now()
        return min(now, int(message.sent_at.timestamp())) if message.sent_at else now

    async def _load_parked(self, chat: str) -> _Parked | None:
        rows = await self._database.fetch(
            "SELECT message, asked_at, opened_by FROM parked WHERE chat = ? AND asked_at > ?",
            (chat, self._now() - _seconds(HELD)),
        )
        return next((_Parked(*row) for row in rows), None)

    async def _mark_opened(self, message: IncomingMessage) -> None:
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM pin_tries")
            await db.execute(
                "UPDATE parked SET opened_by = ? WHERE chat = ?", (message.key, message.chat.key)
            )

    async def _check_pin(self, pin: str) -> None:
        """Count it as wrong before checking it: a crash in between must not give another try."""
        async with self._database.transaction() as db:
            locked = await self._read_lockout(db)
            left = 0 if locked else await self._count_try(db)
        if locked:
            raise UserError(_describe_lockout(locked))
        if await asyncio.to_thread(verify_pin, self._settings.pin, pin):
            return
        if left <= 0:
            wait = _describe_wait(self._get_lockout_seconds())
        else:
            wait = ngettext("{count} attempt left.", "{count} attempts left.", left)
        raise UserError(join_sentences(_("That is not the PIN."), wait))

    async def _count_try(self, db: aiosqlite.Connection) -> int:
        """Count a try and return how many are left; after the last, the gate is locked."""
        rows = await db.execute_fetchall(
            "INSERT INTO pin_tries (id, wrong) VALUES (1, 1) ON CONFLICT (id) DO UPDATE"
            " SET wrong = CASE WHEN pin_tries.locked_until > 0 THEN 1 ELSE pin_tries.wrong + 1 END,"
            " locked_until = 0"
            " RETURNING wrong"
        )
        left = TRIES - int(next(iter(rows))["wrong"])
        if left <= 0:
            until = self._now() + self._get_lockout_seconds()
            await db.execute("UPDATE pin_tries SET locked_until = ?", (until,))
        return left

    async def _read_lockout(self, db: aiosqlite.Connection) -> int:
        """Return the seconds left; after the clock was set back, at most a whole lockout."""
        now = self._now()
        rows = await db.execute_fetchall(
            "UPDATE pin_tries SET locked_until ="
            " CASE WHEN locked_until < :most THEN locked_until ELSE :most END"
            " WHERE locked_until > :now RETURNING locked_until",
            {"most": now + self._get_lockout_seconds(), "now": now},
        )
        return next((int(row["locked_until"]) - now for row in rows), 0)

    def _get_lockout_seconds(self) -> int:
        return 60 * self._settings.pin_lockout_minutes

    def _now(self) -> int:
        return int(self._clock().timestamp())


def _may_be_pin(message: IncomingMessage) -> bool:
    return bool(FORM.fullmatch(message.text.strip())) and not message.forwarded


def _seconds(time: timedelta) -> int:
    return int(time.total_seconds())


def _describe_wait(seconds: int) -> str:
    return ngettext(
        "Please try again in {count} minute.",
        "Please try again in {count} minutes.",
        -(-seconds // 60),
    )


def _describe_lockout(seconds: int) -> str:
    return join_sentences(str(LOCKED), _describe_wait(seconds))
