"""Numbers that are the sum or difference of others, or a span of time between two."""

from collections.abc import Sequence
from itertools import combinations, pairwise

from indexer.inference.figures.equality import is_near
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.figures.units import MONEY, SCALES, Quantity
from indexer.inference.reading import Reading

_MOST = 24  # numbers that are tried for sums
_PERCENT = "unit:pct"
_LIMITING = frozenset(("rel:max", "rel:min", "rel:until", "rel:before", "rel:after", "rel:since"))
_BEGINNING = frozenset(("rel:from", "rel:since"))
_ENDING = frozenset(("rel:to", "rel:until"))
_YEAR = "unit:y"
_LONGEST_SPAN = 100  # years
_MANY = 100  # things that are counted and paid for together
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
    """Tell if a number is the sum of three others, of two of one sentence, or a multiple."""
    kind, values = said.scaled
    like = [each for each in known if each.scaled[0] == kind and not each.is_clock][:_SUMMED]
    groups = (*combinations(like, 3), *combinations(like, 2))
    near = (each for each in groups if kind or len({one.word.sentence for one in each}) == 1)
    sums = {round(sum(max(one.scaled[1]) for one in each), 4) for each in near}
    return not values.isdisjoint(sums) or _is_multiple(said, known)


def _is_multiple(said: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if a number is another of its kind as often as the same clause counts something."""
    kind, values = said.scaled
    like = [each for each in known if kind and each.scaled[0] == kind and not each.is_clock]
    return any(
        round(max(times.values) * value, 4) in values
        for each in like[:_SUMMED]
        for times in known[:_MOST]
        if times.word.clause == each.word.clause and not times.unit and not times.is_clock
        for value in each.scaled[1]
    )


def _add_spans(clock: Quantity, known: Sequence[Quantity]) -> frozenset[float]:
    """Add each span of time to a time of day."""
    spans = (each for each in known[:_MOST] if each.scaled[0] == "time" and clock.is_clock)
    return frozenset(
        round((hour + seconds / 3600) % 24, 4)
        for each in spans
        for seconds in each.scaled[1]
        for hour in clock.values
    )


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


def is_later_year(said: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if a year is another one and a span of years: `in 1883`, `three years later`."""
    years = [value for each in known[:_MOST] for value in each.values if _is_year(each, value)]
    spans = [
        value
        for each in known[:_MOST]
        if each.unit in (_YEAR, "unit:decade")
        for value in (max(each.scaled[1]) / 12,)
        if value < _LONGEST_SPAN
    ]
    sums = {year + step * span for year in years for span in spans for step in (1, -1)}
    return any(_is_year(said, each) for each in said.values) and not said.values.isdisjoint(sums)


def _is_year(quantity: Quantity, value: float) -> bool:
    return quantity.unit in ("", _YEAR) and 1500 < value < 2100 and not quantity.is_clock


def is_rest(said: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if a number is what is left of a count of the same sentence: five of nine, less four."""
    if said.is_clock:
        return False
    units = ("", said.unit)  # `four of the six days`
    counts = [each for each in known if each.unit in units and not each.is_clock][:_SUMMED]
    return any(
        one.word.sentence == other.word.sentence
        and abs(max(one.values) - max(other.values)) in said.values
        for one, other in combinations(counts, 2)
    )


def is_product(amount: Quantity, times: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if an amount of money is a price as often as `times` says."""
    if amount.unit not in MONEY or not 2 <= max(times.values) <= _MANY:
        return False
    prices = [each for each in known if each.scaled[0] == amount.scaled[0]][:_MOST]
    return any(
        round(max(times.values) * value, 4) in amount.scaled[1]
        for each in prices
        for value in each.scaled[1]
    )


def is_reduced(said: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if an amount is another less a discount: `10 percent off 150`."""
    kind, values = said.scaled
    if said.unit not in MONEY:
        return False
    shares = [max(each.values) / 100 for each in known[:_MOST] if each.unit == _PERCENT]
    amounts = [each for each in known if each.scaled[0] == kind][:_MOST]
    return any(
        round(value * (1 - share), 4) in values
        for share in shares
        for each in amounts
        for value in each.scaled[1]
    )


def is_priced(said: Quantity, others: Sequence[Quantity], text: Reading) -> bool:
    """Tell if an amount is a price for one, as often as `others` say: `5 kilos at 6 euros`."""
    if said.unit not in MONEY:
        return False
    prices = [each for each in find_quantities(text) if each.scaled[0] == said.scaled[0]][:_MOST]
    return any(
        round(times * value, 4) in said.scaled[1]
        for each in prices
        for unit in sorted(_list_single(text, each))
        for times in _count_times(unit, others)
        for value in each.scaled[1]
    )


def _list_single(text: Reading, price: Quantity) -> frozenset[str]:
    """List the units of which an amount is the price of one, in its clause."""
    numbered = {
        each.unit for each in find_quantities(text) if each.word.clause == price.word.clause
    }
    units = (each.marks for each in text.by_clause[price.word.clause])
    found = frozenset(mark for marks in units for mark in marks if mark in SCALES)
    return (found - numbered - MONEY) | price.periods


def _count_times(unit: str, others: Sequence[Quantity]) -> list[float]:
    kind, one = SCALES[unit]
    like = (each for each in others if each.scaled[0] == kind)
    return [value / one for each in like for value in each.scaled[1]]


def is_within(said: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if a number lies within a limit that the text sets: a child of ten, `under 12`."""
    if said.word.relations & _LIMITING:
        return False
    kind, values = said.scaled
    if not said.unit:
        kind, values = "months", frozenset(12 * each for each in values)
    # `under 12` is an age without its unit.
    limits = [each for each in known if each.scaled[0] == kind or _is_age(each)][:_MOST]
    return any(_lies_within(values, each) for each in limits if kind == "months" or each.unit)


def is_next_to(said: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if a count is the first beyond a limit: three, where a text has `more than two`."""
    if said.is_clock or said.word.relations & _LIMITING:
        return False
    counts = [each for each in known if each.unit == said.unit and not each.is_clock][:_MOST]
    steps = {"above": 1, "below": -1}
    return any(
        max(each.values) + steps.get(each.side, 0) in said.values for each in counts if each.side
    )


def is_beyond(said: Quantity, text: Reading) -> bool:
    """Tell if a number lies beyond what a text allows, as what is not allowed does."""
    if said.word.relations & _LIMITING:
        return False
    kind, values = said.scaled
    like = [each for each in find_quantities(text) if each.scaled[0] == kind][:_MOST]
    return any(
        min(values) > max(each.scaled[1])
        if limits == "max"
        else limits == "min" and max(values) < min(each.scaled[1])
        for each in like
        if not each.is_clock
        for limits in (_find_limit(each, text),)
    )


def is_outside_hours(said: Quantity, text: Reading) -> bool:
    """Tell if a time of day lies outside the hours that a text gives: eleven, `from six to ten`."""
    if not said.is_clock or said.word.relations & _LIMITING:
        return False
    times = [each for each in find_quantities(text) if each.is_clock][:_SUMMED]
    spans = [
        (max(first.values), max(last.values))
        for first, last in pairwise(times)
        if first.word.clause == last.word.clause
        and first.word.relations & _BEGINNING
        and last.word.relations & _ENDING
    ]
    return bool(spans) and not any(
        first <= value <= last for first, last in spans for value in said.values
    )


def _find_limit(known: Quantity, text: Reading) -> str:
    """Tell if a number is the most or the least: not `above` it is `at most`."""
    if _is_denied(known, text):
        return {"above": "max", "below": "min"}.get(known.side, "")
    limits = known.word.relations & {"rel:max", "rel:min"}
    return min(limits, default="").removeprefix("rel:")


def _is_denied(known: Quantity, text: Reading) -> bool:
    return any(each.has("neg") for each in text.by_clause[known.word.clause])


def _is_age(known: Quantity) -> bool:
    return not known.unit and not known.is_clock


def _lies_within(values: frozenset[float], limit: Quantity) -> bool:
    relations, bound = limit.word.relations, limit.scaled[1]
    if not limit.unit:
        bound = frozenset(12 * value for value in bound)  # years are measured in months
    if relations & {"rel:max", "rel:until"} or limit.side == "below":
        return max(values) <= min(bound)
    if "rel:min" in relations and limit.side != "above":
        return min(values) >= max(bound)
    return limit.side == "above" and min(values) > max(bound)
