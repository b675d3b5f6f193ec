"""The numbers a text names, in figures or in small number words, in one form; times of day too."""

import re
from functools import cache

from indexer.text.normalize import fold, unify
from indexer.text.word_lists import ListName, build_alternatives, load_all_words

_FIGURES = re.compile(r"\d+(?:[.,:]\d+)*")


def numbers(text: str) -> frozenset[str]:
    """`1,300`, `1.300` and `1300` are one number, and so are `6` and `six`."""
    unified = unify(text)
    figures = (re.sub(r"\D", "", found).lstrip("0") or "0" for found in _FIGURES.findall(unified))
    words = (_value(word) for word in _word().findall(unified))
    return frozenset((*figures, *words))


def times(text: str) -> frozenset[str]:
    """The times of day in 24 hours, as `numbers` has them: `ten in the evening` is 2200."""
    return frozenset(_hours(found) for found in _time().finditer(" ".join(unify(text).split())))


def _hours(found: re.Match[str]) -> str:
    said = found["hour"]
    hour = int(said if said.isdigit() else _value(said))
    if found["morning"] or found["later"]:
        hour = hour % 12 + 12 * bool(found["later"])
    return str(100 * hour + int(found["minute"] or 0))


def _value(word: str) -> str:
    return _values("number_signs").get(word) or _values("numbers")[fold(word)]


@cache
def _values(name: ListName) -> dict[str, str]:
    """Folded word -> its number."""
    entries = (entry.split(" ", 1) for entry in load_all_words(name))
    return {fold(word): value.lstrip("0") for value, word in entries}


def _written(name: ListName) -> str:
    """The words of a list of numbers, for a pattern."""
    return build_alternatives({entry.split(" ", 1)[1] for entry in load_all_words(name)})


@cache
def _word() -> re.Pattern[str]:
    words, signs = _written("numbers"), _written("number_signs")
    return re.compile(rf"\b(?:{words})\b|{signs}", re.IGNORECASE)


@cache
def _time() -> re.Pattern[str]:
    mornings = build_alternatives(load_all_words("mornings"))
    later = build_alternatives(load_all_words("afternoons"))
    hours = build_alternatives(load_all_words("hour_words"))
    return re.compile(
        rf"\b(?P<hour>\d{{1,2}}|{_written('numbers')})(?:[:.](?P<minute>\d\d))?"
        rf"\s*(?:(?P<morning>a\.?m\b|{mornings})|(?P<later>p\.?m\b|{later})|(?:{hours})\b)",
        re.IGNORECASE,
    )
