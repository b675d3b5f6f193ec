"""Finds the date or period that a sentence names: "next Friday", "in zwei Wochen", "後天". Pure.

The languages are those with a word list `weekdays`. What recurs every week is no date. Numbers of
days and months in other forms, such as 3/4, are left alone: countries read them differently.
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime
from itertools import islice
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from indexer.text.dates.grammar import (
    ANYTHING,
    BEHIND_RECURRING,
    NOTHING,
    UNSPACED,
    Grammar,
    list_grammars,
)
from indexer.text.dates.period import (
    FoundPeriod,
    Period,
    build_day,
    build_month,
    build_year,
    find_nth_weekday,
    find_weekday,
    shift,
)
from indexer.text.dates.ranges import find_ranges, find_weekday_ranges, mask_habits
from indexer.text.dates.tense import is_past, read_tense
from indexer.text.dates.written import (
    find_dates,
    find_dotted,
    find_iso_dates,
    read_month,
)
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify

Role = Literal["on", "since", "until"]
LONGEST = 2000  # characters that are looked at
LONGEST_PERIOD = 31  # days: of a longer one nobody knows on which of them
LEAD = 24  # characters before a day in which its opener stands, such as "since"
NEAR = 8  # characters between "moved" and the day, such as "from"
MOST_DATES = 4  # that are taken out of a text


class Mention(Struct, frozen=True):
    """A period, and whether something happens on it, begins with it or lasts until it."""

    period: Period
    role: Role = "on"


class NamedMention(Struct, frozen=True):
    """A mention, and where folded text names it."""

    mention: Mention
    start: int
    end: int


def find_mention(text: str, said: datetime) -> Mention | None:
    """Find what `text`, said at `said` in the person's time zone, names; None for no date."""
    return found.mention if (found := find_named(text, said)) else None


def find_named(text: str, said: datetime) -> NamedMention | None:
    """Find what `find_mention` finds, and the words that name it."""
    folded = fold(unify(text[:LONGEST]))
    for each in list_grammars(folded, detect_language(text), dated=True):
        plain, grammar = mask_recurring(folded, each), read_tense(text[:LONGEST], each)
        if ahead := _find_goal(plain, said.date(), grammar):
            return NamedMention(Mention(ahead.period), ahead.start, ahead.end)
        found = _find_moved(plain, said.date(), grammar) or _find(plain, said.date(), grammar)
        if found:
            role = _find_role(plain, found, grammar)
            if role == "on" and BEHIND_RECURRING.search(plain[: found.start]):
                return None  # `every year on 3 May`
            period = _place(found, role, plain, said.date(), grammar).period
            return NamedMention(Mention(period, role), found.start, found.end)
    return None


def mask_recurring(text: str, grammar: Grammar) -> str:
    """Return folded text without what recurs, sign for sign; `le lundi de Pâques` is one day."""
    text = mask_habits(text, grammar)
    if grammar.recurring.search(text) is None:
        return text
    from indexer.text.dates.holidays import mask_except_holidays  # few texts name any date

    return mask_except_holidays(text, grammar)


def _find_goal(text: str, today: date, grammar: Grammar) -> FoundPeriod | None:
    """Find the day for which something is arranged: it lies ahead, though the verb is past."""
    ahead = replace(grammar, past=NOTHING)
    for each in islice(grammar.goals.finditer(text), MOST_DATES):
        found = _find(" " * each.start() + text[each.start() :], today, ahead)
        if found and each.start() <= found.start <= each.end() + 1:
            return found
    return None


def _find_moved(text: str, today: date, grammar: Grammar) -> FoundPeriod | None:
    """Find the day to which something was moved: the last one named, if it lies ahead."""
    moves = list(islice(grammar.moves.finditer(text), MOST_DATES))
    if not moves:
        return None
    whole = text
    every: list[FoundPeriod] = []
    for _each in range(MOST_DATES):
        found = _find(text, today, replace(grammar, past=NOTHING))
        if found is None:
            break
        every.append(found)
        text = f"{text[: found.start]}{' ' * (found.end - found.start)}{text[found.end :]}"
    last = max(every, key=lambda each: each.start, default=None)
    if last is None or last.period.last < today:
        return None
    # "I moved to York on 1 March" moves nothing to that day.
    near = any(day.start - move.end() <= NEAR for day in every for move in moves)
    aimed = grammar.moved_to.search(whole[: last.start]) is not None
    return last if near or aimed else None


