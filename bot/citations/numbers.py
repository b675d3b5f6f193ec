"""The numbers a text names, in figures or in small number words, in one form; times of day too."""

import re

from indexer.text.normalize import fold, unify

_FIGURES = re.compile(r"\d+(?:[.,:]\d+)*")
_COUNTED = """
    two three four five six seven eight nine ten eleven twelve
    zwei drei vier fünf sechs sieben acht neun zehn elf zwölf
    deux trois quatre cinq six sept huit neuf dix onze douze
    dos tres cuatro cinco seis siete ocho nueve diez once doce
"""
# "One" is left out: in most languages it is an article, or stands for somebody.
_WORDS = {
    fold(word): str(value)
    for line in _COUNTED.strip().splitlines()
    for value, word in enumerate(line.split(), 2)
}
_SIGNS = {sign: str(value) for value, sign in enumerate("二三四五六七八九十", 2)} | {"两": "2"}
_WORD = re.compile(rf"\b(?:{'|'.join(_COUNTED.split())})\b|[{''.join(_SIGNS)}]", re.IGNORECASE)
_MORNING = "a\\.?m\\b|in the morning|(?:uhr )?(?:morgens|vormittags)"
_LATER = "p\\.?m\\b|in the (?:afternoon|evening)|(?:uhr )?(?:nachmittags|abends)"
_TIME = re.compile(
    rf"\b(?P<hour>\d{{1,2}}|{'|'.join(_COUNTED.split())})(?:[:.](?P<minute>\d\d))?"
    rf"\s*(?:(?P<morning>{_MORNING})|(?P<later>{_LATER})|uhr\b)",
    re.IGNORECASE,
)


def numbers(text: str) -> frozenset[str]:
    """`1,300`, `1.300` and `1300` are one number, and so are `6` and `six`."""
    unified = unify(text)
    figures = (re.sub(r"\D", "", found).lstrip("0") or "0" for found in _FIGURES.findall(unified))
    words = (_SIGNS.get(word) or _WORDS[fold(word)] for word in _WORD.findall(unified))
    return frozenset((*figures, *words))


def times(text: str) -> frozenset[str]:
    """The times of day in 24 hours, as `numbers` has them: `ten in the evening` is 2200."""
    return frozenset(_time(found) for found in _TIME.finditer(" ".join(unify(text).split())))


def _time(found: re.Match[str]) -> str:
    said = found["hour"]
    hour = int(said if said.isdigit() else _WORDS[fold(said)])
    if found["morning"] or found["later"]:
        hour = hour % 12 + 12 * bool(found["later"])
    return str(100 * hour + int(found["minute"] or 0))
