"""Compares codes of letters and digits, and tells if something like them has changed. Pure.

`4B17` is read as an amount and a name; as a number it is a value, as `4417` is.
"""

from indexer.inference.reading import guess_language, read_text
from memory.text.changes.corrections.value_spans import CODED_WORD

SECRET = frozenset(("key_code", "password"))
FIRST = 90_001  # a number that nobody says beside a code


def number_codes(said: str, old: str) -> tuple[str, str]:
    """Return both texts with a number for each code, where both are about a code or a password."""
    language = guess_language(f"{said} {old}")
    secret = (_is_about_secret(each, language) for each in (said, old))
    codes = sorted({each.upper() for text in (said, old) for each in CODED_WORD.findall(text)})
    if not codes or not all(secret):
        return said, old
    numbers = {each: str(FIRST + place) for place, each in enumerate(codes)}
    return _replace(said, numbers), _replace(old, numbers)


def says_it_changed(clause: str) -> bool:
    """Tell if a clause says that something has changed: `le code a changé`, and not `a change`."""
    return any("change" in each.topics and not each.is_led for each in read_text(clause).words[1:])


def _is_about_secret(text: str, language: str) -> bool:
    return any(each.topics & SECRET for each in read_text(text, language).words)


def _replace(text: str, numbers: dict[str, str]) -> str:
    return CODED_WORD.sub(lambda found: numbers[found.group().upper()], text)
