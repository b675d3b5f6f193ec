"""Finds phrases that a correction puts in the place of others: `to cashews, not to nuts`. Pure."""

import re
from collections.abc import Iterator

from indexer.text.normalize import fold, unify
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import list_languages, load_all_words
from memory.text.statement import is_unspaced

MOST_LED = 3  # words behind a small one
FEWEST_SIGNS = 3  # of a phrase
TAIL = 2  # signs of a word that two phrases end with
KANA = re.compile("[ぁ-ん]")
OWNING = frozenset("の的")  # what it is of stands before it
TOPIC = re.compile("[はが]")  # what a sentence is about stands before it
PHRASE = "phrase"
FRAMED = "framed"
Span = tuple[int, int]


def find_kind_of_phrase(value: str) -> str:
    """Return PHRASE, or FRAMED in a language without spaces; empty for what is no phrase."""
    if is_unspaced(value):
        tells = value[0] in load_all_words("first_person_signs") or TOPIC.search(value)
        return "" if tells or len(value) < FEWEST_SIGNS else FRAMED
    return PHRASE if _is_phrase(value) else ""


def find_framed(right: str, old: str) -> tuple[Span, Span] | None:
    """Find what may stand for a phrase of signs: `对芒果过敏` for the end of `我对花生过敏`.

    Both end with the same word, and the sign before what is new is the same, or nothing.
    """
    if not OWNING.isdisjoint(right):
        return None  # `妹のアレルギー` is of somebody else
    sizes = range(len(right) - 1, TAIL - 1, -1)
    size = next((each for each in sizes if old.count(right[-each:]) == 1), 0)
    end = old.find(right[-size:]) if size else 0
    head = old[:end]
    start = head.rfind(right[0])
    if head.count(right[0]) == 1:
        return (0, len(right)), (start, end + size)
    whole = head and not KANA.search(head) and start < 0 and _opens_with_noun(right, size)
    return ((0, len(right)), (0, end + size)) if whole else None


def _opens_with_noun(right: str, size: int) -> bool:
    """Return whether only a Japanese word stands before what two phrases end with."""
    return right[-size:].isalpha() and "ァ" <= right[-1] <= "ー"


def find_led(text: str) -> Iterator[Span]:
    """Find what ends a text behind a small word: `to cashews`, `aux amandes`."""
    words = list(re.finditer(r"[^\W\d_][\w'’-]*", text))
    if not words or is_small(fold(unify(words[-1][0]))):
        return
    for each in words[-MOST_LED - 1 : -1]:
        if is_small(fold(unify(each[0]))):
            yield each.start(), words[-1].end()


def is_small(word: str) -> bool:
    languages = list_languages("not_words")
    return word.isalpha() and any(word in load_stopwords(each) for each in languages)


def _is_phrase(value: str) -> bool:
    """Return whether a value is one behind a small word, and no time: `for a year`."""
    units = {fold(each.partition(" ")[2]) for each in load_all_words("time_units")}
    timed = not units.isdisjoint(fold(unify(value)).split())
    return not timed and (0, len(value)) in find_led(value)
