"""Joins an amount of two units: `four hours and thirty minutes`, `an hour and ten minutes`."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from indexer.inference.figures.units import SCALES, Quantity
from indexer.inference.reading import Word

_JOINING = ("conj:and", "clock:plus")
_SPANS = frozenset(("time", "months"))
_NUMBER = 2  # words from a number to its unit


def join_durations(found: Iterable[Quantity], words: Sequence[Word]) -> list[Quantity]:
    """Add the minutes behind some hours, and the cents behind some euros, to one amount."""
    joined: list[Quantity] = []
    for each in found:
        larger = _find_larger_unit(each, words)
        if larger is None:
            joined.append(each)
        elif joined and _ends_with(joined[-1], larger):
            joined[-1] = _add(joined[-1], each)
        else:
            joined.append(_add_single(each, larger, words))
    return joined


def _find_larger_unit(part: Quantity, words: Sequence[Word]) -> Word | None:
    """Find a larger unit of the same kind right before a number, or before its `and`."""
    if part.is_clock or part.unit not in SCALES:
        return None
    at = part.word.place - 1
    joined = at > 0 and any(map(words[at].has, _JOINING))
    before = words[at - joined] if at >= 0 else part.word
    together = before.sentence == part.word.sentence
    together = together and (joined or before.clause == part.word.clause)
    return before if together and _find_larger(part, before) else None


def _find_larger(part: Quantity, unit: Word) -> str:
    kind, one = SCALES[part.unit]
    larger = (each for each in unit.marks if SCALES.get(each, ("", 0.0))[0] == kind)
    return next((each for each in larger if SCALES[each][1] > one), "")


def _ends_with(whole: Quantity, unit: Word) -> bool:
    """Tell if a unit is that of the number before it."""
    near = 0 <= unit.place - whole.word.place <= _NUMBER
    return near and whole.unit in unit.marks and not whole.is_clock


def _add(whole: Quantity, part: Quantity) -> Quantity:
    share = SCALES[part.unit][1] / SCALES[whole.unit][1]
    values = frozenset(one + share * other for one in whole.values for other in part.values)
    return replace(whole, values=values)


def _add_single(part: Quantity, unit: Word, words: Sequence[Word]) -> Quantity:
    """Add a number to a single hour or year, which has none: `an hour and ten minutes`."""
    repeated = any(each.has("quant") for each in words[max(0, unit.place - 1) : unit.place])
    if repeated or SCALES[part.unit][0] not in _SPANS:
        return part
    whole = replace(part, values=frozenset({1.0}), unit=_find_larger(part, unit), word=unit)
    return _add(whole, part)
