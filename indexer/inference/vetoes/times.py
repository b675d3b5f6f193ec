"""Finds days, months and times of a statement that are not those of the text, or not together."""

from collections.abc import Collection, Sequence

from indexer.inference.alignment import Alignment
from indexer.inference.figures.quantities import find_quantities, list_implied
from indexer.inference.figures.units import MONEY, PERIODS, SCALES, Quantity
from indexer.inference.lexicon import NONE, Meanings
from indexer.inference.matching import Match
from indexer.inference.reading import ANCHORS, Reading, Word
from indexer.inference.spans import BEGINNING, ENDING, FIRST, LAST

_AT = frozenset(("rel:to",))  # `a las ocho`
_DATED = frozenset(("day", "month", "season"))
_SPANNED = _DATED | {"daypart"}
_WHOLE = "span:all"
_AMOUNTS = 24  # that are converted
_MOST = 12  # days and times that are compared two by two


def mixes_times(found: Alignment) -> bool:
    """Tell if a day and a time of the statement belong to different parts of the text."""
    days = [each for each in found.matches if _DATED & each.said.sense.kinds][:_MOST]
    numbers = [each for each in found.matches if each.said.is_figure][:_MOST]
    return _moves_daypart(found) or any(
        day.known.clause != number.known.clause
        and _go_together(found, day.said, number.said)
        and (
            _has_rival(found, day.known.clause, number.said.clause)
            or _is_other_line(found, day.known.sentence, number.known.sentence)
        )
        for day in days
        for number in numbers
    )


def _moves_daypart(found: Alignment) -> bool:
    """Tell if the statement's part of the day is that of another clause."""
    if any(each.is_figure for each in found.statement.words):
        return False
    placed = [each for each in found.matches if each.said.has("daypart")]
    others = {each.known.clause for each in found.matches if each not in placed}
    rivals = [each for each in found.main if each.has("daypart") and each.clause in others]
    return any(
        each.known.clause not in others
        and bool(rivals)
        and not any(_same_daypart(each.said, other) for other in rivals)
        for each in placed
    )


def _same_daypart(one: Word, other: Word) -> bool:
    return bool({each for each in one.marks & other.marks if each.startswith("daypart:")})


def _is_other_line(found: Alignment, day: int, number: int) -> bool:
    """Tell if a time stands in the line of another day, and the day's line has its own."""
    here, there = found.text.by_sentence[day], found.text.by_sentence[number]
    timed = any(":" in each.text and each.is_number for each in here)
    return day != number and timed and any(_DATED & each.sense.kinds for each in there)


def _go_together(found: Alignment, day: Word, number: Word) -> bool:
    """Tell if a time is that of a day: in its clause, or in the next if its own has none."""
    here = found.statement.by_clause[day.clause]
    return day.clause == number.clause or (
        abs(day.clause - number.clause) == 1 and not any(map(_is_time, here))
    )


def _is_time(word: Word) -> bool:
    return word.is_figure or word.has("daypart")


def _has_rival(found: Alignment, clause: int, said: int) -> bool:
    """Tell if a clause has a time of its own that this clause of the statement does not repeat."""
    repeated = {each.known.place for each in found.matches if each.said.clause == said}
    here = found.text.by_clause[clause]
    return any(_is_time(each) and each.place not in repeated for each in here)


def changes_date(found: Alignment) -> bool:
    """Tell if the statement names a month, day or season that the text does not have there."""
    timed = any(each.is_clock for each in find_quantities(found.statement)) or any(
        each.is_number for each in found.statement.words
    )
    kinds = [each for each in ANCHORS if not (timed and each == "daypart")]
    return any(
        each.has(kind) and any(other.has(kind) for other in _list_near(found))
        for each in found.unknown
        for kind in kinds
    )


