"""Tells if a text denies something, is meant at all, or only supposes and wishes. Pure."""

from indexer.inference.reading import read_text
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold, unify
from indexer.text.sentence_kind import is_question
from indexer.text.word_lists import load_all_words
from memory.text.statement import find_pattern

DOUBTS = ("mod:maybe", "mod:wish", "mod:would")
CONDITION = "mod:if"


def is_negated(text: str) -> bool:
    """Tell if `text` denies something; too often rather than too rarely, as everywhere here."""
    if not load_all_words("negation_signs").isdisjoint(text):
        return True
    words = load_all_words("negations")
    return any(word in words or word.endswith("n't") for word in map(fold, tokenize(text)))


def is_meant(text: str) -> bool:
    """Tell if a text states something in earnest: it asks nothing, and nobody laughs."""
    if is_question(text):
        return False
    return find_pattern("joke_patterns", fold(unify(text))) is None


def list_doubts(text: str) -> frozenset[str]:
    """List in which ways a text does not say that it is so: `perhaps`, `I would like to`, `if`."""
    words = read_text(text).words
    return frozenset(each for each in (*DOUBTS, CONDITION) if any(w.has(each) for w in words))
