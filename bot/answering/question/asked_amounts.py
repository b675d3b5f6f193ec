"""Finds the amounts that a question names: its "73" is within "over 70", its "five hours" no less.

Its "at 5 pm" is within "2 to 6 pm".

A number behind a noun may name a thing: "room 12" is not within "up to 14", but "Year 2" is one of
the "Years 1-3".
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.answering.question.asked_hours import HOURLY as CLOCK
from bot.answering.question.asked_hours import find_asked_hours, find_spans_of_hours
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.meanings import (
    HOURLY,
    LEAVE_ASKED,
)
from bot.answering.question.mentions import names_relative
from bot.answering.question.time_signs import names_hours
from bot.answering.question.time_units import (
    tells_age,
)
from bot.answering.question.verbs import find_word_before, is_done
from indexer.inference.figures.ranges import Amount, Range, find_amounts, find_ranges
from indexer.inference.reading import read_text
from indexer.text.normalize import fold
from indexer.text.question_words import Kind
from indexer.text.stopwords import load_stopwords

CLOSED, OPEN = 0.95, 0.8  # of a number: what a range with both ends has of it, and one without
LEFT_OUT = 0.75  # ... and one that excludes it, where that says no: "up to 10 kg"


class AskedAmount(Struct, frozen=True):
    amounts: tuple[Amount, ...]  # that the number may be: "at 5" is 5 or 17 o'clock
    may_name: bool  # the number of a thing
    is_limited: bool = False  # it is asked if it is allowed, which a limit tells either way

    @property
    def is_hour(self) -> bool:
        return any(each.kind == CLOCK for each in self.amounts)

    def measure_within(self, texts: Iterable[str], language: str) -> float:
        """Return how surely any text means it by a range: most if that has both ends, 0 if none."""
        ranges = _list_ranges(texts, language)
        found = [each.is_closed for each in ranges if any(map(each.includes, self.amounts))]
        if any(found):
            return CLOSED
        return OPEN if found and not self.may_name else 0.0

    def is_outside(self, texts: Iterable[str], around: str, language: str) -> bool:
        """Return whether a range of the texts excludes it where it is asked what is allowed.

        That answers, too, unless another range of ages in the text `around` them includes it.
        """
        if not self.is_limited or self.may_name:
            return False
        ranges = _list_ranges(texts, language)
        bounded = any(each.bounds(one) for each in ranges for one in self.amounts)
        ages = (each for each in find_ranges(around, language) if each.in_years)
        return bounded and not any(each.includes(one) for each in ages for one in self.amounts)


def _list_ranges(texts: Iterable[str], language: str) -> list[Range]:
    found: list[Range] = []
    for text in texts:
        opens = _tells_opening(text, language)
        found += (each for each in find_ranges(text, language) if each.kind or not opens)
        found += find_spans_of_hours(text, language, opening=opens)
    return found


def _tells_opening(text: str, language: str) -> bool:
    """Return whether numbers without a unit are hours: "open from 9 to 17"."""
    words = read_text(text, language).words
    return names_hours(text) and any(not HOURLY.isdisjoint(each.topics) for each in words)


def find_asked_amount(word: str, question: AskedQuestion) -> AskedAmount | None:
    """Find the amount whose number is a word of the question, or its first part: "5-year-old".

    The words for an age have that of the age: "3 year old" is within "children up to 4".
    """
    if hours := find_asked_hours(word, question.text[:LEAVE_ASKED], question.language):
        return AskedAmount(hours, may_name=False, is_limited=question.kind is Kind.WHETHER)
    amounts = find_amounts(question.text[:LEAVE_ASKED], question.language)
    found = next((each for each in amounts if _opens_with(word, each.word)), None)
    if found is None and tells_age(word, question.language):
        found = next((each for each in amounts if each.is_age), None)
    limited = question.kind is Kind.WHETHER
    return AskedAmount((found,), _may_name(found, question), limited) if found else None


def _opens_with(word: str, number: str) -> bool:
    folded, figures = fold(word), fold(number)
    rest = folded[len(figures) :]
    dated = any(map(str.isdecimal, rest))  # "1月3日", or a longer number
    return folded.startswith(figures) and not dated


def _may_name(amount: Amount, question: AskedQuestion) -> bool:
    """Return whether a number without a unit stands behind a noun."""
    before, language = find_word_before(amount.word, question.text), question.language
    if amount.kind or not before or before in load_stopwords(language):
        return False
    return not (is_done(before, question.text, language) or names_relative(before, language))
