"""Finds how often something recurs, as a sentence says it, and counts its days. Pure."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from indexer.text.dates.finder import mask_recurring
from indexer.text.dates.grammar import (
    RECURRING,
    Grammar,
    bound,
    build_grammar,
    list_grammars,
)
from indexer.text.dates.offsets import Span
from indexer.text.dates.period import add_months, find_nth_weekday
from indexer.text.dates.templates import (
    Template,
    compile_templates,
    compile_words,
    find_longest,
    load_pairs,
)
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import build_alternatives, load_entries

LONGEST = 1000  # characters that are looked at

RepeatUnit = Literal["day", "week", "month", "year"]
WORKDAYS, WEEKEND, WEEK = (1, 2, 3, 4, 5), (6, 7), 7
MOST = 99  # days, weeks, ... between two times


class Repeat(Struct, frozen=True):
    """`every` 2 and `unit` "week": every other week.

    A week has `weekdays` (1 is Monday). A month has a `day`, or the `nth` of its only weekday, the
    last one for -1. A year has a `month` and a `day`. Raises ValueError for what never recurs.
    """

    unit: RepeatUnit
    every: int = 1
    weekdays: tuple[int, ...] = ()
    nth: int = 0
    day: int = 0
    month: int = 0

    def __post_init__(self) -> None:
        often = 1 <= self.every <= 2 * MOST
        named = set(self.weekdays) <= set(range(1, WEEK + 1)) and bool(
            self.weekdays or not self.nth
        )
        if not (often and named):
            raise ValueError("nothing recurs so often")


class RepeatMention(Struct, frozen=True):
    repeat: Repeat
    span: Span


class _RepeatWords(Struct, frozen=True):
    templates: tuple[Template, ...]
    phrases: Mapping[str, str]
    any_phrase: re.Pattern[str]
    weekdays: Mapping[str, int]  # plurals included
    more_days: re.Pattern[str]


@cache
def _load(language: str) -> _RepeatWords:
    grammar = build_grammar(language)
    plurals = {word: int(day) for word, day in load_pairs("weekday_plurals", language).items()}
    phrases = load_pairs("repeat_phrases", language)
    weekdays = {**grammar.weekdays, **plurals}
    return _RepeatWords(
        _compile_repeats(grammar, plurals, language),
        phrases,
        compile_words(phrases, language),
        weekdays,
        _compile_more(weekdays, language),
    )


def _compile_repeats(
    grammar: Grammar, plurals: Mapping[str, int], language: str
) -> tuple[Template, ...]:
    fields = {
        "day": build_alternatives(grammar.weekdays),
        "days": build_alternatives(plurals),
        "nth": build_alternatives(grammar.ordinals),
        "unit": build_alternatives(grammar.units),
        "count": rf"\d{{1,2}}|{build_alternatives(grammar.counts)}",
    }
    entries = (each.partition(" ") for each in load_entries("repeat_templates", language))
    pairs = [(interval, template) for interval, _space, template in entries]
    return compile_templates(pairs, fields, language)


def _compile_more(weekdays: Mapping[str, int], language: str) -> re.Pattern[str]:
    """Compile the days that follow one: `Tuesday | , Thursday and on Saturday`."""
    links = build_alternatives(list(map(fold, load_entries("day_link_words", language))))
    day = f"(?:{build_alternatives(weekdays)})"
    return re.compile(rf"\s{{0,2}}(?:{links})\s{{0,2}}(?:\w{{1,3}}\s)?(?P<more>{day})(?!\w)")


def find_repeat(text: str, grammar: Grammar) -> RepeatMention | None:
    """Find `every first Monday` or `on weekdays` in folded `text`."""
    words = _load(grammar.language)
    named = max(words.any_phrase.finditer(text), key=lambda each: len(each.group()), default=None)
    found = find_longest(text, words.templates)
    if named and (not found or len(named.group()) >= found.span[1] - found.span[0]):
        kind = words.phrases[re.sub(r"\s+", " ", named.group())]
        return RepeatMention(_build_named(kind), named.span())
    if not found:
        return None
    repeat = _build(found.fields, int(found.value), words, grammar)
    if not repeat.weekdays or repeat.nth:
        return RepeatMention(repeat, found.span)
    return _add_days(text, RepeatMention(repeat, found.span), words)


def _build_named(kind: str) -> Repeat:
    match kind:
        case "workday":
            return Repeat("week", weekdays=WORKDAYS)
        case "weekend":
            return Repeat("week", weekdays=WEEKEND)
        case "day" | "week" | "month" | "year":
            return Repeat(kind)
    raise ValueError(f"a word list has {kind!r}, which is no unit")


def _build(
    fields: Mapping[str, str], interval: int, words: _RepeatWords, grammar: Grammar
) -> Repeat:
    if day := fields.get("day") or fields.get("days"):
        weekday = words.weekdays[day]
        if nth := fields.get("nth"):
            return Repeat("month", interval, (weekday,), grammar.ordinals[nth])
        return Repeat("week", interval, (weekday,))
    count, unit = fields.get("count", "1"), grammar.units[fields["unit"]]
    every = interval * (int(count) if count.isdigit() else grammar.counts[count])
    if unit == "weekend":
        return Repeat("week", every, WEEKEND)
    if unit == "fortnight":
        return Repeat("week", 2 * every)
    return Repeat(unit, every)


def _add_days(text: str, mention: RepeatMention, words: _RepeatWords) -> RepeatMention:
    """Return `mention` with the days that follow: `every Tuesday and Thursday`."""
    days, end = set(mention.repeat.weekdays), mention.span[1]
    while match := words.more_days.match(text, end):
        days.add(words.weekdays[match["more"]])
        end = match.end()
    repeat = replace(mention.repeat, weekdays=tuple(sorted(days)))
    return RepeatMention(repeat, (mention.span[0], end))


def find_month_day(text: str, grammar: Grammar) -> tuple[int, Span] | None:
    """Find the day of a month that is not named: `on the 3rd`; no `31 February` either."""
    found = find_longest(text, _load_month_days(grammar.language))
    if not found or re.match(
        rf"\W{{0,2}}(?:{build_alternatives(grammar.months)})", text[found.span[1] :]
    ):
        return None
    day = int(re.sub(r"\D", "", found.fields["date"]))
    return (day, found.span) if 1 <= day <= 31 else None


@cache
def _load_month_days(language: str) -> tuple[Template, ...]:
    date_of = r"\d{1,2}(?:st|nd|rd|th)" if language == "en" else r"\d{1,2}(?:er)?(?!\d)"
    pairs = [("", each) for each in load_entries("month_day_templates", language)]
    return compile_templates(pairs, {"date": date_of}, language)


def find_bare_weekday(text: str, grammar: Grammar) -> tuple[int, Span] | None:
    """Find a day of the week without a word before it: `remind me Friday`, `Freitagabend`."""
    parts = build_alternatives([*load_pairs("day_parts", grammar.language), *grammar.offsets])
    names = build_alternatives(grammar.weekdays)
    pattern = bound(f"(?P<day>{names})(?:{parts})?", grammar.language)
    match = re.search(pattern, text)
    return (grammar.weekdays[match["day"]], match.span()) if match else None


def settle(repeat: Repeat, first: date) -> Repeat:
    """Fill in what the words leave open from the day on which it happens `first`."""
    match repeat.unit:
        case "week" if not repeat.weekdays:
            return replace(repeat, weekdays=(first.isoweekday(),))
        case "month" if not (repeat.day or repeat.nth):
            return replace(repeat, day=first.day)
        case "year" if not repeat.month:
            return replace(repeat, month=first.month, day=first.day)
    return repeat


def find_first(repeat: Repeat, earliest: date) -> date:
    """Return the first day of a settled `repeat` that is not before `earliest`."""
    return find_next(replace(repeat, every=1), earliest - timedelta(days=1))


def find_next(repeat: Repeat, last: date) -> date:
    """Return the day of a settled `repeat` that follows `last`, which is one of its days.

    A month that is too short for the day has its last day. Raises ValueError or OverflowError
    where no day follows.
    """
    following = next((day for day in _list_days(repeat, last) if day > last), None)
    if following is None:
        raise ValueError("no such day in years")
    return following


def _list_days(repeat: Repeat, last: date) -> Iterator[date]:
    match repeat.unit:
        case "day":
            yield last + timedelta(days=repeat.every)
        case "week":
            monday = last - timedelta(days=last.isoweekday() - 1)
            for week in (monday, monday + timedelta(weeks=repeat.every)):
                yield from (week + timedelta(days=day - 1) for day in repeat.weekdays)
        case "month":
            for steps in range(0, 14 * repeat.every, repeat.every):
                first = add_months(last.replace(day=1), steps)
                yield from filter(None, (_find_in_month(repeat, first),))
        case "year":
            for steps in range(0, 10 * repeat.every, repeat.every):
                first = add_months(last.replace(day=1, month=repeat.month), 12 * steps)
                yield add_months(first, 0).replace(day=_limit_day(first, repeat.day))


def _find_in_month(repeat: Repeat, first: date) -> date | None:
    if repeat.nth:
        return find_nth_weekday(first.year, first.month, repeat.weekdays[0], repeat.nth)
    return first.replace(day=_limit_day(first, repeat.day))


def _limit_day(first: date, day: int) -> int:
    last = add_months(first, 1) - timedelta(days=1)
    return min(day, last.day)


def recurs(text: str) -> bool:
    """Tell if `text` says that something is so on each of certain days: `on Mondays`."""
    folded = fold(unify(text[:LONGEST]))
    words = frozenset(re.findall(r"[^\W\d_]+", folded))
    return any(
        RECURRING in mask_recurring(folded, each)
        or not words.isdisjoint(_list_plurals(each.language))
        for each in list_grammars(folded, detect_language(text), dated=False)
    )


@cache
def _list_plurals(language: str) -> frozenset[str]:
    """List the plurals of weekdays that are not also their singular, as in Spanish."""
    days = {each.partition(" ")[2] for each in load_entries("weekdays", language)}
    plurals = {each.partition(" ")[2] for each in load_entries("weekday_plurals", language)}
    return frozenset(plurals - days)
