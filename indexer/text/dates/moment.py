"""Finds the moment in the future that a sentence names, once or again and again. Pure.

Wall-clock time: `nine` on the day on which clocks move is nine o'clock there.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta

from msgspec import Struct
from msgspec.structs import replace

from indexer.text.dates.clock import DAY, EVENING, HOUR, NOON, ClockTime, find_delay, find_time
from indexer.text.dates.finder import find_future_day, find_past_day
from indexer.text.dates.grammar import NOTHING, UNSPACED, Grammar, list_all_grammars, list_grammars
from indexer.text.dates.of_month import names_month
from indexer.text.dates.offsets import FoldedText, Span, fold_text, mask
from indexer.text.dates.period import add_months, find_weekday
from indexer.text.dates.repeats import (
    Repeat,
    find_bare_weekday,
    find_first,
    find_month_day,
    find_repeat,
    settle,
)
from indexer.text.dates.templates import compile_words
from indexer.text.languages import detect_language
from indexer.text.normalize import fold
from indexer.text.word_lists import build_alternatives, load_entries

USUAL = 9 * HOUR  # where a day is named and no time
SMALL_HOURS = 6 * HOUR  # an hour before this, without a half of the day, is in the afternoon
LONGEST = 1000  # characters that are looked at
UNCLEAR = re.compile(r"(?<!\d)\d{1,2}[/.-]\d{1,2}(?!\d)")  # countries read 3/4 differently
BESIDE = " ,の的"  # between a day and the words for its time
WEEK = timedelta(days=7)


class Moment(Struct, frozen=True):
    """A time that a text names; `rest` are the pieces of the text that name something else."""

    at: datetime  # aware, in the zone of the person
    repeat: Repeat | None
    language: str
    rest: tuple[str, ...]


class _Day(Struct, frozen=True):
    day: date | None
    spans: tuple[Span, ...] = ()
    last: date | None = None  # of a week or a month; the day itself otherwise


def find_moment(text: str, now: datetime, language: str = "") -> Moment | None:
    """Find what `text`, said at `now` in the person's zone, names; None for nothing to come.

    In an unknown language, the one counts that leaves least of the text: `demain à 18 h` has a time
    in English too.
    """
    folded = fold_text(text[:LONGEST])
    if language:
        return next(_list_moments(folded, now, list_grammars(folded.folded, language)), None)
    grammars = list(list_all_grammars(detect_language(text)))
    if _names_past(folded, now, grammars[0]):  # in another language it may be no day: `вчера в 9`
        return None
    return min(_list_moments(folded, now, grammars), key=_count_left, default=None)


def _count_left(moment: Moment) -> int:
    return sum(each.isalnum() for each in "".join(moment.rest))


def _list_moments(
    folded: FoldedText, now: datetime, grammars: Iterable[Grammar]
) -> Iterator[Moment]:
    for grammar in grammars:
        try:
            found = _find(folded, now, replace(grammar, past=NOTHING))
        except (OverflowError, ValueError):  # beyond the calendar, or a day that none has
            found = None
        if found:
            yield found


def _find(folded: FoldedText, now: datetime, grammar: Grammar) -> Moment | None:
    return _find_delayed(folded, now, grammar) or _find_dated(folded, now, grammar)


def _find_delayed(folded: FoldedText, now: datetime, grammar: Grammar) -> Moment | None:
    """Find `in two hours`, which is counted in real time and not on the clock."""
    delay = find_delay(folded.folded, grammar)
    if delay is None:
        return None
    at = (now.astimezone(UTC) + delay.length).astimezone(now.tzinfo)
    span = _widen(delay.span, folded.folded, grammar)
    return Moment(at, None, grammar.language, tuple(folded.cut([span])))


def _find_dated(folded: FoldedText, now: datetime, grammar: Grammar) -> Moment | None:
    """Find a day, a time or what recurs; each is masked before the next one is looked for."""
    text, spans = folded.folded, list[Span]()
    mention = None if names_month(text, grammar) else find_repeat(text, grammar)
    spans += [mention.span] if mention else []
    clock = find_time(mask(text, spans), text, grammar)
    spans += _list_maskable(clock, text, grammar)
    if clock and _is_over(clock, text, now.date(), grammar):
        return None
    found = _find_day(mask(text, spans), now.date(), grammar)
    if clock is None and (clock := _find_same_time(text, found, now, grammar)):
        found = _keep_weekday(found, now.date())
    if not (mention or clock or found.day):
        return None
    spans += [*found.spans, *(clock.spans if clock else ())]
    rest = folded.cut([_widen(each, text, grammar) for each in spans])
    if any(UNCLEAR.search(fold(piece)) for piece in rest):
        return None
    if mention:
        at, repeat = _place_repeat(mention.repeat, found.day, clock, now)
        return Moment(at, repeat, grammar.language, tuple(rest))
    at = _place(found.day, clock, now)
    return Moment(at, None, grammar.language, tuple(rest)) if at > now else None


def _names_past(folded: FoldedText, now: datetime, grammar: Grammar) -> bool:
    clock = find_time(folded.folded, folded.folded, grammar)
    return clock is not None and _is_over(clock, folded.folded, now.date(), grammar)


def _is_over(clock: ClockTime, text: str, today: date, grammar: Grammar) -> bool:
    """Return whether the time is one of a day that is over: `yesterday at 9`."""
    spans = [_widen(each, text, grammar) for each in clock.spans]
    past = find_past_day(mask(text, spans), today, grammar)
    return past is not None and any(
        not text[min(end, past.end) : max(start, past.start)].strip(BESIDE) for start, end in spans
    )


def _find_same_time(text: str, found: _Day, now: datetime, grammar: Grammar) -> ClockTime | None:
    """Find that a day's time is that of now: `this time tomorrow`, where nothing is between."""
    words = load_entries("same_times", grammar.language)
    for start, end in found.spans if words else ():
        for each in compile_words(words, grammar.language).finditer(text):
            between = text[min(each.end(), end) : max(each.start(), start)]
            if not between.strip(BESIDE):
                minutes = now.hour * HOUR + now.minute
                return ClockTime(minutes, certain=True, spans=(each.span(),))
    return None


