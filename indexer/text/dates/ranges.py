"""Finds ranges of days: `from 3 to 17 May`, `5月3日到17日`, `from Monday to Wednesday`. Pure.

A working week recurs, and so do days on which somebody works or something is open.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from indexer.text.dates.grammar import (
    ENDING,
    LINK,
    RECURRING,
    UNSPACED,
    Grammar,
    bound,
    build_grammar,
)
from indexer.text.dates.period import (
    FoundPeriod,
    Period,
    add_months,
    build_month,
    find_weekday,
)
from indexer.text.dates.templates import load_pairs
from indexer.text.dates.tense import is_past
from indexer.text.dates.written import read_date
from indexer.text.normalize import fold
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import build_alternatives, load_entries, load_folded

WEEK = 7
WORKING_WEEK = 5  # days
VERB_ENDINGS = ("e", "en", "t")  # of the German `fliege`, `fliegen`, `fliegt`
OPENERS = r"from|von|vom|du|del|desde(?: el)?|dal|dall'|da|de|do|van|с|со|з|із|від|من"
LINKS = (
    r"to|until|till|through|bis(?: zum)?|au|al|ao|a|ate(?: ao)?|tot(?: en met)?|t/m|по|до"
    r"|الى|حتى|से|-|–"
)
ARTICLES = "the|el|le|il|den|dem|de"
SIGNS = "から|到|至|-|–|~|〜"
CLOSING = re.compile("まで|为止|為止")  # behind the last day
HOURS = r"\s?(?:[ap]\.?m\b|h\b|o'clock|:\d)"  # behind a number that is no day: `May 3 - 9 pm`


def find_ranges(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    """Find two days of which one may lack the month."""
    if grammar.moves.search(text):
        return  # `moved from 3 May to 9 May`
    for each in _compile_first(grammar.language).finditer(text):
        if second := grammar.dates.match(text, each.end()):
            last = read_date(second, text, today, grammar).last
            first = _read_first(each, last, grammar)
            if first and (span := _join_days(first, last)):
                yield FoundPeriod(span, each.start(), second.end())
    yield from _find_led_by_month(text, today, grammar)


def _read_first(found: re.Match[str], last: date, grammar: Grammar) -> date | None:
    """Read the first of two days; without a month, of that of the `last` or the one before."""
    day = int(found["first"] or found["between"])
    month = last.replace(day=1)
    if found["month"]:
        year = int(found["year"] or last.year)
        month = month.replace(year=year, month=grammar.months[found["month"]])
    elif day > last.day:
        month = add_months(month, -1)
    return _find_day(month, day)


def _find_day(month: date, day: int) -> date | None:
    """Return a day of the month of a date; None if that month has no such day."""
    known = 1 <= day <= build_month(month.year, month.month).last.day
    return month.replace(day=day) if known else None


def _find_led_by_month(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    for each in grammar.dates.finditer(text):
        tail = _compile_tail(grammar.language).match(text, each.end())
        if tail is None or (each["day"] and grammar.language not in UNSPACED):
            continue
        first, end = read_date(each, text, today, grammar).first, tail.end()
        last: date | None
        if second := grammar.dates.match(text, tail.end("link")):
            last, end = read_date(second, text, today, grammar).last, second.end()
        elif tail["last"]:
            last = _find_day(first, int(tail["last"]))
        else:
            continue
        if last and (span := _join_days(first, last)):
            closing = CLOSING.match(text, end)
            yield FoundPeriod(span, each.start(), closing.end() if closing else end)


def _join_days(first: date, last: date) -> Period | None:
    """Return the period of two days; one over the end of a year begins in the year before."""
    if first.year == last.year and first.month > last.month:
        first = first.replace(year=last.year - 1)
    return Period(first, last) if first < last else None


@cache
def _compile_first(language: str) -> re.Pattern[str]:
    """Compile the first of two days, before the second: `from 3 May to`, `between the 3rd and`."""
    if language in UNSPACED:
        return re.compile(r"(?!)(?P<first>)(?P<between>)(?P<month>)(?P<year>)")
    names = build_alternatives(build_grammar(language).months)
    year = r"(?:,?\s(?:de\s|del\s|do\s)?(?P<year>\d{4}))?"
    month = rf"(?:{LINK}\s?(?P<month>{names})\.?{year})?"
    article = rf"(?:(?:{ARTICLES})\s)?"
    between, joins = (
        build_alternatives(load_folded(name, language)) for name in ("between", "and_words")
    )
    plain = rf"(?:(?:{OPENERS})\s{article})?(?P<first>\d{{1,2}})"
    parted = rf"(?:{between})\s{article}(?P<between>\d{{1,2}})"
    link = rf"\s?(?(between)(?:{joins})|(?:{LINKS}))\s?"  # not translated: a pattern
    return re.compile(rf"(?<!\w)(?:{parted}|{plain}){ENDING}{month}{link}{article}(?=\d)")


@cache
def _compile_tail(language: str) -> re.Pattern[str]:
    """Compile the day behind a date that begins with its month: `May 3 | to 17`."""
    months = build_alternatives(build_grammar(language).months)
    if language in UNSPACED:
        link = rf"(?P<link>\s?(?:{SIGNS})\s?)"
        return re.compile(rf"{link}(?:(?P<last>\d{{1,2}})[日号號]|(?=(?:\d{{1,2}}\s?月|{months})))")
    return re.compile(
        rf"(?P<link>\s?(?:{LINKS})\s?(?:the\s)?)"
        rf"(?:(?P<last>\d{{1,2}})(?:st|nd|rd|th)?(?!{HOURS}|\w){compile_behind(language)}"
        rf"|(?=(?:{months})\s\d))"
    )


def compile_behind(language: str) -> str:
    """Compile what may follow the number of a day.

    It is the end of a clause, a small word, or a verb and a pronoun.
    """
    small = {*map(fold, load_stopwords(language)), *load_pairs("day_parts", language)}
    small |= load_folded("verb_particles", language)
    after = build_alternatives(small - {*build_grammar(language).months})
    turned = _compile_turned(language)
    return rf"(?=\W{{0,3}}(?:$|[,;:!?)\n]|[.]\s)|[.]?\s(?:{after}|{turned})(?!\w))"


def _compile_turned(language: str) -> str:
    """Compile a verb and its subject, where the verb is second: `am 24. | fliege ich`."""
    stems = (each.split()[0] for each in load_entries("strong_verbs", language))
    strong = {stem + ending for stem in stems for ending in VERB_ENDINGS}
    persons = load_folded("subject_pronouns", language) | load_folded("first_person", language)
    verbs = build_alternatives(load_folded("finite_verbs", language) | strong)
    return rf"(?:{verbs})\s(?:{build_alternatives(persons)})"


def find_weekday_ranges(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    """Find the days from one of the week to another: `from Monday to Wednesday`."""
    if grammar.moves.search(text):
        return  # `moved from Monday to Wednesday`
    for each in _compile_weekdays(grammar.language).finditer(text):
        past = is_past(text, grammar)
        first = find_weekday(today, grammar.weekdays[each["first"]], past=past)
        last = first + timedelta(_count_days(each, grammar) - 1)
        weeks = timedelta(WEEK if past and last >= today else 0)
        yield FoundPeriod(Period(first - weeks, last - weeks), *each.span())


def _count_days(found: re.Match[str], grammar: Grammar) -> int:
    first, last = grammar.weekdays[found["first"]], grammar.weekdays[found["last"]]
    return (last - first) % WEEK + 1


def mask_habits(text: str, grammar: Grammar) -> str:
    """Return folded text without ranges of weekdays that recur, sign for sign."""
    topics = compile_topics(grammar.language)
    if grammar.moves.search(text) or any(each.search(text) for each in grammar.shifted.values()):
        return text  # `from Monday to Friday next week`

    def mask(found: re.Match[str]) -> str:
        recurs = _count_days(found, grammar) >= WORKING_WEEK or topics.search(text)
        return RECURRING * len(found.group()) if recurs else found.group()

    return _compile_weekdays(grammar.language).sub(mask, text)


@cache
def _compile_weekdays(language: str) -> re.Pattern[str]:
    days = build_alternatives(build_grammar(language).weekdays)
    first, last = f"(?P<first>{days})", f"(?P<last>{days})"
    if language in UNSPACED:
        return re.compile(rf"{first}\s?(?:{SIGNS})\s?{last}")
    lead = rf"(?:(?:{OPENERS})\s(?:(?:{ARTICLES})\s)?)?"
    link = rf"\s?(?:{LINKS})\s?(?:(?:{ARTICLES})\s)?"
    return re.compile(bound(f"{lead}{first}{link}{last}", language))


@cache
def compile_topics(language: str) -> re.Pattern[str]:
    """Compile what is so every week on the days that are named."""
    return re.compile(
        bound(build_alternatives(load_folded("recurring_topics", language)), language)
    )
