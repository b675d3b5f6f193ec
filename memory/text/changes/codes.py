"""Writes codes of letters and digits as numbers, so that one can take the place of another. Pure.

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


def _is_about_secret(text: str, language: str) -> bool:
    return any(each.topics & SECRET for each in read_text(text, language).words)


def _replace(text: str, numbers: dict[str, str]) -> str:
    return CODED_WORD.sub(lambda found: numbers[found.group().upper()], text)
