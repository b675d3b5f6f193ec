"""Finds the ranges that a text names, and which amounts they include: "under 4", "59 to 30 days".

Months and years are counted in days on average, so that 40 days are within "one to two months". A
number without a unit may be an age: whoever is 73 is "over 70 years".
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from indexer.inference.figures.quantities import find_quantities, is_rate
from indexer.inference.figures.units import Quantity
from indexer.inference.reading import Reading, Word, read_text
from indexer.late_patterns import compile_late
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_folded

KEPT = 1024  # texts
_FIGURES = compile_late(r"\d")
_JOINED = compile_late(  # of numbers, but of no dates or times
    r"(?<![\d.,:/€$£-])(\d{1,6})\s?(?:[-–—~～〜]|to|bis|à|a|do|до|tot|إلى|حتى)\s?(?:\w{1,12}\s)?"
    r"(\d{1,6})(?![\d.,:/€$£%-]*\d)"
)
_FIRST_YEAR, _LAST_YEAR = 1500, 2100
_TIME, _MONTHS, _MONTH = "time", "months", 2_629_800.0  # seconds of one
_YEAR = 12 * _MONTH
_MOST = 1e12  # more is no amount of anything that people ask for
_YEARS, _RATE = "unit:y", "rate"
_AGES = frozenset(("age", "maximum_age", "minimum_age", "old"))  # meanings of "years old"
_OLDEST = 120.0  # years
_BETWEEN = 4  # words from the first number of a range to the second
_DENIED = 3  # words before a number that is compared, and may be denied
_BEFORE, _BEHIND = 2, 3  # words around a number that may say which bound it is
_LOW = frozenset(("rel:min", "rel:after", "rel:from"))
_HIGH = frozenset(("rel:max", "rel:until"))
_FROM = "rel:from"  # a bound where a unit follows: "from 12 Mill Lane" is none
_SINCE, _AFTER, _BY, _OF = "rel:since", "rel:after", "rel:by", "rel:of"
_TO = frozenset(("rel:to", "rel:until"))
# Before an adjective they say the opposite: "less heavy than", "moins lourd que".
_LESS = frozenset(("less", "meno", "menos", "minder", "moins", "weniger"))
_AND, _NOT, _THAN = "conj:and", "neg:not", "rel:than"
_BACKWARDS = "^"  # of a mark: it stands behind what it belongs to


class Amount(Struct, frozen=True):
    """A number of things, or of units of a kind; an age may have neither."""

    kind: str
    value: float
    word: str = ""  # the number as it is written
    is_counted: bool = False  # what is counted stands behind it: "three dogs"

    @property
    def is_age(self) -> bool:
        """Return whether it is a number of years that somebody may be old."""
        years = self.value / _YEAR
        return self.kind == _TIME and years.is_integer() and years <= _OLDEST

    @property
    def may_be_age(self) -> bool:
        return not (self.kind or self.is_counted) and self.value <= _OLDEST


class Range(Struct, frozen=True):
    """All that lies between two amounts of a kind; `inf` where it has no bound."""

    kind: str
    low: float = -inf
    high: float = inf
    has_low: bool = True  # whether the bound itself is in it
    has_high: bool = True
    in_years: bool = False

    @property
    def is_closed(self) -> bool:
        return self.low > -inf and self.high < inf

    def bounds(self, amount: Amount) -> bool:
        """Return whether it includes or excludes an amount: both are of one kind."""
        ends = [each for each in (self.low, self.high) if abs(each) < inf]
        if self.kind == amount.kind and amount.is_age and self._is_short:
            return False
        if self.kind != amount.kind and not self.in_years and max(ends, default=0.0) > _OLDEST:
            return False  # it is of no ages
        return replace(self, low=-inf, high=inf).includes(amount)

    def includes(self, amount: Amount) -> bool:
        if self.kind == amount.kind:
            return self._holds(amount.value) and not (amount.is_age and self._is_short)
        if self.in_years and amount.may_be_age:
            return self._holds(amount.value * _YEAR)
        age = amount.value / _YEAR
        return not self.kind and amount.kind == _TIME and age.is_integer() and self._holds(age)

    @property
    def _is_short(self) -> bool:
        """Return whether it is of less than a year, which is no age: "up to 3 days"."""
        ends = [abs(each) for each in (self.low, self.high) if abs(each) < inf]
        return not self.in_years and max(ends, default=_YEAR) < _YEAR

    def _holds(self, value: float) -> bool:
        above = self.low < value or (self.has_low and value == self.low)
        return above and (value < self.high or (self.has_high and value == self.high))


@lru_cache(maxsize=KEPT)
def find_ranges(text: str, language: str) -> tuple[Range, ...]:
    """Find the ranges of a text in their order; a time of day is no bound of any."""
    text = _write_bounds(text, language)
    reading = read_text(text, language)
    return tuple(_find_ranges(reading, text)) if _may_count(reading, text) else ()


@lru_cache(maxsize=KEPT)
def find_amounts(text: str, language: str) -> tuple[Amount, ...]:
    """Find the amounts of a text, but those that bound a range."""
    text = _write_bounds(text, language)
    reading = read_text(text, language)
    found = _list_counted(reading) if _may_count(reading, text) else []
    return tuple(
        Amount(*_scale(each, max(each.values)), each.word.text, _is_counted(each, reading))
        for each in found
        if not any(_find_bounds(each, reading)) or _passes(each, reading)
    )


def _write_bounds(text: str, language: str) -> str:
    if not _FIGURES.search(text):
        return text
    from indexer.inference.figures.written_bounds import write_bounds  # few texts have figures

    return write_bounds(text, language)


def _is_counted(quantity: Quantity, reading: Reading) -> bool:
    word = quantity.word
    behind = reading.words[word.place + 1 : word.place + 2]
    things = (each for each in behind if each.counts and not each.has("mod"))
    things = (each for each in things if each.topics.isdisjoint(_AGES))
    return any(each.clause == word.clause for each in things)


def _passes(quantity: Quantity, reading: Reading) -> bool:
    """Return whether it is how much has passed when something is so: "after seven years"."""
    return _AFTER in _list_marks(quantity.word, reading.words) and not quantity.side


def _may_count(reading: Reading, text: str) -> bool:
    return bool(_FIGURES.search(text)) or any(each.has("num") for each in reading.words)


def _list_counted(reading: Reading) -> list[Quantity]:
    counted = (_name_rate(each, reading) for each in find_quantities(reading) if each.values)
    return [each for each in counted if max(each.values) < _MOST and _counts(each, reading)]


def _name_rate(quantity: Quantity, reading: Reading) -> Quantity:
    """Return a number that says how often as one of a kind of its own: "three a year" is no age."""
    at = quantity.word.place + 1
    ends = range(at + 1, at + 1 + _BEHIND)
    behind = (reading.words[at:end] for end in ends if end <= len(reading.words))
    rates = not quantity.unit and any(map(is_rate, behind))
    return replace(quantity, unit=_RATE) if rates else quantity


def _counts(quantity: Quantity, reading: Reading) -> bool:
    """Return whether a number counts something: it is no time, day of a month or week, or year."""
    place = quantity.word.place
    near = reading.words[max(0, place - 1) : place + 2]
    year = not quantity.unit and _FIRST_YEAR < max(quantity.values) < _LAST_YEAR
    dated = quantity.word.has("day") or any(each.has("month") for each in near)  # "sexta"
    return not (quantity.is_clock or year or dated)


def _scale(quantity: Quantity, value: float) -> tuple[str, float]:
    """Return the kind of a quantity, and how much of it a value is."""
    kind, amounts = quantity.scaled
    factor = max(amounts) / max(quantity.values) if max(quantity.values) else 1.0
    return (_TIME, value * factor * _MONTH) if kind == _MONTHS else (kind, value * factor)


def _find_ranges(reading: Reading, text: str) -> Iterator[Range]:
    counted = _list_counted(reading)
    pairs = [pair for pair in pairwise(counted) if _is_range(*pair, reading, text)]
    yield from (_span(*pair) for pair in pairs)
    yield from _list_joined(text, pairs)
    ends = {each.word.place for pair in pairs for each in pair}
    for each in counted:
        if each.word.place not in ends:
            yield from _bound(each, reading)


def _list_joined(text: str, pairs: Sequence[tuple[Quantity, Quantity]]) -> Iterator[Range]:
    """List what is written as a range and could be a time as well: "children of 6 to 12"."""
    known = {(one.word.text, other.word.text) for one, other in pairs}
    for found in sorted(_list_written(text)):
        if found not in known:
            low, high = map(float, found)
            if low <= high:  # no "invoice 2024-0387"
                yield Range("", low, high)


@lru_cache(maxsize=KEPT)
def _list_written(text: str) -> frozenset[tuple[str, str]]:
    """List the pairs of numbers that are written as a range."""
    return frozenset(_JOINED.findall(unify(text)))


def _span(first: Quantity, last: Quantity) -> Range:
    """Return the range between two numbers; the unit of the last is that of both."""
    unit = last if last.unit else first
    (kind, one), (_kind, other) = (_scale(unit, max(each.values)) for each in (first, last))
    return Range(kind, min(one, other), max(one, other), in_years=unit.unit == _YEARS)


def _is_range(first: Quantity, last: Quantity, reading: Reading, text: str) -> bool:
    one, other = first.word, last.word
    near = one.sentence == other.sentence and other.place - one.place <= _BETWEEN
    if not near or (first.unit and first.unit != last.unit):
        return False
    if (one.text, other.text) in _list_written(text):
        return True
    between = reading.words[one.place + 1 : other.place]
    falling = not last.unit and max(first.values) > max(last.values)
    if falling or _names_thing(between, reading.language):
        return False  # "by three votes to one"
    marks = frozenset().union(*(each.marks for each in between))
    if _AND in marks:
        return bool(load_folded("between", reading.language) & _fold_all(text))
    worded = not _TO.isdisjoint(marks | other.relations)
    return worded or _ranges_by_sign(between, reading.language)


def _names_thing(words: Sequence[Word], language: str) -> bool:
    signs = load_folded("between", language)
    return any(each.text.isalpha() and not each.marks and each.text not in signs for each in words)


def _ranges_by_sign(between: Sequence[Word], language: str) -> bool:
    """Return whether "from" stands behind the first number, or a sign for "to": 3歳から, 6至."""
    signs = load_folded("between", language)
    return any(f"{_BACKWARDS}{_FROM}" in each.marks or each.text in signs for each in between)


def _bound(quantity: Quantity, reading: Reading) -> Iterator[Range]:
    low, high = _find_bounds(quantity, reading)
    kind, value = _scale(quantity, max(quantity.values))
    in_years = quantity.unit == _YEARS
    if low:
        yield Range(kind, low=value, has_low=quantity.side != "above", in_years=in_years)
    elif high:
        yield Range(kind, high=value, has_high=quantity.side != "below", in_years=in_years)


def _find_bounds(quantity: Quantity, reading: Reading) -> tuple[bool, bool]:
    """Return whether a quantity is the least, and whether it is the most, of what is meant."""
    marks = _list_marks(quantity.word, reading.words)
    compared = _find_compared(quantity.word, reading)
    upwards = _goes_upwards(quantity.word, reading)
    most = bool(marks & _HIGH) and _BY not in marks  # "by three votes"
    high = quantity.side == "below" or compared == "smaller" or most
    counted = quantity.unit or marks.isdisjoint((_FROM, _AFTER))  # "after part 2" bounds nothing
    least = _SINCE in marks or bool(marks & _LOW and counted)
    low = quantity.side == "above" or compared == "larger" or upwards or (least and not high)
    sided = bool(compared or quantity.side)
    denied = _NOT in marks or (sided and _is_denied(quantity.word, reading))
    return (high, low) if denied else (low, high)


def _list_marks(word: Word, words: Sequence[Word]) -> frozenset[str]:
    """List the marks of the words before a number, and of those behind it that look back."""
    ahead = words[max(0, word.place - _BEFORE) : word.place]
    behind = words[word.place + 1 : word.place + 1 + _BEFORE]
    before = (mark for each in ahead if each.clause == word.clause for mark in _list_own(each))
    back = (mark for each in behind for mark in each.marks if mark.startswith(_BACKWARDS))
    return frozenset((*before, *(each.removeprefix(_BACKWARDS) for each in back)))


def _list_own(word: Word) -> frozenset[str]:
    """List the marks of a word; the "de" of "un chien de 25 kg" is no "from"."""
    return word.marks - {_FROM} if _OF in word.marks else word.marks


def _find_compared(word: Word, reading: Reading) -> str:
    """Return `larger` or `smaller` for "heavier than 10 kg" or "shorter than 3 m"."""
    ahead = reading.words[max(0, word.place - _BEFORE) : word.place]
    if len(ahead) < _BEFORE or _THAN not in ahead[-1].marks:
        return ""
    said = fold(ahead[0].text)
    named = ("larger", "smaller")
    found = next((each for each in named if said in load_folded(each, reading.language)), "")
    before = reading.words[max(0, ahead[0].place - 1) : ahead[0].place]
    turned = any(fold(each.text) in _LESS for each in before)
    return named[found == "larger"] if found and turned else found


def _is_denied(word: Word, reading: Reading) -> bool:
    """Return whether "no heavier than 10 kg" is meant, or "not be older than 12"."""
    ahead = reading.words[max(0, word.place - _DENIED) : word.place]
    denying = (each for each in ahead if each.has("neg") and not each.has("near"))  # Arabic "دون"
    if any(each.clause == word.clause for each in denying):
        return True
    # "pas plus lourds que 30 kg": there "que" opens a clause
    compared = reading.words[max(0, word.place - _BEFORE - _DENIED + 1) : word.place - 1]
    return bool(_find_compared(word, reading)) and any(
        each.has("neg") and each.clause == compared[-1].clause for each in compared
    )


def _goes_upwards(word: Word, reading: Reading) -> bool:
    """Return whether "and more" stands behind a number, and behind the noun that it counts."""
    behind = reading.words[word.place + 1 : word.place + 1 + _BEHIND]
    upwards = load_folded("upwards", reading.language)
    joined = (each for before, each in pairwise((word, *behind)) if before.has("conj"))
    return any(fold(each.text) in upwards for each in joined)


@lru_cache(maxsize=KEPT)
def _fold_all(text: str) -> frozenset[str]:
    return frozenset(map(fold, re.findall(r"[^\W\d_]+", unify(text))))
