"""The numbers a text names, in figures or in small number words, in one form."""

import re

from indexer.folding import fold, unify

_FIGURES = re.compile(r"\d+(?:[.,:]\d+)*")
_WORD = re.compile(r"[^\W\d_]+")
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


def numbers(text: str) -> frozenset[str]:
    """`1,300`, `1.300` and `1300` are one number, and so are `6` and `six`."""
    unified = unify(text)
    figures = (re.sub(r"\D", "", found) for found in _FIGURES.findall(unified))
    words = (_WORDS.get(fold(word)) for word in _WORD.findall(unified))
    signs = (_SIGNS.get(sign) for sign in unified)
    plain = (figure.lstrip("0") or "0" for figure in figures)
    return frozenset(number for found in (plain, words, signs) for number in found if number)
