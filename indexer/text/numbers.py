"""Normalizes numbers in digits, so that a number is found however its country writes it.

One country's thousands separator is another's decimal sign. Two different signs, or one sign used
several times, show which is which; a single dot before three digits does not, so such a number is
found as both.
"""

import re

_POINT = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")  # 1,234.5
_COMMA = re.compile(r"\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})")  # 1.234,5 and 1.234.567
_EITHER = re.compile(r"\d{1,3}\.\d{3}")  # 1.234
_DECIMAL = re.compile(r"\d+,\d+")  # 12,5
_SWISS = re.compile(r"\d{1,3}(?:['’]\d{3})+(?:\.\d+)?")  # 1'234.5
_PART = re.compile("[.:]")
_GROUPS = re.compile(r"[0-9](?<![\d.,].)[0-9]{0,2}(?: [0-9]{3})+(?!\d)")


def add_joined_groups(unified: str) -> str:
    """Add the joined number after one whose groups are separated by spaces: `10 000 10000`."""
    if unified.isascii():  # English does not write numbers that way
        return unified
    return _GROUPS.sub(lambda found: f"{found[0]} {found[0].replace(' ', '')}", unified)


def normalize_swiss(token: str) -> str:
    """Return `1,234` for `1'234`, and any other token unchanged."""
    return re.sub("['’]", ",", token) if _SWISS.fullmatch(token) else token


def list_readings(number: str) -> tuple[str, ...]:
    """Return the forms to find a number by: `1,000.50` by 1000.50 and 1000, `10:30` by 10 too."""
    if _EITHER.fullmatch(number):
        return number, number.replace(".", "")
    whole = _normalize(number)
    if "," in whole:  # a list
        return tuple(whole.split(","))
    return whole, _PART.split(whole)[0]


def _normalize(number: str) -> str:
    if _POINT.fullmatch(number):
        return number.replace(",", "")
    if _COMMA.fullmatch(number):
        return number.replace(".", "").replace(",", ".")
    return number.replace(",", ".") if _DECIMAL.fullmatch(number) else number
