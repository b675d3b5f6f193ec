"""Finds times that stand in a text in figures or words, and cuts them out of it."""

import re
from functools import cache

from bot.answering.question.listed_signs import compile_numbers
from bot.answering.question.meanings import (
    find_day_part,
    is_told_by_hours,
    list_entries,
    load_ordinals,
)
from indexer.inference.reading import Word, read_text
from indexer.late_patterns import compile_late
from indexer.text.analyzer import tokenize
from indexer.text.dates.calendar import find_calendar
from indexer.text.normalize import fold, unify
from indexer.text.question_words import load_question_words
from indexer.text.stemming import stem
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import build_alternatives, load_entries

_NOONS = ("12", "24")  # hours
_COUNTED = ("unit:d", "unit:wk", "unit:mo")  # a "second year" is a pupil's, too
_FULL_DATE = compile_late(
    r"\d{4}-\d{2}(?:-\d{2})?|"
    r"(?<![\d.])(?:0?[1-9]|[12]\d|3[01])[./](?:0?[1-9]|1[0-2])[./](?:\d{4}|\d{2})?(?!\d)"
)
_SURE_CLOCK = compile_late(  # "12.50" may be a price
    r"\d{1,2}:\d{2}|\d{1,2}(?:[.:]\d{2})?\s?(?:(?:a\.?m|p\.?m|uhr|h)\b|[點点時时](?!間|间))",
    re.IGNORECASE,
)
_HOURS = compile_late(
    r"\d(?:\s?(?:a\.?m\.?|p\.?m\.?|uhr|h|點|点|時|时))?\s?"
    r"(?:[-–—~〜～]|to|till|until|bis|à|a|alle|às|tot|до|до|到|至|から)\s?"
    r"(?:las\s|le\s|[\u4e00-\u9fff]{1,2})?\d{1,2}",
    re.IGNORECASE,
)
_LATE = ("p", "P")
_LOW = frozenset("12345")
_REACH = 60  # characters before a range
_TIME = compile_late(  # or a bare number
    r"(?<![\d.,:/€$£-])(?P<hour>\d{1,2})(?:[:.]\d\d(?![.,]?\d))?"
    r"(?:\s?(?:(?P<half>[ap])\.?m\b|uhr\b|h\b|点|點|时|時))?",
    re.IGNORECASE,
)
_EARLY_YEAR = compile_late(r"(?<![\d.,])1[0-4]\d\d(?![\d.,]*\d)")
_DATING = frozenset(("rel:in", "rel:since", "rel:until", "rel:from", "rel:before", "rel:after"))
ALL_NOUNS_CAPITAL = frozenset({"de"})
_NAMES = compile_late(r"[^\W\d_]{3,}")


def names_hours(text: str) -> bool:
    """Return whether a text has the hours from one time of day to another: 9.00–18.30."""
    return bool(_HOURS.search(text))


def names_noon(text: str, language: str) -> bool:
    """Return whether a folded text in a script without spaces names noon or midnight."""
    return any(each in text for each in _list_noons(language))


@cache
def _list_noons(language: str) -> tuple[str, ...]:
    parts = (each.split() for each in load_entries("day_parts", language))
    return tuple(fold(name) for hour, name in parts if hour in _NOONS)


def cut_times(text: str, language: str) -> str:
    """Cut the dates and times of day: "from 26 to 30 May" is no amount."""
    text = _SURE_CLOCK.sub("", _FULL_DATE.sub("", text))
    if not load_question_words(language).is_spaced:
        return _compile_days(language).sub("", text)
    names = [each for each in _NAMES.findall(text) if find_calendar(each, language)]
    if not names:
        return text
    months = "|".join(map(re.escape, dict.fromkeys(names)))
    day = r"\d{1,2}(?:st|nd|rd|th|er|º|\.)?"
    several = rf"{day}(?:[\s,–-]{{1,3}}(?:[^\W\d]{{1,12}}\s)?{day}){{0,3}}"
    return re.sub(
        rf"(?:{several}\s(?:de\s)?)?(?:{months})\b\.?(?:\s{day}\b)?(?:,?\s(?:de\s)?\d{{4}}\b)?",
        "",
        text,
    )


