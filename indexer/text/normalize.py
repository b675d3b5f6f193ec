"""Normalizes the spelling of words: case, accents, interchangeable letters, digits.

Unicode's compatibility form (NFKC) does most of it. What it leaves is done here: digits of other
scripts, signs that repeat the character before, and marks that are typed in another order than
they are stored.
"""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Literal

from indexer.late_patterns import compile_late

# Letters without a combining mark that still have a plain spelling, Arabic letters that people
# type interchangeably, and final forms of letters. Cyrillic keeps its marks, because й is a letter
# of its own; only ё loses them.
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
# Not in blocks whose letters have no accents, nor in Cyrillic: these are left as they are at once,
# for a message may be of ten thousand signs that differ.
_ACCENTED = compile_late(
    "[^\x00-\x7f\u0400-\u052f\u0e01-\u0e5b\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7a3]"
)
_NUKTA = 7  # combining class of the dot below an Indic letter, which is often left out
# A nasal before a consonant of its own class, and a chandrabindu, may be written as a dot.
NASAL = re.compile("ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])|ँ")
_DEVANAGARI = range(0x0900, 0x0980)
# For a class in a pattern: `\w` leaves out the vowel signs of Indic scripts, which are marks.
MARKS = r"\u0300-\u036f\u0591-\u05c7\u064b-\u0669\u0670\u0900-\u0963\u0966-\u0df3\u0f71-\u0f84"


@lru_cache(1 << 16)
def fold(word: str) -> str:
    """Lower-case a unified word and strip accents: `Café` is `cafe`, `Straße` is `strasse`."""
    if word.isascii():
        return word.lower()
    folded = word.casefold().translate(_PLAIN)
    bare = "".join(map(_strip_accents, folded)) if _ACCENTED.search(folded) else folded
    return NASAL.sub("ं", bare) if ord(bare[:1] or " ") in _DEVANAGARI else bare


@lru_cache(1 << 12)
def _strip_accents(character: str) -> str:
    if not _ACCENTED.match(character):
        return character
    apart = unicodedata.normalize("NFD", character)
    kept = "".join(mark for mark in apart if not _is_accent(mark))
    return unicodedata.normalize("NFC", kept)


def _is_accent(character: str) -> bool:
    if unicodedata.combining(character) == _NUKTA:
        return True
    return any(first <= ord(character) <= last for first, last in _ACCENTS)


# The zeros of the scripts that have digits of their own, each followed by its other nine.
_ZEROS = """
    0660 06f0 07c0 0966 09e6 0a66 0ae6 0b66 0be6 0c66 0ce6 0d66 0de6 0e50 0ed0 0f20 1040 1090 17e0
    1810 1946 19d0 1a80 1a90 1b50 1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 ff10
"""
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"  # invisible: where to break or join a word
_USUAL = {
    **dict.fromkeys(_UNSEEN, ""),
    **dict.fromkeys("\u2010\u2011\u2212\u207b\u208b", "-"),
    **dict.fromkeys("\u02bc\u05f3", "'"),
    "\u0149": "'n",
    "\u05f4": '"',
    "\u066b": ".",  # between the digits of Arabic numbers
    "\u066c": ",",
}
_SPACES = "\u00a0\u2009\u202f"  # inside a number they separate thousands
_GROUP_BEFORE, _GROUP = re.compile(r"(?<!\d)\d{1,3}$"), re.compile(r"\d{3}(?!\d)")
_AGAIN = "\u3005\u309d\u309e\u30fd\u30fe"
_REPEATABLE = compile_late("[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]")
_FAR = 8  # characters looked at before a repetition sign; they may be such signs too
_VOICED = "\u309e\u30fe"
_AM = "\u0e4d\u0ecd"  # Thai and Lao: the ring of a vowel, which a tone mark goes before
_LONG = 500  # characters
_GROWTH, _ROOM = 8, 500  # of a text: the part of its length and the characters that it may grow by
_TONE = "\u0e48-\u0e4b\u0ec8-\u0ecb"


