"""Finds a day by its place in a month without a name: `the last Friday of the month`. Pure.

`The 1st of next month`, `le premier lundi du mois prochain`, `下个月1号`, `Monatsende`. Without a
word for which month, it is the first one whose day is still to come.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from indexer.text.dates.grammar import ENDING, UNSPACED, Grammar, bound, build_grammar
from indexer.text.dates.period import add_months, build_month, find_nth_weekday, read_number
from indexer.text.normalize import fold
from indexer.text.word_lists import ListName, build_alternatives, load_entries

SHIFTS: tuple[tuple[ListName, int], ...] = (
    ("next_words", 1),
    ("last_words", -1),
    ("this_words", 0),
    ("after_next_words", 2),
    ("before_last_words", -2),
)
ARTICLES = "no dia|dia|el dia|il giorno|the|le|la|el|il|o|de|den|l'"
LINKS = "of|the|in|des|im|vom|du|de|del|do|da|van|числа|дня|dia"
MOST_LINKS = 2
GENITIVE = ("ru",)  # which needs no link: `последнюю пятницу месяца`
MOST_MONTHS = 13  # that are looked through for a 31st
LAST = -1


def find_days_of_month(
    text: str, today: date, grammar: Grammar, *, past: bool = False
) -> Iterator[tuple[date, re.Match[str]]]:
    """Yield the days that folded text names, each with its match."""
    for found in _compile(grammar.language).finditer(text):
        if day := _read(found, today, grammar, past=past):
            yield day, found


def names_month(text: str, grammar: Grammar) -> bool:
    """Tell if a text says of which month it is, `du mois prochain`, so that nothing recurs."""
    return any(_get(each, "shift") for each in _compile(grammar.language).finditer(text))


def names_end(text: str, grammar: Grammar) -> bool:
    """Tell if a text names the end of a month, which may be any of its last days."""
    return any(_get(each, "end") for each in _compile(grammar.language).finditer(text))


def _read(found: re.Match[str], today: date, grammar: Grammar, *, past: bool) -> date | None:
    step = _load_shifts(grammar.language).get(_get(found, "shift"), 0)
    if step:
        return _find_in(add_months(today.replace(day=1), step), found, grammar)
    months = (add_months(today.replace(day=1), -n if past else n) for n in range(MOST_MONTHS))
    days = filter(None, (_find_in(each, found, grammar) for each in months))
    return next((day for day in days if (day <= today if past else day >= today)), None)


def _find_in(first: date, found: re.Match[str], grammar: Grammar) -> date | None:
    """Find the day in the month that begins so; None if it has none."""
    last = build_month(first.year, first.month).last
    nth = grammar.ordinals.get(_get(found, "nth"), 0)
    if weekday := _get(found, "weekday"):
        return find_nth_weekday(first.year, first.month, grammar.weekdays[weekday], nth)
    ends = nth == LAST or bool(_get(found, "end"))
    day = last.day if ends else nth or read_number(_get(found, "number"))
    return first.replace(day=day) if 1 <= day <= last.day else None


def _get(found: re.Match[str], name: str) -> str:
    """Return what a group matched, whichever of its places it stands in."""
    groups = found.groupdict()
    return next((groups[key] for key in (name, f"{name}2", f"{name}3") if groups.get(key)), "")


@cache
def _load_shifts(language: str) -> dict[str, int]:
    return {fold(word): step for name, step in SHIFTS for word in load_entries(name, language)}


@cache
def _compile(language: str) -> re.Pattern[str]:
    return (_compile_unspaced if language in UNSPACED else _compile_spaced)(language)


def _compile_unspaced(language: str) -> re.Pattern[str]:
    grammar = build_grammar(language)
    shift, nth = (build_alternatives(each) for each in (_load_shifts(language), grammar.ordinals))
    month, day = (build_alternatives(_list_units(unit, grammar)) for unit in ("month", "day"))
    named = rf"(?P<nth>{nth})(?:(?P<weekday>{build_alternatives(grammar.weekdays)})|{day})"
    number = r"(?P<number>\d{1,2}|[一二三四五六七八九十]{1,3})[日号號]"
    end = build_alternatives(load_entries("month_ends", language))
    # `五月末` names its month.
    ending = rf"(?<![一二三四五六七八九十\d年每毎])(?:(?P<shift2>{shift}))?(?P<end>{end})"
    return re.compile(rf"(?P<shift>{shift})(?:{month})[的の]?(?:{named}|{number})|{ending}")


def _compile_spaced(language: str) -> re.Pattern[str]:
    grammar = build_grammar(language)
    shift, nth = (build_alternatives(each) for each in (_load_shifts(language), grammar.ordinals))
    month, day = (build_alternatives(_list_units(unit, grammar)) for unit in ("month", "day"))
    weekday = build_alternatives(grammar.weekdays)
    link = rf"(?:\s(?:{LINKS})){{1,{MOST_LINKS}}}?"
    bare = f"(?:{link})?" if language in GENITIVE else link
    named = rf"(?P<nth>{nth})(?:\s(?:(?P<weekday>{weekday})|{day}){bare}|{link})"
    number = rf"(?P<number>\d{{1,2}}){ENDING}{link}"
    end = build_alternatives([*map(fold, load_entries("month_ends", language))])
    which = rf"(?:(?P<shift>{shift})\s)?(?:{month})(?:\s(?P<shift2>{shift}))?"
    lead = rf"(?:(?:{ARTICLES})\s?)?"
    dated = rf"{lead}(?:{named}|{number}|(?P<end>{end})(?:{link})?)\s{which}"
    nouns = build_alternatives([*map(fold, load_entries("month_end_nouns", language))])
    return re.compile(bound(rf"{dated}|(?:(?P<shift3>{shift})\s)?(?P<end2>{nouns})", language))


def _list_units(unit: str, grammar: Grammar) -> list[str]:
    return [each for each, known in grammar.units.items() if known == unit]
