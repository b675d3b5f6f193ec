"""Finds dates that are written with their month: `3 May`, `3.5.`, `2027-05-03`. Pure."""

import re
from collections.abc import Iterator
from datetime import date

from indexer.text.dates.grammar import Grammar
from indexer.text.dates.period import FoundPeriod, Period, build_day, read_number
from indexer.text.dates.tense import is_past

ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
DOTTED = re.compile(r"(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})?(?![\d])")


def find_iso_dates(text: str, _today: date, _grammar: Grammar) -> Iterator[FoundPeriod]:
    for each in ISO.finditer(text):
        day = date(*map(int, each.groups()))
        yield FoundPeriod(build_day(day), *each.span())


def find_dotted(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    for each in DOTTED.finditer(text):
        day, month, year = each.groups()
        yield FoundPeriod(_date_of(int(day), int(month), year, text, today, grammar), *each.span())


def find_dates(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    for each in grammar.dates.finditer(text):
        yield FoundPeriod(read_date(each, text, today, grammar), *each.span())


def read_date(found: re.Match[str], text: str, today: date, grammar: Grammar) -> Period:
    groups = found.groupdict()
    day = read_number(groups.get("day") or groups.get("day2") or "")
    year = groups.get("year") or groups.get("year2")
    return _date_of(day, read_month(groups, grammar), year, text, today, grammar)


def _date_of(  # noqa: PLR0913 - a date has three parts, and is said somewhere, some time
    day: int, month: int, year: str | None, text: str, today: date, grammar: Grammar
) -> Period:
    if year:
        return build_day(date(int(year), month, day))
    this = date(today.year, month, day) if (month, day) != (2, 29) else _find_leap_day(today)
    if this < today and not is_past(text, grammar):
        return build_day(this.replace(year=this.year + 1))
    if this > today and is_past(text, grammar):
        return build_day(this.replace(year=this.year - 1))
    return build_day(this)


def _find_leap_day(today: date) -> date:
    year = next(y for y in range(today.year, today.year + 9) if y % 4 == 0 and y % 100)
    return date(year, 2, 29)


def read_month(groups: dict[str, str | None], grammar: Grammar) -> int:
    digits = groups.get("digits")
    if digits and digits[0].isdigit():
        return int(re.sub(r"\D", "", digits))
    name = digits or groups.get("month") or groups.get("month2") or ""
    return grammar.months[name]