Form = Literal["NFC", "NFD", "NFKC"]
MOST_MARKS = 30  # in a row, as in Unicode's stream-safe format: more than any language writes
_MADE_OF_MARKS = frozenset("\u0f73\u0f75\u0f81")  # vowels of Tibetan that count as no marks
_HALF_WIDTH = (("\uff9e", "\u3099"), ("\uff9f", "\u309a"))  # marks that count as letters


def compose(form: Form, text: str) -> str:
    """Return `text` in a form of Unicode, with at most `MOST_MARKS` marks in a row.

    Marks are put in order by a sort that takes quadratic time: 30,000 of them, a message, would
    hold the program for seconds.
    """
    if unicodedata.is_normalized(form, text):
        return text
    if form == "NFKC":
        for sign, mark in _HALF_WIDTH:
            text = text.replace(sign, mark)
    return unicodedata.normalize(form, _compile_run().sub(_drop_marks, text))


@cache
def _compile_run() -> re.Pattern[str]:
    """Compile the pattern for what may be too many marks: no letters, at least."""
    return re.compile(rf"[^\w\x00-\x7f]{{{MOST_MARKS + 1},}}")


def _drop_marks(found: re.Match[str]) -> str:
    kept, count = list[str](), 0
    for character in found[0]:
        count = count + 1 if _is_mark(character) else 0
        if count <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def _is_mark(character: str) -> bool:
    return bool(unicodedata.combining(character)) or character in _MADE_OF_MARKS


def unify(text: str) -> str:
    """Return `text` in Unicode's compatibility form, with one character for equivalent ones.

    Few characters become many: the ligature U+FDFA, for one, a sentence of 18. A text that is made
    of them is cut where it has grown by an eighth, for all that reads it takes as much longer. What
    people write grows by a twentieth, and a passage has room to grow as it likes.
    """
    if text.isascii():
        return text
    return _unify(text) if len(text) <= _LONG else _unify_long(text)


@lru_cache(maxsize=8)  # a long message is read by many, one after the other
def _unify_long(text: str) -> str:
    most = limit_growth(len(text))
    start = _compose_unified(text[: len(text) // _GROWTH])
    return (start if len(start) > most else _compose_unified(text))[:most]


def _unify(text: str) -> str:
    return _compose_unified(text)[: limit_growth(len(text))]


def limit_growth(length: int) -> int:
    """Return to how many characters a text of that length may grow."""
    return length + length // _GROWTH + _ROOM


def _compose_unified(text: str) -> str:
    unified = compose("NFKC", _compile_unusual().sub(_replace_unusual, text))
    # Two Thai vowels sara e look like one sara ae, and are typed for it.
    return unified.replace("\u0e40\u0e40", "\u0e41")


@cache
def _compile_unusual() -> re.Pattern[str]:
    """Compile the pattern only for a text beyond ASCII: that takes half a millisecond."""
    zeros = [int(zero, 16) for zero in _ZEROS.split()]
    digits = "".join(f"{chr(zero)}-{chr(zero + 9)}" for zero in zeros)
    return re.compile(f"[{digits}{''.join(_USUAL)}{_SPACES}{_AGAIN}{_AM}][{_TONE}]?")


def _replace_unusual(found: re.Match[str]) -> str:
    sign, tone = found.group()[0], found.group()[1:]
    if sign in _USUAL:
        return _USUAL[sign] + tone
    if sign in _AM:
        return tone + sign
    if sign in _SPACES:
        return ("" if _separates_thousands(found) else " ") + tone
    return (_repeat_last(found) if sign in _AGAIN else str(unicodedata.decimal(sign))) + tone


def _separates_thousands(found: re.Match[str]) -> bool:
    text, at = found.string, found.start()
    return bool(_GROUP_BEFORE.search(text[max(0, at - 4) : at]) and _GROUP.match(text, at + 1))


def _repeat_last(found: re.Match[str]) -> str:
    """Return the character that a repetition sign repeats: 人々 is 人人."""
    sign, text, at = found.group()[0], found.string, found.start()
    before = text[max(0, at - _FAR) : at].rstrip(_AGAIN + _UNSEEN)
    last = unicodedata.normalize("NFKC", before[-2:])[-1:]
    if not _REPEATABLE.match(last):
        return sign
    return f"{last}\u3099" if sign in _VOICED else last
