"""Numbers with their units: which of them say the same, or round another."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from indexer.inference.figures.clock import expand_hour, read_clock
from indexer.inference.figures.units import MONEY, PART, PERIODS, SCALES, Quantity, join_durations
from indexer.inference.reading import READINGS, Reading, Word
from indexer.late_patterns import compile_late

_TIME = compile_late(r"(\d{1,2})[:.h](\d\d)")
_GROUPS = compile_late(r"\d{1,3}(?:[.,]\d{3})+")
# What is one of its kind where it has no number: `a kilo`, `a fortnight`.
_SINGLE = PERIODS | {"unit:fortnight", "unit:jin", "unit:kg", "unit:km", "unit:l", "unit:t"}
_MULTIPLIERS = (12, 100, 1000, 1e6, 1e9)
_HOUR = "unit:h"
_FIRST_YEAR, _LAST_YEAR = 1500, 2100
_NOON = 12.0
_SIZES = frozenset(("area", "length", "mass", "volume"))
_AROUND = 12  # words
# Numbers of days that stand for one or two weeks: `quinze jours`, `acht Tage`.
_WEEKS: Mapping[str, Mapping[float, float]] = {
    "de": {8.0: 7.0},
    **{language: {8.0: 7.0, 15.0: 14.0} for language in ("es", "fr", "it", "pt")},
}
_RANGING = frozenset(("rel:to", "rel:until", "conj:or"))
_PARTING = frozenset(("rel:of", "rel:from"))
_HALVES = frozenset(("am", "pm", "a.m", "p.m"))  # of a day
_PER, _OF = frozenset(("je", "per", "pro")), "rel:of"


@lru_cache(maxsize=READINGS)
def find_quantities(reading: Reading) -> tuple[Quantity, ...]:
    """Find the numbers of a text, in figures or words."""
    weeks = _WEEKS.get(reading.language, {})
    found = join_durations(_find_quantities(reading.words), reading.words)
    return tuple(_loosen(each, weeks) for each in found)


def _loosen(quantity: Quantity, weeks: Mapping[float, float]) -> Quantity:
    """Add the weeks that a number of days stands for."""
    if quantity.unit != "unit:d" or quantity.values.isdisjoint(weeks):
        return quantity
    days = (weeks[each] for each in quantity.values if each in weeks)
    seconds = SCALES["unit:d"][1]
    return replace(quantity, loosely=frozenset(each * seconds for each in days))


def _find_quantities(words: Sequence[Word]) -> Iterator[Quantity]:
    taken = 0
    before: Quantity | None = None
    for at, counted in enumerate(_list_counted_before(words)):
        if at < taken:
            continue
        last, quantity = _read_quantity(words, at)
        if quantity is not None:
            taken = last + 1
            left_out = (
                before is None
                or before.unit in MONEY
                or _is_elliptic(before.word, counted, words[at])
            )
            whole = _take_unit(quantity, before, words[taken : taken + 1]) if left_out else quantity
            before = whole if whole.unit or before is None else before
            yield whole


def _take_unit(quantity: Quantity, before: Quantity | None, following: Sequence[Word]) -> Quantity:
    """Give a number the unit that it leaves out: `up to 90 euros, in Paris up to 140`."""
    if before is None or not _may_leave_out(before.unit) or quantity.unit or quantity.is_clock:
        return quantity
    word = quantity.word
    counting = any(each.counts and each.clause == word.clause for each in following)
    dated = any(_FIRST_YEAR < value < _LAST_YEAR for value in quantity.values)
    if before.word.sentence != word.sentence or counting or dated or not word.is_number:
        return quantity
    return replace(quantity, unit=before.unit)


def _list_counted_before(words: Sequence[Word]) -> Iterator[Word | None]:
    """Yield, for each word, the last one before it that says something else than a unit."""
    last: Word | None = None
    for each in words:
        yield last
        last = each if each.counts and not each.has("unit") else last


def _is_elliptic(before: Word, counted: Word | None, word: Word) -> bool:
    """Tell if a number opens its clause or follows another one: `and 50 in hills`, `6 by 4`."""
    return counted is None or counted.clause != word.clause or counted.place < before.place


def _may_leave_out(unit: str) -> bool:
    """Tell if a second number may leave out a unit: `90 kilometres on flat roads, 50 in hills`."""
    return unit in MONEY or (unit in SCALES and SCALES[unit][0] in _SIZES)


def _read_quantity(words: Sequence[Word], at: int) -> tuple[int, Quantity | None]:
    """Read the quantity that begins at a word, and where it ends."""
    word = words[at]
    near = words[max(0, at - 2) : at]
    about = any("rel:about" in each.marks for each in near) or "rel:about" in word.relations
    last, hours = read_clock(words, at)
    if hours:
        return last, Quantity(hours, "", word, about, is_clock=True)
    values = _read_values(word)
    if not values:
        last, half = _read_one_and_half(words, at, about=about)
        return (last, half) if half else _read_single_coin(words, at, about=about)
    last, values = _compose(words, at, values)
    unit = _find_unit(words, last, back=not _is_part(word))
    last, unit, values = _add_parts(words, last, unit, values)
    unit = unit or _share_unit(words, last) or (PART if last == at and _is_part(word) else "")
    clock = (unit in ("", _HOUR) or ":" in word.text) and _is_clock(words, at, last)
    if unit and unit != _HOUR and word.is_number:
        values = _drop_minutes(word.text, values)
    if clock:
        values = frozenset(hour for each in values for hour in _read_hours(words, (at, last), each))
    return last, Quantity(
        values, unit, word, about, clock, _find_side((*near, word)), _find_periods(words, last)
    )


def _find_periods(words: Sequence[Word], last: int) -> frozenset[str]:
    """Find the period that an amount is the price of: `12 euros a month`, `for a year 24`."""
    near = words[max(0, last - 4) : last + 5]
    return frozenset(
        mark for each in near if each.clause == words[last].clause for mark in each.marks & PERIODS
    )


def _find_side(words: Sequence[Word]) -> str:
    """Find on which side of the number the true one is said to be."""
    sides = (mark for each in words for mark in each.marks if mark.startswith("near:"))
    return next(sides, "").removeprefix("near:")


def _read_single_coin(
    words: Sequence[Word], at: int, *, about: bool
) -> tuple[int, Quantity | None]:
    """Read `one euro fifty`, whose `one` is taken for a pronoun."""
    unit = min(words[at].marks & MONEY, default="")
    # `€60` has its number behind the sign.
    if not unit or not words[at].text.isalpha() or (at and _read_values(words[at - 1])):
        return at, None
    last, unit, values = _add_parts(words, at - 1, unit, frozenset({1.0}))
    return last, Quantity(values, unit, words[at], about) if last > at else None


def _is_part(word: Word) -> bool:
    return word.has("share") or word.has("quant:half")


def _read_one_and_half(
    words: Sequence[Word], at: int, *, about: bool
) -> tuple[int, Quantity | None]:
    """Read `an hour and a half` or a quarter, whose article is taken for no number."""
    units = words[at].marks & PERIODS
    behind = words[at + 1 : at + 4]
    if not units or len(behind) < 2 or _is_numbered(words, at):
        return at, None
    joined = behind[0].has("clock:plus") or behind[0].has("conj:and")
    half = behind[1].has("clock:half") or behind[1].has("quant:half")
    part = 0.5 if half else 0.25 * behind[1].has("clock:quarter")
    if not (joined and part) or any(each.has("unit") for each in behind[2:]):
        return at, None
    return at + 2, Quantity(frozenset({1 + part}), min(units), words[at], about)


def _is_clock(words: Sequence[Word], at: int, last: int) -> bool:
    if ":" in words[at].text or words[at].has("hour"):
        return True
    following = words[last + 1 : last + 4]
    if any(each.has("clock:hour") or each.text.lower() in _HALVES for each in following[:1]):
        return True
    if _begins_range(words, last) and _is_clock(words, last + 2, last + 2):
        return True
    behind = (each for each in following[1:] if each.clause == words[at].clause)
    return any(each.has("daypart") for each in behind)


def _read_hours(words: Sequence[Word], span: tuple[int, int], hour: float) -> frozenset[float]:
    """List the hours that a number means: `6 pm` is 18, `06:00` is 6."""
    first, last = span
    near = (*words[max(0, first - 2) : first], *words[last + 1 : last + 4])
    if words[first].has("hour") or words[first].text.startswith("0"):
        return frozenset({hour})
    if any(each.has("daypart") for each in near):
        return expand_hour(words, first, last, hour)
    # `The stalls open at 4 pm, the fireworks begin at 8.`
    if 0 < hour < _NOON and _is_told_by_halves(words, first):
        return frozenset({hour, hour + _NOON})
    return frozenset({hour})


def _is_told_by_halves(words: Sequence[Word], at: int) -> bool:
    """Tell if another time of the sentence has its part of the day beside it."""
    around = words[max(0, at - _AROUND) : at + _AROUND]
    return any(each.has("daypart") and each.sentence == words[at].sentence for each in around)


def _add_parts(
    words: Sequence[Word], last: int, unit: str, values: frozenset[float]
) -> tuple[int, str, frozenset[float]]:
    """Add what stands behind a unit: `one euro fifty`, `une heure et demie`."""
    after = words[last + 1 : last + 4]
    if not after or unit not in after[0].marks:
        return last, unit, values
    if unit in MONEY and len(after) > 1 and after[1].clause == words[last].clause:
        part = max(_read_values(after[1]), default=0.0)
        measured = any(each.has("unit") for each in after[2:3])
        if 0 < part < 100 and part == int(part) and not measured:
            return last + 2, unit, frozenset(value + part / 100 for value in values)
    if len(after) > 2 and after[1].has("clock:plus") and after[2].has("clock:half"):
        return last + 3, unit, frozenset(value + 0.5 for value in values)
    return last, unit, values


def _compose(
    words: Sequence[Word], at: int, values: frozenset[float]
) -> tuple[int, frozenset[float]]:
    """Compose a number of several words: `five thousand`, `twenty five`. Returns its last word."""
    total, last = max(values), at
    for place in range(at + 1, min(at + 4, len(words))):
        following = max(_read_named(words[place]), default=0.0)
        if not following or words[place].clause != words[at].clause:
            break
        if following in _MULTIPLIERS and total < following:
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
    if word.has("hour"):
        return frozenset(float(each[5:]) for each in word.marks if each.startswith("hour:"))
    if word.is_number:
        return _parse_figures(word.text)
    named = _read_named(word) or _read_shares(word)
    return named or frozenset({0.5} if word.has("quant:half") else ())


def _read_shares(word: Word) -> frozenset[float]:
    named = (mark for mark in word.marks if mark.startswith("share:"))
    return frozenset(float(Fraction(mark.removeprefix("share:"))) for mark in named)


def _parse_figures(text: str) -> frozenset[float]:
    found = set[float]()
    if time := _TIME.fullmatch(text):
        found.add(round(int(time[1]) + int(time[2]) / 60, 4))
    plain = text.replace(",", ".")
    if _GROUPS.fullmatch(text):
        found.add(float(re.sub(r"\D", "", text)))
    if plain.count(".") <= 1 and ":" not in plain:
        found.add(float(plain))
    return frozenset(found) or frozenset({float(re.sub(r"\D", "", text)[:15])})


def _find_unit(words: Sequence[Word], at: int, *, back: bool = True) -> str:
    """Find the unit of a number: its own, behind it, or before it, as currencies stand."""
    if own := [mark for mark in words[at].marks if mark.startswith("unit:")]:
        return min(own)  # `полчаса`
    if back and (sign := _find_sign(words, at)):
        return sign
    for place, each in enumerate(words[at + 1 : at + 3], at + 2):
        if not each.text.isalnum() and any(one.is_number for one in words[place : place + 1]):
            break  # `£` belongs to the number behind it
        units = sorted(mark for mark in each.marks if mark.startswith("unit:"))
        if units and each.clause == words[at].clause:
            between = words[at + 1 : place]
            return "" if is_rate(between) and not _is_part_of_hour(words[at], between) else units[0]
        if each.is_figure:
            break
    before = words[at - 1].marks & MONEY if back and at else frozenset[str]()
    return min(before, default="")


def _is_part_of_hour(number: Word, behind: Sequence[Word]) -> bool:
    """Tell if a fraction is one of an hour: `half an hour`, `tre quarti d'ora`."""
    *between, unit = behind
    return _is_part(number) and _HOUR in unit.marks and all(each.has("rel") for each in between)


def is_rate(behind: Sequence[Word]) -> bool:
    """Tell if the last word says how often: `six times a year`, `three per year` are no years."""
    *between, unit = behind
    if unit.marks.isdisjoint(PERIODS) or any(map(_read_values, between)):
        return False
    often = bool(between) and unit.text.lower().endswith("ly")
    return unit.is_led or often or any(map(_is_per, between))


def _is_per(word: Word) -> bool:
    """Tell if a word between a number and a period makes that a rate: `par an`, `every week`."""
    relates = word.has("rel") and _OF not in word.marks
    return relates or word.has("quant:all") or word.text.lower() in _PER


def _find_sign(words: Sequence[Word], at: int) -> str:
    """Find the currency whose sign stands before a number: `£48 a year` is no number of years."""
    before = words[at - 1] if at else words[at]
    ahead = words[max(0, at - 2) : max(0, at - 1)]  # `35 € 40`: the sign is that of the first
    if before.text.isalnum() or any(each.is_number for each in ahead):
        return ""
    return min(before.marks & MONEY, default="")


def _share_unit(words: Sequence[Word], last: int) -> str:
    """Find the unit that stands behind a second number: `from 18 to 20 hours`, `9 of 20 euros`."""
    shared = _begins_range(words, last, _RANGING | _PARTING)
    return _find_unit(words, last + 2, back=False) if shared else ""


def _begins_range(words: Sequence[Word], last: int, joining: frozenset[str] = _RANGING) -> bool:
    """Tell if a number is the first of two: `from 18 to 20`."""
    after = words[last + 1 : last + 3]
    ranging = len(after) == 2 and bool(after[0].marks & joining)
    return ranging and bool(_read_values(after[1]))


def _drop_minutes(text: str, values: frozenset[float]) -> frozenset[float]:
    """Leave out that `1.50` may be ten to two, where it has the unit of something else."""
    if time := _TIME.fullmatch(text):
        return values - {round(int(time[1]) + int(time[2]) / 60, 4)} or values
    return values


def list_implied(words: Sequence[Word]) -> Iterator[Quantity]:
    """List the units that stand without a number as one of them: `a year` is twelve months."""
    for at, word in enumerate(words):
        for unit in word.marks & _SINGLE:
            if not (_is_numbered(words, at) or _goes_on(words, at)):
                yield Quantity(frozenset({1.0}), unit, word, about=False)


def _goes_on(words: Sequence[Word], at: int) -> bool:
    """Tell if a part of one more stands behind a unit: `an hour and a half`, or ten minutes."""
    behind = words[at + 1 : at + 4]
    joined = len(behind) > 1 and (behind[0].has("clock:plus") or behind[0].has("conj:and"))
    if not joined or words[at].marks.isdisjoint(PERIODS):
        return False
    part = any(map(behind[1].has, ("clock:half", "clock:quarter", "quant:half")))
    timed = any("unit:min" in each.marks for each in behind[2:])
    return part or (bool(_read_values(behind[1])) and timed)


def _is_numbered(words: Sequence[Word], at: int) -> bool:
    """Tell if a number belongs to a unit: `64 pounds a month` has no number of months."""
    if _read_values(words[at]):
        return True
    near = words[max(0, at - 2) : at]
    return any(
        bool(_read_values(each))
        and not any(other.has("unit") for other in near[place + 1 :])
        and not _find_sign(words, max(0, at - 2) + place)
        for place, each in enumerate(near)
    )
