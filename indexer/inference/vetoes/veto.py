"""The shape of a function that tells what speaks against a statement, and how marks are listed."""

from collections.abc import Callable, Iterable

from indexer.inference.alignment import Alignment
from indexer.inference.reading import Word

Veto = Callable[[Alignment], bool]


def list_marks(words: Iterable[Word], kind: str) -> frozenset[str]:
    """List the marks of a kind that any of the words has: `mod:`."""
    marks = frozenset[str]().union(*(each.marks for each in words))
    return frozenset(each for each in marks if each.startswith(kind))
