"""Finds a number, day or name that a statement takes from elsewhere in the text.

`Children under six swim free. The board is for children from ten.` holds all words of "Children
under six may use the board", but the sentence on the board has a number of its own.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from indexer.inference.acting.actors import Names, identify, list_sure_names
from indexer.inference.alignment import Alignment, is_light, weigh
from indexer.inference.figures.quantities import find_quantities, list_implied
from indexer.inference.figures.units import MONEY, Quantity
from indexer.inference.lexicon import TITLES, UNSPACED
from indexer.inference.matching import Match
from indexer.inference.reading import Word

_DATED = ("day:", "month:", "season:")
_MOST = 12  # matches that are compared


def borrows(found: Alignment) -> bool:
    """Tell if a clause of the statement takes what another sentence says of something else."""
    names = list_sure_names(found.statement, found.text)
    return any(_borrows(found, group, names) for group in _group(found))


def _group(found: Alignment) -> Iterator[list[Match]]:
    """Group the matches by clause; `and on Friday` belongs to the one before."""
    groups: dict[int, list[Match]] = {}
    clause = 0
    for match in sorted(found.matches, key=lambda each: each.said.place):
        plain = not (match.said.is_figure or _list_dates(match.said))
        clause = (
            match.said.clause if plain or match.said.clause not in (clause, clause + 1) else clause
        )
        groups.setdefault(clause, []).append(match)
    yield from groups.values()


def _borrows(found: Alignment, group: Sequence[Match], names: Names) -> bool:
    """Tell if one of the matches stands where the others do not, and they have its like."""
    plain = [each for each in group if not _is_key(each, names) and not is_light(each.said)]
    if not plain:
        return False
    if _is_halved_before(found, group, plain):
        return True
    weights = Counter[int]()
    for each in [one for one in plain if one.known.sentence == found.focus] or plain:
        weights[each.known.clause] += int(10 * weigh(each.said))
    home = max(weights, key=lambda clause: (weights[clause], -clause))
    here = found.text.by_clause[home]
    # Where half as much is said of a number or name, it belongs there.
    away = [each for each in group if 2 * weights[each.known.clause] < weights[home]]
    keys = [each for each in away if _is_key(each, names)]
    return any(_has_like(found, each, here, names) for each in keys[:_MOST])


def _is_halved_before(found: Alignment, group: Sequence[Match], plain: Sequence[Match]) -> bool:
    """Tell if a number stands where the text says half of it: `students half of that`."""
    placed = frozenset(found.places.values())
    clauses = {each.known.clause for each in plain}
    halved = [each for each in clauses if _is_halved(found.text.by_clause[each], placed)]
    figures = [each for each in group if each.said.is_figure]
    return bool(halved) and any(each.known.clause not in halved for each in figures)


def _is_key(match: Match, names: Names) -> bool:
    return match.said.is_figure or bool(_list_dates(match.said)) or _is_person(match.said, names)


def _is_person(word: Word, names: Names) -> bool:
    if word.text.lower() in TITLES:
        return True
    return not word.has("kin") and bool(identify(word, names))


def _list_dates(word: Word) -> set[str]:
    kinds = (each.partition(":")[0] + ":" for each in word.marks)
    return {each for each in kinds if each in _DATED}


def _has_like(found: Alignment, match: Match, here: Sequence[Word], names: Names) -> bool:
    """Tell if a clause has a number, day or name of its own that the statement does not repeat."""
    placed = frozenset(found.places.values())
    if match.known.sentence == here[0].sentence and not _is_person(match.said, names):
        return False
    if match.said.is_figure:
        return _has_like_quantity(found, match.said, here, placed)
    if dates := _list_dates(match.said):
        return any(dates & _list_dates(each) for each in here)
    return any(
        each.place not in placed and _is_person(each, names) and not each.relations - {"rel:subj"}
        for each in here
    )


def _is_halved(here: Sequence[Word], placed: frozenset[int]) -> bool:
    """Tell if a clause gives half of a number that stands before: `students half of that`."""
    return any(
        "quant:half" in each.marks and each.place not in placed for each in here
    ) and not any(each.is_figure for each in here)


def _has_like_quantity(
    found: Alignment, said: Word, here: Sequence[Word], placed: frozenset[int]
) -> bool:
    """Tell if a clause has another number of the same unit."""
    clause = {each.place for each in here}
    own = next((each for each in find_quantities(found.statement) if each.word is said), None)
    if own is not None and own.unit in MONEY and _is_free(here, placed):
        return True
    return own is not None and any(
        _is_like(own, each)
        for each in (*find_quantities(found.text), *_list_implied(found, here))
        if each.word.place in clause and each.word.place not in placed
    )


def _is_free(here: Sequence[Word], placed: frozenset[int]) -> bool:
    """Tell if a clause says that something costs nothing, and has no amount."""
    free = any("free" in each.topics and each.place not in placed for each in here)
    return free and not any(each.is_figure or each.has("neg") for each in here)


def _list_implied(found: Alignment, here: Sequence[Word]) -> Iterator[Quantity]:
    """List the units without a number: 時間 is time as well, and stands in longer words."""
    if found.text.language not in UNSPACED:
        yield from list_implied(here)


def _is_like(one: Quantity, other: Quantity) -> bool:
    return bool(one.unit) and one.scaled[0] == other.scaled[0] and one.is_clock == other.is_clock
