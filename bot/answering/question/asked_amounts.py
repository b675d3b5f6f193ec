"""Finds the amounts that a question names: its "73" is within "over 70", its "five hours" no less.

A number behind a noun may name a thing: "room 12" is not within "up to 14", but "Year 2" is one of
the "Years 1-3".
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.meanings import LEAVE_ASKED
from bot.answering.question.mentions import names_relative
from bot.answering.question.verbs import find_word_before, is_done
from indexer.inference.figures.ranges import Amount, find_amounts, find_ranges
from indexer.text.normalize import fold
from indexer.text.question_words import Kind
from indexer.text.stopwords import load_stopwords

CLOSED, OPEN = 0.95, 0.8  # of a number: what a range with both ends has of it, and one without
LEFT_OUT = 0.6  # ... and one that leaves it out, where that says no: "up to 10 kg"


class AskedAmount(Struct, frozen=True):
    amount: Amount
    may_name: bool  # the number of a thing
    may_exceed: bool = False  # it is asked if something is so for it: "can I bring 15 kg?"

    def measure_within(self, texts: Iterable[str], language: str) -> float:
        """Return how surely any text means it by a range: most if that has both ends, 0 if none."""
        ranges = [each for text in texts for each in find_ranges(text, language)]
        found = [each.is_closed for each in ranges if each.includes(self.amount)]
        if any(found):
            return CLOSED
        if found:
            return 0.0 if self.may_name else OPEN
        told = self.may_exceed and any(each.is_of_kind(self.amount) for each in ranges)
        return LEFT_OUT if told else 0.0


def find_asked_amount(word: str, question: AskedQuestion) -> AskedAmount | None:
    """Find the amount whose number is a word of the question, or its first part: "5-year-old"."""
    amounts = find_amounts(question.text[:LEAVE_ASKED], question.language)
    found = next((each for each in amounts if _opens_with(word, each.word)), None)
    if found is None:
        return None
    may_name, asks_whether = _may_name(found, question), question.kind is Kind.WHETHER
    return AskedAmount(found, may_name, asks_whether and not may_name)


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
