"""Progress of each chat's capture, so that a crash at any moment loses and repeats nothing.

A capture is `due` when the window is full, `running` while the model thinks, `stored` once its
result is in the database, `done` when that is written to all files, and `failed` until the next
try. Each attempt has a ticket: forgetting raises its number, which makes older attempts void.
"""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

import aiosqlite
from msgspec import Struct
from msgspec.structs import astuple, replace

from indexer.scopes import Scope
from indexer.store.database import Database
from indexer.store.engine.session import Row
from memory.capture.provenance import NoteSource, insert_sources
from memory.fact import FactType
from memory.messages import Id, decode_ids, format_timestamp

FIRST_RETRY_SECONDS = 60
LAST_RETRY_SECONDS = 6 * 3600

State = Literal["due", "running", "stored", "done", "failed"]


class Ticket(Struct, frozen=True):
    chat: str
    scope: Scope
    number: int


class CapturedNote(Struct, frozen=True):
    """A note as it is stored and written to memory.md."""

    text: str
    type: FactType = "note"
    topic: str = ""
    said_at: str = ""  # of the last message it was made of; empty if an older version stored it
    author: str = ""  # in a group: the person who said all of it
    importance: int = 5
    passes: bool = False  # a task or an appointment, of no use after its date
    meant: str = ""  # the id of the fact that it takes the place of
    ends: bool = False  # that fact does not hold any more, and nothing takes its place
    worded: str = ""  # as the model has it, which may name more than `text`; not stored


class CaptureResult(Struct, frozen=True):
    """The result of a capture before it is written; `notes` are empty if nothing is worth one."""

    ticket: Ticket
    stamp: str
    notes: tuple[CapturedNote, ...]
    messages: frozenset[Id]  # that were summarised


class CaptureState(Struct, frozen=True):
    """A row for /status. `running` may also be an attempt that a crash interrupted."""

    chat: str
    scope: Scope
    state: State
    tries: int
    next_try: int  # epoch seconds; 0 when nothing waits
    error: str  # an English sentence, to be translated when shown
    kept: int
    dropped: int

    @property
    def is_failing(self) -> bool:
        """True from a failure until a later try is done."""
        return bool(self.error) and self.state != "done"


def compute_retry_delay(tries: int) -> int:
    """Return seconds from the start of attempt `tries` (from 1) to the next one, if it fails."""
    return min(FIRST_RETRY_SECONDS << min(tries - 1, 10), LAST_RETRY_SECONDS)


def is_waiting(next_try: int, moment: int) -> bool:
    """Tell if the next try is still to come.

    A time beyond the longest delay does not count: the clock was ahead when it was set.
    """
    return 0 < next_try - moment <= LAST_RETRY_SECONDS


class CaptureStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def mark_due(self, chat: str, scope: Scope, now: datetime) -> None:
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO captures (chat, scope, state, updated_at) VALUES (?, ?, 'due', ?)"
                " ON CONFLICT (chat) DO UPDATE SET scope = excluded.scope, state = 'due',"
                " updated_at = excluded.updated_at WHERE captures.state = 'done'",
                (chat, scope.label, int(now.timestamp())),
            )

    async def claim(self, chat: str, scope: Scope, now: datetime) -> Ticket | None:
        """Begin an attempt; None while the time of the next try has not come."""
        moment = int(now.timestamp())
        async with self._database.transaction() as db:
            row = await _fetch_one(db, "SELECT * FROM captures WHERE chat = ?", chat)
            if row is None or is_waiting(row["next_try"], moment):
                return None
            ticket = Ticket(chat, scope, row["ticket"] + 1)
            tries = row["tries"] + 1
            # The next try is fixed before this one begins: it may be killed.
            await db.execute(
                "UPDATE captures SET state = 'running', scope = ?, ticket = ?, tries = ?,"
                " next_try = ?, updated_at = ? WHERE chat = ?",
                (
                    scope.label,
                    ticket.number,
                    tries,
                    moment + compute_retry_delay(tries),
                    moment,
                    chat,
                ),
            )
        return ticket

    async def fail(self, ticket: Ticket, error: str) -> None:
        async with self._database.transaction() as db:
            await db.execute(
                "UPDATE captures SET state = 'failed', error = ? WHERE chat = ? AND ticket = ?",
                (error, ticket.chat, ticket.number),
            )

    async def store(
        self, result: CaptureResult, sources: Sequence[NoteSource], dropped: int
    ) -> CaptureResult | None:
        """Store a result; from here on the capture will be finished, whatever happens.

        Returns it with its final stamp, later than any other of its scope; None if the ticket is
        void, because messages were forgotten meanwhile.
        """
        ticket = result.ticket
        async with self._database.transaction() as db:
            changed = await db.execute(
                "UPDATE captures SET state = 'stored', kept = kept + ?, dropped = dropped + ?"
                " WHERE chat = ? AND ticket = ? AND state = 'running'",
                (len(result.notes), dropped, ticket.chat, ticket.number),
            )
            if not changed.rowcount:
                return None
            result = await _ensure_unique_stamp(db, result)
            await _insert_result(db, result)
            given = [replace(source, stamp=result.stamp) for source in sources]
            await insert_sources(db, ticket.scope, given)
        return result

    async def load_result(self, chat: str) -> CaptureResult | None:
        """Return the result that a capture has stored and still has to write."""
        async with self._database.read_committed() as db:
            row = await _fetch_one(
                db,
                "SELECT * FROM capture_results JOIN captures USING (chat)"
                " WHERE chat = ? AND state = 'stored'",
                chat,
            )
        if row is None:
            return None
        ticket = Ticket(chat, Scope(row["scope"]), row["ticket"])
        notes = tuple(CapturedNote(*fields) for fields in json.loads(row["notes"]))
        return CaptureResult(ticket, row["stamp"], notes, decode_ids(row["messages"]))

    async def is_valid(self, ticket: Ticket) -> bool:
        """Tell if the result of this attempt is still to be written."""
        async with self._database.read_committed() as db:
            row = await _fetch_one(db, "SELECT * FROM captures WHERE chat = ?", ticket.chat)
        return row is not None and (row["ticket"], row["state"]) == (ticket.number, "stored")

    async def finish(self, ticket: Ticket) -> None:
        async with self._database.transaction() as db:
            await db.execute(
                "UPDATE captures SET state = 'done', tries = 0, next_try = 0, error = ''"
                " WHERE chat = ? AND ticket = ?",
                (ticket.chat, ticket.number),
            )
            await db.execute("DELETE FROM capture_results WHERE chat = ?", (ticket.chat,))

    async def list_states(self) -> list[CaptureState]:
        rows = await self._database.fetch("SELECT * FROM captures ORDER BY chat")
        return [
            CaptureState(
                row["chat"],
                Scope(row["scope"]),
                row["state"],
                row["tries"],
                row["next_try"],
                row["error"],
                row["kept"],
                row["dropped"],
            )
            for row in rows
        ]


async def void_captures(db: aiosqlite.Connection, scope: Scope) -> None:
    """Make all attempts of `scope` that have begun void; called when something is forgotten."""
    await db.execute(
        "UPDATE captures SET state = 'done', ticket = ticket + 1, tries = 0, next_try = 0,"
        " error = '' WHERE scope = ?",
        (scope.label,),
    )
    await db.execute(
        "DELETE FROM capture_results WHERE chat IN (SELECT chat FROM captures WHERE scope = ?)",
        (scope.label,),
    )


async def _insert_result(db: aiosqlite.Connection, result: CaptureResult) -> None:
    # What a model words is in no file: only what rests on a person's own words is stored.
    stored = [astuple(replace(note, worded="")) for note in result.notes]
    notes = json.dumps(stored, ensure_ascii=False)
    messages = json.dumps(sorted(result.messages), ensure_ascii=False)
    await db.execute(
        "INSERT INTO capture_results (chat, stamp, notes, messages) VALUES (?, ?, ?, ?)",
        (result.ticket.chat, result.stamp, notes, messages),
    )


async def _ensure_unique_stamp(db: aiosqlite.Connection, result: CaptureResult) -> CaptureResult:
    """Return `result` with a stamp later than any of its scope.

    Stamps name sections and summaries, so no two captures of a scope may share one.
    """
    scope = result.ticket.scope.label
    row = await _fetch_one(db, "SELECT max(stamp) AS last FROM note_sources WHERE scope = ?", scope)
    last = row["last"] if row else None
    if not last or last < result.stamp:
        return result
    later = format_timestamp(datetime.fromisoformat(last) + timedelta(milliseconds=1))
    return replace(result, stamp=later)


async def _fetch_one(db: aiosqlite.Connection, sql: str, value: str) -> Row | None:
    return next(iter(await db.execute_fetchall(sql, (value,))), None)
