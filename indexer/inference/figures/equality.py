"""Tells which numbers say the same: in another unit, rounded, or about."""

from indexer.inference.figures.units import PART, Quantity

_NEAR = 0.07  # how far a number may be from one that is said to be about it
_NEAR_ROUND = 0.13  # if it is half of its last digit that counts at most: 20 for 23
_NEAR_TIME = 0.17  # of a span of time that is just passed or nearly reached
_NEAR_HOUR = 0.25  # of a time of day that is just passed or nearly reached
_COARSE = 100  # numbers that `more than` may round; who is over 18 is not 19
_HOUR = "unit:h"
_FINE, _ROUGH = 0.01, 0.035  # how far a fraction may be from a percentage; said to be about it

_DAY = 86_400  # seconds
_FEW_MONTHS = 3
_SHORTEST_MONTH, _LONGEST_MONTH = 28, 31  # days


def same_quantity(said: Quantity, known: Quantity) -> bool:
    """Tell if two numbers are one, in another unit or about."""
    kind, values = said.scaled
    other, others = known.scaled
    if kind and other and kind != other:
        return _is_same_span(said, known) or _is_same_span(known, said)
    if not (kind and other):
        values, others = said.values, known.values
    if said.unit != known.unit:
        values, others = values | said.loosely, others | known.loosely
    if values & others or _is_same_hour(said, known) or _is_same_share(said, known):
        return True
    return _rounds(said, values, others)


def _is_same_span(months: Quantity, time: Quantity) -> bool:
    """Tell if some weeks or days are a few months: `eight weeks`, `two months`."""
    if (months.scaled[0], time.scaled[0]) != ("months", "time") or time.is_clock:
        return False
    return any(
        1 < count <= _FEW_MONTHS and _SHORTEST_MONTH <= seconds / _DAY / count <= _LONGEST_MONTH
        for count in months.scaled[1]
        for seconds in time.scaled[1]
    )


def _is_same_share(said: Quantity, known: Quantity) -> bool:
    """Tell if a fraction is about the percentage: `a third`, `33 %`."""
    if said.scaled[0] != known.scaled[0] or PART not in (said.unit, known.unit):
        return False
    return any(is_near_share(said, each) for each in known.scaled[1])


def is_near_share(said: Quantity, share: float) -> bool:
    """Tell if a fraction or percentage is about a share of a whole, 0 to 1."""
    most = _ROUGH if said.about else _FINE
    return any(
        abs(each - share) <= most and _is_on_side(said.side, each, share) for each in said.scaled[1]
    )


def _rounds(said: Quantity, values: frozenset[float], known: frozenset[float]) -> bool:
    """Tell if a number is said to be about one of the others, and on its side of it."""
    strict = said.side in ("above", "below")
    if strict and (said.is_clock or max(said.values) < _COARSE):
        return False
    if said.is_clock and said.side:  # `shortly before nine`
        return any(
            _is_on_side(said.side, one, two) and abs(one - two) <= _NEAR_HOUR
            for one in values
            for two in known
        )
    share = _find_step(max(said.values)) / 2 / max(max(said.values), 1.0)
    if said.side in ("over", "under") and said.scaled[0] == "time" and not said.is_clock:
        share = _NEAR_TIME  # a good half hour is 35 minutes
    return (said.about or strict) and any(
        _is_on_side(said.side, one, two) and (is_near(one, two) or _is_rounded(one, two, share))
        for one in values
        for two in known
    )


def _is_on_side(side: str, said: float, known: float) -> bool:
    if side in ("over", "above"):
        return known > said
    return known < said or side not in ("under", "below")


def _find_step(value: float) -> float:
    """Find the worth of the last digit that counts: 100 for 1500."""
    step = 1.0
    while value >= 10 * step and value % (10 * step) == 0:
        step *= 10
    return step


def _is_rounded(one: float, two: float, share: float) -> bool:
    """Tell if two numbers differ by no more than half of the last digit that counts."""
    most = max(_NEAR_ROUND, share if share == _NEAR_TIME else 0.0)
    return abs(one - two) <= min(share * abs(one), most * max(abs(one), abs(two)))


def _is_same_hour(said: Quantity, known: Quantity) -> bool:
    """Tell if a bare number may be a time of day: `until ten` is 22:00."""
    if said.is_clock or not known.is_clock or said.unit not in ("", _HOUR):
        return False
    return any(0 < each <= 12 and each + 12 in known.values for each in said.values)


def is_near(one: float, two: float) -> bool:
    """Tell if two numbers are about the same."""
    return abs(one - two) <= _NEAR * max(abs(one), abs(two))
