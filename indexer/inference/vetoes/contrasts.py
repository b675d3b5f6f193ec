"""Finds which of two clauses that deny and affirm the same of two things a statement is about.

`Calculators are banned in the first part and allowed in the second`: who speaks of the second part
says what the second clause says, though the first one has all other words.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations

from indexer.inference.alignment import Alignment, tells
from indexer.inference.figures.arithmetic import is_rest
from indexer.inference.figures.equality import same_quantity
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.figures.shares import leaves_share
from indexer.inference.figures.units import Quantity
from indexer.inference.matching import Match
from indexer.inference.nouns import is_noun
from indexer.inference.reading import Reading, Word

_MOST = 12  # words of a clause that are compared
_WITHOUT = "neg:without"


def find_contrast(
    found: Alignment, said: Sequence[Match], is_denied: Callable[[Reading, int], bool]
) -> bool | None:
    """Tell if the clause that a statement is about denies; None if no two clauses differ in that.

    Of two clauses of a sentence the statement is about the second if it has all that sets that one
    apart, and not what sets the first one apart.
    """
    placed = frozenset(each.known.place for each in said)
    for first, second in _list_pairs(found, said):
        denied = [is_denied(found.text, each[0].clause) for each in (first, second)]
        if denied[0] == denied[1]:
            continue
        apart = _list_apart(first, placed), _list_apart(second, placed)
        if apart[0] and not apart[1] and any(each.place in placed for each in second):
            return denied[1]
    return None


def _list_pairs(
    found: Alignment, said: Sequence[Match]
) -> Iterator[tuple[Sequence[Word], Sequence[Word]]]:
    clauses = {each.known.clause for each in said if _shows(each.said)}
    for clause in sorted(clauses):
        following = found.text.by_clause.get(clause + 1)
        here = found.text.by_clause[clause]
        if following and clause + 1 in clauses and following[0].sentence == here[0].sentence:
            yield here, following


def _denies(clause: Sequence[Word]) -> bool:
    return any(each.has("neg") and _WITHOUT not in each.marks for each in clause)


def _list_apart(clause: Sequence[Word], placed: Collection[int]) -> list[Word]:
    """List what a clause has that the statement does not have."""
    return [each for each in clause[:_MOST] if _shows(each) and each.place not in placed]


def _shows(word: Word) -> bool:
    return word.is_figure or tells(word)


def counts_rest(found: Alignment, clauses: Collection[int]) -> bool:
    """Tell if it is denied of what is left: 17 of 48 were not approved, where 31 were."""
    if not any(_denies(found.statement.by_clause[each]) for each in clauses):
        return False
    known = find_quantities(found.text)
    return _says_nothing_else(found, clauses) and any(
        _is_all_said(found, part)
        for each in find_quantities(found.statement)
        if each.word.clause in clauses and not any(same_quantity(each, one) for one in known)
        for part in _list_parts(each, known)
        if not _counts_another(found, part)
    )


def _list_parts(rest: Quantity, known: Sequence[Quantity]) -> Iterator[Quantity]:
    """List the numbers that leave the rest: 31 of 48 leave 17, two thirds a third."""
    yield from (each for each in known[:_MOST] if leaves_share(rest, (each,)))
    for pair in combinations(known[:_MOST], 2):
        if is_rest(rest, pair):
            yield min(pair, key=lambda each: max(each.values))


def _counts_another(found: Alignment, part: Quantity) -> bool:
    """Tell if a number counts the thing that is denied: of 48 pupils, 31 bikes are no part."""
    behind = found.text.words[part.word.place + 1 : part.word.place + 2]
    return not part.unit and any(
        each.known in behind
        and each.known.clause == part.word.clause
        and is_noun(each.said, found.statement)
        for each in found.matches
    )


def _says_nothing_else(found: Alignment, clauses: Collection[int]) -> bool:
    """Tell if the text has all that is denied: if 31 flats are let, none is painted."""
    words = (word for each in clauses for word in found.statement.by_clause[each])
    return all(each.place in found.places for each in words if tells(each))


def _is_all_said(found: Alignment, part: Quantity) -> bool:
    """Tell if all is denied that is said of the others: if 31 pay by card, 17 may pay in cash.

    A verb may be another: `were found empty`, `were not empty`.
    """
    placed = frozenset(found.places.values())
    here = [each for each in found.text.by_clause[part.word.clause] if tells(each)]
    left = [each for each in here if each.place not in placed]
    last = max((each.place for each in here if each.place in placed), default=-1)
    nouns = any(is_noun(each, found.text) for each in left)
    said = {each.text for each in found.statement.words}  # no match has a unit
    if any(
        each.has("unit") and each.place > last and each.text not in said
        for each in found.text.by_clause[part.word.clause]
    ):
        return False  # `31 pay weekly`: the others may pay once a year
    return not nouns and len(left) <= 1 and all(each.place < last for each in left)
