"""Whether a shorter wording of a sentence still says what the person said of themselves. Pure.

A note may hold words of one sentence and yet say something else: what was denied, supposed or
wished for, what somebody else said, or what holds of somebody else. Who a statement is about stands
where it begins, so nothing that tells may be left out there. In doubt the answer is no, and the
price is a note in the person's own words.
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
    """Whether `note`, which keeps these words of `sentence`, says nothing else than it."""
    turned = is_negated(note) != is_negated(sentence) or (
        is_hedged(sentence) and not is_hedged(note)
    )
    quoted = not QUOTES.isdisjoint(sentence) and QUOTES.isdisjoint(note)
    if turned or quoted:
        return False
    return _is_bare_name(note, sentence) or _starts_sentence(sentence, words, language)


def is_negated(text: str) -> bool:
    """Whether it denies something; too often rather than too rarely, as everywhere here."""
    if not load_all_words("negation_signs").isdisjoint(text):
        return True
    words = load_all_words("negations")
    return any(word in words or word.endswith("n't") for word in map(fold, tokenize(text)))


def is_hedged(text: str) -> bool:
    """Whether it tells what is supposed, wished for or likely, not what is."""
    hedges = not load_all_words("hedges").isdisjoint(map(fold, tokenize(text)))
    return hedges or any(each in text for each in load_all_words("hedge_signs"))


def _is_bare_name(note: str, sentence: str) -> bool:
    """Whether it is but a name or a number as it stands there, which says nothing of anybody."""
    there = frozenset(tokenize(sentence))
    return all(each in there and not each[0].islower() for each in tokenize(note))


def _starts_sentence(sentence: str, words: frozenset[str], language: str) -> bool:
    """Whether nothing telling stands before the first of `words`.

    In its clause, if the person begins that anew with themselves; else in the whole sentence.
    """

    def kept(token: str) -> bool:
        return not all_words(token, language).isdisjoint(words)

    before: list[str] = []
    for clause in CLAUSE.split(sentence):
        here = list(tokenize(clause))
        lead = list(takewhile(lambda token: not kept(token), here))
        anew = not load_all_words("first_person").isdisjoint(
            map(fold, lead)
        ) or _starts_with_first_person(here)
        before = lead if anew else [*before, *lead]
        if len(lead) < len(here):
            break
    openers = load_all_words("openers")
    return not any(content_words(each, language) for each in before if fold(each) not in openers)


def _starts_with_first_person(clause: Sequence[str]) -> bool:
    """Where words are not set apart: whether the first sign is the person."""
    return bool(clause) and clause[0][0] in load_all_words("first_person_signs")
