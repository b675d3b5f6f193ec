"""Names the days that a question calls "today" or "tomorrow", as documents name them: "Sunday".

Lists of hours go by days of the week, calendars by dates. A word such as "now" means today where
it is asked whether something is open.
"""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache

from msgspec.structs import replace

from bot.answering.question.asked_question import AskedDay, AskedQuestion
from bot.answering.question.meanings import (
    HOURLY,
    LEAVE_ASKED,
    find_meanings,
    is_article,
    is_told_by_hours,
)
from bot.answering.question.relative_years import find_year
from indexer.text.analyzer import tokenize
from indexer.text.dates.calendar import WEEKEND, find_calendar
from indexer.text.dates.grammar import bound, build_grammar
from indexer.text.dates.offsets import FoldedText, Span, fold_text
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, QuestionWords
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import build_alternatives, list_languages, load_words

DAYS = 7  # of a week
_OPEN = frozenset((Kind.WHICH, Kind.SEARCH, Kind.WHETHER))
_DATED, _NEXT = frozenset((Kind.WHEN, Kind.WHERE)), "next"
# Before a part of the day that is called as tomorrow is: "am Morgen", "por la mañana".
_PARTED: Mapping[str, frozenset[str]] = {
    "de": frozenset(("am", "jeden", "heute", "gestern")),
    "es": frozenset(("cada", "esta")),
    "nl": frozenset(("deze", "elke", "iedere")),
}


def name_days(question: AskedQuestion, today: date) -> AskedQuestion:
    """Return the question with the days that it means, of today or later, or with the year."""
    language = question.language
    if len(question.text) > LEAVE_ASKED or language not in list_languages("relative_days"):
        return question
    if year := find_year(question, today):
        since = today if asks_next(question.text, question) else None
        return replace(question, year=year, since=since)
    if find_calendar(question.text, language).days == WEEKEND:
        return _name_weekend(question)
    if asks_next(question.text, question):
        return replace(question, since=today)
    if asked := _find_feast(question, today) or _find_coming(question, today):
        return replace(question, day=asked)
    return _name_relative_day(question, today)


def _name_relative_day(question: AskedQuestion, today: date) -> AskedQuestion:
    """Return the question with the name of the day that it calls "today" or the like."""
    folded = fold_text(question.text)
    found = None if question.tells else _find_day(question, folded, today)
    if found is None:
        return question
    span, day = found
    before, after = folded.cut((span,))
    named = _name_day(day, question.lists)
    return replace(question, dated=f"{before}{named.name}{after}", day=named)


def _find_feast(question: AskedQuestion, today: date) -> AskedDay | None:
    """Find the feast on which something may be closed: "open at christmas?"."""
    if question.tells or not _asks_opening(question):
        return None
    from indexer.text.dates.holidays import find_feast  # few questions name one

    folded = fold(question.text)
    found = find_feast(folded, today, question.language)
    if found is None:
        return None
    day, (start, end) = found
    name = max(tokenize(folded[start:end]) or [""], key=len)
    return replace(_name_day(day, question.lists), name=name)


def _find_coming(question: AskedQuestion, today: date) -> AskedDay | None:
    """Find the coming day whose program is asked for: "what's on on Thursday?"."""
    words = tokenize(question.text)
    days = [each for each in words if find_calendar(each, question.language).days]
    if question.kind not in _OPEN or len(days) != 1 or question.before:
        return None
    if build_grammar(question.language).past.search(fold(question.text)):
        return None  # "What was on on Thursday?"
    if not all(each in days or _says_nothing(each, question) for each in words):
        return None
    (weekday, *others) = find_calendar(days[0], question.language).days
    coming = today + timedelta(days=(weekday - today.weekday()) % DAYS)
    return None if others else replace(_name_day(coming, question.lists), name=days[0])


def _says_nothing(word: str, question: AskedQuestion) -> bool:
    folded, lists = fold(word), question.lists
    asks = folded in question.phrase.split() or lists.is_frame(Kind.WHICH, word)
    return asks or lists.is_light(word) or folded in load_stopwords(question.language)


def _asks_opening(question: AskedQuestion) -> bool:
    words = tokenize(question.text)
    return any(is_told_by_hours(each, question.language) for each in words)


def _name_weekend(question: AskedQuestion) -> AskedQuestion:
    """Return the question with one word for the weekend: "fin de semana" has three."""
    listed = question.lists.lists["calendar"]["weekend"]
    single = next((each for each in listed if " " not in each and "-" not in each), "")
    several = [fold(each) for each in listed if " " in each or "-" in each]
    if not (single and several and question.lists.is_spaced):
        return question
    folded = fold(question.text)
    text = re.sub(bound(build_alternatives(several), question.language), single, folded)
    return replace(question, dated=text) if text != folded else question


def asks_next(text: str, question: AskedQuestion) -> bool:
    """Return whether a question, or a word of it, asks for the next of several days."""
    if question.kind not in _DATED:
        return False
    return any(_NEXT in find_meanings(each, question.language) for each in tokenize(text))


def _name_day(day: date, lists: QuestionWords) -> AskedDay:
    weekday = lists.lists["calendar"]["days"][day.weekday()][0]
    if not lists.is_spaced:
        return AskedDay(weekday, day, f"{day.month}月{day.day}日")
    month = lists.lists["calendar"]["months"][day.month - 1][0]
    return AskedDay(weekday, day, f"{day.day} {month}")


def _find_day(question: AskedQuestion, text: FoldedText, today: date) -> tuple[Span, date] | None:
    grammar = build_grammar(question.language)
    for each in grammar.named_days.finditer(text.folded):
        steps = grammar.offsets[each["named"]]
        if steps >= 0 and not _is_part_of_day(each, text, question.language):
            return each.span(), today + timedelta(days=steps)
    now = _compile_now(question.language).search(text.folded) if _asks_hours(question) else None
    asks = now is None or now[0] in question.phrase.split()  # "a che ora"
    return None if now is None or asks else (now.span(), today)


def _is_part_of_day(found: re.Match[str], text: FoldedText, language: str) -> bool:
    """Return whether it means a morning: "am Morgen", "de la mañana"."""
    before = next(reversed(tokenize(text.folded[: found.start()])), "")
    if language == "de" and before and text.text[text.origins[found.start()]].isupper():
        return True
    if find_calendar(before, language).days:  # "Sonntag morgen"
        return True
    return is_article(before, language) or before in _PARTED.get(language, frozenset())


def _asks_hours(question: AskedQuestion) -> bool:
    """Return whether it asks when, or if, something is open."""
    words = tokenize(question.text)
    return any(find_meanings(each, question.language) & HOURLY for each in words)


@cache
def _compile_now(language: str) -> re.Pattern[str]:
    words = (*load_words("now", language), *load_words("now_signs", language))
    single = sorted(fold(each) for each in words if " " not in each)
    return re.compile(bound(build_alternatives(single), language) if single else "(?!)")
