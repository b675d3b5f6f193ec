"""Finds a day by its number alone, of this month or the next: `on the 24th`, `am 24.`. Pure.

Where another noun follows, the number is of that: `on the 3rd floor`. What recurs each month,
such as a rent, is due on no day in particular.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from indexer.text.dates.grammar import RECURRING, UNSPACED, Grammar, build_grammar
from indexer.text.dates.period import FoundPeriod, add_months, build_day, build_month
from indexer.text.dates.ranges import compile_topics
from indexer.text.dates.templates import escape_phrase, load_pairs
from indexer.text.normalize import fold
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import build_alternatives, load_all_folded, load_entries

MOST_MONTHS = 3  # that are looked through for a 31st
DAY = r"(?P<day{at}>\d{{1,2}})"
COUNTERS = (
    r"(?![日号號]?[楼樓线線房门門馆館院车車座床桌码間内以目分ぶも連置未游后後前])"  # `24号楼`
)


def find_bare_days(
    text: str, today: date, grammar: Grammar, *, past: bool
) -> Iterator[FoundPeriod]:
    """Find days of no month in particular; nothing in a text in which something recurs."""
    if RECURRING in text or compile_topics(grammar.language).search(text):
        return
    for each in _compile(grammar.language).finditer(text):
        name, number = next((key, value) for key, value in each.groupdict().items() if value)
        if found := _find_day(int(number), today, past=past):
            yield FoundPeriod(build_day(found), each.start(name), each.end())


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
    return re.compile(rf"(?<![^\W_])(?:{days})(?!\w){_compile_behind(language)}")


def _fill(template: str, at: int) -> str:
    before, _date, behind = template.partition("{date}")
    return f"{escape_phrase(before)}{DAY.format(at=at)}{escape_phrase(behind)}"


def _compile_behind(language: str) -> str:
    """Compile what may follow: the end of a clause, a small word, or a verb and a pronoun."""
    small = {*map(fold, load_stopwords(language)), *load_pairs("day_parts", language)}
    after = build_alternatives(small - {*build_grammar(language).months})
    persons = build_alternatives(load_all_folded("subject_pronouns") | _load_persons(language))
    return rf"(?=\W{{0,3}}(?:$|[,;:!?)\n]|[.]\s)|[.]?\s(?:{after}|\w{{2,20}}\s(?:{persons}))(?!\w))"


def _load_persons(language: str) -> frozenset[str]:
    return frozenset(map(fold, load_entries("first_person", language)))
