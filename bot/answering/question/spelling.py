"""Finds what a misspelt word of a question was meant to be, among the words of the passages.

Only a word that nothing else explains is looked at: it is in no passage and in no list of words.
One slip is forgiven: a letter too many, too few, wrong, or exchanged with its neighbour.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.meanings import is_article
from indexer.inference.lexicon import load_lexicon
from indexer.text.normalize import fold
from indexer.text.slips import is_light, list_slips, may_be_slip, stem_slips


def correct_words(
    words: Sequence[AskedWord], terms: Collection[str], question: AskedQuestion, language: str
) -> tuple[AskedWord, ...]:
    """Return the words; each that seems misspelt with the term that it was meant to be.

    `terms` are those of the passages, `words` are read by the rules of their `language`. A name is
    left as it is: another spelling may be another person.
    """
    return tuple(
        _correct(each, terms, language) if _is_unknown(each, terms, question) else each
        for each in words
    )


def _is_unknown(asked: AskedWord, terms: Collection[str], question: AskedQuestion) -> bool:
    word = fold(asked.text)
    if not asked.need or asked.decides or not may_be_slip(word, asked.word.terms[0]):
        return False
    if any(
        each in terms for each in (*asked.word.terms, *asked.alike, *asked.said_for, *asked.near)
    ):
        return False
    known = word in load_lexicon(question.language).words
    return not (known or _may_be_name(asked, question))


def _may_be_name(asked: AskedWord, question: AskedQuestion) -> bool:
    """Return whether a word has a capital and no article before it: "Frau Hofmann"."""
    if not asked.text[:1].isupper():
        return False
    before, found, _behind = question.text.partition(asked.text)
    words = before.split()
    return not (found and words and is_article(words[-1], question.language))


def _correct(asked: AskedWord, terms: Collection[str], language: str) -> AskedWord:
    """Correct a word to the terms of the passages that it may be a slip of the pen for."""
    word = fold(asked.text)
    slips = list_slips(word)
    meant = frozenset(stem_slips(word, slips, language)).intersection(terms)
    if not meant:
        return asked
    light = stem_slips(word, [each for each in slips if is_light(word, each)], language)
    return replace(asked, alike=asked.alike | meant, guessed=meant.isdisjoint(light))
