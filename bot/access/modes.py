"""Stores the mode of each chat, in the database so that every process knows it.

A chat whose mode nobody set has that of its platform (`modes.platforms`), or else `modes.default`.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from bot.access.settings import Mode, ModeSettings
from bot.messages import split_key
from indexer.store.database import Database, Schema

# How long multis leaves a business chat to its owner, who has just spoken there.
LEFT_TO_OWNER = timedelta(minutes=30)

MODES = Schema(
    "modes",
    (
        """
        CREATE TABLE modes (
            chat TEXT PRIMARY KEY,
            mode TEXT NOT NULL,
            set_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE owner_spoke (
            chat TEXT PRIMARY KEY,
            at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE escalations (
            chat TEXT PRIMARY KEY,
            asked TEXT NOT NULL DEFAULT '',         -- key of the last question without an answer
            unanswered INTEGER NOT NULL DEFAULT 0,  -- of them in a row
            told TEXT NOT NULL DEFAULT '',          -- key of what the owner was told of
            told_at INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;
        """,
    ),
    records=frozenset({"modes", "owner_spoke"}),
)


class Modes:
    """Lives as long as its database."""

    def __init__(
        self,
        database: Database,
        read_settings: Callable[[], ModeSettings],
        clock: Callable[[], datetime],
    ) -> None:
        self._database = database
        self._read_settings = read_settings
        self._clock = clock

    async def get(self, chat: str) -> Mode:
        """Return the mode of `chat` (platform:id).

        A business chat is silent for as long as `LEFT_TO_OWNER` after its owner wrote there.
        """
        mode, spoke = await self._load(chat)
        # Either way: a clock that was set back must not make it wait for longer.
        waits = abs(self._now() - spoke) < LEFT_TO_OWNER.total_seconds()
        return Mode.SILENT if mode is Mode.BUSINESS and waits else mode

    async def _load(self, chat: str) -> tuple[Mode, int]:
        """Return the mode as it was set, and when the owner last spoke there (epoch; 0: never)."""
        rows = await self._database.records.execute_fetchall(
            "SELECT (SELECT mode FROM modes WHERE chat = :chat) AS mode,"
            " (SELECT at FROM owner_spoke WHERE chat = :chat) AS spoke",
            {"chat": chat},
        )
        row = next(iter(rows))
        mode = Mode(row["mode"]) if row["mode"] else self.get_default(chat)
        return mode, row["spoke"] or 0

    def get_default(self, chat: str) -> Mode:
        platform, _id = split_key(chat)
        settings = self._read_settings()
        return settings.platforms.get(platform, settings.default)

    async def list_all(self) -> list[tuple[str, Mode]]:
        """List every chat whose mode was set, the most recent first."""
        rows = await self._database.records.execute_fetchall(
            "SELECT chat, mode FROM modes ORDER BY set_at DESC, chat"
        )
        return [(row["chat"], Mode(row["mode"])) for row in rows]

    async def set(self, chat: str, mode: Mode) -> None:
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM owner_spoke WHERE chat = ?", (chat,))
            await db.execute("DELETE FROM escalations WHERE chat = ?", (chat,))
            await db.execute(
                "INSERT INTO modes (chat, mode, set_at) VALUES (?, ?, ?) ON CONFLICT (chat)"
                " DO UPDATE SET mode = excluded.mode, set_at = excluded.set_at",
                (chat, mode.value, self._now()),
            )

    async def record_owner_message(self, chat: str) -> None:
        """Record that the owner writes in a business chat, which also ends its escalation."""
        if (await self._load(chat))[0] is not Mode.BUSINESS:
            return
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM escalations WHERE chat = ?", (chat,))
            await db.execute(
                "INSERT INTO owner_spoke (chat, at) VALUES (?, ?)"
                " ON CONFLICT (chat) DO UPDATE SET at = excluded.at",
                (chat, self._now()),
            )

    def _now(self) -> int:
        return int(self._clock().timestamp())
