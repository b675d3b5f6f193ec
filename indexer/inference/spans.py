"""Finds what a span of time says: what is open until ten closes at ten, and in June from May on."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from indexer.inference.figures.equality import same_quantity
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.figures.units import Quantity
from indexer.inference.reading import Reading, Word

BEGINNING = frozenset(("begin", "open", "office_hours"))
ENDING = frozenset(("end", "end_up", "close"))
FIRST = frozenset(("rel:from", "rel:since"))
_LIMITS = frozenset(("rel:until", "rel:before", "rel:after", "rel:max"))
LAST = frozenset(("rel:until", "rel:to"))
_HOUR = "unit:h"
_MOST = 12  # times of day that are compared
_CYCLES = {"day": 7, "month": 12}  # days of a week, months of a year
_UNTIL = frozenset(("rel:until", "rel:to"))
_WEEKEND = frozenset((6, 7))
_NEAR = 5  # words between the ends of a span
KEPT = 256  # texts


def list_ends(statement: Reading, text: Reading) -> Iterator[tuple[Word, Word]]:
    """List the verbs of a statement that name an end of a span, each with the text's time."""
    timed = (each for each in find_quantities(text) if each.is_clock or each.unit == _HOUR)
    known = list(islice(timed, _MOST))
    verbs = [each for each in statement.words if each.topics & (BEGINNING | ENDING)]
    for verb in verbs if known else ():
        ends = LAST if verb.topics & ENDING else FIRST
        for said in find_quantities(statement)[:_MOST]:
            # Who says `open from 7 to 10` names both ends; the verb is none of them.
            if said.word.clause != verb.clause or said.word.relations & (FIRST | {"rel:until"}):
                continue
            same = (each for each in known if same_quantity(said, each))
            yield from (
                (verb, each.word)
                for each in same
                if _list_relations(each.word, text) & ends
                or (ends is FIRST and _stands_alone(each, known, text))
            )


def _list_relations(time: Word, text: Reading) -> frozenset[str]:
    """List how a time stands; `七時に` and `a las siete` are no end without a beginning."""
    here = text.by_clause[time.clause]
    begun = any(each.is_number and each.relations & FIRST for each in here)
    return time.relations if begun else time.relations - {"rel:to"}


def _stands_alone(time: Quantity, known: Sequence[Quantity], text: Reading) -> bool:
    """Tell if an event has a single time, at which it begins."""
    there = [each for each in known if each.word.sentence == time.word.sentence]
    ends = any(each.topics & ENDING for each in text.by_sentence[time.word.sentence])
    return len(there) == 1 and time.is_clock and not (ends or time.word.relations & _LIMITS)


def list_covering(said: Word, text: Reading) -> Iterator[tuple[Word, bool]]:
    """List the ends of the spans of a text that say something of a day or month: if it is within.

    `Open from June to September` says so of July, and of October that it is not.
    """
    for kind, cycle in _CYCLES.items():
        at = _get_place(said, kind)
        for first, last in _list_spans(kind, text) if at else ():
            start, end = _get_place(first, kind), _get_place(last, kind)
            yield last, (at - start) % cycle <= (end - start) % cycle
    if _get_place(said, "day") in _WEEKEND:
        yield from ((each, True) for each in text.words if "weekend" in each.topics)


@lru_cache(maxsize=KEPT)  # every day of a statement asks for them
def _list_spans(kind: str, text: Reading) -> tuple[tuple[Word, Word], ...]:
    """List the days or months with which a span begins and ends."""
    return tuple(_find_spans(kind, text))


def _find_spans(kind: str, text: Reading) -> Iterator[tuple[Word, Word]]:
    named = [each for each in text.words if _get_place(each, kind)]
    for first, last in pairwise(named):
        together = first.sentence == last.sentence and last.place - first.place <= _NEAR
        between = text.words[first.place + 1 : last.place]
        joined = any(each.marks & _UNTIL for each in between) or last.relations & _UNTIL
        if together and joined and not any(each.has("conj") for each in between):
            yield first, last


def lies_within_dates(said: Quantity, statement: Reading, text: Reading) -> bool:
    """Tell if a day of a month lies between two of a text: 10 February, `from 3 to 14 February`."""
    month = _find_month(said, statement)
    dated = [each for each in find_quantities(text) if not (each.unit or each.is_clock)]
    return bool(month) and any(
        min(first.values) <= min(said.values) <= max(last.values)
        and _find_month(last, text) == month
        and _find_month(first, text) in ("", month)
        and first.word.clause == last.word.clause
        and bool(first.word.relations & FIRST)
        and bool(last.word.relations & LAST)
        for first, last in pairwise(dated[:_MOST])
    )


def _find_month(day: Quantity, reading: Reading) -> str:
    """Find the month behind the number of a day: `10 February`, `10 de febrero`."""
    behind = reading.words[day.word.place + 1 : day.word.place + 3]
    months = (mark for each in behind for mark in each.marks if mark.startswith("month:"))
    bare = not any((each.counts and not each.has("month")) or each.is_number for each in behind[:1])
    return next(months, "") if bare else ""


def _get_place(word: Word, kind: str) -> int:
    """Return the place of a day in its week, or of a month in its year; 0 if it is none."""
    marks = [each for each in word.marks if each.startswith(f"{kind}:")]
    number = marks[0].partition(":")[2] if len(marks) == 1 else ""
    return int(number) if number.isdigit() else 0
