"""Numbers that are a share of others, and shares of which a text has both numbers: `60 of 180`."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from indexer.inference.figures.equality import is_near_share
from indexer.inference.figures.units import Quantity

SHARE = "share"
_EXACT, _ROUGH = 5e-4, 0.035  # how far a number may be from a share of another; said to be about it
_COUNTS = 8  # that are compared two by two


def is_share(said: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if a number is a share of another, or says what share one number is of another."""
    if said.is_clock:
        return False
    if said.scaled[0] == SHARE:
        return any(is_near_share(said, each) for each in _list_ratios(known))
    most = _ROUGH if said.about else _EXACT
    return any(
        abs(value - part) <= most * part
        for value in said.scaled[1]
        for part in _list_parts(said, known)
    )


def leaves_share(said: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if a share is what another share leaves: a third, where somebody pays two."""
    if said.is_clock or said.scaled[0] != SHARE:
        return False
    shares = [each for each in known if each.scaled[0] == SHARE][:_COUNTS]
    return any(is_near_share(said, 1 - value) for each in shares for value in each.scaled[1])


def _list_ratios(known: Sequence[Quantity]) -> Iterator[float]:
    """List what share each number is of another of its sentence."""
    counts = [each for each in known if each.scaled[0] != SHARE and not each.is_clock][:_COUNTS]
    for part, whole in permutations(counts, 2):
        alike = part.scaled[0] == whole.scaled[0] and part.word.sentence == whole.word.sentence
        if alike and 0 < max(part.scaled[1]) < max(whole.scaled[1]):
            yield max(part.scaled[1]) / max(whole.scaled[1])


def _list_parts(said: Quantity, known: Sequence[Quantity]) -> Iterator[float]:
    """List what the shares of a text take of its numbers, and what they leave."""
    shares = [each for each in known if each.scaled[0] == SHARE][:_COUNTS]
    wholes = [each for each in known if each.scaled[0] == said.scaled[0]][:_COUNTS]
    for share in shares:
        for value in share.scaled[1]:
            parts = (value, 1 - value) if 0 < value < 1 else ()
            yield from (part * max(each.scaled[1]) for part in parts for each in wholes)
