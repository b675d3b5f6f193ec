"""Reads a statement without its dates, and tells if it has some and since when it holds. Pure."""

import re
from datetime import datetime, timedelta
from functools import cache, lru_cache

from indexer.inference.reading import guess_language, read_text
from indexer.text.dates.finder import find_mention, has_mention, strip_dates
from indexer.text.dates.repeats import recurs
from indexer.text.normalize import fold
from indexer.text.word_lists import build_alternatives, load_all_folded, load_all_words, load_words
from memory.text.naming import find_lead
from memory.text.statement import (
    KEPT,
    Statement,
    list_tokens,
    load_weekdays,
    parse_statement,
)
from memory.text.values import list_values

# `the 14th` without its month, behind which no thing is counted.
DAY_ALONE = re.compile(
    r"(?<!\w)(?:the \d{1,2}(?:st|nd|rd|th)|(?:am|den|dem) \d{1,2}\.|(?:dia|el|il|le|o) \d{1,2}"
    r"|(?:op )?de \d{1,2}e|\d{1,2}-?(?:е|го|ое))"
    r"(?=\W*$|[,;]| (?:a|alle|as|at|avec|bei|bij|chez|com|con|in|met|mit"
    r"|om|um|with)(?!\w))"
)
ANY_DAY = datetime(2000, 1, 3)  # noqa: DTZ001 - any day will do
FAR = 60  # days
NO_DAYS = frozenset[str]()
# One of them is near each day of a year: `on 1 December` may be said the day before.
DAYS = [ANY_DAY + timedelta((FAR + 1) * step) for step in range(6)]


@lru_cache(maxsize=KEPT)
def names_since(text: str) -> bool:
    """Tell if a text says since which day it holds."""
    mention = find_mention(text, ANY_DAY)
    return mention is not None and mention.role == "since"


@lru_cache(maxsize=KEPT)
def is_far_ahead(text: str) -> bool:
    """Tell if a text is of a day months ahead, whenever it is said: `retires in two years`."""
    return all(_is_far_from(day, text) for day in DAYS)


def _is_far_from(day: datetime, text: str) -> bool:
    found = find_mention(text, day)
    if found is None or found.role != "on":
        return False
    return (found.period.last - day.date()).days > FAR


@lru_cache(maxsize=KEPT)
def happened_lately(text: str) -> bool:
    """Tell if a text names no day but the one on which it is said, and the one before."""
    found = find_mention(text, ANY_DAY)
    days = (ANY_DAY.date() - timedelta(1), ANY_DAY.date())
    return found is None or (found.period.first in days and found.period.last in days)


def recurs_on_more_days(said: str, old: str) -> bool:
    """Tell if somebody does something on days of their own, and may on both: `I swim on Mondays`,
    `I swim on Fridays`. What is on Mondays has moved with `it is on Fridays`, and so has the day
    of a thing: `the cleaner comes on Fridays`.
    """
    new, known = parse_statement(said), parse_statement(old)
    tokens = {*list_tokens(new.text), *list_tokens(known.text)}
    spoken = load_words("copulas", guess_language(f"{said} {old}"))  # `my son` is no Spanish verb
    if new.changes or new.corrects or any(fold(each) in tokens for each in spoken):
        return False
    days, others = (list_values(read_text(each)).get("day", NO_DAYS) for each in (said, old))
    apart = bool(days and others) and days.isdisjoint(others)
    return apart and recurs(said) and recurs(old) and not _is_of_thing(old)


def _is_of_thing(text: str) -> bool:
    """Tell if a statement begins with a thing, or with who comes to do something: `the cleaner`."""
    lead = find_lead(read_text(text))
    return bool(lead) and lead[0].is_led and not lead[0].has("kin")


@lru_cache(maxsize=KEPT)
def strip_times(text: str) -> str:
    """Return a text without dates, and without the `since` that stood before one."""
    return _compile_since().sub("", strip_dates(text))


@cache
def _compile_since() -> re.Pattern[str]:
    """Match `seit` right before `im`, where the date between them was taken out."""
    since = build_alternatives(load_all_words("since_words"))
    place = build_alternatives(load_all_folded("place_prepositions"))
    return re.compile(rf"(?<!\w)(?:{since})\s(?=(?:{place})(?!\w))")


def is_dated(statement: Statement) -> bool:
    """Tell if a statement names a day, also one that leaves the month to what was said."""
    last_day = _compile_last_day().search(statement.text)
    weekday = not load_weekdays().isdisjoint(list_tokens(statement.text))
    clauses = (statement.text, *statement.sentence)
    if last_day is not None or weekday or any(map(DAY_ALONE.search, clauses)):
        return True
    return has_mention(statement.written)


@cache
def _compile_last_day() -> re.Pattern[str]:
    """Match a day that leaves the month to what was said before: `until the 31st`."""
    until = build_alternatives(load_all_folded("until_words"))
    return re.compile(
        rf"(?<!\w)(?:{until})\s(?:\w{{2,3}}\s)?\d{{1,2}}(?:st|nd|rd|th)?(?![\w:]| \w)"
    )
