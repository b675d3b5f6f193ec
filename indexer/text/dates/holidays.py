"""Finds holidays that a text names: `on Christmas Eve`, `an Ostern`, `大晦日`. Pure.

The date of some depends on Easter, of the western church. What recurs is no date, and a name that
stands for a season or in other names, such as `Christmas`, is one behind a preposition alone.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import cache

from msgspec import Struct

from indexer.text.dates.grammar import (
    NOTHING,
    RECURRING,
    UNSPACED,
    Grammar,
    bound,
    list_grammars,
)
from indexer.text.dates.offsets import Span
from indexer.text.dates.period import FoundPeriod, build_day
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import ListName, build_alternatives, load_entries

EASTER = "e"  # before the days from Easter Sunday: `e-2` is Good Friday
NEAR = 80  # characters before a name that may say whose or of which place it is
COMPOUNDING = ("en",)  # what stands right behind a name makes another of it: `Christmas dinner`


class _Holidays(Struct, frozen=True):
    dates: dict[str, str]  # `12-25` or `e+1`, by folded name
    pattern: re.Pattern[str]


def find_holidays(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    """Yield the holidays that folded text names: the next ones, or the last ones of the past."""
    known = _load(grammar.language)
    if not known.dates or RECURRING in text:
        return
    for each in known.pattern.finditer(text):
        groups = {name: word for name, word in each.groupdict().items() if word}
        kind = "led" if "led" in groups else "alone"
        if "every" in groups or _names_else(text, each, kind, grammar.language):
            continue
        before = text[each.start() : each.start(kind)]
        is_edge = grammar.since.search(before) or grammar.until.search(before)
        start = each.start(kind) if is_edge else each.start()
        day = _read_day(known.dates[groups[kind]], groups, _strip(text, each), today, grammar)
        yield FoundPeriod(build_day(day), start, each.end())


def names_holiday(text: str) -> bool:
    folded = fold(unify(text))
    grammars = list_grammars(folded, detect_language(text), dated=True)
    known = [_load(each.language) for each in grammars]
    return any(each.dates and each.pattern.search(folded) for each in known)


def find_feast(text: str, today: date, language: str) -> tuple[date, Span] | None:
    """Find the next holiday that folded text names, with a preposition or not, and where."""
    found = _compile_names(language).search(text)
    if found is None:
        return None
    return _find_day(_load(language).dates[found[0]], today, 0, back=False), found.span()


@cache
def _compile_names(language: str) -> re.Pattern[str]:
    names = build_alternatives(_load(language).dates)
    return re.compile(names if language in UNSPACED else rf"\b(?:{names})\b")


def mask_except_holidays(text: str, grammar: Grammar) -> str:
    """Return folded text without what recurs, sign for sign; `le lundi de Pâques` is one day."""
    named = _load(grammar.language).pattern.finditer(text) if _load(grammar.language).dates else ()
    days = [each.span() for each in named if not each.groupdict().get("every")]
    return grammar.recurring.sub(lambda each: _mask(each, days), text)


def _mask(found: re.Match[str], days: Sequence[Span]) -> str:
    part = any(start < found.end() and found.start() < end for start, end in days)
    return found.group() if part else RECURRING * len(found.group())


def _strip(text: str, found: re.Match[str]) -> str:
    """Return a text without a name, whose preposition may look like a verb: `part à Pâques`."""
    return f"{text[: found.start()]} {text[found.end() :]}"


def _read_day(
    written: str, groups: dict[str, str], rest: str, today: date, grammar: Grammar
) -> date:
    shift = groups.get("shift") or groups.get("shift2")
    last = shift in _load_names("last_words", grammar.language)
    until = today - timedelta(last)  # the last one is not today
    back = last or grammar.past.search(rest) is not None
    return _find_day(written, until, int(groups.get("year", 0)), back=back)


def _names_else(text: str, found: re.Match[str], kind: str, language: str) -> bool:
    """Tell if another noun follows, or it is what somebody is called, or where they live."""
    if kind == "led" and _goes_on(text, found.end(), language):
        return True
    before = text[max(0, found.start(kind) - NEAR) : found.start(kind)]
    return _compile_naming(language).search(before) is not None


@cache
def _compile_naming(language: str) -> re.Pattern[str]:
    """Compile what stands before a name, of somebody or of a place: `is called`, `lives in`."""
    lists: tuple[ListName, ...] = ("naming_patterns", "home_patterns")
    patterns = [each for name in lists for each in load_entries(name, language)]
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})\s?$") if patterns else NOTHING


def _goes_on(text: str, at: int, language: str) -> bool:
    """Tell if another noun stands right behind a name."""
    word = re.match(r"\s([^\W\d_]{1,20})", text[at : at + 24])
    return bool(word and language in COMPOUNDING and word[1] not in load_stopwords(language))


def _find_day(written: str, today: date, year: int, *, back: bool) -> date:
    if year:
        return _date(written, year)
    days = [_date(written, today.year + step) for step in (-1, 0, 1)]
    if back:
        return max(each for each in days if each <= today)
    return min(each for each in days if each >= today)


def _date(written: str, year: int) -> date:
    if written.startswith(EASTER):
        return find_easter(year) + timedelta(int(written[1:]))
    month, _dash, day = written.partition("-")
    return date(year, int(month), int(day))


def find_easter(year: int) -> date:
    """Return Easter Sunday: the first one behind the full moon on or after 21 March."""
    century, cycle = year // 100, year % 19
    leap = century - century // 4 - (8 * century + 13) // 25
    moon = (19 * cycle + leap + 15) % 30
    moon -= moon // 28 * (1 - 29 // (moon + 1) * ((21 - cycle) // 11))
    weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    return date(year, 3, 28) + timedelta(moon - weekday)


def _load_names(name: ListName, language: str) -> frozenset[str]:
    return frozenset(map(fold, load_entries(name, language)))


@cache
def _load(language: str) -> _Holidays:
    alone = _load_dates("holidays", language)
    led = _load_dates("holiday_seasons", language)
    return _Holidays(alone | led, _compile(alone, led, language))


def _load_dates(name: ListName, language: str) -> dict[str, str]:
    entries = (each.partition(" ") for each in load_entries(name, language))
    return {fold(word): written for written, _space, word in entries}


def _compile(alone: dict[str, str], led: dict[str, str], language: str) -> re.Pattern[str]:
    name = f"(?P<alone>{build_alternatives(alone)})"
    if language in UNSPACED:
        return re.compile(name)
    shifts = _load_names("next_words", language) | _load_names("last_words", language)
    opener = build_alternatives(_load_names("holiday_openers", language))
    behind = f"(?P<led>{build_alternatives(led)})"
    shift = f"(?P<shift>{build_alternatives(shifts)})"
    every = build_alternatives(_list_every(language))
    year = r"(?:\s(?P<year>\d{4}))?(?!-\w)"
    shifted = shift.replace("<shift>", "<shift2>")
    bare = rf"(?:(?P<every>{every})\s|(?:{opener})\s|{shifted}\s)?{name}"
    opened = rf"{bare}|(?:(?:{opener})|{shift})\s{behind}"
    return re.compile(bound(rf"(?:{opened}){year}", language))


def _list_every(language: str) -> list[str]:
    """List what stands before a unit that recurs: `every`, `tous les`."""
    templates = load_entries("recurring_templates", language)
    return [fold(each.removesuffix(" {unit}")) for each in templates if each.endswith(" {unit}")]
