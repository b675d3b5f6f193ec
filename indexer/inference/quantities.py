"""Numbers with their units: which of them say the same, round, sum up or convert another."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from indexer.inference.reading import READINGS, Reading, Word

_TIME = re.compile(r"(\d{1,2})[:.h](\d\d)")
_GROUPS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_SCALES = {
    "unit:s": ("time", 1.0),
    "unit:min": ("time", 60.0),
    "unit:h": ("time", 3600.0),
    "unit:d": ("time", 86400.0),
    "unit:wk": ("time", 604800.0),
    "unit:mo": ("months", 1.0),
    "unit:y": ("months", 12.0),
    "unit:km": ("length", 1e3),
    "unit:m": ("length", 1.0),
    "unit:cm": ("length", 1e-2),
    "unit:mm": ("length", 1e-3),
    "unit:kg": ("mass", 1e3),
    "unit:g": ("mass", 1.0),
    "unit:t": ("mass", 1e6),
    "unit:l": ("volume", 1e3),
    "unit:ml": ("volume", 1.0),
}  # fmt: skip - a table
_NEAR = 0.07  # how far a number may be from one that is said to be about it
_MOST = 24  # numbers that are tried for sums
_HALF_DAY = frozenset({"daypart:afternoon", "daypart:evening", "daypart:night"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """The values that a number may be read as, and its unit; empty if it has none."""

    values: frozenset[float]
    unit: str
    word: Word
    about: bool

    @property
    def scaled(self) -> tuple[str, frozenset[float]]:
        kind, factor = _SCALES.get(self.unit, (self.unit, 1.0))
        return kind, frozenset(round(value * factor, 4) for value in self.values)


@lru_cache(maxsize=READINGS)
def find_quantities(reading: Reading) -> tuple[Quantity, ...]:
    """Find the numbers of a text, in figures or words."""
    return tuple(_find_quantities(reading.words))


def _find_quantities(words: Sequence[Word]) -> Iterator[Quantity]:
    taken = 0
    for at, word in enumerate(words):
        values = _read_values(word) if at >= taken else frozenset[float]()
        if not values:
            continue
        last, values = _compose(words, at, values)
        taken = last + 1
        unit = _find_unit(words, last)
        if word.has("quant:half") and not unit:
            continue
        near = words[max(0, at - 2) : at]
        about = any("rel:about" in each.marks for each in near) or "rel:about" in word.relations
        yield Quantity(values | _shift_to_evening(words, last, values), unit, word, about)


def _compose(
    words: Sequence[Word], at: int, values: frozenset[float]
) -> tuple[int, frozenset[float]]:
    """Compose a number of several words: `five thousand`, `twenty five`. Returns its last word."""
    total, last = max(values), at
    for place in range(at + 1, min(at + 4, len(words))):
        following = max(_read_named(words[place]), default=0.0)
        if not following or words[place].clause != words[at].clause:
            break
        if following in (100, 1000) and total < following:
            total, last = total * following, place
        elif (total % 10 == 0 and following < 10) or (total % 100 == 0 and following < 100):
            total, last = total + following, place
        else:
            break
    return (at, values) if last == at else (last, frozenset({total}))


def _read_named(word: Word) -> frozenset[float]:
    named = (mark for mark in word.marks if mark.startswith("num:"))
    return frozenset(float(mark.removeprefix("num:")) for mark in named)


def _read_values(word: Word) -> frozenset[float]:
    if word.is_number:
        return _parse_figures(word.text)
    if word.has("quant:half"):
        return frozenset({0.5})
    return _read_named(word)


def _parse_figures(text: str) -> frozenset[float]:
    found = set[float]()
    if time := _TIME.fullmatch(text):
        found.add(int(time[1]) + int(time[2]) / 60)
    plain = text.replace(",", ".")
    if _GROUPS.fullmatch(text):
        found.add(float(re.sub(r"\D", "", text)))
    if plain.count(".") <= 1 and ":" not in plain:
        found.add(float(plain))
    return frozenset(found) or frozenset({float(re.sub(r"\D", "", text)[:15])})


def _find_unit(words: Sequence[Word], at: int) -> str:
    near = [*words[at + 1 : at + 3], *reversed(words[max(0, at - 1) : at])]
    for each in near:
        units = sorted(mark for mark in each.marks if mark.startswith("unit:"))
        if units and each.sentence == words[at].sentence:
            return units[0]
        if each.is_number:
            break
    return ""


def _shift_to_evening(words: Sequence[Word], at: int, values: frozenset[float]) -> frozenset[float]:
    near = words[at + 1 : at + 4]
    if not any(not _HALF_DAY.isdisjoint(each.marks) for each in near):
        return frozenset()
    return frozenset(value + 12 for value in values if 0 < value <= 12)


def same_quantity(said: Quantity, known: Quantity) -> bool:
    """Tell if two numbers are one, in another unit or about."""
    kind, values = said.scaled
    other, others = known.scaled
    if kind and other and kind != other:
        return False
    if not (kind and other):
        values, others = said.values, known.values
    if values & others:
        return True
    return said.about and any(_is_near(one, two) for one in values for two in others)


def _is_near(one: float, two: float) -> bool:
    return abs(one - two) <= _NEAR * max(abs(one), abs(two))


_PERIODS = frozenset(("unit:h", "unit:d", "unit:wk", "unit:mo", "unit:y"))


def list_periods(words: Sequence[Word]) -> frozenset[str]:
    """List the units of time that stand without a number, as in `a month`."""
    return frozenset(
        mark
        for at, word in enumerate(words)
        for mark in word.marks & _PERIODS
        if not any(_read_values(each) for each in words[max(0, at - 2) : at])
    )


def is_computed(said: Quantity, known: Sequence[Quantity]) -> bool:
    """Tell if a number is the sum or difference of two others, or a span of years between them."""
    kind, values = said.scaled
    if not kind:
        return False
    like = [each for each in known if _is_like(kind, each)][:_MOST]
    return any(not values.isdisjoint(_combine(one, other)) for one, other in combinations(like, 2))


def _is_like(kind: str, known: Quantity) -> bool:
    if kind == "months":
        return not known.unit and any(1500 < value < 2100 for value in known.values)
    return known.scaled[0] == kind


def _combine(one: Quantity, other: Quantity) -> frozenset[float]:
    years = 12.0 if not one.unit and any(1500 < value < 2100 for value in one.values) else 1.0
    sums = (a + b for a in one.scaled[1] for b in other.scaled[1])
    differences = (abs(a - b) * years for a in one.scaled[1] for b in other.scaled[1])
    return frozenset(round(value, 4) for value in (*sums, *differences))
