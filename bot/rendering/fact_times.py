"""Tells a person when a fact was said and when it holds."""

from datetime import datetime

from indexer.i18n import _, format_date, format_partial_date, pgettext
from memory.fact import Fact, Validity


def describe_times(fact: Fact) -> str:
    """Return "since 3 May 2026", or whatever is known best."""
    if holds := _describe_validity(fact.value.validity):
        return holds
    said = datetime.fromtimestamp(fact.said_at).astimezone()
    return _("noted on {date}", date=format_date(said))


def _describe_validity(validity: Validity) -> str:
    if validity.since and validity.until:
        return _describe_span(validity.since, validity.until)
    if validity.until:
        return _describe_end(validity.until)
    if validity.since:
        return _describe_start(validity.since)
    return _describe_event(validity.occurs)


# Several languages have an article before a day, and none before a month or a year.
def _describe_span(first: str, last: str) -> str:
    start, end = map(format_partial_date, (first, last))
    if _is_day(first) and _is_day(last):
        return pgettext("two days", "from {start} to {end}", start=start, end=end)
    return _("from {start} to {end}", start=start, end=end)


def _describe_end(until: str) -> str:
    date = format_partial_date(until)
    if _is_day(until):
        return pgettext("a day", "until {date}", date=date)
    return _("until {date}", date=date)


def _describe_start(since: str) -> str:
    date = format_partial_date(since)
    if _is_day(since):
        return pgettext("a day", "since {date}", date=date)
    return _("since {date}", date=date)


def _describe_event(occurs: str) -> str:
    """Return the day of an event, or its first and last one; empty for none."""
    first, _slash, last = occurs.partition("/")
    if last:
        return _describe_span(first, last)
    date = format_partial_date(first) if first else ""
    if _is_day(first):
        return _("on {date}", date=date)
    if "-" in first:
        return _("in {date}", date=date)
    return pgettext("a year", "in {date}", date=date) if first else ""


def _is_day(date: str) -> bool:
    return len(date) >= len("2026-05-01")
