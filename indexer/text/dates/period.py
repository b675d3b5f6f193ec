"""A day, week, month or year that a text names, and arithmetic with such periods. Pure."""

from calendar import monthrange
from datetime import MAXYEAR, MINYEAR, date, timedelta
from typing import Literal

from msgspec import Struct

Unit = Literal["day", "week", "month", "year", "weekend", "fortnight"]
WEEK, SATURDAY = 7, 5
SIGN_NUMBERS = {sign: number for number, sign in enumerate("一二三四五六七八九十", 1)}


class Period(Struct, frozen=True):
    first: date
    last: date

    @property
    def iso(self) -> str:
        """The shortest name by ISO 8601: `2026`, `2026-05`, `2026-05-01`, or two days."""
        first, last = self.first, self.last
        if first == last:
            return first.isoformat()
        if self == build_year(first.year):
            return f"{first.year:04}"
        if self == build_month(first.year, first.month):
            return first.isoformat()[:7]
        return f"{first.isoformat()}/{last.isoformat()}"


class FoundPeriod(Struct, frozen=True):
    """A period, and where folded text names it."""

    period: Period
    start: int
    end: int


def build_day(day: date) -> Period:
    return Period(day, day)


def build_year(year: int) -> Period:
    return Period(date(year, 1, 1), date(year, 12, 31))


def build_month(year: int, month: int) -> Period:
    return Period(date(year, month, 1), date(year, month, monthrange(year, month)[1]))


def add_months(day: date, months: int) -> date:
    """Return the same day of a later or earlier month, or that month's last day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not MINYEAR <= year <= MAXYEAR:
        raise OverflowError("beyond the calendar")
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def find_around(today: date, unit: Unit, steps: int) -> Period:
    """Return the calendar week, month, ... `steps` after the one of `today`."""
    monday = today - timedelta(days=today.weekday())
    match unit:
        case "day":
            return build_day(today + timedelta(days=steps))
        case "week" | "fortnight":
            first = monday + timedelta(weeks=steps)
            return Period(first, first + timedelta(days=WEEK - 1))
        case "weekend":
            first = monday + timedelta(weeks=steps, days=SATURDAY)
            return Period(first, first + timedelta(days=1))
        case "month":
            there = add_months(today.replace(day=1), steps)
            return build_month(there.year, there.month)
        case "year":
            return build_year(add_months(today.replace(day=1), 12 * steps).year)


def shift(today: date, unit: Unit, count: int) -> Period:
    """Return the day that is `count` units from `today`; of years, the whole year."""
    match unit:
        case "year":
            return find_around(today, "year", count)
        case "month":
            return build_day(add_months(today, count))
        case "weekend":
            return find_around(today, "weekend", count)
        case "fortnight":
            return build_day(today + timedelta(weeks=2 * count))
        case "week":
            return build_day(today + timedelta(weeks=count))
        case "day":
            return build_day(today + timedelta(days=count))


def find_weekday(today: date, weekday: int, *, past: bool = False) -> date:
    """Return the next `weekday` (1 is Monday) after today, or the last one before it."""
    if past:
        return today - timedelta(days=(today.isoweekday() - weekday - 1) % WEEK + 1)
    return today + timedelta(days=(weekday - today.isoweekday() - 1) % WEEK + 1)


def find_nth_weekday(year: int, month: int, weekday: int, nth: int) -> date | None:
    """Return the nth `weekday` of a month, the last one for -1; None if it has no such day."""
    whole = build_month(year, month)
    if nth < 0:
        return whole.last - timedelta(days=(whole.last.isoweekday() - weekday) % WEEK)
    first = whole.first + timedelta(days=(weekday - whole.first.isoweekday()) % WEEK)
    found = first + timedelta(weeks=nth - 1)
    return found if found <= whole.last else None


def read_number(text: str) -> int:
    """Read the number of a day in digits or signs, `21` or `二十一`; 0 for anything else."""
    if text.isdigit():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return SIGN_NUMBERS.get(text, 0)
    return 10 * SIGN_NUMBERS.get(tens, 1) + SIGN_NUMBERS.get(ones, 0)
