"""Numbers that are the sum, difference or half of others, or a span of time between two."""

from collections.abc import Sequence
from itertools import combinations

from indexer.inference.figures.quantities import Quantity, is_near

_MOST = 24  # numbers that are tried for sums
_SUMMED = 12  # those that are tried three by three


def is_computed(said: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if a number is the sum or difference of two others, or a span of time between them."""
    kind, values = said.scaled
    if said.is_clock:
        return any(not values.isdisjoint(_add_spans(each, known)) for each in known)
    if not kind:
        return False
    like = [each for each in known if _is_like(kind, each)][:_MOST]
    found = (each for one, other in combinations(like, 2) for each in _combine(one, other))
    if said.about:
        return any(is_near(value, each) for each in found for value in values)
    return not values.isdisjoint(found)


def is_total(said: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if a number is the sum of three others of its kind, or of two of one sentence."""
    kind, values = said.scaled
    like = [each for each in known if each.scaled[0] == kind and not each.is_clock][:_SUMMED]
    groups = (*combinations(like, 3), *combinations(like, 2))
    near = (each for each in groups if kind or len({one.word.sentence for one in each}) == 1)
    sums = {round(sum(max(one.scaled[1]) for one in each), 4) for each in near}
    return not values.isdisjoint(sums)


def _add_spans(clock: Quantity, known: Sequence[Quantity]) -> frozenset[float]:
    """Add each span of time to a time of day."""
    spans = (each for each in known[:_MOST] if each.scaled[0] == "time" and clock.is_clock)
    return frozenset(
        round((hour + seconds / 3600) % 24, 4)
        for each in spans
        for seconds in each.scaled[1]
        for hour in clock.values
    )


def is_half(said: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if a number is half of another of its kind."""
    kind, values = said.scaled
    halves = (
        round(each / 2, 4) for other in known for each in other.scaled[1] if other.scaled[0] == kind
    )
    return bool(kind) and not values.isdisjoint(halves)


def _is_like(kind: str, known: Quantity) -> bool:
    if kind == "months":
        return not known.unit and any(1500 < value < 2100 for value in known.values)
    if kind == "time" and known.is_clock:
        return True
    return known.scaled[0] == kind


def _combine(one: Quantity, other: Quantity) -> frozenset[float]:
    if one.is_clock != other.is_clock:
        return frozenset()
    if one.is_clock:
        return frozenset(round(3600 * abs(a - b), 4) for a in one.values for b in other.values)
    years = 12.0 if not one.unit and any(1500 < value < 2100 for value in one.values) else 1.0
    sums = (a + b for a in one.scaled[1] for b in other.scaled[1])
    differences = (abs(a - b) * years for a in one.scaled[1] for b in other.scaled[1])
    return frozenset(round(value, 4) for value in (*sums, *differences))
