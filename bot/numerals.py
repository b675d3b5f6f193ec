"""The numbers a text names, in figures or in small number words, in one form."""

import re

from indexer.folding import fold, unify

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


def numbers(text: str) -> frozenset[str]:
    """`1,300`, `1.300` and `1300` are one number, and so are `6` and `six`."""
    unified = unify(text)
    figures = (re.sub(r"\D", "", found).lstrip("0") or "0" for found in _FIGURES.findall(unified))
    words = (_SIGNS.get(word) or _WORDS[fold(word)] for word in _WORD.findall(unified))
    return frozenset((*figures, *words))
