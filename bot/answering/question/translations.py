"""Finds the words of another language that mean the same, for a question about a foreign document.

A meaning has one name in all languages, so its lines are a small dictionary. It knows no phrases,
and one meaning of a word at a time: what is found by it only may answer.
"""

from collections.abc import Mapping
from functools import cache, lru_cache

from bot.answering.question.meanings import find_meanings
from indexer.text.analyzer import extract_terms
from indexer.text.question_words import list_question_languages
from indexer.text.word_lists import load_entries

KEPT = 256
FORMS = 2  # of a word that are searched for; others have the same stem


@lru_cache(maxsize=KEPT)
def find_translations(word: str, language: str, other: str) -> frozenset[str]:
    """Return the terms of all single words of the `other` language that mean what `word` means."""
    listed = _load_dictionary(other)
    words = (each for name in find_meanings(word, language) for each in listed.get(name, ()))
    return frozenset(term for each in words for term in extract_terms(each, other)[:1])


def list_translations(word: str, language: str) -> tuple[str, ...]:
    """List the first words that mean the same in each other language."""
    others = (each for each in list_question_languages() if each != language)
    found = (
        each
        for other in others
        for name in sorted(find_meanings(word, language))
        for each in _load_dictionary(other).get(name, ())[:FORMS]
    )
    return tuple(dict.fromkeys(found))


@cache
def _load_dictionary(language: str) -> Mapping[str, tuple[str, ...]]:
    """Map each meaning to its single words, the usual first; not what only links others."""
    lines = (each.partition(" = ") for each in load_entries("meanings", language))
    return {
        name: tuple(each for each in words.split(", ") if " " not in each and each[0] != "^")
        for name, _sign, words in lines
        if ":" not in name
    }