def widens_span(found: Alignment) -> bool:
    """Tell if `all year round` is said of what the text says of some days or months only."""
    if not any(each.has(_WHOLE) for each in found.statement.words):
        return False
    placed = frozenset(found.places.values())
    clauses = [found.text.by_clause[each] for each in sorted(found.clauses)]
    limited = [_is_limited(here, placed) for here in clauses]
    whole = [any(each.has(_WHOLE) for each in here) for here in clauses]
    return any(limited) and not any(
        wide and not narrow for wide, narrow in zip(whole, limited, strict=True)
    )


def _is_limited(clause: Sequence[Word], placed: Collection[int]) -> bool:
    """Tell if a clause names days, months or parts of a day that the statement leaves out."""
    return any(each.sense.kinds & _SPANNED and each.place not in placed for each in clause)


def changes_end(found: Alignment) -> bool:
    """Tell if the end of a span is said to be its beginning: it `opens at ten`, not `until ten`."""
    times = [each for each in find_quantities(found.statement) if each.is_clock][:_MOST]
    known = {each.said.place: _list_relations(each.known, found) for each in found.matches}
    return any(
        bool(known.get(time.word.place, NONE) & other)
        and not known.get(time.word.place, NONE) & own
        and not time.word.relations & (own | other) - _AT
        for verb in found.statement.words
        for own, other in _list_ends(verb)
        for time in _list_single(times, verb.clause)
    )


def _list_relations(time: Word, found: Alignment) -> Meanings:
    """List how a time of the text stands; `a las ocho` is no end without a beginning before it."""
    here = found.text.by_clause[time.clause]
    begun = any(each.is_number and each.relations & FIRST for each in here)
    return time.relations if begun else time.relations - _AT


def _list_single(times: Sequence[Quantity], clause: int) -> list[Quantity]:
    """List the time of a clause that has only one: `open from 9 to 22` names both ends."""
    there = [each for each in times if each.word.clause == clause]
    return there if len(there) == 1 else []


def _list_ends(verb: Word) -> list[tuple[Meanings, Meanings]]:
    if verb.topics & BEGINNING:
        return [(FIRST, LAST)]
    return [(LAST, FIRST)] if verb.topics & ENDING else []


def _list_near(found: Alignment) -> list[Word]:
    near = range(found.focus - 1, found.focus + 2)
    return [word for each in near for word in found.text.by_sentence.get(each, [])]


def is_of_other_period(said: Quantity, known: Sequence[Quantity], periods: Sequence[str]) -> bool:
    """Tell if an amount is what another a month comes to in a year, or the other way round.

    `periods` are the units of time that the statement is about.
    """
    if said.unit not in MONEY:
        return False
    return any(
        not said.scaled[1].isdisjoint(_convert(each, period, own))
        for each in known[:_AMOUNTS]
        if each.unit == said.unit
        for own in sorted(each.periods)
        for period in periods
    )


def _convert(amount: Quantity, period: str, own: str) -> frozenset[float]:
    """Convert an amount for one period into that for another of its kind."""
    (kind, length), (other, shorter) = SCALES[period], SCALES[own]
    if kind != other or period == own:
        return frozenset()
    return frozenset(round(value * length / shorter, 4) for value in amount.scaled[1])


def list_periods(statement: Reading) -> list[str]:
    """List the periods that a statement speaks of: one year, or each month."""
    single = {each.unit for each in list_implied(statement.words)}
    single |= {each.unit for each in find_quantities(statement) if each.values == {1.0}}
    return sorted(single & PERIODS)


def is_for_other_period(found: Alignment) -> bool:
    """Tell if an amount belongs to another period: `monthly 42 euros, yearly 390`."""
    return any(_is_for_other(each, found) for each in found.matches if each.said.is_number)


def _is_for_other(amount: Match, found: Alignment) -> bool:
    said = _list_bare_periods(found.statement.by_clause[amount.said.clause])
    if not said:
        return False
    known = _list_bare_periods(found.text.by_clause[amount.known.clause])
    return bool(known) and said.isdisjoint(known)


def _list_bare_periods(clause: Sequence[Word]) -> frozenset[str]:
    if not any(each.marks & MONEY for each in clause):
        return NONE
    return frozenset(each.unit for each in list_implied(clause)) & PERIODS
