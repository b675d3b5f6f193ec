"""The words of a note and of a sentence, comparable in any language. Pure."""

from indexer.text.analyzer import analyze, tokenize
from indexer.text.normalize import fold


def content_words(text: str, language: str) -> frozenset[str]:
    """The terms that carry the sense of `text`."""
    terms = frozenset(analyze(text, language).terms)
    # A run of signs is analysed in pairs and ends in a single one, which says little by itself.
    return frozenset(term for term in terms if len(term) > 1 or term.isascii()) or terms


def all_words(text: str, language: str) -> frozenset[str]:
    """Everything in `text` that a term may be found as."""
    analysed = analyze(text, language)
    signs = () if text.isascii() else tuple(text)
    # "like" is a common word and "likes" is none, but its stem is "like".
    return frozenset((*analysed.terms, *analysed.common, *signs))


def fold_words(text: str) -> str:
    """The words of `text` in one spelling, with a space between them."""
    return " ".join(fold(token) for token in tokenize(text))
