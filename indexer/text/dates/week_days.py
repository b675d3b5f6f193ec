"""Reads a weekday that is named beside its week, or counted: `in three Fridays`. Pure.

`El viernes de la semana que viene` is a day of that week, and so is `через две недели в субботу`.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from indexer.text.dates.grammar import UNSPACED, Grammar, bound
from indexer.text.dates.period import (
    FoundPeriod,
    build_day,
    find_around,
    find_weekday,
)
from indexer.text.normalize import fold
from indexer.text.word_lists import ListName, build_alternatives, load_entries

WEEK = 7
NEAR = 40  # characters beside a week in which its day stands
LINKS: tuple[ListName, ...] = ("of_words", "definite_articles", "place_prepositions")
SIGNS = "的の"
COUNTED = "{count} {unit}"
COUNTING: tuple[tuple[int, ListName], ...] = ((1, "ahead_templates"), (-1, "ago_templates"))
FEWEST = 2  # weekdays that are counted: Portuguese `em uma sexta` is any Friday


def narrow_to_day(found: FoundPeriod, text: str, grammar: Grammar) -> FoundPeriod:
    """Return the weekday that stands right beside a week of the calendar; else what was found."""
    days = found.period.last - found.period.first
    return _narrow(found, text, grammar) if days == timedelta(WEEK - 1) else found


def narrow_to_day_of_week(found: FoundPeriod, text: str, grammar: Grammar) -> FoundPeriod:
    """Return the weekday behind a day that weeks lead to, in the week of that day."""
    whole = find_around(found.period.first, "week", 0)
    narrowed = _narrow_behind(FoundPeriod(whole, found.start, found.end), text, grammar)
    return narrowed or found


def _narrow(found: FoundPeriod, text: str, grammar: Grammar) -> FoundPeriod:
    before = text[max(0, found.start - NEAR) : found.start]
    if named := _compile_before(grammar.language).search(before):
        day = _count_from(found, grammar.weekdays[named["day"]])
        start = found.start - len(before) + named.start()
        return FoundPeriod(build_day(day), start, found.end)
    return _narrow_behind(found, text, grammar) or found


def _narrow_behind(found: FoundPeriod, text: str, grammar: Grammar) -> FoundPeriod | None:
    named = _compile_behind(grammar.language).match(text[found.end : found.end + NEAR])
    if named is None:
        return None
    day = _count_from(found, grammar.weekdays[named["day"]])
    return FoundPeriod(build_day(day), found.start, found.end + named.end())


def _count_from(found: FoundPeriod, weekday: int) -> date:
    return found.period.first + timedelta(weekday - 1)


@cache
def _compile_before(language: str) -> re.Pattern[str]:
    """Compile a weekday with words such as `de la` between it and what follows."""
    links = rf"(?:\s(?:{_load_links(language)})){{1,2}}\s$"
    signs = f"(?P<day>{_load_days(language)})$"
    day = rf"(?<![^\W_])(?P<day>{_load_days(language)})(?:{links}|\s$)"
    return re.compile(signs if language in UNSPACED else day)


@cache
def _compile_behind(language: str) -> re.Pattern[str]:
    links = rf",?\s(?:(?:{_load_links(language)})\s)?"
    opening = f"[{SIGNS}]?" if language in UNSPACED else links
    return re.compile(f"{opening}{bound(f'(?P<day>{_load_days(language)})', language)}")


def _load_days(language: str) -> str:
    names = (each.partition(" ")[2] for each in load_entries("weekdays", language))
    return build_alternatives([fold(each) for each in names])


def _load_links(language: str) -> str:
    templates = (each.partition("{day}") for each in load_entries("weekday_templates", language))
    words = {fold(each) for name in LINKS for each in load_entries(name, language)}
    words |= {fold(before.strip()) for before, _day, _behind in templates}
    return build_alternatives([each for each in words if each.isalpha()])


def find_counted_weekdays(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    """Find a day that is counted in weekdays: `in three Fridays`, `hace dos viernes`."""
    for sign, name in COUNTING:
        for each in _find_counted(text, name, grammar.language):
            weekday, count = _load_plurals(grammar.language)[each["days"]], each["count"]
            weeks = int(count) if count.isdigit() else grammar.counts[count]
            if weeks >= FEWEST:
                first = find_weekday(today, weekday, past=sign < 0)
                day = first + timedelta(weeks=sign * (weeks - 1))
                yield FoundPeriod(build_day(day), *each.span())


def _find_counted(text: str, name: ListName, language: str) -> Iterator[re.Match[str]]:
    return (each for pattern in _compile_counted(name, language) for each in pattern.finditer(text))


@cache
def _compile_counted(name: ListName, language: str) -> tuple[re.Pattern[str], ...]:
    """Compile the templates for counted days, with names of weekdays in the place of units."""
    entries = (each.partition(" ")[2] for each in load_entries("time_counts", language))
    counts, days = build_alternatives(list(map(fold, entries))), _load_plurals(language).keys()
    counted = rf"(?P<count>\d{{1,2}}|{counts})\s(?P<days>{build_alternatives(days)})"
    parted = (each.partition(COUNTED) for each in load_entries(name, language))
    return tuple(
        re.compile(bound(f"{_escape(before)}{counted}{_escape(behind)}", language))
        for before, found, behind in parted
        if found and "'" not in behind
    )


def _escape(words: str) -> str:
    return re.escape(fold(words)).replace(r"\ ", r"\s")


@cache
def _load_plurals(language: str) -> dict[str, int]:
    """Map the names of weekdays, in any number, to their numbers."""
    every = (*load_entries("weekdays", language), *load_entries("weekday_plurals", language))
    pairs = (each.partition(" ") for each in every)
    return {fold(name): int(number) for number, _space, name in pairs}
