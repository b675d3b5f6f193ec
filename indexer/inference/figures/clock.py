"""Reads times of day in words: `half past seven`, `Viertel vor acht`, `huit heures moins le quart`.

Each reading gives the hours that may be meant: without a part of the day, `six` is 6 or 18 o'clock.
"""

from collections.abc import Sequence

from indexer.inference.reading import Word

_LATE = frozenset({"daypart:afternoon", "daypart:evening", "daypart:night"})
_EARLY = frozenset({"daypart:morning"})
_SPOKEN = (5.0, 10.0, 20.0, 25.0)  # minutes that are counted to or from an hour
_LAST_HOUR = 24
_BEGUN = "hour_begun:"


def read_clock(words: Sequence[Word], at: int) -> tuple[int, frozenset[float]]:
    """Read a time that begins at a word: its last word, and the hours; none if it is no time."""
    for read in (_read_before_hour, _read_half_to, _read_begun_hour, _read_behind_hour):
        last, hour = read(words, at)
        if hour is not None:
            return last, expand_hour(words, at, last, hour)
    return at, frozenset()


def expand_hour(words: Sequence[Word], first: int, last: int, hour: float) -> frozenset[float]:
    """List the hours of 24 that a spoken one may be, by the part of the day beside it."""
    hour = round(hour, 4)
    if not 0 < hour <= _LAST_HOUR / 2 + 1:
        return frozenset({hour})
    marks = _find_daypart(words, first, last)
    if marks & _LATE and hour <= _LAST_HOUR / 2:
        return frozenset({round(hour + 12, 4)})
    return frozenset({hour}) if marks & _EARLY else frozenset({hour, round(hour + 12, 4)})


def _find_daypart(words: Sequence[Word], first: int, last: int) -> frozenset[str]:
    """Find the part of the day that stands nearest: `from 9 am to 3 pm`."""
    before = enumerate(reversed(words[max(0, first - 2) : first]))
    after = enumerate(words[last + 1 : last + 4])
    # `and` begins a clause: `seven in the morning and nine in the evening`.
    here = words[first].clause
    near = [
        (each.clause != here, away, each.marks)
        for away, each in (*before, *after)
        if each.has("daypart")
    ]
    return min(near, key=lambda found: found[:2])[2] if near else frozenset()


def _read_before_hour(words: Sequence[Word], at: int) -> tuple[int, float | None]:
    """Read `quarter past ten`, `zehn nach acht`."""
    part = _read_part(words[at])
    turn = _find_turn(words, at + 1, ("clock:past", "clock:to"))
    if part is None or turn is None:
        return at, None
    hour = _read_hour(words, turn + 1, alone=False)
    spoken = not words[at].has("num") or part * 60 in _SPOKEN
    if hour is None or not spoken:
        return at, None
    before = "clock:to" in words[turn].marks
    if before and any(each.has("unit") for each in words[turn + 2 : turn + 3]):
        return at, None  # "28 to 8 days"
    # `from ten to twelve` is a range; a quarter is none.
    if before and words[at].has("num") and "rel:in" not in words[at].relations:
        return at, None
    return turn + 1, hour - part if before else hour + part


def _read_half_to(words: Sequence[Word], at: int) -> tuple[int, float | None]:
    """Read `halb acht`, which is half past seven."""
    hour = None
    if "clock:half_to" in words[at].marks:
        hour = _read_hour(words, at + 1, alone=False)
    return at + 1, None if hour is None else hour - 0.5


def _read_begun_hour(words: Sequence[Word], at: int) -> tuple[int, float | None]:
    """Read `четверть десятого`, a quarter of the tenth hour, which is 9:15."""
    part = _read_part(words[at])
    last = at + 1 + any(each.has("unit:min") for each in words[at + 1 : at + 2])
    begun = [
        mark for each in words[last : last + 1] for mark in each.marks if mark.startswith(_BEGUN)
    ]
    if part is None or not begun:
        return at, None
    return last, float(begun[0].removeprefix(_BEGUN)) - 1 + part


def _read_behind_hour(words: Sequence[Word], at: int) -> tuple[int, float | None]:
    """Read `sept heures et quart`, `las seis menos cuarto`."""
    hour = _read_hour(words, at)
    after = at + 1 + any(each.has("unit:h") for each in words[at + 1 : at + 2])
    turn = _find_turn(words, after, ("clock:plus", "clock:minus"))
    if hour is None or turn is None or turn + 1 >= len(words):
        return at, None
    part = _read_part(words[turn + 1])
    if part is None or not (words[turn + 1].marks & {"clock:quarter", "clock:half"}):
        return at, None
    return turn + 1, hour - part if "clock:minus" in words[turn].marks else hour + part


def _find_turn(words: Sequence[Word], at: int, turns: Sequence[str]) -> int | None:
    here = words[at : at + 1]
    return at if any(not each.marks.isdisjoint(turns) for each in here) else None


def _read_part(word: Word) -> float | None:
    if "clock:quarter" in word.marks:
        return 0.25
    if "clock:half" in word.marks:
        return 0.5
    value = _read_number(word)
    return value / 60 if value is not None and 0 < value < 60 else None


def _read_hour(words: Sequence[Word], at: int, *, alone: bool = True) -> float | None:
    """Read an hour; `one` is no number where it stands alone."""
    for word in words[at : at + 1]:
        if word.has("one") and not alone:
            return 1.0
        for mark in word.marks:
            if mark.startswith("hour:"):
                return float(mark.removeprefix("hour:"))
        value = _read_number(word)
        if value is not None and 0 <= value <= _LAST_HOUR and value == int(value):
            return value
    return None


def _read_number(word: Word) -> float | None:
    if word.text.isdigit() and word.text.isascii():
        return float(word.text[:4])
    named = [mark for mark in word.marks if mark.startswith("num:")]
    return float(named[0].removeprefix("num:")) if len(named) == 1 else None
