"""Finds hours and days of the month that only a word beside them shows: "at six", "le 5". Pure.

Before them it is a preposition, behind an hour a part of the day: "from three in the afternoon".

What a noun follows is something else: "at six pounds", "le 5 points".
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from indexer.text.dates.templates import load_pairs
from indexer.text.normalize import fold
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import build_alternatives, load_entries

_HOUR = r"(?:1?\d|2[0-4])"
_DAY = r"(?:[12]?\d|3[01])"
_NO_MORE = r"(?![\d.,:/-]?\d)"  # figures
_DAYS: Mapping[str, str] = {"es": "el dia", "fr": "le au du", "it": "il al dal", "pt": "dia"}
# Where the number itself is marked, only these nouns make another thing of it.
_ORDINALS: Mapping[str, str] = {
    "de": rf"(?:am|zum|vom)\s{_DAY}\.(?!\s(?:jahr|kind|mal|platz|rang|stock|tag))",
    "nl": rf"(?:op|voor)\sde\s{_DAY}e(?!\w|\s(?:keer|klas|plaats|rij|verdieping))",
}


def names_bare_time(text: str, language: str) -> bool:
    """Return whether folded `text` has such an hour or such a day."""
    pattern = _compile_times(language)
    return bool(pattern and pattern.search(text))


@cache
def _compile_times(language: str) -> re.Pattern[str] | None:
    common = build_alternatives(load_stopwords(language))
    end = rf"(?=\s{{0,3}}(?:$|[.,;:!?()\n]|(?:{common})(?!\w)))"
    times = [f"{each}{end}" for each in _list_unmarked(language)]
    times += [_ORDINALS[language]] if language in _ORDINALS else []
    times += _list_with_day_part(language)
    return re.compile(rf"(?<!\w)(?:{'|'.join(times)})") if times else None


def _list_unmarked(language: str) -> Iterator[str]:
    """List patterns for hours and days, without what may follow them."""
    if openings := list(_list_openings(language)):
        yield rf"(?:{build_alternatives(openings)})\s{_build_hour(language)}"
    if language in _DAYS:
        yield rf"(?:{build_alternatives(_DAYS[language].split())})\s{_DAY}{_NO_MORE}"


def _build_hour(language: str) -> str:
    named = load_pairs("hour_names", language)
    return rf"(?:{build_alternatives(named)}|{_HOUR}{_NO_MORE})" if named else _HOUR + _NO_MORE


def _list_with_day_part(language: str) -> list[str]:
    """List the pattern for an hour before a part of the day, which is no count: "3 дня"."""
    parts = load_pairs("day_parts", language).keys() - load_pairs("time_units", language).keys()
    if not parts:
        return []
    return [rf"{_build_hour(language)}\s(?:{build_alternatives(parts)})(?!\w)"]


def _list_openings(language: str) -> Iterator[str]:
    """List what stands before an hour and nothing else: "at" of "at {hour}"."""
    for entry in load_entries("clock_templates", language):
        template = entry.partition(" ")[2]
        if template.endswith(" {hour}") and template.count("{") == 1:
            yield fold(template.removesuffix(" {hour}"))
