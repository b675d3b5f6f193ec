"""Words of notes and sentences, comparable in any language. Pure."""

from indexer.text.analyzer import analyze, tokenize
from indexer.text.normalize import fold


def content_words(text: str, language: str) -> frozenset[str]:
    """Return the terms that carry the meaning of `text`."""
    terms = frozenset(analyze(text, language).terms)
    # A run of signs is analysed in pairs and ends in a single one, which says little by itself.
    return frozenset(term for term in terms if len(term) > 1 or term.isascii()) or terms


def all_words(text: str, language: str) -> frozenset[str]:
    """Return every form in `text` in which a term may occur: terms, stop words, signs."""
    analysed = analyze(text, language)
    signs = () if text.isascii() else tuple(text)
    # "like" is a common word and "likes" is none, but its stem is "like".
    return frozenset((*analysed.terms, *analysed.common, *signs))


def fold_words(text: str) -> str:
    """Return the words of `text` in one spelling, separated by spaces."""
    return " ".join(fold(token) for token in tokenize(text))
