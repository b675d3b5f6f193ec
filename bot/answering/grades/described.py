"""A word for what is asked for that belongs to another thing: a red flag, not the colour of it."""

from collections.abc import Sequence
from itertools import pairwise

from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.definitions import find_defined
from bot.answering.extracts.matching import ENOUGH, SAID_FOR
from bot.answering.question.asked_words import SOFT, AskedWord
from bot.citations.statement import Word, extract_words
from indexer.text.question_words import Kind


def describes_another(best: Candidate) -> bool:
    """Return whether what is told belongs to another thing: a red flag, for the colour of a boat.

    That is so where the word for it stands right before a word that is not asked about.
    """
    question = best.question
    if question.kind is not Kind.WHICH or find_defined(question) or not question.lists.is_spaced:
        return False
    told = [word for word, found in best.pairs if word.need == SOFT and ENOUGH <= found <= SAID_FOR]
    text = best.piece.own.original
    words = extract_words(text, best.placed.language)
    return bool(told) and all(_stands_before_another(word, words, text, best) for word in told)


def _stands_before_another(
    told: AskedWord, words: Sequence[Word], text: str, best: Candidate
) -> bool:
    pairs = [
        (one, other) for one, other in pairwise(words) if not told.said_for.isdisjoint(one.terms)
    ]
    asked = best.placed.passage.sought.terms
    return bool(pairs) and all(
        f"{one.text} {other.text}" in text and asked.isdisjoint(other.terms) for one, other in pairs
    )
