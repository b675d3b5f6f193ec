"""Tells what a question counts, and whether a text has a number beside it."""

from bot.answering.extracts.evidence import ENOUGH, match
from bot.answering.extracts.question import AskedQuestion, AskedWord, is_numeral
from bot.citations.statement import parse_sentence
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.stopwords import load_stopwords

_BEFORE, _AFTER = 1, 5  # words before a number and behind it among which stands what it counts


def find_counted_noun(question: AskedQuestion) -> str:
    """Find the word behind "how many", folded; "" if there is none."""
    stops = load_stopwords(question.language)
    return next((each for each in list_behind_phrase(question) if each not in stops), "")


def list_behind_phrase(question: AskedQuestion) -> list[str]:
    """List the words of a question behind the phrase that shows its kind, folded."""
    words = [fold(each) for each in tokenize(question.text)]
    last = question.phrase.rpartition(" ")[2]
    return words[words.index(last) + 1 :] if last in words else []


def is_beside_number(asked: AskedWord, text: str, language: str) -> bool:
    """Return whether a number stands before a word: "two large eggs"; or after it: "Eggs: 2"."""
    words = tokenize(text)
    places = [at for at, each in enumerate(words) if is_numeral(fold(each), language)]
    return any(
        match(asked, parse_sentence(" ".join(words[max(0, at - _BEFORE) : at + _AFTER]), language))
        >= ENOUGH
        for at in places
    )
