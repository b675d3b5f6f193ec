"""One form for signs that are written in several: width, digits, hyphens, what is not seen.

Unicode's compatibility form does most of it. Here is what it leaves: digits of other scripts, a
sign that says "the same again", and marks that are typed in another order than they are stored.
"""

import re
import unicodedata
from functools import cache

# The zeros of the scripts that have digits of their own, each followed by its other nine.
_ZEROS = """
    0660 06f0 07c0 0966 09e6 0a66 0ae6 0b66 0be6 0c66 0ce6 0d66 0de6 0e50 0ed0 0f20 1040 1090 17e0
    1810 1946 19d0 1a80 1a90 1b50 1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 ff10
"""
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"  # a place to break, or to join
_USUAL = {
    **dict.fromkeys(_UNSEEN, ""),
    **dict.fromkeys("\u2010\u2011\u2212\u207b\u208b", "-"),
    **dict.fromkeys("\u02bc\u05f3", "'"),
    "\u0149": "'n",
    "\u05f4": '"',
    "\u066b": ".",  # between the digits of Arabic numbers
    "\u066c": ",",
}
_SPACES = "\u00a0\u2009\u202f"  # inside a number they part its thousands
_GROUP_BEFORE, _GROUP = re.compile(r"(?<!\d)\d{1,3}$"), re.compile(r"\d{3}(?!\d)")
_AGAIN = "\u3005\u309d\u309e\u30fd\u30fe"
_REPEATABLE = re.compile("[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]")
_FAR = 8  # signs before, some of which may say "again" themselves
_VOICED = "\u309e\u30fe"
_AM = "\u0e4d\u0ecd"  # Thai and Lao: the ring of a vowel, which a tone mark goes before
_TONE = "\u0e48-\u0e4b\u0ec8-\u0ecb"


def unify(text: str) -> str:
    """`text` in compatibility form, with one sign for what has several."""
    if text.isascii():
        return text
    unified = unicodedata.normalize("NFKC", _unusual().sub(_usual, text))
    # Two of the one Thai vowel sign look like the other one, and are typed for it.
    return unified.replace("\u0e40\u0e40", "\u0e41")


@cache
def _unusual() -> re.Pattern[str]:
    """Compiled where a text beyond ASCII comes along: that takes half a millisecond."""
    zeros = [int(zero, 16) for zero in _ZEROS.split()]
    digits = "".join(f"{chr(zero)}-{chr(zero + 9)}" for zero in zeros)
    return re.compile(f"[{digits}{''.join(_USUAL)}{_SPACES}{_AGAIN}{_AM}][{_TONE}]?")


def _usual(found: re.Match[str]) -> str:
    sign, tone = found.group()[0], found.group()[1:]
    if sign in _USUAL:
        return _USUAL[sign] + tone
    if sign in _AM:
        return tone + sign
    if sign in _SPACES:
        return ("" if _parts_thousands(found) else " ") + tone
    return (_repeated(found) if sign in _AGAIN else str(unicodedata.decimal(sign))) + tone


def _parts_thousands(found: re.Match[str]) -> bool:
    text, at = found.string, found.start()
    return bool(_GROUP_BEFORE.search(text[max(0, at - 4) : at]) and _GROUP.match(text, at + 1))


def _repeated(found: re.Match[str]) -> str:
    """The sign before: 人々 is 人人."""
    sign, text, at = found.group()[0], found.string, found.start()
    before = text[max(0, at - _FAR) : at].rstrip(_AGAIN + _UNSEEN)
    last = unicodedata.normalize("NFKC", before[-2:])[-1:]
    if not _REPEATABLE.match(last):
        return sign
    return f"{last}\u3099" if sign in _VOICED else last
