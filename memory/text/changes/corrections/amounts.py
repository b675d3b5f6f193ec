"""Tells if an amount may be what an earlier one has become: `down to 80` is none of 30. Pure."""

from collections.abc import Iterator

from indexer.inference.figures.quantities import find_quantities
from indexer.inference.reading import read_text
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold

MOST = 5  # times as much, or as little, as before: more is of another thing
RISING = frozenset(("increase", "raise", "up"))  # topics, and particles in English
FALLING = frozenset(("decrease", "drop", "down", "reduce"))


def may_become(said: str, new: str, old: str) -> bool:
    """Tell if `said` may give the figure `new` to what was `old`.

    It does not where `old` lies on the other side of what is said to rise or fall, or is of
    another size.
    """
    after, before = _read(new), _read(old)
    if not (after and before):
        return True
    ways = frozenset(_list_ways(said))
    rises, falls = bool(ways & RISING), bool(ways & FALLING)
    if rises != falls and (after < before) is rises:
        return False
    return before / MOST <= after <= before * MOST


def _list_ways(said: str) -> Iterator[str]:
    yield from map(fold, tokenize(said))
    for word in read_text(said).words:
        yield from word.topics


def _read(figure: str) -> float:
    """Return what a figure says; 0 where that is not clear."""
    values = [value for each in find_quantities(read_text(figure)) for value in each.values]
    return values[0] if len(values) == 1 else 0.0
