"""Reads a date that is counted from another day: `in two weeks`, `a week on Tuesday`. Pure."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from indexer.text.dates.grammar import Grammar
from indexer.text.dates.period import FoundPeriod, Period, build_day, find_weekday, shift

WEEK = 7
IDIOMS = {8: WEEK, 15: 2 * WEEK}  # `lundi en huit`, `de hoy en quince`: a day is counted twice


def find_counted(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    for pattern, sign in ((grammar.ahead, 1), (grammar.ago, -1)):
        for each in pattern.finditer(text):
            yield FoundPeriod(_shift_by(each.group(), sign, today, grammar), *each.span())


def find_later_weeks(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    """Find a day that is counted in weeks from a named one: `two weeks on Monday`."""
    for each in grammar.later_weeks.finditer(text):
        days = timedelta(_count_days(each.group(), grammar))
        yield FoundPeriod(build_day(_find_base(each.group(), today, grammar) + days), *each.span())


def _find_base(words: str, today: date, grammar: Grammar) -> date:
    named = [each for each in grammar.weekdays if _has_word(each, words, grammar)]
    if named:
        return find_weekday(today, grammar.weekdays[max(named, key=len)])
    day = max((each for each in grammar.offsets if _has_word(each, words, grammar)), key=len)
    return today + timedelta(grammar.offsets[day])


def _count_days(words: str, grammar: Grammar) -> int:
    """Count the days that some weeks have; `huit`, without them, is one week."""
    units = {kind for unit, kind in grammar.units.items() if _has_word(unit, words, grammar)}
    count = _read_count(words, grammar)
    if "fortnight" in units:
        return 2 * WEEK * (count or 1)
    if "week" in units:
        return WEEK * (count or 1)
    return IDIOMS.get(count, count)


def _shift_by(words: str, sign: int, today: date, grammar: Grammar) -> Period:
    """Return the period of `in two weeks`; a unit without a number counts once."""
    unit = max((u for u in grammar.units if _has_word(u, words, grammar)), key=len)
    rest = words.replace(unit, " ", 1) if grammar.language in ("zh", "ja") else words
    return shift(today, grammar.units[unit], sign * (_read_count(rest, grammar) or 1))


def _read_count(words: str, grammar: Grammar) -> int:
    """Read the number in some words; 0 if there is none."""
    if digits := re.search(r"\d{1,3}", words):
        return int(digits.group())
    named = [each for each in grammar.counts if _has_word(each, words, grammar)]
    return grammar.counts[max(named, key=len)] if named else 0


def _has_word(word: str, text: str, grammar: Grammar) -> bool:
    if grammar.language in ("zh", "ja"):
        return word in text
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None
