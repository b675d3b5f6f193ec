"""Lets in people whom the owner has invited: with a link, or a code to send, that works once.

Only the hash of a code is kept. There are 31^12 = 7.9e17 codes: a thousand guesses a second, more
than this program handles, for all of `LIFE` hit one of `MOST` invitations with a chance of 1.5e-8.
An invitation remembers who used it until it expires, so that the same message handled once more
after a crash is answered as before; whoever is revoked since then is not let in by it again.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import aiosqlite
from msgspec import Struct

from bot.access.people import CLAIM_LENGTH, generate_code, hash_code
from bot.messages import Sender, UserError, _
from indexer.store.database import Database
from indexer.store.engine.session import Row

LIFE = timedelta(days=7)
MOST = 20  # that wait at once


class Invitation(Struct, frozen=True):
    """One that nobody has used yet."""

    id: int
    name: str  # of whom it is for, as the owner wrote it; may be empty
    expires_at: datetime


class Invitations:
    """Lives as long as its database, which holds the schema of `bot.access.people`."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def create(self, name: str) -> tuple[Invitation, str]:
        """Return a new invitation and its code; `UserError` if too many wait."""
        code, expires = generate_code(CLAIM_LENGTH), self._now() + int(LIFE.total_seconds())
        async with self._database.transaction() as db:
            await self._delete_expired(db)
            if len(await _list_waiting(db)) >= MOST:
                raise UserError(
                    _("Too many invitations are waiting. /invite list shows them, to withdraw one.")
                )
            rows = await db.execute_fetchall(
                "INSERT INTO invitations (digest, name, expires_at) VALUES (?, ?, ?)"
                " RETURNING id, name, expires_at",
                (hash_code(code), name, expires),
            )
        return next(map(_build_invitation, rows)), code

    async def accept(self, sender: Sender, code: str) -> str | None:
        """Let `sender` in; return the invitation's name, None if there is none with that code.

        A person who has another role keeps it.
        """
        now = self._now()
        async with self._database.transaction() as db:
            await self._delete_expired(db)
            rows = await db.execute_fetchall(
                "UPDATE invitations SET used_by = ? WHERE digest = ? AND"
                " (used_by IS NULL OR used_by = ?) RETURNING name",
                (sender.key, hash_code(code), sender.key),
            )
            for row in rows:
                await db.execute(
                    "INSERT INTO people (key, name, role, since) VALUES (?, ?, 'approved', ?)"
                    " ON CONFLICT (key) DO NOTHING",
                    (sender.key, sender.name, now),
                )
                return str(row["name"])
        return None

    async def list_waiting(self) -> list[Invitation]:
        """List the invitations that nobody has used, oldest first."""
        async with self._database.transaction() as db:
            await self._delete_expired(db)
            return await _list_waiting(db)

    async def withdraw(self, number: int) -> Invitation:
        """Withdraw the invitation with that id; `UserError` if none waits with it."""
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "DELETE FROM invitations WHERE id = ? AND used_by IS NULL"
                " RETURNING id, name, expires_at",
                (number,),
            )
        for row in rows:
            return _build_invitation(row)
        raise UserError(_("That invitation was used or withdrawn already, or has expired."))

    async def _delete_expired(self, db: aiosqlite.Connection) -> None:
        # One that expires later than any made now was made before the clock was set back.
        now = self._now()
        await db.execute(
            "DELETE FROM invitations WHERE expires_at <= ? OR expires_at > ?",
            (now, now + int(LIFE.total_seconds())),
        )

    def _now(self) -> int:
        return int(self._clock().timestamp())


async def _list_waiting(db: aiosqlite.Connection) -> list[Invitation]:
    rows = await db.execute_fetchall(
        "SELECT id, name, expires_at FROM invitations WHERE used_by IS NULL ORDER BY id"
    )
    return list(map(_build_invitation, rows))


def _build_invitation(row: Row) -> Invitation:
    expires = datetime.fromtimestamp(row["expires_at"], UTC)
    return Invitation(int(row["id"]), str(row["name"]), expires)
