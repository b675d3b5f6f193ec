"""Finds the values of a text that may stand for another: a day, a number, a code, a place. Pure."""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import takewhile

from indexer.text.normalize import fold, unify
from indexer.text.word_lists import ListName, build_alternatives, load_all_words
from memory.text.changes.corrections.phrases import (
    FRAMED,
    PHRASE,
    Span,
    find_kind_of_phrase,
)
from memory.text.statement import is_unspaced

SHORTEST_NAME = 2  # letters
# A digit behind a letter, and no hour: `teapot98`, `A7X2`.
CODED_WORD = re.compile(r"(?i)(?<!\w)(?!\d\d?h\d)(?=[a-z\d]{3,30}(?!\w))\d{0,9}[a-z]+\d[a-z\d]*")
LETTERED = re.compile(r"(?<!\w)[^\W\d_]{3,30} [A-Za-z](?![\w'’])")  # `block D`
IDEOGRAPHS = "[\u4e00-\u9fff]"
SIGNED = re.compile(rf"(?<!{IDEOGRAPHS}){IDEOGRAPHS}{{2,4}}(?!{IDEOGRAPHS})")  # `南口`
SIGN_DAYS = re.compile(r"(?:星期|周|礼拜|禮拜)[一二三四五六日天]|[月火水木金土日]曜日?")
# With what stands right behind it: 16h, 14th.
NUMBER = re.compile(
    r"(?<![\w.,:/-])\d(?:[\d.,:/]*\d)?(?:[ap]m|[eh]|h\d\d|nd|rd|st|th|[ºª])?(?![\w/-])"
)


def _find_dates(text: str) -> Iterator[Span]:
    """Find days of a month: `4 May`, `May 4th`, `4 de mayo`, `5月4日`."""
    folded = fold(unify(text))
    plain = folded if len(folded) == len(text) else text.lower()
    yield from (found.span() for found in _compile_dates().finditer(plain))


@cache
def _compile_dates() -> re.Pattern[str]:
    months = _compile_names("months").pattern
    joins = build_alternatives(load_all_words("of_words"))
    day = r"(?<![\w.,:/-])\d{1,2}(?:st|nd|rd|th|er|[.ºª])?"
    return re.compile(
        rf"{day} (?:(?:{joins}) )?{months}|{months} {day}(?![\w:])|\d{{1,2}}[月]\d{{1,2}}[日号號]"
    )


def _find_weekdays(text: str) -> Iterator[Span]:
    yield from _find_names("weekdays", text)
    yield from _find_names("weekday_plurals", text)
    yield from (found.span() for found in SIGN_DAYS.finditer(text))


def find_same_days(text: str, day: str) -> list[Span]:
    """Find the same day of the week in a text, in whatever form: `Wednesdays`, `Wednesday`."""
    wanted = _number_day(day)
    spans = list_spans(WEEKDAY, text) if wanted else []
    return [each for each in spans if wanted & _number_day(text[slice(*each)])]


def repeat_form(day: str, like: str) -> str:
    """Write a day of the week in the form of another: `Thursdays` like `Wednesdays`."""
    numbers = _number_day(day)
    plurals = _load_days("weekday_plurals")
    if not is_repeated_day(like):
        return day
    begins = (each for each in plurals if each.startswith(fold(unify(day))))
    form = min((each for each in begins if plurals[each] & numbers), default=day)
    return form.capitalize() if like[:1].isupper() else form


def is_repeated_day(day: str) -> bool:
    """Tell if the form of a day of the week is of each such day alone: `Wednesdays`, `freitags`."""
    return fold(unify(day)) in _load_days("weekday_plurals").keys() - _load_days("weekdays").keys()


def _number_day(day: str) -> frozenset[str]:
    """Return the number of a day of the week, of each language that has the word."""
    form = fold(unify(day)).strip()
    return _load_days("weekdays").get(form) or _load_days("weekday_plurals").get(form, frozenset())


@cache
def _load_days(name: ListName) -> dict[str, frozenset[str]]:
    """Map the forms of a list of days of the week to their numbers."""
    days: dict[str, frozenset[str]] = {}
    for number, _space, form in (each.partition(" ") for each in load_all_words(name)):
        days[fold(form)] = days.get(fold(form), frozenset()) | {number}
    return days


def _find_months(text: str) -> Iterator[Span]:
    return _find_names("months", text)


def _find_numbers(text: str) -> Iterator[Span]:
    yield from (found.span() for found in NUMBER.finditer(text))
    yield from _find_names("numbers", text)


def _find_names(name: ListName, text: str) -> Iterator[Span]:
    folded = fold(unify(text))
    plain = folded if len(folded) == len(text) else text.lower()
    yield from (found.span() for found in _compile_names(name).finditer(plain))


@cache
def _compile_names(name: ListName) -> re.Pattern[str]:
    """Match the names of a list of days, months or numbers, in any language with spaces."""
    forms = (fold(each.partition(" ")[2]) for each in load_all_words(name))
    names = {each for each in forms if len(each) > SHORTEST_NAME and not is_unspaced(each)}
    return re.compile(rf"(?<!\w)(?:{build_alternatives(names)})(?!\w)")


def _find_places(text: str) -> Iterator[Span]:
    """Find names with a word such as `to` before them; a month is no place."""
    for found in _compile_places().finditer(text):
        first, *rest = found["name"].split()
        name = " ".join((first, *takewhile(_is_name, rest)))
        if _is_name(first) and not any(True for find in _VALUES.values() for _each in find(name)):
            yield found.start(), found.start("name") + len(name)


def _is_name(word: str) -> bool:
    return word[:1].isupper()


@cache
def _compile_places() -> re.Pattern[str]:
    words = build_alternatives(load_all_words("place_prepositions"))
    return re.compile(rf"(?<!\w)(?i:{words}) (?=(?P<name>[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)?))")


def _find_spelled(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    yield from (found.span() for found in pattern.finditer(text))


CODED = "code"
WEEKDAY = "weekday"
NUMBERED = "number"
DATE = "date"
PLACE = "place"
LETTER = "letter"
SIGNS = "signs"
_VALUES = {WEEKDAY: _find_weekdays, "month": _find_months, NUMBERED: _find_numbers}
KINDS: dict[str, Callable[[str], Iterator[Span]]] = {
    **_VALUES,
    CODED: partial(_find_spelled, CODED_WORD),
    DATE: _find_dates,
    PLACE: _find_places,
    LETTER: partial(_find_spelled, LETTERED),
    SIGNS: partial(_find_spelled, SIGNED),
}
BARE = (LETTER, SIGNS, PHRASE, FRAMED)  # which may say something where they correct nothing


def find_kind(value: str) -> str:
    """Find of which kind a value is, where it is of one alone; empty otherwise."""
    if len(list(_find_dates(value))) == 1:
        return DATE  # which has a number and a month
    kinds = [name for name, find in _VALUES.items() if any(True for _each in find(value))]
    whole = [(0, len(value))]
    for name in () if kinds else (PLACE, CODED, LETTER, SIGNS):
        if list(KINDS[name](value)) == whole:
            return name
    return (kinds[0] if len(kinds) == 1 else "") if kinds else find_kind_of_phrase(value)


def list_spans(kind: str, text: str) -> list[Span]:
    """List where values of a kind stand in a text."""
    return sorted(set(KINDS[kind](text)))