class PastMention(Struct, frozen=True):
    """A period that is not in the future, and what a text says besides naming it, folded."""

    period: Period
    rest: str


def find_past_mention(text: str, said: datetime) -> PastMention | None:
    """Find the time that a question about the past names: "on Monday" is the last one.

    None for no date, or for one that only the future has.
    """
    folded = fold(unify(text[:LONGEST]))
    for grammar in list_grammars(folded, detect_language(text), dated=True):
        plain = mask_recurring(folded, grammar)
        found = _find(plain, said.date(), replace(grammar, past=ANYTHING))
        if found and found.period.first <= said.date():
            return PastMention(found.period, f"{folded[: found.start]} {folded[found.end :]}")
    return None


def strip_dates(text: str) -> str:
    """Return `text`, folded, without the dates that it names."""
    folded = fold(unify(text[:LONGEST]))
    for grammar in list_grammars(folded, detect_language(text), dated=True):
        for _each in range(MOST_DATES):
            found = _find(folded, date(2000, 1, 3), grammar)  # any day will do
            if found is None:
                break
            folded = f"{folded[: found.start]} {folded[found.end :]}"
    return " ".join(folded.split())


def _place(found: FoundPeriod, role: Role, text: str, today: date, grammar: Grammar) -> FoundPeriod:
    """Return `found`; what lasts until a day without a year ends in the future.

    `Has been extended until May` is not about last May, nor `since May` about the next.
    """
    before = text[max(0, found.start - LEAD) : found.start]
    if role == "since" and found.period.first > today and grammar.elapsed.search(before):
        return _find(text, today, replace(grammar, past=ANYTHING)) or found
    if role != "until" or found.period.last >= today:
        return found
    return _find(text, today, replace(grammar, past=NOTHING)) or found


def find_future_day(folded: str, today: date, grammar: Grammar) -> FoundPeriod | None:
    """Find the day, week or month that begins today or later, and where folded text names it.

    The end of a month is no day on which to be reminded; reminders read the number of a day alone
    by themselves.
    """
    found = _find(folded, today, replace(grammar, past=NOTHING), numbered=False)
    if found is None or found.period.first < today or not _is_short(found.period):
        return None
    from indexer.text.dates.of_month import names_end  # few texts name a day

    return None if names_end(folded[found.start : found.end], grammar) else found


def find_past_day(folded: str, today: date, grammar: Grammar) -> FoundPeriod | None:
    """Find the day, week or month that is over, and where folded text names it."""
    found = _find(folded, today, grammar, numbered=False)
    return found if found and found.period.last < today else None


def _is_short(period: Period) -> bool:
    return period.last.toordinal() - period.first.toordinal() < LONGEST_PERIOD


def has_mention(text: str) -> bool:
    """Tell if `text` names any date, period or day of the week."""
    return find_mention(text, datetime(2000, 1, 3)) is not None  # noqa: DTZ001 - any day will do


def _find(text: str, today: date, grammar: Grammar, *, numbered: bool = True) -> FoundPeriod | None:
    """Find the most exact date; a day that no calendar has is no date, nor is its month alone.

    If not `numbered`, a day of no month, `on the 24th`, is none.
    """
    finders = (each for each in _FINDERS if numbered or each is not _find_bare_days)
    try:
        every = (next(finder(text, today, grammar), None) for finder in finders)
        return next((found for found in every if found), None)
    except (ValueError, OverflowError):
        return None


def _find_role(text: str, found: FoundPeriod, grammar: Grammar) -> Role:
    before, after = text[max(0, found.start - LEAD) : found.start], text[found.end : found.end + 8]
    if grammar.until.search(before) or grammar.until_after.match(after):
        return "until"
    if grammar.since.search(before) or grammar.since_after.match(after):
        return "since"
    return "on"


