"""Delete logs, summaries and undo rows past their retention, each with a limit of its own."""

import json
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import asdict

from indexer.scopes import ADMIN, Scope
from indexer.store.database import Database
from memory.capture.provenance import expire_sources, list_source_scopes
from memory.chat import daily_log
from memory.chat.memory import ChatMemories
from memory.chat.notes import split_sections
from memory.conversations.recorder import ConversationRecorder
from memory.forgetting import undo
from memory.settings import MemorySettings
from memory.storage.files import run_in_thread

NAME, POSTPONED = "retention", "postponed"
GAP = timedelta(days=30)  # between two runs; longer: the machine was off, or its clock is ahead
DOUBT = timedelta(days=1)  # for which a clock must go on before it is believed after a gap


class SummaryExpiry(Protocol):
    """Expires the summaries of a scope."""

    async def list_summarized_scopes(self) -> frozenset[Scope]: ...
    async def expire_memories(self, scope: Scope, before: datetime) -> int: ...


class RetentionReport(Struct, frozen=True):
    """Counts of what was deleted; stored as JSON."""

    logs: int
    summaries: int
    owner_summaries: int
    forgotten: int  # undo rows, whose content can no longer be restored


class Retention:
    """Runs at start and every 24 hours; idempotent."""

    def __init__(
        self,
        database: Database,
        index: SummaryExpiry,
        memories: ChatMemories,
        settings: MemorySettings,
    ) -> None:
        self._database = database
        self._index = index
        self._recorder = ConversationRecorder(database)
        self._memories = memories
        self._settings = settings

    async def run(self, now: datetime) -> RetentionReport:
        logs, gone = await self._expire_logs(now), await self._expire_summaries(now)
        await self._expire_conversations(now)
        owner = gone.get(ADMIN, 0)
        others = sum(gone.values()) - owner
        expired = RetentionReport(logs, others, owner, await self._expire_forgotten(now))
        await self._record_run(now, expired)
        return expired

    async def postpone(self, now: datetime) -> None:
        """Record a run at `now` that deleted nothing, and when one did before.

        That first: in between, and after a kill, no job may take `now` for the right time.
        """
        last = await self.last_run()
        await self._write_run(POSTPONED, now, json.dumps(int((last or now).timestamp())))
        await self._record_run(now, RetentionReport(0, 0, 0, 0))

    async def last_run(self) -> datetime | None:
        found = await self._find_run(NAME)
        return found and found[0]

    def is_long_after(self, last: datetime, now: datetime) -> bool:
        """Return whether the machine was off after the `last` run, or the clock may be wrong."""
        return now - last > GAP

    async def choose_time(self, now: datetime) -> datetime:
        """Return the time by which things are deleted for good: an earlier one than `now` in doubt.

        A clock that is a month ahead is put right within a day; what was deleted by it is gone.
        """
        last, postponed = await self.last_run(), await self._find_run(POSTPONED)
        if last is not None and self.is_long_after(last, now):
            return last
        if postponed and timedelta() <= now - postponed[0] < DOUBT:
            return datetime.fromtimestamp(json.loads(postponed[1]), UTC)
        return now

    async def _find_run(self, name: str) -> tuple[datetime, str] | None:
        rows = await self._database.fetch(
            "SELECT last_run, report FROM memory_runs WHERE name = ?", (name,)
        )
        found = ((datetime.fromtimestamp(row["last_run"], UTC), row["report"]) for row in rows)
        return next(found, None)

    async def _expire_logs(self, now: datetime) -> int:
        keep = self._settings.log_retention_days
        return await run_in_thread(partial(_delete_logs, self._memories.root, now, keep))

    async def _expire_forgotten(self, now: datetime) -> int:
        before = now - timedelta(days=self._settings.undo_days)
        async with self._database.transaction() as db:
            return await undo.expire(db, before)

    async def _expire_summaries(self, now: datetime) -> dict[Scope, int]:
        """Delete old summaries and the sources that nothing rests on; returns counts by scope.

        Holds the lock of the notes, as corrections, captures, /forget and its undo do.
        """
        async with self._database.read_committed() as db:
            sourced = await list_source_scopes(db)
        gone = {}
        for scope in sourced | await self._index.list_summarized_scopes():
            before = now - timedelta(days=self._count_days(scope))
            async with self._memories.hold_notes(scope):
                gone[scope] = await self._index.expire_memories(scope, before)
                await self._expire_sources(scope, before)
        return gone

    async def _expire_conversations(self, now: datetime) -> None:
        """Delete what was said as long ago as the oldest summaries, which rest on it."""
        for scope in await self._recorder.list_scopes():
            before = now.astimezone(UTC) - timedelta(days=self._count_days(scope))
            async with self._memories.hold_notes(scope):
                await self._recorder.expire(scope, before.date())

    def _count_days(self, scope: Scope) -> int:
        owner, other = self._settings.admin_retention_days, self._settings.retention_days
        return owner if scope == ADMIN else other

    async def _expire_sources(self, scope: Scope, before: datetime) -> None:
        """Delete sources whose note has neither a summary nor a section in memory.md."""
        notes = await self._memories.read_notes(scope)
        stamps = [each.heading[3:] for each in split_sections(notes) if each.captured]
        async with self._database.transaction() as db:
            await expire_sources(db, scope, before, stamps)

    async def _record_run(self, now: datetime, expired: RetentionReport) -> None:
        await self._write_run(NAME, now, json.dumps(asdict(expired)))

    async def _write_run(self, name: str, now: datetime, report: str) -> None:
        await self._database.write(
            "INSERT INTO memory_runs (name, last_run, report) VALUES (?, ?, ?)"
            " ON CONFLICT (name) DO UPDATE SET last_run = excluded.last_run,"
            " report = excluded.report",
            (name, int(now.timestamp()), report),
        )


def _delete_logs(root: Path, now: datetime, keep: int) -> int:
    """Delete old logs of every folder, also of one with a damaged profile."""
    today = now.astimezone(UTC).date()
    logs = (dated for chat in root.glob("*/") for dated in daily_log.list_days(chat))
    old = [path for day, path in logs if daily_log.compute_expiry_day(day, keep) <= today]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)
