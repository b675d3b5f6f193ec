"""Looks up what a word of a question means: other words for it, and whether it says little.

Words with the same meaning in `indexer.inference` may stand for each other in a question and its
answer, beside the synonyms of `indexer.text.synonyms`.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from indexer.inference.lexicon import UNSPACED, load_lexicon
from indexer.inference.reading import read_text
from indexer.text.analyzer import extract_terms

KEPT = 1024
# What people do with nearly everything: "how long may I keep a book", "what does it contain".
_LIGHT = frozenset(
    (
        *("bring", "come", "contain", "get", "give", "go", "happen", "have", "hold", "keep"),
        *("make", "need", "pick", "put", "receive", "stand", "stay", "take", "use"),
    )
)
_FORMS = 3  # of a verb: base, third person, past
NONE: frozenset[str] = frozenset()


@lru_cache(maxsize=KEPT)
def find_meanings(word: str, language: str) -> frozenset[str]:
    """Return what a single word means, without what it does in its sentence."""
    words = read_text(word, language).words
    return words[0].topics if len(words) == 1 else NONE


def is_light_verb(word: str, language: str) -> bool:
    """Return whether a word may mean what is done with nearly everything."""
    return not _LIGHT.isdisjoint(find_meanings(word, language))


def is_verb(word: str, language: str) -> bool:
    """Return whether all that a word may mean is done: it is no thing."""
    found = find_meanings(word, language)
    return bool(found) and found <= _list_deeds()


@cache
def _list_deeds() -> frozenset[str]:
    """List the meanings that English says by a verb: wear, wears, wore."""
    found = (each for each, words in _list_entries("en").items() if _has_verb(words))
    return frozenset(each for each in found if ":" not in each)


def _has_verb(words: Sequence[str]) -> bool:
    """Return whether three words that begin alike are among them, one with an "s"."""
    return any(
        f"{each}s" in words and sum(other[:1] == each[:1] for other in words) >= _FORMS
        for each in words
    )


@lru_cache(maxsize=KEPT)
def find_same_meaning(word: str, language: str) -> frozenset[str]:
    """Return the terms of all words that share a meaning with `word`, its own among them."""
    if language in UNSPACED:
        return NONE
    entries = _list_entries(language)
    words = {each for meaning in find_meanings(word, language) for each in entries.get(meaning, ())}
    return frozenset(term for each in words for term in extract_terms(each, language)[:1])


@cache
def _list_entries(language: str) -> Mapping[str, list[str]]:
    """List the single words of each meaning."""
    found: dict[str, list[str]] = {}
    for word, meanings in load_lexicon(language).words.items():
        for each in meanings:
            found.setdefault(each, []).append(word)
    return found
