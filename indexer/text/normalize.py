"""One spelling for the many ways to write the same word: case, accents, interchangeable letters."""

import re
import unicodedata
from functools import lru_cache

# Letters that carry no combining mark and still have a plain spelling, and Arabic letters that
# people type interchangeably; final forms are the letters that they are. Cyrillic keeps its marks,
# for й is a letter of its own, except ё.
_PLAIN = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "ё": "е",
        "أ": "ا",
        "إ": "ا",
        "آ": "ا",
        "ٱ": "ا",
        "ک": "ك",
        "ی": "ي",
        "ـ": None,
        "ς": "σ",
        "ґ": "г",
        "ך": "כ",
        "ם": "מ",
        "ן": "נ",
        "ף": "פ",
        "ץ": "צ",
        "’": "'",
    }
)
# Marks of Latin, Greek, Hebrew and Arabic; those of Indic and Thai scripts are vowels and stay.
_ACCENTS = (
    (0x0300, 0x036F),
    (0x0591, 0x05C7),
    (0x0610, 0x061A),
    (0x064B, 0x065F),
    (0x0670, 0x0670),
    (0x06D6, 0x06ED),
)
CYRILLIC = range(0x0400, 0x0530)
_NUKTA = 7  # the combining class of the dot below an Indic letter, which often is left out
# A nasal before a consonant of its own place, and the moon over a vowel, may be written as a dot.
_NASAL = re.compile("ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])|ँ")
_DEVANAGARI = range(0x0900, 0x0980)


@lru_cache(1 << 16)
def fold(word: str) -> str:
    """A unified word in lower case and without accents: `Café` is `cafe`, `Straße` is `strasse`."""
    if word.isascii():
        return word.lower()
    folded = word.casefold().translate(_PLAIN)
    bare = "".join(_bare(character) for character in folded)
    return _NASAL.sub("ं", bare) if ord(bare[:1] or " ") in _DEVANAGARI else bare


def _bare(character: str) -> str:
    if character.isascii() or ord(character) in CYRILLIC:
        return character
    apart = unicodedata.normalize("NFD", character)
    kept = "".join(mark for mark in apart if not _is_accent(mark))
    return unicodedata.normalize("NFC", kept)


def _is_accent(character: str) -> bool:
    if unicodedata.combining(character) == _NUKTA:
        return True
    return any(first <= ord(character) <= last for first, last in _ACCENTS)
