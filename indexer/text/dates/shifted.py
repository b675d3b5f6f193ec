"""Reads what is named by how far it is from today: `last week`, `this Tuesday`. Pure."""

import re
from collections.abc import Mapping
from datetime import date, timedelta

from indexer.text.dates.grammar import NEXT_IN_NEXT_WEEK, UNSPACED, Grammar
from indexer.text.dates.period import (
    FoundPeriod,
    Period,
    build_day,
    build_month,
    find_around,
    find_weekday,
)
from indexer.text.dates.week_days import narrow_to_day


def find_shifted(
    found: re.Match[str], step: int, today: date, grammar: Grammar, *, past: bool
) -> FoundPeriod | None:
    """Read a match of `grammar.shifted[step]`, with a weekday beside it: `viernes de la semana que
    viene`; `past` if the text tells of the past.
    """
    groups = {name: word for name, word in found.groupdict().items() if word}
    period = _read_shifted(groups, step, today, grammar, past=past)
    if period is None:
        return None
    return narrow_to_day(FoundPeriod(period, *found.span()), found.string, grammar)


def _read_shifted(
    groups: Mapping[str, str], step: int, today: date, grammar: Grammar, *, past: bool
) -> Period | None:
    unit = next((grammar.units[v] for k, v in groups.items() if k.startswith("unit")), None)
    day = next((grammar.weekdays[v] for k, v in groups.items() if k.startswith("day")), 0)
    if month := groups.get("month"):
        return _find_month(grammar.months[month], step, today)
    if unit is None and day:
        if step == 0:
            return _find_this(day, today, grammar, past=past)
        if grammar.language not in NEXT_IN_NEXT_WEEK:
            near = find_weekday(today, day, past=step < 0)
            return build_day(near + timedelta(weeks=step - (1 if step > 0 else -1)))
        unit = "week"
    if unit is None:
        return None
    whole = find_around(today, unit, step)
    return _get_day(whole, day) if day else whole


def _find_this(day: int, today: date, grammar: Grammar, *, past: bool) -> Period:
    """Find the day of this week, or the coming one if it is over: `this Tuesday`, on a Saturday.

    Chinese and Japanese mean the week of the calendar.
    """
    found = _get_day(find_around(today, "week", 0), day)
    over = found.last < today and not past
    ahead = over and grammar.language not in UNSPACED
    return build_day(find_weekday(today, day)) if ahead else found


def _get_day(week: Period, day: int) -> Period:
    return build_day(date.fromordinal(week.first.toordinal() + day - 1))


def _find_month(month: int, step: int, today: date) -> Period:
    ahead = month > today.month
    year = today.year + (not ahead if step > 0 else -ahead if step < 0 else 0)
    return build_month(year, month)