def _find_nth_weekdays(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    for each in grammar.nth_weekdays.finditer(text):
        groups = each.groupdict()
        nth, weekday = grammar.ordinals[groups["nth"]], grammar.weekdays[groups["day"]]
        month = read_month(groups, grammar)
        years = [int(groups["year"])] if groups.get("year") else [today.year, today.year + 1]
        if is_past(text, grammar) and not groups.get("year"):
            years = [today.year, today.year - 1]
        days = [find_nth_weekday(year, month, weekday, nth) for year in years]
        right = [
            day for day in days if day and (len(days) == 1 or _fits(day, today, text, grammar))
        ]
        if right:
            yield FoundPeriod(build_day(right[0]), *each.span())


def _fits(day: date, today: date, text: str, grammar: Grammar) -> bool:
    return day <= today if is_past(text, grammar) else day >= today


def _find_in_months(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    if not any(unit == "month" and word in text for word, unit in grammar.units.items()):
        return
    from indexer.text.dates.of_month import find_days_of_month  # few texts name such a day

    past = is_past(text, grammar)
    for day, found in find_days_of_month(text, today, grammar, past=past):
        yield FoundPeriod(build_day(day), *found.span())


def _find_bare_days(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    if not any(each.isdigit() for each in text):
        return
    from indexer.text.dates.bare_days import find_bare_days  # few texts name such a day

    yield from find_bare_days(text, today, grammar, past=is_past(text, grammar))


def _find_later_weeks(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    from indexer.text.dates.counted import find_later_weeks  # few texts name any date

    return find_later_weeks(text, today, grammar)


def _find_counted(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    from indexer.text.dates.counted import find_counted  # few texts name any date

    return find_counted(text, today, grammar)


def _find_shifted(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    found = ((step, pattern.finditer(text)) for step, pattern in grammar.shifted.items())
    for step, each in ((step, each) for step, matches in found for each in matches):
        from indexer.text.dates.shifted import find_shifted  # few texts name such a day

        if found_day := find_shifted(each, step, today, grammar, past=is_past(text, grammar)):
            yield found_day


def _find_holidays(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    from indexer.text.dates.holidays import find_holidays  # few texts name any date

    return find_holidays(text, today, grammar)


def _find_named_days(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    for each in grammar.named_days.finditer(text):
        back = each["named"] in grammar.two_way and is_past(text, grammar)
        steps = grammar.offsets[each["named"]] * (-1 if back else 1)
        yield FoundPeriod(shift(today, "day", steps), *each.span())


def _find_weekdays(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    for each in grammar.weekday_templates.finditer(text):
        weekday = _read_weekday(each.group(), grammar)
        past = is_past(text, grammar)
        start = each.start() + _find_name(each.group(), grammar)
        yield FoundPeriod(build_day(find_weekday(today, weekday, past=past)), start, each.end())


def _find_name(words: str, grammar: Grammar) -> int:
    return min(at for name in grammar.weekdays if (at := words.find(name)) >= 0)


def _find_months(text: str, today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    for each in grammar.months_alone.finditer(text):
        groups = each.groupdict()
        month, year = read_month(groups, grammar), groups.get("year") or groups.get("year2")
        name = groups.get("month") or groups.get("month2") or groups.get("digits") or ""
        unspaced = grammar.language in UNSPACED  # the year stands before the month there
        start = each.start() + (0 if unspaced else max(0, each.group().find(name)))
        if year:
            yield FoundPeriod(build_month(int(year), month), start, each.end())
        else:
            past = is_past(text, grammar)
            step = (-1 if month > today.month else 0) if past else int(month < today.month)
            yield FoundPeriod(build_month(today.year + step, month), start, each.end())


def _find_years(text: str, _today: date, grammar: Grammar) -> Iterator[FoundPeriod]:
    for each in grammar.years.finditer(text):
        yield FoundPeriod(build_year(int(each[1])), each.start(1), each.end())


def _read_weekday(words: str, grammar: Grammar) -> int:
    return grammar.weekdays[max((name for name in grammar.weekdays if name in words), key=len)]


_Finder = Callable[[str, date, Grammar], Iterator[FoundPeriod]]
_FINDERS: tuple[_Finder, ...] = (
    find_iso_dates,
    find_ranges,
    find_dates,
    find_dotted,
    find_weekday_ranges,
    _find_holidays,
    _find_nth_weekdays,
    _find_in_months,
    _find_later_weeks,
    _find_counted,
    _find_named_days,
    _find_shifted,
    _find_bare_days,
    _find_weekdays,
    _find_months,
    _find_years,
)