def _keep_weekday(found: _Day, today: date) -> _Day:
    """Return the day of a week that is the weekday of today: `this time next week`."""
    if found.day and found.last and found.last - found.day == WEEK - timedelta(days=1):
        return replace(found, day=found.day + timedelta(days=today.weekday()))
    return found


def _list_maskable(clock: ClockTime | None, text: str, grammar: Grammar) -> Iterator[Span]:
    """Yield what says the time and no day: `tonight` says both."""
    for start, end in clock.spans if clock else ():
        if re.sub(r"\s+", " ", text[start:end]) not in grammar.offsets:
            yield start, end


def _find_day(text: str, today: date, grammar: Grammar) -> _Day:
    if found := find_future_day(text, today, grammar):
        return _Day(found.period.first, ((found.start, found.end),), found.period.last)
    if weekday := find_bare_weekday(text, grammar):
        return _Day(find_weekday(today, weekday[0]), (weekday[1],))
    if numbered := find_month_day(text, grammar):
        return _Day(_find_month_day(numbered[0], today), (numbered[1],))
    return _Day(None)


def _find_month_day(day: int, today: date) -> date:
    months = (add_months(today.replace(day=1), steps) for steps in range(13))
    last = (add_months(first, 1) - timedelta(days=1) for first in months)
    fits = (each.replace(day=day) for each in last if each.day >= day)
    return next(each for each in fits if each > today)


def _place(day: date | None, clock: ClockTime | None, now: datetime) -> datetime:
    """Return the moment of a day and a time, of which one may be missing."""
    today = now.date()
    if clock is None:
        return _join(day or today, USUAL, now) if day != today else now + timedelta(hours=1)
    if day is not None and day != today:
        return _join(day, _guess_half(clock), now)
    candidates = [_join(today, minutes, now) for minutes in _list_halves(clock)]
    later = [each for each in candidates if each > now]
    if later or day:
        return later[0] if later else _go_on(candidates[-1], clock, now)
    return _join(today + timedelta(days=1), _guess_half(clock), now)


def _go_on(at: datetime, clock: ClockTime, now: datetime) -> datetime:
    """Return an hour from now for an evening that goes on: `tonight`, said at nine."""
    tonight = not clock.named and clock.minutes >= EVENING
    return now + timedelta(hours=1) if tonight else at


def _place_repeat(
    repeat: Repeat, day: date | None, clock: ClockTime | None, now: datetime
) -> tuple[datetime, Repeat]:
    minutes = _guess_half(clock) if clock else USUAL
    today = now.date()
    earliest = today if _join(today, minutes, now) > now else today + timedelta(days=1)
    start = day or earliest
    settled = settle(repeat, start)
    return _join(find_first(settled, max(start, earliest)), minutes, now), settled


def _guess_half(clock: ClockTime) -> int:
    """Return the minutes since midnight; `at three` is in the afternoon."""
    early = not clock.certain and clock.minutes < SMALL_HOURS
    return clock.minutes + NOON if early else clock.minutes


def _list_halves(clock: ClockTime) -> tuple[int, ...]:
    if clock.minutes > DAY:  # `tonight at 1`, which may be said after midnight
        return clock.minutes - DAY, clock.minutes
    if clock.certain:
        return (clock.minutes,)
    return clock.minutes, clock.minutes + NOON


def _join(day: date, minutes: int, now: datetime) -> datetime:
    """Return a wall-clock time of the zone of `now`; 24 o'clock begins the next day."""
    day += timedelta(days=minutes // DAY)
    return datetime.combine(day, time(*divmod(minutes % DAY, HOUR)), tzinfo=now.tzinfo)


def _widen(span: Span, text: str, grammar: Grammar) -> Span:
    """Return `span` with the preposition before it, or the particle behind it."""
    start, end = span
    if grammar.language in UNSPACED:
        endings = build_alternatives(load_entries("time_ending_signs", grammar.language))
        behind = re.match(endings, text[end : end + 4])
        return (start, end + behind.end()) if behind else span
    named = re.sub(r"\s+", " ", text[start:end])
    if named in grammar.offsets:  # `turn the heating on tomorrow`
        return span
    openers = compile_words(load_entries("time_openers", grammar.language), grammar.language)
    before = [each for each in openers.finditer(text, 0, start) if _ends_at(each, start, text)]
    return (min(each.start() for each in before), end) if before else span


def _ends_at(match: re.Match[str], start: int, text: str) -> bool:
    return not text[match.end() : start].strip() and match.end() < start
