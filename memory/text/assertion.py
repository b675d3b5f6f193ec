"""Checks that a note keeps the meaning of the sentence it shortens. Pure.

A note may use the words of a sentence and yet say something else: what was denied, supposed or
wished for, what somebody else said, or what is true of somebody else. Who a sentence is about
stands at its beginning, so no meaningful word may be left out there. In doubt the answer is no, and
the price is a note in the person's own words.
"""

import re
from collections.abc import Sequence
from itertools import takewhile

from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_words
from memory.text.words import all_words, content_words

QUOTES = frozenset('"“”„«»「」『』')
CLAUSE = re.compile(r"[,;:，；：、()]")


def keeps_meaning(note: str, sentence: str, words: frozenset[str], language: str) -> bool:
    """Tell if `note`, which keeps these words of `sentence`, says nothing else than it."""
    turned = is_negated(note) != is_negated(sentence) or (
        is_hedged(sentence) and not is_hedged(note)
    )
    quoted = not QUOTES.isdisjoint(sentence) and QUOTES.isdisjoint(note)
    if turned or quoted:
        return False
    return _is_bare_name(note, sentence) or _starts_sentence(sentence, words, language)


def is_negated(text: str) -> bool:
    """Tell if `text` denies something; too often rather than too rarely, as everywhere here."""
    if not load_all_words("negation_signs").isdisjoint(text):
        return True
    words = load_all_words("negations")
    return any(word in words or word.endswith("n't") for word in map(fold, tokenize(text)))


def is_hedged(text: str) -> bool:
    """Tell if `text` says what is supposed, wished for or likely rather than what is."""
    hedges = not load_all_words("hedges").isdisjoint(map(fold, tokenize(text)))
    return hedges or any(each in text for each in load_all_words("hedge_signs"))


def _is_bare_name(note: str, sentence: str) -> bool:
    """Tell if `note` is only a name or number from the sentence, which says nothing of anybody."""
    there = frozenset(tokenize(sentence))
    return all(each in there and not each[0].islower() for each in tokenize(note))


def _starts_sentence(sentence: str, words: frozenset[str], language: str) -> bool:
    """Tell if no meaningful word stands before the first of `words`.

    Before it in its clause, if that clause begins with the person themselves; else in the whole
    sentence.
    """

    def is_kept(token: str) -> bool:
        return not all_words(token, language).isdisjoint(words)

    before: list[str] = []
    for clause in CLAUSE.split(sentence):
        here = list(tokenize(clause))
        lead = list(takewhile(lambda token: not is_kept(token), here))
        anew = not load_all_words("first_person").isdisjoint(
            map(fold, lead)
        ) or _starts_with_first_person(here)
        before = lead if anew else [*before, *lead]
        if len(lead) < len(here):
            break
    openers = load_all_words("openers")
    return not any(content_words(each, language) for each in before if fold(each) not in openers)


def _starts_with_first_person(clause: Sequence[str]) -> bool:
    """Tell if the first sign means the person, in a script that does not separate words."""
    return bool(clause) and clause[0][0] in load_all_words("first_person_signs")
