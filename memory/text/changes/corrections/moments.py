"""Finds the days and hours of a text, and a day with its hour: `Thursday at 3`. Pure."""

import re

from memory.text.changes.corrections.phrases import Span, is_small
from memory.text.changes.corrections.value_spans import (
    DATE,
    NUMBERED,
    WEEKDAY,
    list_spans,
)

# What leads to an hour, or stands right behind it.
HOUR = re.compile(
    r"(?<!\w)(?:alle|as|at|las|om|um|às)\s(?:(?:halb|half|viertel|kwart|quarter)"
    r"(?: (?:nach|over|past|to|voor|vor))? )?$",
    re.IGNORECASE,
)
CLOCK = re.compile(r"\s?(?:[ap]m|h|uhr|uur|o['’]clock)(?!\w)", re.IGNORECASE)
FARTHEST = 12  # letters between a day and its hour


def list_days(text: str) -> list[Span]:
    return sorted({*list_spans(WEEKDAY, text), *list_spans(DATE, text)})


def list_hours(text: str) -> list[Span]:
    """List the hours, each with what stands behind it: `14 Uhr`."""
    return [_add_clock(text, each) for each in list_spans(NUMBERED, text) if is_hour(text, each)]


def is_hour(text: str, span: Span) -> bool:
    led = HOUR.search(text[: span[0]]) is not None
    value = text[slice(*span)]  # which may have its `pm`
    clock = ":" in value or CLOCK.search(value) or CLOCK.match(text, span[1])
    return led or bool(clock)


def find_moment(text: str) -> Span | None:
    """Find the one day of a text with the one hour right behind it."""
    days, hours = list_days(text), list_hours(text)
    if not len(days) == len(hours) == 1:
        return None
    between = text[days[0][1] : hours[0][0]]
    near = days[0][1] <= hours[0][0] and len(between) <= FARTHEST
    linked = near and all(map(_links, between.replace(",", " ").split()))
    return (days[0][0], hours[0][1]) if linked else None


def _links(word: str) -> bool:
    return is_small(word.lower()) or HOUR.search(f"at {word} ") is not None


def _add_clock(text: str, span: Span) -> Span:
    found = CLOCK.match(text, span[1])
    return (span[0], found.end() if found else span[1])
