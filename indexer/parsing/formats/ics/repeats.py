"""Says in words how often an entry of a calendar returns: `weekly, on Saturday, until 2026-06-27`.

In English whatever the language: it is stored in the index.
"""

import re
from collections.abc import Callable, Mapping

from indexer.i18n.formats import LONG_MONTHS

UNITS: Mapping[str, str] = {
    "SECONDLY": "second",
    "MINUTELY": "minute",
    "HOURLY": "hour",
    "DAILY": "day",
    "WEEKLY": "week",
    "MONTHLY": "month",
    "YEARLY": "year",
}
DAYS: Mapping[str, str] = {
    "MO": "Monday",
    "TU": "Tuesday",
    "WE": "Wednesday",
    "TH": "Thursday",
    "FR": "Friday",
    "SA": "Saturday",
    "SU": "Sunday",
}
EVERY = "every {count} {unit}s"  # not translated: stored in the index
UNTIL = "until {day}"  # not translated: stored in the index
ORDINALS: Mapping[str, str] = {"1": "first", "2": "second", "3": "third", "-1": "last"}
WEEKDAY = re.compile(r"([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)")
DATE = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?")
IGNORED = ("FREQ", "INTERVAL", "WKST")


def format_rule(rule: str) -> str:
    """Format the rule; parts that are not known stay as they are written."""
    pairs = (part.partition("=") for part in rule.upper().split(";") if part.strip())
    parts = {name.strip(): value.strip() for name, _, value in pairs}
    frequency = _format_frequency(parts.get("FREQ", ""), parts.get("INTERVAL", "1"))
    others = (_format_part(*part) for part in parts.items() if part[0] not in IGNORED)
    return ", ".join(filter(None, (frequency, *others)))


def _format_frequency(frequency: str, interval: str) -> str:
    unit = UNITS.get(frequency)
    if unit is None or interval in ("", "1"):
        return frequency.lower()
    return EVERY.format(count=interval, unit=unit)


def _format_part(name: str, value: str) -> str:
    format_value = FORMATS.get(name)
    return format_value(value) if format_value else f"{name.lower()} {value.lower()}"


def _format_days(value: str) -> str:
    return "on " + ", ".join(map(_format_day, value.split(",")))


def _format_day(day: str) -> str:
    found = WEEKDAY.fullmatch(day.strip())
    if not found:
        return day
    number = (found[1] or "").lstrip("+")
    before = f"{ORDINALS.get(number, number)} " if number else ""
    return before + DAYS[found[2]]


def _format_months(value: str) -> str:
    numbers = (each.strip() for each in value.split(","))
    named = (
        LONG_MONTHS[int(each) - 1]
        if each.isascii() and each.isdigit() and 0 < int(each[:4]) < 13
        else each
        for each in numbers
    )
    return "in " + ", ".join(named)


def _format_end(value: str) -> str:
    found = DATE.fullmatch(value)
    return UNTIL.format(day="-".join(found.groups()) if found else value.lower())


FORMATS: Mapping[str, Callable[[str], str]] = {
    "BYDAY": _format_days,
    "BYMONTHDAY": "on day {}".format,
    "BYMONTH": _format_months,
    "COUNT": "{} times".format,
    "UNTIL": _format_end,
}
