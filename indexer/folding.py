"""One spelling for the many ways to write the same word: width, case, accents."""

import re
import unicodedata
from functools import lru_cache

# Letters that carry no combining mark and still have a plain spelling, and Arabic letters that
# people type interchangeably. Cyrillic keeps its marks, for й is a letter of its own, except ё.
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
        "’": "'",
    }
)
# Marks of Latin, Greek, Hebrew and Arabic; those of Indic and Thai scripts are vowels and stay.
_ACCENTS = (
    (0x0300, 0x036F),
    (0x0591, 0x05C7),
    (0x0610, 0x061A),
    (0x064B, 0x0670),
    (0x06D6, 0x06ED),
)
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200d\u2060\ufeff]+")
_CYRILLIC = range(0x0400, 0x0530)


def unify(text: str) -> str:
    """`text` in compatibility form, without soft hyphens and zero-width characters."""
    if text.isascii():
        return text
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


@lru_cache(1 << 16)
def fold(word: str) -> str:
    """A unified word in lower case and without accents: `Café` is `cafe`, `Straße` is `strasse`."""
    if word.isascii():
        return word.lower()
    folded = word.casefold().translate(_PLAIN)
    return "".join(_bare(character) for character in folded)


def _bare(character: str) -> str:
    if character.isascii() or ord(character) in _CYRILLIC:
        return character
    apart = unicodedata.normalize("NFD", character)
    kept = "".join(mark for mark in apart if not _is_accent(mark))
    return unicodedata.normalize("NFC", kept)


def _is_accent(character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in _ACCENTS)
