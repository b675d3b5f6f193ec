"""Tells what asks for the way to a place, and what shows it: "get to", "turn left"."""

import re
from functools import cache, lru_cache

from indexer.text.normalize import fold, unify
from indexer.text.question_words import load_question_words
from indexer.text.word_lists import build_alternatives, load_entries

KEPT = 256  # questions, each asked about by all of its words and pieces


@lru_cache(maxsize=KEPT)
def find_way_phrase(text: str, language: str) -> str:
    """Return the first two words, folded, by which a question asks for the way: "komme ich"."""
    pattern = _compile_questions(language)
    found = pattern.search(fold(unify(text))) if pattern else None
    return " ".join(found[0].split()[:2]) if found else ""


def shows_way(text: str, language: str) -> bool:
    """Return whether a text has a word of directions; True where no such words are known."""
    pattern = _compile_words(language)
    return not pattern or bool(pattern.search(fold(unify(text))))


@cache
def _compile_questions(language: str) -> re.Pattern[str] | None:
    known = load_entries("way_patterns", language)
    return re.compile("|".join(known)) if known else None


@cache
def _compile_words(language: str) -> re.Pattern[str] | None:
    known = load_entries("way_words", language)
    if not known:
        return None
    any_word = build_alternatives(known)
    spaced = load_question_words(language).is_spaced
    return re.compile(rf"(?<!\w)(?:{any_word})(?!\w)" if spaced else any_word)
