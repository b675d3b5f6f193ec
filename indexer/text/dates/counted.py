"""Reads a date that is counted from another day: `in two weeks`, `a week on Tuesday`. Pure."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from indexer.text.dates.grammar import ENDING, LINK, NEAR_DAYS, NOTHING, Grammar, bound
from indexer.text.dates.period import (
    FoundPeriod,
    Period,
    Unit,
    add_months,
    build_day,
    find_weekday,
    shift,
)
from indexer.text.dates.week_days import find_counted_weekdays, narrow_to_day_of_week
from indexer.text.normalize import fold
from indexer.text.word_lists import build_alternatives, load_entries

WEEK = 7
WEEKS: tuple[Unit, ...] = ("week", "fortnight")
IDIOMS = {8: WEEK, 15: 2 * WEEK}  # `lundi en huit`, `de hoy en quince`: a day is counted twice
LONG = {"month": 1, "year": 12}  # months
MEASURES = "unit:"  # before the words for minutes and euros, in the list of meanings
NEAR = 40  # characters round a date that are looked at


def find_counted(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    yield from find_counted_weekdays(text, today, grammar)
    for pattern, sign in ((grammar.ahead, 1), (grammar.ago, -1)):
        for each in pattern.finditer(text):
            found = FoundPeriod(_shift_by(each.group(), sign, today, grammar), *each.span())
            weeks = _find_unit(each.group(), grammar) in WEEKS
            yield narrow_to_day_of_week(found, text, grammar) if weeks else found


def find_later_weeks(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    """Find a day that is counted in weeks from a named one: `two weeks on Monday`."""
    for each in grammar.later_weeks.finditer(text):
        if not (_lasts(text, each, grammar) or _counts_else(text, each, grammar)):
            yield FoundPeriod(_find_later(each.group(), today, grammar), *each.span())


def _lasts(text: str, found: re.Match[str], grammar: Grammar) -> bool:
    """Tell if it is how long something lasts, or has lasted: `for two weeks from Monday`.

    `For two weeks today`, behind what was arranged, is a day.
    """
    before = text[max(0, found.start() - NEAR) : found.start()]
    lasting = _compile_lasting(grammar.language).search(before)
    if lasting is None:
        return False
    begins = any(
        _has_word(fold(each), found.group(), grammar)
        for each in load_entries("since_words", grammar.language)
    )
    near = any(_has_word(each, found.group(), grammar) for each in _list_near(grammar))
    return begins or (near and grammar.goals.match(lasting.group()) is None)


def _counts_else(text: str, found: re.Match[str], grammar: Grammar) -> bool:
    """Tell if minutes are counted, or a day of a month: `hoy en quince minutos`."""
    named = bool(_list_units(found.group(), grammar))
    behind = text[found.end() : found.end() + NEAR]
    return (
        not named
        and _compile_counted(grammar.language, tuple(grammar.months)).match(behind) is not None
    )


def _list_near(grammar: Grammar) -> list[str]:
    return [each for each, days in grammar.offsets.items() if days in NEAR_DAYS]


@cache
def _compile_lasting(language: str) -> re.Pattern[str]:
    patterns = load_entries("lasting_patterns", language)
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})\s$") if patterns else NOTHING


@cache
def _compile_counted(language: str, months: tuple[str, ...]) -> re.Pattern[str]:
    """Compile what may follow a number that counts no days: a unit, or a month."""
    meanings = load_entries("meanings", language)
    lists = (each.partition(" = ")[2] for each in meanings if each.startswith(MEASURES))
    units = build_alternatives([fold(unit) for each in lists for unit in each.split(", ")])
    return re.compile(
        bound(rf"{ENDING}{LINK}\s?(?:{units}|{build_alternatives(months)})", language)
    )


def _find_later(words: str, today: date, grammar: Grammar) -> Period:
    base, units = _find_base(words, today, grammar), _list_units(words, grammar)
    if long := units & LONG.keys():
        months = sum(LONG[each] for each in long) * (_read_count(words, grammar) or 1)
        return build_day(add_months(base, months))
    return build_day(base + timedelta(_count_days(words, units, grammar)))


def _list_units(words: str, grammar: Grammar) -> set[str]:
    return {kind for unit, kind in grammar.units.items() if _has_word(unit, words, grammar)}


def _find_base(words: str, today: date, grammar: Grammar) -> date:
    named = [each for each in grammar.weekdays if _has_word(each, words, grammar)]
    if named:
        return find_weekday(today, grammar.weekdays[max(named, key=len)])
    day = max((each for each in grammar.offsets if _has_word(each, words, grammar)), key=len)
    return today + timedelta(grammar.offsets[day])


def _count_days(words: str, units: set[str], grammar: Grammar) -> int:
    """Count the days that some weeks have; `huit`, without them, is one week."""
    count = _read_count(words, grammar)
    if "fortnight" in units:
        return 2 * WEEK * (count or 1)
    if "week" in units:
        return WEEK * (count or 1)
    idiom = count in _load_idioms(grammar.language)
    return IDIOMS.get(count, count) if idiom else count


@cache
def _load_idioms(language: str) -> frozenset[int]:
    """Load the numbers that templates name: `in acht tagen`, and no `in {count} {unit}`."""
    words = {
        word for each in load_entries("later_week_templates", language) for word in each.split()
    }
    numbers = (each.partition(" ") for each in load_entries("time_counts", language))
    return frozenset(int(number) for number, _space, word in numbers if fold(word) in words)


def _shift_by(words: str, sign: int, today: date, grammar: Grammar) -> Period:
    """Return the period of `in two weeks`; a unit without a number counts once."""
    unit = _name_unit(words, grammar)
    rest = words.replace(unit, " ", 1) if grammar.language in ("zh", "ja") else words
    return shift(today, grammar.units[unit], sign * (_read_count(rest, grammar) or 1))


def _find_unit(words: str, grammar: Grammar) -> Unit:
    return grammar.units[_name_unit(words, grammar)]


def _name_unit(words: str, grammar: Grammar) -> str:
    return max((each for each in grammar.units if _has_word(each, words, grammar)), key=len)


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