@cache
def _compile_days(language: str) -> re.Pattern[str]:
    """Compile the names of days in a script without spaces, where the rest of a run stays."""
    days = load_question_words(language).lists["calendar"]["days"]
    return re.compile(build_alternatives([name for names in days for name in names]))


@cache
def compile_ranges(language: str) -> re.Pattern[str]:
    """Ranges between two figures or numerals, joined by a word: "seven to ten"."""
    lists = load_question_words(language)
    joins = build_alternatives(lists.through)
    end = r"(?!\w)" if lists.is_spaced else ""
    number = rf"(?:\d{{1,2}}|{compile_numbers(language).pattern})"
    return re.compile(rf"(?<!\d){number}\s?(?:{joins})\s?{number}{end}")


def names_range_of_hours(text: str, language: str) -> bool:
    """Return whether a folded text has a range that may be one of hours: "nine to five".

    That of "on jetties 1 to 8" numbers things, for which an article or a preposition stands there.
    """
    found = compile_ranges(language).finditer(text)
    opens = any(is_told_by_hours(each, language) for each in tokenize(text))
    return any(opens or not _numbers_things(each, text, language) for each in found)


def _numbers_things(found: re.Match[str], text: str, language: str) -> bool:
    """Return whether a noun with an article or a preposition stands before a range from 1 to 5."""
    before = tokenize(text[max(0, found.start() - _REACH) : found.start()])[-2:]
    low = found[0][0] in _LOW and not found[0][1:2].isdigit()
    if len(before) < len(("on", "jetties")) or not low:
        return False
    light, (joint, noun) = load_stopwords(language), before
    named = noun in light or find_calendar(noun, language) or find_day_part(noun, language)
    return joint in light and not named and stem(noun, language) != noun  # "on jetties 1 to 8"


def names_counted_day(text: str, language: str) -> bool:
    """Return whether a text counts days, weeks or months by an ordinal: "from the eighth day"."""
    pattern = _compile_counted(language)
    return bool(pattern and pattern.search(fold(unify(text))))


@cache
def _compile_counted(language: str) -> re.Pattern[str] | None:
    entries = list_entries(language)
    units = [word for each in _COUNTED for word in entries.get(each, ())]
    ordinals = load_ordinals(language)
    if not (units and ordinals):
        return None
    first = build_alternatives(ordinals)
    return re.compile(rf"(?<!\w)(?:{first})\s(?:{build_alternatives(units)})(?!\w)")


def names_early_year(text: str, language: str) -> bool:
    """Return whether a text names a year before 1500 as a time: "in 1348", no "1200 seats".

    A word that tells when stands before it, and behind it no noun of which it is the number.
    """
    if not _EARLY_YEAR.search(text):
        return False
    words = read_text(text, language).words
    return any(
        _EARLY_YEAR.fullmatch(one.text)
        and not one.relations.isdisjoint(_DATING)
        and not any(
            f"{one.text} {each.text}" in text and _is_counted_by(one, each, language)
            for each in words[at + 1 : at + 2]
        )
        for at, one in enumerate(words)
    )


def _is_counted_by(number: Word, word: Word, language: str) -> bool:
    """Return whether what follows a number is a noun: a verb, or a name, ends the time."""
    light = fold(word.text) in load_stopwords(language)
    if word.has("unit") or (word.text.isupper() and not light):
        return True  # "from 1200 euros", "from 1200 W"
    noun = word.text.islower() != (language in ALL_NOUNS_CAPITAL)
    return noun and not light and not number.relations.isdisjoint(word.relations)


def list_hours(text: str) -> list[int]:
    """List the hours of the times of day in a text: 18 of "6.15 pm"."""
    found = (each for each in _TIME.finditer(text) if each[0] != each["hour"])
    return [_count_hours(int(each["hour"]), each["half"]) for each in found]


def _count_hours(hour: int, half: str | None) -> int:
    return hour % 12 + 12 * (half in _LATE) if half else hour
