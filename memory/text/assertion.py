"""Tells if a text denies something. Pure."""

from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_words


def is_negated(text: str) -> bool:
    """Tell if `text` denies something; too often rather than too rarely, as everywhere here."""
    if not load_all_words("negation_signs").isdisjoint(text):
        return True
    words = load_all_words("negations")
    return any(word in words or word.endswith("n't") for word in map(fold, tokenize(text)))
