"""Tells a person when a fact was said and when it holds."""

from datetime import datetime

from indexer.i18n import _, format_date, format_partial_date
from memory.fact import Fact, Validity


def describe_times(fact: Fact) -> str:
    """Return "since 3 May 2026", or whatever is known best."""
    if holds := _describe_validity(fact.value.validity):
        return holds
    said = datetime.fromtimestamp(fact.said_at).astimezone()
    return _("noted on {date}", date=format_date(said))


def _describe_validity(validity: Validity) -> str:
    if validity.since and validity.until:
        start, end = map(format_partial_date, (validity.since, validity.until))
        return _("from {start} to {end}", start=start, end=end)
    if validity.until:
        return _("until {date}", date=format_partial_date(validity.until))
    if validity.since:
        return _("since {date}", date=format_partial_date(validity.since))
    return _describe_event(validity.occurs)


def _describe_event(occurs: str) -> str:
    """Return the day of an event, or its first and last one; empty for none."""
    first, _slash, last = occurs.partition("/")
    if last:
        start, end = map(format_partial_date, (first, last))
        return _("from {start} to {end}", start=start, end=end)
    if len(first) < len("2026-05-01"):
        return _("in {date}", date=format_partial_date(first)) if first else ""
    return _("on {date}", date=format_partial_date(first))
