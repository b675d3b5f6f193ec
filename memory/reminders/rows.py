"""Reminders as rows of the database; writes run inside a transaction of the writer."""

import json
from collections.abc import Collection, Sequence
from datetime import datetime

from msgspec.structs import asdict

from indexer.scopes import Scope
from indexer.store.engine.session import Row, Session
from indexer.text.dates.repeats import Repeat
from memory.messages import clamp_time
from memory.reminders.reminder import Reminder, ReminderOrigin, ReminderPlace


def insert(db: Session, reminder: Reminder) -> None:
    """Insert it, unless its message made one already."""
    row = _build_row(reminder)
    values = ", ".join(f":{each}" for each in row)
    db.execute(
        f"INSERT INTO reminders ({', '.join(row)}) VALUES ({values}) ON CONFLICT DO NOTHING",  # noqa: S608 - our names
        row,
    )


def _build_row(reminder: Reminder) -> dict[str, str | int]:
    place, origin = reminder.place, reminder.origin
    return {
        "token": reminder.token,
        "scope": reminder.scope.label,
        "chat": place.chat,
        "private": place.private,
        "thread": place.thread,
        "turn": origin.turn,
        "sender": origin.sender,
        "author": origin.author,
        "language": origin.language,
        "text": reminder.text,
        "zone": reminder.zone,
        "wall": reminder.wall,
        "due_at": reminder.due_at,
        "repeat": _dump_repeat(reminder),
        "shown": reminder.shown,
        "made_at": reminder.made_at,
        "message": origin.message,
    }


def save_time(db: Session, reminder: Reminder, said: Reminder | None = None) -> bool:
    """Store when it is due, and what was `said` just now; False where it is gone."""
    saved = db.execute(
        "UPDATE reminders SET wall = ?, due_at = ?, shown = ?, said_wall = ?, said_due = ?"
        " WHERE token = ?",
        (
            reminder.wall,
            reminder.due_at,
            reminder.shown,
            said.wall if said else "",
            said.due_at if said else 0,
            reminder.token,
        ),
    )
    return saved.rowcount == 1


def has_early(db: Session, after: datetime) -> bool:
    """Return whether any was said for a time that is still to come, `after` now."""
    query = "SELECT 1 FROM reminders WHERE said_due > 0 AND said_due > ? LIMIT 1"
    return db.execute(query, (int(after.timestamp()),)).fetchone() is not None


def take_back_early(db: Session, after: datetime) -> None:
    """Make due again at their times what was said for times `after` now."""
    db.execute(
        "UPDATE reminders SET wall = said_wall, due_at = said_due, shown = 0, said_due = 0"
        " WHERE said_due > 0 AND said_due > ?",
        (int(after.timestamp()),),
    )


def replace_request(db: Session, old: Reminder, new: Reminder) -> None:
    """Store what was asked for again, under the token of `old`: its buttons go on working."""
    db.execute(
        "UPDATE reminders SET turn = ?, text = ?, zone = ?, wall = ?, due_at = ?, said_due = 0,"
        " repeat = ?,"
        " language = ? WHERE token = ?",
        (
            new.origin.turn,
            new.text,
            new.zone,
            new.wall,
            new.due_at,
            _dump_repeat(new),
            new.origin.language,
            old.token,
        ),
    )


def delete(db: Session, tokens: Collection[str]) -> int:
    gone = db.execute(
        "DELETE FROM reminders WHERE token IN (SELECT value FROM json_each(?))",
        (json.dumps(list(tokens)),),
    )
    return gone.rowcount


def find_by_turn(db: Session, turn: str) -> Reminder | None:
    rows = db.execute("SELECT * FROM reminders WHERE turn = ?", (turn,))
    return next(map(parse, rows.fetchall()), None)


def find_edited(db: Session, reminder: Reminder) -> Reminder | None:
    """Return the first that waits which earlier versions of the same message asked for."""
    origin = reminder.origin
    rows = db.execute(
        "SELECT * FROM reminders WHERE chat = ? AND message = ? AND message <> '' AND sender = ?"
        " AND shown = 0 ORDER BY id",
        (reminder.place.chat, origin.message, origin.sender),
    )
    found = map(parse, rows.fetchall())
    return next((each for each in found if each.origin.turn_key != origin.turn_key), None)


def count_waiting(db: Session, chat: str, sender: str) -> int:
    """Count those that a person has set in a chat and that are still to come."""
    query = "SELECT count(*) FROM reminders WHERE chat = ? AND sender = ? AND shown = 0"
    return int(db.execute(query, (chat, sender)).fetchone()[0])


def list_due(db: Session, platforms: Sequence[str], now: datetime) -> list[Reminder]:
    """List what is due on these platforms, the oldest first."""
    rows = db.execute(
        "SELECT * FROM reminders WHERE shown = 0 AND due_at <= ? AND"
        " substr(chat, 1, instr(chat, ':') - 1) IN (SELECT value FROM json_each(?))"
        " ORDER BY due_at, id",
        (int(now.timestamp()), json.dumps(list(platforms))),
    )
    return [parse(row) for row in rows.fetchall()]


def list_scope(db: Session, scope: Scope) -> list[Reminder]:
    rows = db.execute("SELECT * FROM reminders WHERE scope = ? ORDER BY id", (scope.label,))
    return [parse(row) for row in rows.fetchall()]


def delete_shown(db: Session, before: datetime) -> int:
    """Delete what was said for the last time before then."""
    query = "DELETE FROM reminders WHERE shown = 1 AND due_at < ?"
    return db.execute(query, (int(before.timestamp()),)).rowcount


def save_zone(db: Session, chat: str, zone: str) -> None:
    db.execute(
        "INSERT INTO time_zones (chat, zone) VALUES (?, ?)"
        " ON CONFLICT (chat) DO UPDATE SET zone = excluded.zone",
        (chat, zone),
    )


def find_zone(db: Session, chat: str) -> str:
    """Return the zone that somebody chose in a chat; empty for none."""
    row = db.execute("SELECT zone FROM time_zones WHERE chat = ?", (chat,)).fetchone()
    return str(row["zone"]) if row else ""


def parse(row: Row) -> Reminder:
    return Reminder(
        token=row["token"],
        scope=Scope(row["scope"]),
        place=ReminderPlace(row["chat"], bool(row["private"]), row["thread"]),
        origin=_parse_origin(row),
        text=row["text"],
        zone=row["zone"],
        wall=row["wall"],
        due_at=clamp_time(row["due_at"]),
        made_at=row["made_at"],
        repeat=_parse_repeat(row["repeat"]),
        shown=bool(row["shown"]),
    )


def _parse_origin(row: Row) -> ReminderOrigin:
    return ReminderOrigin(
        row["turn"], row["sender"], row["author"], row["language"], row["message"]
    )


def _dump_repeat(reminder: Reminder) -> str:
    return json.dumps(asdict(reminder.repeat)) if reminder.repeat else ""


def _parse_repeat(stored: str) -> Repeat | None:
    """Return how often it comes; None for once, and for what an earlier version took for often."""
    if not stored:
        return None
    raw = json.loads(stored)
    try:
        return Repeat(**{**raw, "weekdays": tuple(raw["weekdays"])})
    except ValueError:
        return None
