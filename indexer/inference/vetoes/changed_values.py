"""Finds the old value of what changes, where a statement gives it as the new one.

`The fee rises from 300 to 350 in May` has all words of "In May the fee will be 300".
"""

from indexer.inference.alignment import Alignment
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.figures.units import Quantity
from indexer.inference.matching import Match
from indexer.inference.reading import Word

_FROM = "rel:from"
_TO = frozenset(("rel:to", "rel:until", "rel:max", "rel:for"))
_NEW = frozenset(("become", "new", "plan_future"))
_CHANGING = frozenset(
    ("become", "change", "climb", "drop", "extend", "grow", "increase", "move", "raise", "reduce")
)
_BOUNDS = frozenset(("rel:min", "rel:max"))
_MOVED = frozenset(("postpone", "bring_forward"))  # where the old date is void
_OLD = ("asp:ended", "rel:until", "rel:before")


def takes_old_value(found: Alignment) -> bool:
    """Tell if what something changes from is said to be what it will be."""
    said = found.statement.words
    if any(any(map(each.has, _OLD)) or each.topics & _MOVED for each in said):
        return False
    ahead = any(each.has("mod:plan") or each.has("when") or each.topics & _NEW for each in said)
    here = found.text.by_sentence.get(found.focus, ())
    if not (ahead or any(each.topics & _MOVED for each in here)):
        return False
    known = {each.word.place: each for each in find_quantities(found.text)}
    return any(
        each.known.place in known and _is_old(found, each, known[each.known.place])
        for each in found.matches
        if each.said.is_figure
    )


def _is_old(found: Alignment, match: Match, old: Quantity) -> bool:
    if _FROM not in match.known.relations or match.said.relations & {_FROM, *_BOUNDS}:
        return False
    here = found.text.by_clause[old.word.clause]
    if not any(each.topics & (_CHANGING | _MOVED) for each in here):
        return False  # `lessons last from 30 to 45 minutes`
    placed = frozenset(found.places.values())
    others = (each for each in find_quantities(found.text) if each.word.place not in placed)
    return any(
        other.word.clause == old.word.clause and _is_new(other.word) and _is_like(old, other)
        for other in others
    )


def _is_new(word: Word) -> bool:
    return not word.relations.isdisjoint(_TO)  # `para 26` as well


def _is_like(one: Quantity, other: Quantity) -> bool:
    return not (one.is_clock or other.is_clock) and (
        one.scaled[0] == other.scaled[0] or not (one.unit and other.unit)
    )
