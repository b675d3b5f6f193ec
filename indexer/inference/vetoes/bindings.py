"""Finds what a statement joins that the text keeps apart: `a seat costs 79`, where a berth does.

Two words of a clause of the statement stand in different clauses of the text. They are joined
wrongly if each of these clauses has a rival in the place of the other word: another amount of the
same unit, another day, person or thing. Where only one has, the text may have said the rest before.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from indexer.inference.acting.actors import Names, identify, list_sure_names
from indexer.inference.alignment import Alignment, is_light, tells, weigh
from indexer.inference.figures.equality import same_quantity
from indexer.inference.figures.quantities import find_quantities, list_implied
from indexer.inference.figures.units import Quantity
from indexer.inference.matching import Match, compare
from indexer.inference.nouns import is_noun
from indexer.inference.reading import Reading, Word

_MOST = 12  # words of a clause that are compared two by two
_DATED = frozenset(("day", "month", "season", "daypart"))
_BOUND = frozenset(("rel:from", "rel:to", "rel:by", "rel:with", "rel:for", "rel:at", "rel:in"))


def joins_apart(found: Alignment) -> bool:
    """Tell if two words of the statement belong to clauses of the text that exclude each other."""
    names = list_sure_names(found.statement, found.text)
    pairs = list(_pair_up(found))
    both_ways = [pair for one, other in pairs for pair in ((one, other), (other, one))]
    return (
        any(_is_kept_apart(found, *pair, names) for pair in both_ways)
        or any(_is_added(found, *pair) for pair in both_ways)
        or any(_exclude_each_other(found, *pair, names) for pair in pairs)
    )


def _exclude_each_other(found: Alignment, one: Match, other: Match, names: Names) -> bool:
    """Tell if each word has a rival of its kind in the clause of the other."""
    comparable = _is_typed(found, one, names) or _is_typed(found, other, names)
    return (
        (comparable or _are_repeated(one, other))
        and _has_rival(found, one, other.known.clause, names)
        and _has_rival(found, other, one.known.clause, names)
    )


def _is_kept_apart(found: Alignment, value: Match, lead: Match, names: Names) -> bool:
    """Tell if the clause that a word leads has a value of its own: `with an adviser until May`."""
    here = found.text.by_clause[lead.known.clause]
    together = (
        value.known.sentence == lead.known.sentence and value.known.clause < lead.known.clause
    )
    if not together or not _is_typed(found, value, names) or _is_typed(found, lead, names):
        return False
    first = next((each for each in here if tells(each)), None)
    own = value.said.clause == lead.said.clause and first is lead.known
    return own and _has_rival(found, value, lead.known.clause, names)


def _is_added(found: Alignment, value: Match, thing: Match) -> bool:
    """Tell if a clause only adds a thing with a number of its own: `and films for one week`."""
    clause = thing.known.clause
    here = found.text.by_clause[clause]
    number = _find_quantity(found.text, value.known)
    added = here[0].has("conj:and") and [each for each in here if each.counts] == [thing.known]
    if number is None or not added or not is_noun(thing.known, found.text):
        return False
    quantities = (*find_quantities(found.text), *list_implied(here))
    own = [each for each in quantities if each.word.clause == clause and not each.is_clock]
    like = [each for each in own if each.scaled[0] == number.scaled[0]]
    return bool(like) and not any(same_quantity(number, each) for each in like)


def _pair_up(found: Alignment) -> Iterator[tuple[Match, Match]]:
    groups: dict[int, list[Match]] = {}
    for each in found.near:
        if (not each.said.counts or not is_light(each.said)) and not each.known.is_heading:
            groups.setdefault(each.said.clause, []).append(each)
    for group in groups.values():
        for one, other in combinations(group[:_MOST], 2):
            if one.known.clause != other.known.clause:
                yield one, other


def _is_typed(found: Alignment, match: Match, names: Names) -> bool:
    """Tell if the like of a word can be told: a number, a date, a person."""
    known = match.known
    return (
        _find_quantity(found.text, known) is not None
        or not _DATED.isdisjoint(known.sense.kinds)
        or bool(identify(known, names))
    )


def _are_repeated(one: Match, other: Match) -> bool:
    """Tell if two words stand as they are in one sentence of the text."""
    same = all(each.said.term == each.known.term for each in (one, other))
    return same and one.known.sentence == other.known.sentence


def _find_quantity(reading: Reading, word: Word) -> Quantity | None:
    return next((each for each in find_quantities(reading) if each.word is word), None)


def _has_rival(found: Alignment, match: Match, clause: int, names: Names) -> bool:
    """Tell if a clause has something else in the place of a word, and not the word itself."""
    here = found.text.by_clause[clause]
    # What another clause of the statement repeats is a rival as well: two may be exchanged.
    placed = {each.known.place for each in found.matches if each.said.clause == match.said.clause}
    free = [each for each in here if each.place not in placed]
    number = _find_quantity(found.text, match.known)
    if number is not None:
        return _has_other_number(found, number, free, here)
    if any(compare(match.said, each) for each in here if each.counts):
        return False
    if kinds := match.known.sense.kinds & _DATED:
        return any(kinds & each.sense.kinds for each in free)
    if identify(match.known, names):
        return any(_is_other_person(each, match.known, names) for each in free)
    return _has_other_thing(found, match.known, free, here)


def _has_other_number(
    found: Alignment, number: Quantity, free: Sequence[Word], here: Sequence[Word]
) -> bool:
    clause = here[0].clause
    there = [each for each in find_quantities(found.text) if each.word.clause == clause]
    if any(same_quantity(number, each) for each in there):
        return False
    return any(
        each.word in free
        and each.scaled[0] == number.scaled[0]
        and each.is_clock == number.is_clock
        for each in there
    )


def _is_other_person(word: Word, known: Word, names: Names) -> bool:
    who = identify(word, names)
    return bool(who) and not word.relations - {"rel:subj"} - known.relations


def _has_other_thing(
    found: Alignment, known: Word, free: Sequence[Word], here: Sequence[Word]
) -> bool:
    """Tell if another thing leads the clause as this one does its own, or another verb."""
    own = found.text.by_clause[known.clause]
    if bound := known.relations & _BOUND:
        return any(bound & each.relations and each.counts for each in free)
    if is_noun(known, found.text):
        lead, other = find_lead(own), find_lead(here)
        return lead is known and other in free and other is not None and is_noun(other, found.text)
    return any(
        each.counts
        and weigh(each) >= 1
        and not each.relations
        and not is_noun(each, found.text)
        and not each.is_name
        for each in free
    )


def find_lead(clause: Sequence[Word]) -> Word | None:
    """Find the first word that says what a clause is about; None behind a preposition."""
    first = next((each for each in clause if each.counts or each.has("pers")), None)
    return None if first is None or first.has("pers") or first.relations - {"rel:subj"} else first
