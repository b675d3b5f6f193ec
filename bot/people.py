"""Who may talk to the bot: the owners that the configuration names, and whoever was let in.

The owner claims a fresh bot with a one-time code that `multis run` or `multis init` prints. Only
its hash is kept; it dies after `CLAIM_LIFE`, after one use, or after `CLAIM_TRIES` wrong guesses.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.messages import Sender, UserError
from bot.policy import Access
from indexer.database import Database, Schema

CLAIM_LIFE = timedelta(minutes=15)
CLAIM_TRIES = 5
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # nothing that looks like something else

PEOPLE = Schema(
    "people",
    (
        """
        CREATE TABLE people (
            key TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('owner', 'approved')),
            since INTEGER NOT NULL
        );
        CREATE TABLE claim (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            digest TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            wrong INTEGER NOT NULL DEFAULT 0
        );
        """,
    ),
)


class People:
    """Reads and changes who is known; lives as long as its database."""

    def __init__(
        self, database: Database, configured: Access, clock: Callable[[], datetime]
    ) -> None:
        self._database = database
        self._configured = configured
        self._clock = clock

    async def access(self) -> Access:
        """Who is known right now, other processes' changes included."""
        rows = list(await self._database.reader.execute_fetchall("SELECT key, role FROM people"))
        return Access(
            owners=self._configured.owners | {r["key"] for r in rows if r["role"] == "owner"},
            approved=self._configured.approved
            | {r["key"] for r in rows if r["role"] == "approved"},
            everybody=self._configured.everybody,
        )

    async def offer_claim(self) -> str:
        """A new one-time code; an earlier one is dead from now on."""
        code = "".join(secrets.choice(ALPHABET) for _ in range(8))
        expires = int((self._clock() + CLAIM_LIFE).timestamp())
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO claim (id, digest, expires_at) VALUES (1, ?, ?) ON CONFLICT (id)"
                " DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at,"
                " wrong = 0",
                (_digest(code), expires),
            )
        return code

    async def claim(self, sender: Sender, code: str) -> None:
        """Make `sender` the owner; a `UserError` says why the code does not serve."""
        now = int(self._clock().timestamp())
        async with self._database.transaction() as db:
            alive = await db.execute_fetchall(
                "SELECT digest FROM claim WHERE expires_at > ? AND wrong < ?", (now, CLAIM_TRIES)
            )
            right = any(hmac.compare_digest(row["digest"], _digest(code)) for row in alive)
            if right:
                await db.execute("DELETE FROM claim")
                await db.execute(
                    "INSERT INTO people (key, name, role, since) VALUES (?, ?, 'owner', ?)"
                    " ON CONFLICT (key) DO UPDATE SET role = 'owner'",
                    (sender.key, sender.name, now),
                )
            else:
                await db.execute("UPDATE claim SET wrong = wrong + 1")
        if not right:
            raise UserError(
                "That code does not serve: it is wrong, was used, or is older than 15 minutes. "
                "The owner gets a new one by starting `multis run` again."
            )


def _digest(code: str) -> str:
    return hashlib.sha256(code.strip().upper().encode()).hexdigest()
