"""When a reminder is due: repeats, and both days on which clocks move."""

from datetime import UTC, date, datetime

import pytest
from msgspec.structs import replace

from indexer.scopes import ADMIN
from indexer.text.dates.repeats import Repeat, find_first, find_next
from memory.reminders.reminder import Reminder, ReminderOrigin, ReminderPlace, compute_due

ZONE = "Europe/Berlin"


def due_at(wall: str, repeat: Repeat | None = None) -> Reminder:
    due = compute_due(datetime.fromisoformat(wall), ZONE)
    place, origin = ReminderPlace("test:1", private=True), ReminderOrigin("test:7", "test:1")
    return Reminder("t", ADMIN, place, origin, "call Jo", ZONE, wall, due, 0, repeat)


def days(reminder: Reminder, count: int) -> list[str]:
    """The local times at which it comes, each right after the one before."""
    told = []
    for _each in range(count):
        told.append(f"{reminder.at:%Y-%m-%dT%H:%M}")
        reminder = reminder.advance(datetime.fromtimestamp(reminder.due_at, UTC))
    return told


def test_what_comes_daily_keeps_its_time_when_clocks_move() -> None:
    spring = due_at("2027-03-27T02:30", Repeat("day"))
    assert days(spring, 3) == ["2027-03-27T02:30", "2027-03-28T03:30", "2027-03-29T02:30"]
    autumn = due_at("2027-10-30T02:30", Repeat("day"))
    assert days(autumn, 3) == ["2027-10-30T02:30", "2027-10-31T02:30", "2027-11-01T02:30"]
    nine = due_at("2027-10-30T09:00", Repeat("day"))
    assert days(nine, 2) == ["2027-10-30T09:00", "2027-10-31T09:00"]


def test_an_hour_that_a_day_has_twice_comes_once() -> None:
    reminder = due_at("2027-10-31T02:30", Repeat("day"))
    first = datetime.fromtimestamp(reminder.due_at, UTC)
    assert first == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert reminder.advance(first).at.date() == date(2027, 11, 1)


def test_times_that_passed_meanwhile_are_left_out() -> None:
    reminder = due_at("2026-11-23T09:00", Repeat("day"))
    later = reminder.advance(datetime(2026, 11, 26, 12, tzinfo=UTC))
    assert f"{later.at:%Y-%m-%dT%H:%M}" == "2026-11-27T09:00"


def test_what_comes_once_is_over() -> None:
    assert due_at("2026-11-23T09:00").advance(datetime(2026, 11, 23, 9, tzinfo=UTC)).shown


@pytest.mark.parametrize(
    ("repeat", "last", "following"),
    [
        (Repeat("day", 3), "2026-11-23", "2026-11-26"),
        (Repeat("week", weekdays=(1, 4)), "2026-11-23", "2026-11-26"),
        (Repeat("week", weekdays=(1, 4)), "2026-11-26", "2026-11-30"),
        (Repeat("week", 2, (5,)), "2026-11-27", "2026-12-11"),
        (Repeat("month", weekdays=(1,), nth=1), "2026-12-07", "2027-01-04"),
        (Repeat("month", weekdays=(5,), nth=-1), "2026-11-27", "2026-12-25"),
        (Repeat("month", weekdays=(1,), nth=5), "2026-11-30", "2027-03-29"),
        (Repeat("month", day=31), "2027-01-31", "2027-02-28"),
        (Repeat("month", day=31), "2027-02-28", "2027-03-31"),
        (Repeat("year", day=29, month=2), "2027-02-28", "2028-02-29"),
        (Repeat("year", day=3, month=5), "2026-05-03", "2027-05-03"),
    ],
)
def test_the_day_that_follows(repeat: Repeat, last: str, following: str) -> None:
    assert find_next(repeat, date.fromisoformat(last)) == date.fromisoformat(following)


def test_the_first_day_may_be_the_earliest() -> None:
    monday = date(2026, 11, 23)
    assert find_first(Repeat("week", 2, (1,)), monday) == monday
    assert find_first(Repeat("month", weekdays=(1,), nth=1), monday) == date(2026, 12, 7)


@pytest.mark.parametrize("every", [0, -1, 1000])
def test_nothing_recurs_every_zero_days(every: int) -> None:
    with pytest.raises(ValueError, match="recurs"):
        Repeat("day", every)
    with pytest.raises(ValueError, match="recurs"):
        Repeat("month", nth=5)


def test_what_has_no_day_left_comes_for_the_last_time() -> None:
    """Whatever a repeat is, to move it on never fails: that would keep all others from coming."""
    fifth = Repeat("month", 12, (1,), nth=5)  # a February with five Mondays: every 28 years
    for repeat, wall in (
        (fifth, "2044-02-29T09:00"),
        (Repeat("year", 99, month=1, day=1), "9990-01-01T09:00"),
    ):
        reminder = due_at(wall, repeat)
        over = reminder.advance(datetime.fromtimestamp(reminder.due_at, UTC))
        assert over.shown or over.due_at > reminder.due_at
    assert replace(due_at("2027-01-01T09:00"), wall="x").advance(datetime.now(UTC)).shown
    assert (
        replace(due_at("2027-01-01T09:00", Repeat("day")), wall="x")
        .advance(datetime(2028, 1, 1, tzinfo=UTC))
        .shown
    )


@pytest.mark.parametrize("zone", ["Mars/Olympus", "Europe", "../x", "", "a" * 5000])
def test_a_zone_that_is_gone_is_read_as_utc(zone: str) -> None:
    gone = replace(due_at("2027-01-01T09:00"), zone=zone)
    assert f"{gone.at:%H:%M}" == "08:00"
    assert gone.move_to(datetime(2027, 1, 2, 9, tzinfo=UTC)).wall == "2027-01-02T09:00:00"
