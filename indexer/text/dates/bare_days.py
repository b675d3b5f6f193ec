"""Finds a day by its number alone, of this month or the next: `on the 24th`, `am 24.`. Pure.

Where another noun follows, the number is of that: `on the 3rd floor`. What recurs each month,
such as a rent, is due on no day in particular.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from indexer.text.dates.grammar import RECURRING, UNSPACED, Grammar, bound
from indexer.text.dates.period import FoundPeriod, Period, add_months, build_day, build_month
from indexer.text.dates.ranges import ARTICLES, LINKS, compile_behind
from indexer.text.dates.templates import escape_phrase
from indexer.text.word_lists import build_alternatives, load_entries, load_folded

MOST_MONTHS = 3  # that are looked through for a 31st
REACH = 24  # characters before a day in which that stands of which it is the number
BREAKS = re.compile(r"[;!?。！？\n]|(?<!\d)\.\s")  # between sentences
DAY = r"(?P<day{at}>\d{{1,2}})"
COUNTERS = (
    r"(?![日号號]?[楼樓线線房门門馆館院车車座床桌码間内以目分ぶも連置未游后後前])"  # `24号楼`
)


def find_bare_days(
    text: str, today: date, grammar: Grammar, *, past: bool
) -> Iterator[FoundPeriod]:
    """Find days of no month in particular, and those between two: `from the 3rd to the 9th`.

    In a sentence of what is due every month there are none.
    """
    if RECURRING in text:
        return
    for each in _compile(grammar.language).finditer(text):
        due = _is_due_monthly(text, each, grammar.language)
        if not due and (found := _read_days(each, text, today, grammar, past=past)):
            yield found


def _read_days(
    found: re.Match[str], text: str, today: date, grammar: Grammar, *, past: bool
) -> FoundPeriod | None:
    name, number = next((key, int(value)) for key, value in found.groupdict().items() if value)
    tail = _compile_tail(grammar.language).match(text, found.end())
    if tail and tail["of"] is not None:
        return None  # `from the 2nd to the 4th floor`
    if tail and not grammar.moves.search(text):  # `moved from the 3rd to the 9th`
        span = _find_span(number, int(tail["last"]), today, past=past)
        return FoundPeriod(span, found.start(), tail.end()) if span else None
    if _compile_things(grammar.language).search(text[: found.start()][-REACH:]):
        return None
    day = _find_day(number, today, past=past)
    return FoundPeriod(build_day(day), found.start(name), found.end()) if day else None


def _is_due_monthly(text: str, day: re.Match[str], language: str) -> bool:
    """Tell if the sentence around a day is of a rent, a salary or the like."""
    start = max((each.end() for each in BREAKS.finditer(text, 0, day.start())), default=0)
    end = found.start() if (found := BREAKS.search(text, day.end())) else len(text)
    return _compile_due(language).search(text, start, end) is not None


def _find_span(first: int, last: int, today: date, *, past: bool) -> Period | None:
    """Return the days from one number to the next other."""
    end = _find_day(last, today, past=past)
    begin = _find_day(first, end, past=True) if end else None
    return Period(begin, end) if begin and end and begin < end else None


def _find_day(number: int, today: date, *, past: bool) -> date | None:
    """Return the next day of that number, today included, or the last one of the past."""
    months = (add_months(today.replace(day=1), -n if past else n) for n in range(MOST_MONTHS))
    days = [
        each.replace(day=number)
        for each in months
        if 1 <= number <= build_month(each.year, each.month).last.day
    ]
    return next((day for day in days if (day <= today if past else day >= today)), None)


@cache
def _compile(language: str) -> re.Pattern[str]:
    templates = load_entries("bare_day_templates", language)
    days = "|".join(_fill(each, at) for at, each in enumerate(templates)) or "(?!)"
    if language in UNSPACED:
        return re.compile(rf"(?<![月\d年第每毎第])(?:{days}){COUNTERS}")
    return re.compile(rf"(?<![^\W_])(?:{days})(?!\w){compile_behind(language)}")


def _fill(template: str, at: int) -> str:
    before, _date, behind = template.partition("{date}")
    return f"{escape_phrase(before)}{DAY.format(at=at)}{escape_phrase(behind)}"


@cache
def _compile_tail(language: str) -> re.Pattern[str]:
    """Compile the second of two days, `from the 3rd | to the 9th`, or of two other things."""
    if language in UNSPACED:
        return re.compile(r"(?!)(?P<last>)(?P<of>)")
    link = rf"\s(?:{LINKS})\s(?:(?:{ARTICLES})\s)?"
    last = r"(?P<last>\d{1,2})(?:st|nd|rd|th|[.])(?!\w)"
    return re.compile(rf"{link}{last}(?:{compile_behind(language)}|(?P<of>))")


@cache
def _compile_due(language: str) -> re.Pattern[str]:
    return re.compile(bound(build_alternatives(load_folded("monthly_topics", language)), language))


@cache
def _compile_things(language: str) -> re.Pattern[str]:
    """Compile what a number behind it is of: `our flat is | on the 3rd`, `je prends | le 24`."""
    things, copulas = (
        build_alternatives(load_folded(name, language)) for name in ("numbered_things", "copulas")
    )
    return re.compile(rf"{bound(things, language)}(?:'s|\s(?:{copulas}))?\s?$")
