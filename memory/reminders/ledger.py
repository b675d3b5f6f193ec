"""The reminders of all chats: set, listed, moved and deleted."""

import secrets
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from indexer.errors import UserError
from indexer.i18n import _, ngettext
from indexer.scopes import Scope, Visibility
from indexer.store.database import Database
from indexer.store.door import VisibleReader
from indexer.store.engine.session import Session
from indexer.text.dates.repeats import Repeat
from memory.messages import replace_surrogates
from memory.reminders import rows
from memory.reminders.reminder import Reminder, ReminderOrigin, ReminderPlace, compute_due

T = TypeVar("T")
MOST = 200  # of one person that wait in one chat
LONGEST = 1000  # characters
AHEAD = timedelta(hours=1)  # of two clocks that are a little apart, neither was wrong
KEPT = timedelta(days=90)  # after it was said for the last time: as long as its buttons work

_ROWS = "SELECT * FROM reminders"
_OF_CHAT = " SELECT * FROM visible WHERE chat = :chat AND shown = 0 ORDER BY due_at, id"
_OF_TURN = " SELECT * FROM visible WHERE turn = :turn"
_NAMED = " SELECT * FROM visible WHERE chat = :chat AND token = :token"


class NewReminder(Struct, frozen=True):
    """A reminder to be set; `at` is aware, in the zone whose clock counts."""

    text: str
    at: datetime
    zone: str
    repeat: Repeat | None = None


class Reminders:
    """Lives as long as its database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._reader = VisibleReader(database.reader)

    async def add(
        self,
        wanted: NewReminder,
        scope: Scope,
        place: ReminderPlace,
        origin: ReminderOrigin,
        now: datetime,
    ) -> Reminder:
        """Store it and return it, or the one that the same message made before.

        What an earlier version of the message asked for is changed to it.
        """
        reminder = _build(wanted, scope, place, origin, now)
        return await self._database.change(partial(_add, reminder=reminder))

    async def list_waiting(self, visibility: Visibility, chat: str) -> list[Reminder]:
        """List the reminders of one chat that are still to come, the next one first."""
        found = await self._reader.select(visibility, _ROWS, _OF_CHAT, chat=chat)
        return [rows.parse(row) for row in found]

    async def find(self, visibility: Visibility, chat: str, token: str) -> Reminder | None:
        """Return a reminder of this chat, also one that was said for the last time."""
        found = await self._reader.select(visibility, _ROWS, _NAMED, chat=chat, token=token)
        return next(map(rows.parse, found), None)

    async def find_by_turn(self, visibility: Visibility, turn: str) -> Reminder | None:
        """Return the reminder that the message of that key asked for."""
        found = await self._reader.select(visibility, _ROWS, _OF_TURN, turn=turn)
        return next(map(rows.parse, found), None)

    async def save_time(self, reminder: Reminder) -> bool:
        """Store when it is due; False where it is gone."""
        return await self._database.change(lambda db: rows.save_time(db, reminder))

    async def list_scope(self, scope: Scope) -> list[Reminder]:
        """For /forget: all of a scope, of all its chats, also what was said for the last time."""
        async with self._database.read_committed() as db:
            return await db.run(lambda each: rows.list_scope(each, scope))

    async def put_back(self, reminders: Collection[Reminder]) -> None:
        """Store what was deleted, unless it is there."""

        def put_back(db: Session) -> None:
            for each in reminders:
                rows.insert(db, each)

        await self._database.change(put_back)

    async def delete(self, tokens: Collection[str]) -> int:
        return await self._database.change(lambda db: rows.delete(db, tokens))

    async def take_due(
        self,
        platforms: Sequence[str],
        now: datetime,
        load_barring: Callable[[], Awaitable[Callable[[str], bool]]],
        tell: Callable[[Session, Reminder], T],
    ) -> list[T]:
        """Move on what is due on these platforms, and return what `tell` made of each.

        It is all one transaction: whatever ends the process, a reminder is either still due or
        told. Those of people who are barred are deleted; who is, is asked where one is due. What
        was told while the clock was ahead is due again at its time.
        """
        early = now + AHEAD
        async with self._database.read_committed() as db:
            due = await db.run(lambda each: rows.list_due(each, platforms, now))
            if not due and not await db.run(lambda each: rows.has_early(each, early)):
                return []
        is_barred = await load_barring()

        def take(db: Session) -> list[T]:
            rows.take_back_early(db, early)
            # Another process may have taken some by now.
            due = rows.list_due(db, platforms, now)
            barred = [each.token for each in due if is_barred(each.origin.sender)]
            rows.delete(db, barred)
            left = [each for each in due if each.token not in barred]
            for each in left:
                rows.save_time(db, each.advance(now), said=each)
            return [tell(db, each) for each in left]

        return await self._database.change(take, on_disk=True)

    async def prune(self, now: datetime) -> int:
        """Delete those whose buttons no longer work."""
        return await self._database.change(lambda db: rows.delete_shown(db, now - KEPT))

    async def save_zone(self, chat: str, zone: str) -> None:
        await self._database.change(lambda db: rows.save_zone(db, chat, zone))

    async def find_zone(self, chat: str) -> str:
        """Return the zone that somebody chose in a chat; empty for none."""
        async with self._database.read_committed() as db:
            return await db.run(lambda each: rows.find_zone(each, chat))


def _build(
    wanted: NewReminder,
    scope: Scope,
    place: ReminderPlace,
    origin: ReminderOrigin,
    now: datetime,
) -> Reminder:
    wall = wanted.at.replace(tzinfo=None, microsecond=0, fold=0)
    return Reminder(
        token=secrets.token_hex(6),
        scope=scope,
        place=place,
        origin=origin,
        text=_clean_text(wanted.text),
        zone=wanted.zone,
        wall=wall.isoformat(),
        # Of an hour that a day has twice, `in two hours` may mean the second.
        due_at=int(wanted.at.timestamp())
        if wanted.repeat is None
        else compute_due(wall, wanted.zone),
        made_at=int(now.timestamp()),
        repeat=wanted.repeat,
    )


def _clean_text(text: str) -> str:
    """Return a text on one line, as it can be stored; raises UserError if it is too long."""
    text = " ".join(replace_surrogates(text).split())
    if len(text) > LONGEST:
        raise UserError(
            _("That is too long for a reminder. The limit is {limit} characters.", limit=LONGEST)
        )
    return text


def _add(db: Session, reminder: Reminder) -> Reminder:
    earlier = rows.find_by_turn(db, reminder.origin.turn)
    if earlier:
        return earlier
    if edited := rows.find_edited(db, reminder):
        rows.replace_request(db, edited, reminder)
        return replace(reminder, token=edited.token)
    if rows.count_waiting(db, reminder.place.chat, reminder.origin.sender) >= MOST:
        raise UserError(
            ngettext(
                "You have {count} reminder here already, which is the limit.",
                "You have {count} reminders here already, which is the limit. "
                "/reminders lists them.",
                MOST,
            )
        )
    rows.insert(db, reminder)
    return reminder
