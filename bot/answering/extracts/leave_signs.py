"""Tells whether a text gives leave, refuses it, or says that something must be done."""

from indexer.inference.reading import read_text

# Meanings of words that say yes or no to what may be done.
_ALLOWING = frozenset(("allow", "permission"))
_DEMANDING = frozenset(("free", "mod:must", "neg:without"))
_DECIDING = _ALLOWING | _DEMANDING | {"neg:forbid", "neg:not", "neg:refuse"}


def says_whether(text: str, language: str) -> bool:
    """Return whether a text allows, forbids, demands or denies something."""
    return not _DECIDING.isdisjoint(_list_marks(text, language))


def only_allows(text: str, language: str) -> bool:
    """Return whether a text gives leave, or limits it, and says nothing of a duty."""
    marks = _list_marks(text, language)
    return not _ALLOWING.isdisjoint(marks) and _DEMANDING.isdisjoint(marks)


def _list_marks(text: str, language: str) -> frozenset[str]:
    words = read_text(text, language).words
    return frozenset().union(*(each.topics | each.marks for each in words))
