"""The units of numbers, how many of one make another, and amounts of two units as one."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from indexer.inference.reading import Word

SCALES = {
    "unit:s": ("time", 1.0),
    "unit:min": ("time", 60.0),
    "unit:qh": ("time", 900.0),
    "unit:h": ("time", 3600.0),
    "unit:d": ("time", 86400.0),
    "unit:wk": ("time", 604800.0),
    "unit:fortnight": ("time", 1209600.0),
    "unit:mo": ("months", 1.0),
    "unit:quarter": ("months", 3.0),
    "unit:halfyear": ("months", 6.0),
    "unit:y": ("months", 12.0),
    "unit:decade": ("months", 120.0),
    "unit:m2": ("area", 1.0),
    "unit:ha": ("area", 1e4),
    "unit:w": ("power", 1.0),
    "unit:kw": ("power", 1e3),
    "unit:kb": ("bytes", 1e-3),
    "unit:mb": ("bytes", 1.0),
    "unit:gb": ("bytes", 1e3),
    "unit:tb": ("bytes", 1e6),
    "unit:km": ("length", 1e3),
    "unit:m": ("length", 1.0),
    "unit:cm": ("length", 1e-2),
    "unit:mm": ("length", 1e-3),
    "unit:kg": ("mass", 1e3),
    "unit:g": ("mass", 1.0),
    "unit:t": ("mass", 1e6),
    "unit:l": ("volume", 1e3),
    "unit:mg": ("mass", 1e-3),
    "unit:jin": ("mass", 500.0),
    "unit:cl": ("volume", 10.0),
    "unit:dl": ("volume", 100.0),
    "unit:ml": ("volume", 1.0),
    "unit:part": ("share", 1.0),
    "unit:pct": ("share", 0.01),
    "unit:eur": ("eur", 1.0),
    "unit:cent": ("eur", 0.01),
    "unit:gbp": ("gbp", 1.0),
    "unit:pence": ("gbp", 0.01),
    "unit:rub": ("rub", 1.0),
    "unit:kopeck": ("rub", 0.01),
    "unit:cny": ("cny", 1.0),
    "unit:jiao": ("cny", 0.1),
}  # fmt: skip - a table
PERIODS = frozenset(
    ("unit:h", "unit:d", "unit:wk", "unit:mo", "unit:quarter", "unit:halfyear", "unit:y", "unit:qh")
)
MONEY = frozenset(
    ("unit:eur", "unit:gbp", "unit:usd", "unit:chf", "unit:rub", "unit:cny", "unit:jpy")
)
PART = "unit:part"  # of a whole: `a third of the plots`


class Quantity(Struct, frozen=True):
    """The values that a number may be read as, and its unit; empty if it has none."""

    values: frozenset[float]
    unit: str
    word: Word
    about: bool
    is_clock: bool = False  # a time of day
    side: str = ""  # `under` if it is nearly reached, `over` if just passed; `above`, `below`
    periods: frozenset[str] = frozenset()  # that it is the price of: a month
    loosely: frozenset[float] = frozenset()  # what it says in another unit: 15 days, two weeks
    parts: frozenset[float] = frozenset()  # as scaled, of 2 hours and 30 minutes

    @property
    def scaled(self) -> tuple[str, frozenset[float]]:
        kind, factor = SCALES.get(self.unit, (self.unit, 1.0))
        return kind, frozenset(round(value * factor, 4) for value in self.values)


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
    parts = (whole.parts or whole.scaled[1]) | part.scaled[1]
    return replace(whole, values=values, parts=parts)


def _add_single(part: Quantity, unit: Word, words: Sequence[Word]) -> Quantity:
    """Add a number to a single hour or year, which has none: `an hour and ten minutes`.

    `Within a year 3 months are free` are three months.
    """
    repeated = any(each.has("quant") for each in words[max(0, unit.place - 1) : unit.place])
    if repeated or _is_apart(part, unit, words) or SCALES[part.unit][0] not in _SPANS:
        return part
    whole = replace(part, values=frozenset({1.0}), unit=_find_larger(part, unit), word=unit)
    return _add(whole, part)


def _is_apart(part: Quantity, unit: Word, words: Sequence[Word]) -> bool:
    """Tell if a clause begins with a unit, and a number stands right behind it."""
    if unit.place + 1 != part.word.place:
        return False
    before = takewhile(lambda each: each.clause == unit.clause, reversed(words[: unit.place]))
    return not any(each.term for each in before)
