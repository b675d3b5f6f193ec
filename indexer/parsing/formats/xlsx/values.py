"""Formats the values of cells as a person reads them: with their percent signs and currencies."""

import datetime
import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openpyxl.cell.read_only import ReadOnlyCell  # type: ignore[import-untyped]  # no types

LONGEST = 200  # characters of a number's format that are looked at
SYMBOL = re.compile(
    r"\[\$([^\]\-]{1,8})(?:-[^\]]{0,20})?\]|([€$£¥₹₽₩₺₴₪])|\"\s{0,2}([A-Z]{3}|[Kk]r\.?|zł|Kč|Ft|lei)\s{0,2}\""
)
QUOTED = re.compile(r'"[^"]{0,100}"|\\.|\[[^\]]{0,100}\]')
DIGIT = re.compile(r"[0#?]")
DECIMALS = re.compile(r"[0#?]\.([0#?]{1,15})")
PLAIN = "General"
PADDED = re.compile(r"0{2,30}")


def format_value(cell: "ReadOnlyCell") -> str:
    match cell.value:
        case None:
            return ""
        case bool() as value:
            return "TRUE" if value else "FALSE"
        case int() | float() as value:
            return format_number(value, cell.number_format or PLAIN)
        case datetime.datetime() as value if value.time() == datetime.time.min:
            return value.date().isoformat()
        case datetime.timedelta() as value:
            return format_duration(value)
        case value:
            return str(value).strip()


def format_duration(value: datetime.timedelta) -> str:
    """Format a sum of hours as `30:05`: how many they are in days is not what the sheet shows."""
    sign = "-" if value < datetime.timedelta() else ""
    minutes, seconds = divmod(round(abs(value).total_seconds()), 60)
    clock = f"{sign}{minutes // 60}:{minutes % 60:02}"
    return f"{clock}:{seconds:02}" if seconds else clock


def format_number(value: float, code: str) -> str:
    """Format a number by what its format adds to it; its digits stay as exact as they are."""
    plain = str(value) if isinstance(value, int) else f"{value:.15g}"
    if code == PLAIN:
        return plain
    if PADDED.fullmatch(code) and isinstance(value, int) and value >= 0:
        return plain.zfill(len(code))  # a number that is a name, such as a postal code
    percent, symbol, leads, decimals = _parse_format(code[:LONGEST])
    if percent:
        return f"{value * 100:.12g}%"
    if not symbol:
        return plain
    exact = abs(round(value, decimals) - value) < 1e-9
    digits = f"{abs(value):.{decimals}f}" if exact else plain.removeprefix("-")
    sign = "-" if value < 0 else ""
    return f"{sign}{symbol}{digits}" if leads else f"{sign}{digits} {symbol}"


@lru_cache(1 << 10)
def _parse_format(code: str) -> tuple[bool, str, bool, int]:
    """Return whether it is of percents, its currency, whether that leads, and its decimals."""
    positive = code.partition(";")[0]
    bare = QUOTED.sub("", positive)
    decimals = DECIMALS.search(bare)
    count = len(decimals[1]) if decimals else 0
    found = SYMBOL.search(positive)
    if "%" in bare or not found:
        return "%" in bare, "", False, count
    symbol = next(filter(None, found.groups())).strip()
    digit = DIGIT.search(positive)
    return False, symbol, digit is None or found.start() < digit.start(), count
