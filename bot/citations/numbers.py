"""Extracts the numbers of a text, in figures or number words, in one form; times of day too."""

import re
from functools import cache

from indexer.text.normalize import fold, unify
from indexer.text.word_lists import ListName, build_alternatives, load_all_words

_FIGURES = re.compile(r"\d+(?:[.,:]\d+)*")


def extract_numbers(text: str) -> frozenset[str]:
    """Extract numbers: `1,300`, `1.300` and `1300` are one, and so are `6` and `six`."""
    unified = unify(text)
    figures = (re.sub(r"\D", "", found).lstrip("0") or "0" for found in _FIGURES.findall(unified))
    words = (_convert_word(word) for word in _compile_word().findall(unified))
    return frozenset((*figures, *words))


def extract_times(text: str) -> frozenset[str]:
    """Extract times of day in 24 hours, in the same form: `ten in the evening` is 2200."""
    return frozenset(
        _format_hours(found) for found in _compile_time().finditer(" ".join(unify(text).split()))
    )


def _format_hours(found: re.Match[str]) -> str:
    text = found["hour"]
    hour = int(text if text.isdigit() else _convert_word(text))
    if found["morning"] or found["later"]:
        hour = hour % 12 + 12 * bool(found["later"])
    return str(100 * hour + int(found["minute"] or 0))


def _convert_word(word: str) -> str:
    return _load_values("number_signs").get(word) or _load_values("numbers")[fold(word)]


@cache
def _load_values(name: ListName) -> dict[str, str]:
    """Load a list of numbers: folded word -> its number."""
    entries = (entry.split(" ", 1) for entry in load_all_words(name))
    return {fold(word): value.lstrip("0") for value, word in entries}


def _build_alternatives(name: ListName) -> str:
    """Build a pattern of the words of a list of numbers."""
    return build_alternatives({entry.split(" ", 1)[1] for entry in load_all_words(name)})


@cache
def _compile_word() -> re.Pattern[str]:
    words, signs = _build_alternatives("numbers"), _build_alternatives("number_signs")
    return re.compile(rf"\b(?:{words})\b|{signs}", re.IGNORECASE)


@cache
def _compile_time() -> re.Pattern[str]:
    mornings = build_alternatives(load_all_words("mornings"))
    later = build_alternatives(load_all_words("afternoons"))
    hours = build_alternatives(load_all_words("hour_words"))
    return re.compile(
        rf"\b(?P<hour>\d{{1,2}}|{_build_alternatives('numbers')})(?:[:.](?P<minute>\d\d))?"
        rf"\s*(?:(?P<morning>a\.?m\b|{mornings})|(?P<later>p\.?m\b|{later})|(?:{hours})\b)",
        re.IGNORECASE,
    )
