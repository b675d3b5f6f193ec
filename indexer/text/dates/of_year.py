"""Finds the days of a year that a text names: "24, 25 and 31 December", "28.11.–3.12.", 12月2日.

A day without a year is of any year.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from functools import cache, lru_cache
from itertools import pairwise

from msgspec import Struct

from indexer.late_patterns import compile_late
from indexer.text.dates.calendar import find_calendar
from indexer.text.normalize import fold, unify
from indexer.text.question_words import load_question_words
from indexer.text.word_lists import build_alternatives

KEPT = 1024  # texts
LONGEST = 2000  # characters that are looked at
_ISO = compile_late(r"(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])")
_NUMERIC = compile_late(  # "24.12.", "24./25.12.", "24. und 31.12."
    r"(?<![\d.])((?:\d{1,2}\.\s?(?:[,&/–—-]|und|bis|en)\s?){0,7}\d{1,2})"
    r"\.\s?(\d{1,2})\.(?:\s?(\d{4}))?(?!\d)"
)
_SIGNS = compile_late(r"(?:(\d{4})\s?年\s?)?(?<!\d)(\d{1,2})\s?月\s?(\d{1,2})\s?[日号號]")
_DAY = r"\d{1,2}(?:st|nd|rd|th|er|º|ª|\.)?"
_JOINT = r"\s?(?:,\s?(?:and|und|et|y|e)|,|&|/|-|–|—|and|bis|to|und|et|au|al|y|e|en|tot|и|по|до)\s?"
_TO = compile_late(r"\s?(?:-|–|—|bis(?: zum)?|to|au|al|tot|по|до|until)\s?(?:the )?\Z")
_UNTIL = compile_late(r"-|–|—|bis|to|au|al|tot|по|до")
LEAD = 20  # characters before a date in which its day of the week stands
_NUMBER = compile_late(r"\d+")


class _Named(Struct, frozen=True):
    """Days of a month, where a text names them; `year` is 0 if it has none."""

    start: int
    end: int
    month: int
    days: tuple[int, ...]
    year: int = 0

    def includes(self, day: date) -> bool:
        same = self.month == day.month and self.year in (0, day.year)
        return same and day.day in self.days


def names_day(text: str, language: str, day: date) -> bool | None:
    """Return whether a text names a day of a year; None if it names none at all."""
    named = _find_named(text, language)
    if not named:
        return None
    return any(each.includes(day) for each in named) or any(
        _spans(*pair, text, day) for pair in pairwise(named)
    )


def spans_day(text: str, language: str, day: date) -> bool:
    """Return whether a text names a day of a year only as one within a range of days."""
    named = _find_named(text, language)
    return bool(names_day(text, language, day)) and not any(each.includes(day) for each in named)


def dates_weekday(text: str, language: str) -> bool:
    """Return whether a day of the year stands behind its day of the week: "Monday 7 December"."""
    folded = fold(unify(text[:LONGEST]))
    starts = [each.start for each in _find_named(text, language)]
    before = (folded[max(0, at - LEAD) : at].removesuffix("the ").split() for at in starts)
    return any(find_calendar(each[-1].rstrip(".,"), language).days for each in before if each)


def find_next_day(text: str, language: str, since: date, year: int = 0) -> date | None:
    """Find the first day that a text names from `since` on; None if it names none.

    A day without a year is of `year` or, where that is 0, the first to come.
    """
    days = (
        _date(each, number, since, each.year or year)
        for each in _find_named(text, language)
        for number in each.days
    )
    return min((day for day in days if day and day >= since), default=None)


def _date(named: _Named, day: int, since: date, year: int) -> date | None:
    years = (year,) if year else (since.year, since.year + 1)
    for each in years:
        with suppress(ValueError):  # no calendar has the day
            if (found := date(each, named.month, day)) >= since:
                return found
    return None


def _spans(first: _Named, last: _Named, text: str, day: date) -> bool:
    """Return whether a day is within "28 November to 3 December"."""
    if not _TO.match(fold(unify(text))[first.end : last.start]):
        return False
    begin, end = (first.month, first.days[0]), (last.month, last.days[-1])
    here = (day.month, day.day)
    if first.year or last.year:
        ends = last.year or first.year + (begin > end)
        begins = first.year or ends - (begin > end)
        return (begins, *begin) <= (day.year, *here) <= (ends, *end)
    return begin <= here <= end if begin <= end else here >= begin or here <= end


@lru_cache(maxsize=KEPT)
def _find_named(text: str, language: str) -> tuple[_Named, ...]:
    folded = fold(unify(text[:LONGEST]))
    found = {each.start: each for each in _list_named(folded, language) if 0 < each.month <= 12}
    return tuple(found[start] for start in sorted(found))


def _list_named(text: str, language: str) -> Iterator[_Named]:
    for each in _ISO.finditer(text):
        yield _Named(*each.span(), int(each[2]), (int(each[3]),), int(each[1]))
    for each in _NUMERIC.finditer(text):
        yield _Named(*each.span(), int(each[2]), _list_days(each[1]), int(each[3] or 0))
    for each in _SIGNS.finditer(text):
        yield _Named(*each.span(), int(each[2]), (int(each[3]),), int(each[1] or 0))
    months = _load_months(language)
    for pattern in _compile_worded(language):
        for each in pattern.finditer(text):
            days = _list_days(each["days"])
            yield _Named(*each.span(), months[each["month"]], days, int(each["year"] or 0))


def _list_days(words: str) -> tuple[int, ...]:
    """List the days that "24, 25" or "24 to 26" names."""
    numbers = [int(each) for each in _NUMBER.findall(words)]
    if len(numbers) == 2 and _UNTIL.search(words):
        return tuple(range(numbers[0], numbers[1] + 1)) or tuple(numbers)
    return tuple(numbers)


@cache
def _load_months(language: str) -> dict[str, int]:
    named = load_question_words(language).lists["calendar"]["months"]
    return {fold(word): at for at, words in enumerate(named, 1) for word in words}


@cache
def _compile_worded(language: str) -> tuple[re.Pattern[str], ...]:
    if not load_question_words(language).is_spaced:
        return ()
    month = rf"(?P<month>{build_alternatives(_load_months(language))})(?![^\W\d_])"
    year = r"(?:,?\s(?:de\s)?(?P<year>\d{4})(?!\d))?"
    days = rf"(?<![\d.,:])(?P<days>{_DAY}(?:{_JOINT}{_DAY}){{0,7}})"
    return (
        re.compile(rf"{days}\s?(?:de\s|of\s|d')?{month}\.?{year}"),
        re.compile(
            rf"(?<![^\W\d_]){month}\.?\s(?P<days>{_DAY}(?:{_JOINT}{_DAY}){{0,7}})(?![\d:]){year}"
        ),
    )
