"""Tells which year a question calls "this year" or "last year", as titles name it: "Fees 2027".

A home keeps last year's list beside this year's, and sentences tell of "last year" alone.
"""

from collections.abc import Sequence
from datetime import date, datetime, time
from functools import cache, lru_cache

from msgspec.structs import replace

from bot.answering.question.asked_question import AskedQuestion, AskedYear
from bot.answering.question.meanings import LEAVE_ASKED
from indexer.late_patterns import compile_late
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import load_question_words
from indexer.text.word_lists import load_entries

KEPT = 1024  # texts
_YEAR = "year"
_YEARS = compile_late(r"(?<!\d)(20\d\d)(?:\s?[-/–]\s?(\d\d)(?!\d))?(?!\d)")
_CENTURY = "20"
_CLAUSE = compile_late(r"[,;(]\s?|[，；（]")


def find_year(question: AskedQuestion, today: date) -> AskedYear | None:
    """Find the year that a question calls "this year" or the like; None if it calls none so."""
    text = question.text[:LEAVE_ASKED]
    if any(map(str.isdigit, text)) or not _may_name_year(text, question.language):
        return None
    year, start, end = _find_relative(text, today)
    folded = fold(text)
    sign = "" if question.lists.is_spaced else "年"
    written = f"{folded[:start]}{year}{sign}{folded[end:]}"
    return AskedYear(year, today, written) if year else None


def name_year(question: AskedQuestion, titles: Sequence[Sequence[str]]) -> AskedQuestion:
    """Return the question with the year in figures, if any of the titles names it so."""
    asked = question.year
    if asked is None or not any(asked.number in list_years(" ".join(each)) for each in titles):
        return question
    return replace(question, dated=asked.text)


def cut_other_years(text: str, asked: AskedYear, language: str) -> str:
    """Cut the clauses that tell of "last year" or the like, where another year is `asked`."""
    if not _may_name_year(text, language):
        return text
    left = [each for each in _CLAUSE.split(text) if not _names_other(each, asked)]
    return ", ".join(left) if len(left) < len(_CLAUSE.split(text)) else text


def list_named_years(text: str, asked: AskedYear, language: str) -> frozenset[int]:
    """List the years that a text names, in figures or as "last year"."""
    years = list_years(text)
    if not _may_name_year(text, language):
        return years
    return years | {_find_relative(text, asked.today)[0]}


def _names_other(clause: str, asked: AskedYear) -> bool:
    year, _start, _end = _find_relative(clause, asked.today)
    return year not in (0, asked.number)


@lru_cache(maxsize=KEPT)
def list_years(text: str) -> frozenset[int]:
    """List the years that a text has in figures: two of "2026/27"."""
    found = _YEARS.findall(text)
    others = (int(f"{_CENTURY}{short}") for _year, short in found if short)
    return frozenset((*(int(year) for year, _short in found), *others))


def _may_name_year(text: str, language: str) -> bool:
    units = _load_units(language)
    if not load_question_words(language).is_spaced:
        return any(each in text for each in units)
    return any(each.rpartition("'")[2] in units for each in map(fold, tokenize(text)))


@cache
def _load_units(language: str) -> frozenset[str]:
    entries = (each.partition(" ") for each in load_entries("time_units", language))
    return frozenset(word for unit, _space, word in entries if unit == _YEAR)


@lru_cache(maxsize=KEPT)
def _find_relative(text: str, today: date) -> tuple[int, int, int]:
    """Find a whole year that a text names, and where; 0 if it names none."""
    from indexer.text.dates.finder import find_named  # few questions name a year
    from indexer.text.dates.period import build_year

    found = find_named(text, datetime.combine(today, time()))
    if found is None:
        return 0, 0, 0
    first = found.mention.period.first
    whole = found.mention.period == build_year(first.year)
    return (first.year if whole else 0), found.start, found.end
