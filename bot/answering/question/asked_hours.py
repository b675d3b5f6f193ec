"""Finds the hour that a question names, and the hours from one to another in a text: "at 5 pm".

Who may come at 17 is told by "16 to 18", and not by "8 to 10".
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from indexer.inference.figures.quantities import find_quantities, is_rate
from indexer.inference.figures.ranges import Amount, Range
from indexer.inference.figures.units import Quantity
from indexer.inference.reading import read_text
from indexer.late_patterns import compile_late
from indexer.text.normalize import fold, unify

HOURLY = "clock"  # the kind of amounts that are hours
KEPT = 1024
_NOON, _DAY = 12.0, 24.0
_TIME = (
    r"(?P<hour{n}>[01]?\d|2[0-4])(?:\s?[:.h]\s?(?P<minutes{n}>[0-5]\d))?(?!\d)"
    r"(?:\s?(?P<mark{n}>[ap]\.?m\b\.?|uhr\b|uur\b|h\b|час\w{{0,3}}|год\w{{0,2}}\b|[点點时時](?!間|间)))?"
)
_SPAN = compile_late(
    rf"(?<![\d.,:/€$£₽-]){_TIME.format(n=1)}"
    r"\s?(?:[-–—~〜～]|to|till|until|bis|(?P<shared>a|alle|as)|tot|до|到|至|から)\s?"
    r"(?:las\s|le\s|les\s)?"
    rf"{_TIME.format(n=2)}(?![.,:/]\d|\s?[%€$£₽])"
)
# "a" and "as" are no words for a range in each language.
_OPENING_WORD = compile_late(r"\s?[^\W\d]")
_NEAR, _FEW = 40, 3  # characters and words behind an hour


def find_asked_hours(word: str, text: str, language: str) -> tuple[Amount, ...]:
    """Find the hours that a number of a question may be; a bare "at 5" may be in the afternoon."""
    figures = re.match(r"\d+", word)
    found = find_quantities(read_text(text, language)) if figures else ()
    named = next((each for each in found if each.word.text.startswith(word)), None)
    if figures is None or named is None or max(named.values) > _DAY:
        return ()
    if named.is_clock:
        return tuple(Amount(HOURLY, each, named.word.text) for each in sorted(named.values))
    if named.unit not in ("", "unit:h") or not _follows_preposition(figures[0], text, language):
        return ()
    return tuple(Amount(HOURLY, each, named.word.text) for each in _list_halves(named))


def _follows_preposition(figures: str, text: str, language: str) -> bool:
    """Return whether a number is an hour by what stands before it: "a las 19", "om 8 uur"."""
    from indexer.text.dates.bare_times import names_bare_time  # needs what finds dates

    before = text[: text.index(figures) + len(figures)] if figures in text else ""
    return names_bare_time(fold(unify(before)), language)


def _list_halves(quantity: Quantity) -> list[float]:
    early = min(quantity.values)
    return [early] if early > _NOON else [early, early + _NOON]


@lru_cache(maxsize=KEPT)
def find_spans_of_hours(text: str, language: str, *, opening: bool = False) -> tuple[Range, ...]:
    """Find the hours from one to another; `opening` where bare figures are hours, too: "9-17"."""
    found = _SPAN.finditer(fold(unify(text)))
    spans = (each for each in found if opening or _tells_hours(each, language))
    return tuple(each for span in spans for each in _read_span(span))


def _tells_hours(found: re.Match[str], language: str) -> bool:
    """Return whether figures are hours by themselves: not "9:30 a 5 km race"."""
    behind = found.string[found.end() :]
    second = found["minutes2"] or found["mark2"]
    if found["minutes1"] or found["mark1"]:
        return bool(second) or not found["shared"] or not _OPENING_WORD.match(behind)
    if found["mark2"] == "h" and not found["minutes2"]:
        return not _opens_with_period(behind, language)
    return bool(second)


def _opens_with_period(text: str, language: str) -> bool:
    """Return whether a text opens with what a rate is of: "per week", "par jour"."""
    words = read_text(text[:_NEAR], language).words[:_FEW]
    return any(is_rate(words[:number]) for number in range(1, len(words) + 1))


def _read_span(found: re.Match[str]) -> Iterator[Range]:
    low, high = _read_hour(found, 1), _read_hour(found, 2)
    if _is_late(found, 2) and not found["mark1"] and low + _NOON < high:
        low += _NOON  # "2-5 pm"
    if high <= low < _NOON + high and not found["mark2"] and _is_of_twelve(found, low):
        high += _NOON  # "9 am to 5", "9:00 to 5:00"
    if low < high:
        yield Range(HOURLY, low, high)
        return
    yield Range(HOURLY, low, _DAY)
    yield Range(HOURLY, 0.0, high)


def _read_hour(found: re.Match[str], n: int) -> float:
    hour, mark = float(found[f"hour{n}"]), found[f"mark{n}"] or ""
    hour = hour % _NOON + _NOON * _is_late(found, n) if mark[:1] in ("a", "p") and mark else hour
    return hour + int(found[f"minutes{n}"] or 0) / 60


def _is_of_twelve(found: re.Match[str], hour: float) -> bool:
    """Return whether a first hour may be of half a day: 14:00 counts all 24."""
    return (found["mark1"] or "")[:1] in ("a", "p") if found["mark1"] else hour < _NOON + 1


def _is_late(found: re.Match[str], n: int) -> bool:
    return (found[f"mark{n}"] or "").startswith("p")
