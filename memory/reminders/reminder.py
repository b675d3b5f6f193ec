"""A reminder: what to say, where, and when, by the clock on the wall of its zone."""

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct
from msgspec.structs import replace

from indexer.scopes import Scope
from indexer.text.dates.repeats import Repeat, find_next

PART = " part "  # in `turn`: several reminders may come from one message


class ReminderPlace(Struct, frozen=True):
    """The chat in which it was asked for, and there alone it is said and listed."""

    chat: str  # platform:id
    private: bool
    thread: str = ""


class ReminderOrigin(Struct, frozen=True):
    """The message that asked for it."""

    turn: str  # key of the message; the same one makes no second reminder
    sender: str  # platform:id
    author: str = ""  # in a group
    language: str = ""  # of the chat
    message: str = ""  # the platform's own name of the message; edits of it have the same

    @property
    def turn_key(self) -> str:
        """The key of the message, as conversations are recorded under it."""
        return self.turn.partition(PART)[0]


class Reminder(Struct, frozen=True):
    """`wall` is kept beside `due_at`, because an hour that a day lacks comes back the day after."""

    token: str  # random: what buttons name it by
    scope: Scope
    place: ReminderPlace
    origin: ReminderOrigin
    text: str
    zone: str  # of the IANA, such as Europe/London
    wall: str  # ISO 8601 without a zone: the next time
    due_at: int  # epoch seconds of `wall`
    made_at: int
    repeat: Repeat | None = None
    shown: bool = False  # said for the last time; it may still be moved

    @property
    def at(self) -> datetime:
        """The next time, in its zone."""
        return datetime.fromtimestamp(self.due_at, UTC).astimezone(_load_zone(self.zone))

    def move_to(self, at: datetime) -> "Reminder":
        """Return it as due at another time, which is aware."""
        local = at.astimezone(_load_zone(self.zone)).replace(tzinfo=None, fold=0)
        return replace(self, wall=local.isoformat(), due_at=compute_due(local, self.zone))

    def advance(self, now: datetime) -> "Reminder":
        """Return it as it stands once it was said: due the next time after `now`, or shown.

        It never fails: one reminder that cannot go on would keep all others from being said.
        """
        try:
            return self._find_next(self.repeat, now) if self.repeat else replace(self, shown=True)
        except (OverflowError, ValueError):  # no such day follows, or none of the calendar
            return replace(self, shown=True)

    def _find_next(self, repeat: Repeat, now: datetime) -> "Reminder":
        wall = datetime.fromisoformat(self.wall)
        due = self.due_at
        while due <= now.timestamp():  # times that passed while nobody was there are left out
            wall = datetime.combine(find_next(repeat, wall.date()), wall.time())
            due = compute_due(wall, self.zone)
        return replace(self, wall=wall.isoformat(), due_at=due)


def compute_due(wall: datetime, zone: str) -> int:
    """Return the epoch seconds of a wall-clock time.

    A time that the day lacks, because clocks go forward, is as much later; of one that it has twice
    the first counts.
    """
    return int(wall.replace(tzinfo=_load_zone(zone), fold=0).timestamp())


def _load_zone(name: str) -> tzinfo:
    """Return a zone of the IANA; UTC for one that this machine does not know any more."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder, or a long name
        return UTC
