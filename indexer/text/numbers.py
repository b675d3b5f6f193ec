"""A number in figures in the one form that it is looked up by, wherever it was written.

The thousands of one country are parted by the decimal sign of another. Two different signs, or one
that stands several times, tell which is which; one dot before three digits does not, so that number
is found as both.
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
    """A text with the number beside its groups that are apart by spaces: `10 000`."""
    if unified.isascii():  # in English they are not
        return unified
    return _GROUPS.sub(lambda found: f"{found[0]} {found[0].replace(' ', '')}", unified)


def normalize_swiss(token: str) -> str:
    """`1'234` as `1,234`; anything else as it is."""
    return re.sub("['’]", ",", token) if _SWISS.fullmatch(token) else token


def list_readings(number: str) -> tuple[str, ...]:
    """What `number` is found as, itself first: `1,000.50` as 1000.50 and 1000, `10:30` as 10."""
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
