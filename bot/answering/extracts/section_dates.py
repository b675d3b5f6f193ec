"""Finds the day that a heading gives to all that stands below it: of a diary, or of a deadline.

A log has the day above what was done: "Friday 6 November" above "Replaced the light." So has a list
of what is due: "By 20 March". The heading of an event names more, and its notes have other times.
"""

from collections.abc import Sequence

from bot.answering.extracts.answer_signs import measure_kind
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.meanings import (
    is_told_by_hours,
)
from bot.answering.question.time_signs import cut_times
from bot.answering.question.time_units import (
    says_until,
)
from indexer.inference.reading import read_text
from indexer.late_patterns import compile_late
from indexer.text.analyzer import tokenize
from indexer.text.dates.grammar import build_grammar
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words
from indexer.text.stopwords import load_stopwords

_OPEN = frozenset(("mod:plan", "mod:must", "mod:can", "mod:should"))
_AGREED = frozenset(("accept", "decide", "plan", "propose"))
_EXPIRING = frozenset(("valid", "expire", "end"))
_SHORT = 2  # letters of what is no topic: the "г." of "2026 г."
_SIGNS_OF_DATE = compile_late(r"[\d\W年月日号號曜火水木金土星期周週一二三四五六七八九十]+")


def find_day_above(question: AskedQuestion, sections: Sequence[str], language: str) -> str:
    """Return the heading that tells when something was or is due, if that is asked; or ""."""
    if question.kind is not Kind.WHEN or question.asks_hour or not sections:
        return ""
    if any(is_told_by_hours(each, question.language) for each in tokenize(question.text)):
        return ""
    heading = sections[-1]
    if not (tells_day(heading, language) and _dates_all(heading, language)):
        return ""
    if _is_valid_until(heading, language) and not _asks_end(question):
        return ""
    # What comes, or will be, is not on the day of the log that tells it.
    done = build_grammar(question.language).past.search(fold(question.text))
    return heading if done or _tells_deadline(heading, language) else ""


def _is_valid_until(heading: str, language: str) -> bool:
    """Return whether a heading dates itself: what stands in "Price list valid until …" goes on."""
    return any("valid" in each.topics for each in read_text(heading, language).words)


def _asks_end(question: AskedQuestion) -> bool:
    words = read_text(question.text, question.language).words
    return any(not each.topics.isdisjoint(_EXPIRING) for each in words)


def is_to_come(text: str, heading: str, language: str) -> bool:
    """Return whether what stands below the day of a log was only planned then: "will be sanded"."""
    if _tells_deadline(heading, language):
        return False
    words = read_text(text, language).words
    return any(each.marks & _OPEN or each.topics & _AGREED for each in words)


def tells_day(heading: str, language: str) -> bool:
    """Return whether a heading has a date in figures."""
    figures = any(map(str.isdigit, heading))
    return figures and measure_kind(heading, Kind.WHEN, language) == 1.0


def _dates_all(heading: str, language: str) -> bool:
    """Return whether a heading has nothing but a date, or ends with one until which all is due."""
    if _tells_deadline(heading, language):
        return True
    if not load_question_words(language).is_spaced:
        return _SIGNS_OF_DATE.fullmatch(heading) is not None
    light = load_stopwords(language)
    left = (fold(each) for each in tokenize(cut_times(heading, language)))
    return not any(len(each) > _SHORT and each not in light for each in left)


def _tells_deadline(heading: str, language: str) -> bool:
    """Return whether a heading ends with a date behind "by"; what "ends on" one lasted before."""
    words = read_text(heading, language).words
    ends = any("end" in each.topics for each in words)
    closed = heading[-1:].isalnum()
    return closed and not ends and says_until(heading, language)
