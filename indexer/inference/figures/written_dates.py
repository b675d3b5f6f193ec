"""Writes dates in figures with the name of their month: `2026-05-03` is 3 May 2026."""

import re
from functools import cache

from indexer.inference.lexicon import UNSPACED, load_lexicon
from indexer.late_patterns import compile_late

_YEAR_FIRST = compile_late(r"(?<![\d./-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d/-]|\.\d)")
_DAY_FIRST = compile_late(r"(?<![\d./-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?![\d/-]|\.\d)")
# Without a year, only behind a word that dates stand with: `18.05.` is a time as often.
_SHORT = compile_late(r"(?i)\b((?:am|ab|vom|zum|dem|den|bis) )(\d{1,2})\.(\d{1,2})\.(?!\d)")
_AMERICAN = "/"  # in English, `3/5/2026` may be either, and is left


def write_dates(text: str, language: str) -> str:
    """Write the dates of a text with the names of their months in its language."""
    if not any(map(str.isdigit, text)):
        return text
    text = _YEAR_FIRST.sub(
        lambda found: _write(found[0], (found[4], found[3], found[1]), language), text
    )
    text = _DAY_FIRST.sub(lambda found: _write_day_first(found, language), text)
    if language != "de":
        return text
    return _SHORT.sub(
        lambda found: found[1] + _write(found[0], (found[2], found[3], ""), language), text
    )


def _write_day_first(found: re.Match[str], language: str) -> str:
    day, month = int(found[1]), int(found[3])
    if language == "en" and found[2] == _AMERICAN:
        if day <= 12 and month <= 12 and day != month:
            return found[0]
        if month > 12:
            day, month = month, day
    return _write(found[0], (str(day), str(month), found[4]), language)


def _write(written: str, date: tuple[str, str, str], language: str) -> str:
    """Write a day, month and year; as it was `written` if there is no such day."""
    day, month, year = (int(each or 0) for each in date)
    name = _list_months(language).get(month)
    if not name or not 1 <= day <= 31:
        return written
    if language in UNSPACED:
        return f"{year}年{month}月{day}日"
    return f"{day} {name} {year}" if year else f"{day} {name}"


@cache
def _list_months(language: str) -> dict[int, str]:
    """List the full names of the months, with a capital: `may` is a verb."""
    lexicon = load_lexicon(language)
    if language in UNSPACED:
        return {month: f"{month}月" for month in range(1, 13)}
    found: dict[int, str] = {}
    for word, meanings in lexicon.words.items():
        for month in (int(each[6:]) for each in meanings if each.startswith("month:")):
            found[month] = max(found.get(month, ""), word.capitalize(), key=len)
    return found
