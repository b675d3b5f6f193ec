"""Remember what each chat's last answer was based on: ids only, so nothing outlives /forget."""

import json
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from indexer.store.database import Database, Schema

LAST_ANSWERS = Schema(
    "last answers",
    (
        """
        CREATE TABLE last_answers (
            chat TEXT PRIMARY KEY,
            passages TEXT NOT NULL,         -- JSON: ids of chunks, as they were numbered
            facts TEXT NOT NULL,            -- JSON: ids of items
            answered_at INTEGER NOT NULL
        );
        """,
    ),
    records=frozenset({"last_answers"}),
)


class AnswerSources(Struct, frozen=True):
    """Ids of the passages and facts behind an answer."""

    passages: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    answered_at: int = 0  # epoch seconds


class LastAnswers:
    """Lives as long as the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(
        self, chat: str, passages: Sequence[str], facts: Sequence[str], now: datetime
    ) -> None:
        await self._database.write(
            "INSERT INTO last_answers (chat, passages, facts, answered_at)"
            " VALUES (?, ?, ?, ?) ON CONFLICT (chat) DO UPDATE SET"
            " passages = excluded.passages, facts = excluded.facts,"
            " answered_at = excluded.answered_at",
            (chat, json.dumps(passages), json.dumps(facts), int(now.timestamp())),
        )

    async def find(self, chat: str) -> AnswerSources | None:
        rows = await self._database.records.execute_fetchall(
            "SELECT passages, facts, answered_at FROM last_answers WHERE chat = ?", (chat,)
        )
        for row in rows:
            return AnswerSources(
                tuple(json.loads(row["passages"])),
                tuple(json.loads(row["facts"])),
                row["answered_at"],
            )
        return None
