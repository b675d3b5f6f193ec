"""Cuts a text only between what people see as letters.

An accent, the skin tone of an emoji, the members of a family or the two letters of a flag are
characters of their own, and half of such a letter shows as another sign, or as none.
"""

import re
import unicodedata

JOINERS = "\u200c\u200d"
VIRAMA = 9  # combining class of the sign that joins two consonants
FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")
FLAGS = 4096  # regional indicators in a row that are counted at most
LONGEST = 256  # characters of one letter; a longer one is no letter but an attack


def is_inside_letter(text: str, cut: int) -> bool:
    """Return whether `cut`, neither 0 nor the end of `text`, is inside of one letter."""
    here, before = text[cut], text[cut - 1]
    if here in JOINERS or before in JOINERS or unicodedata.category(here).startswith("M"):
        return True
    if unicodedata.combining(before) == VIRAMA and here.isalpha():
        return True
    return _is_modifier(here) or (before, here) == ("\r", "\n") or _is_inside_flag(text, cut)


def _is_modifier(sign: str) -> bool:
    """Return whether a sign changes an emoji: its skin tone, or the flag of a region."""
    tags = "\U000e0020" <= sign <= "\U000e007f"
    jamo = "\u1160" <= sign <= "\u11ff"  # vowels and final consonants of Korean
    return "\U0001f3fb" <= sign <= "\U0001f3ff" or tags or jamo


def _is_inside_flag(text: str, cut: int) -> bool:
    """Return whether a cut splits the two letters of a flag; flags may follow each other."""
    if not FLAG.match(text[cut]):
        return False
    letters = 0
    while letters < min(cut, FLAGS) and FLAG.match(text[cut - 1 - letters]):
        letters += 1
    return letters % 2 == 1


def find_letter_start(text: str, cut: int) -> int:
    """Return `cut`, or the start of the letter that it is inside of."""
    at = cut
    while 0 < at < len(text) and at > cut - LONGEST and is_inside_letter(text, at):
        at -= 1
    return at if at > cut - LONGEST else cut


def cut_text(text: str, length: int) -> str:
    """Return at most `length` characters from the beginning of `text`, and no half of a letter."""
    return text[: find_letter_start(text, length)]


def hold_back_unfinished(text: str) -> str:
    """Return a growing text without a last sign that what comes next may change: an emoji."""
    if not text or text[-1] < "\u00a9" or text[-1].isalpha():
        return text
    at = len(text) - 1
    start = find_letter_start(text, at) if at else 0
    flag = FLAG.match(text[start:])
    whole_flag = flag and len(text) - start == 2
    emoji = any(unicodedata.category(sign) == "So" for sign in text[start:]) and not whole_flag
    return text[:start] if emoji or text[-1] in JOINERS else text
