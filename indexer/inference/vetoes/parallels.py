"""Finds a word that belongs to the other of two parallel clauses of a text.

`Turn left at the mill, right at the church` does not say to turn left at the church: that clause
has something else in the place of `left`, and the first one has something else in that of `church`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from indexer.inference.alignment import Alignment, counts, weigh
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.lexicon import UNSPACED
from indexer.inference.matching import Match, compare
from indexer.inference.reading import FARTHEST, Reading, Word
from indexer.inference.vetoes.actors import Names, identify, list_sure_names

_MOST = 12  # words of a clause that are compared
_LEAST = 0.5  # weight of a word that shows what is meant
# What stands behind these says where or when: `after the mill`, `at the church`.
_PLACING = frozenset(
    (
        *("rel:in", "rel:on", "rel:at", "rel:after", "rel:before", "rel:from", "rel:to"),
        *("rel:by", "rel:with", "rel:for", "rel:under", "rel:behind", "rel:beside"),
    )
)
_FIGURES = ("num", "share", "quant:half")
_DATED = ("day", "month", "season", "daypart")

Slots = frozenset[str]


def takes_parallel(found: Alignment) -> bool:
    """Tell if a word of the statement stands in a clause that has another in one's place."""
    names = list_sure_names(found.statement, found.text)
    return any(_takes(found, group, names) for group in _group(found))


def _group(found: Alignment) -> Iterator[list[Match]]:
    groups: dict[int, list[Match]] = {}
    for each in found.matches:
        if _shows(each.said) and not each.known.is_heading and each.kind == "same":
            groups.setdefault(each.said.clause, []).append(each)
    yield from (each[:_MOST] for each in groups.values() if len(each) > 1)


def _shows(word: Word) -> bool:
    figure = word.is_number or any(map(word.has, _FIGURES))
    return figure or (counts(word) and weigh(word) >= _LEAST)


def _takes(found: Alignment, group: Sequence[Match], names: Names) -> bool:
    weights = Counter[int]()
    for each in group:
        weights[each.known.clause] += int(10 * weigh(each.said)) or 5
    home = max(weights, key=lambda clause: (weights[clause], -clause))
    here = [each for each in group if each.known.clause == home]
    return any(
        _is_parallel(found, each, here, names) for each in group if each.known.clause != home
    )


def _is_parallel(found: Alignment, stranger: Match, here: Sequence[Match], names: Names) -> bool:
    """Tell if both clauses have something else where the statement joins them."""
    home = found.text.by_clause[here[0].known.clause]
    there = found.text.by_clause[stranger.known.clause]
    if home[0].sentence != there[0].sentence or any(each.has("neg") for each in there):
        return False  # `in the car, never in the lounge`
    if home[0].has("conj:that") or there[0].has("conj:that"):
        return False  # one is a part of the other
    if any(compare(stranger.said, each) for each in home if counts(each)):
        return False
    own = _list_slots(stranger.known, found.text, names)
    placed = frozenset(found.places.values())
    replaced = any(own & _list_slots(each, found.text, names) for each in _list_free(home, placed))
    return replaced and any(
        _list_slots(one.known, found.text, names) & _list_slots(each, found.text, names)
        for each in _list_free(there, placed)
        for one in here
        if each.text != one.known.text and not compare(one.said, each)
    )


def _list_free(clause: Sequence[Word], placed: frozenset[int]) -> list[Word]:
    return [each for each in clause[:_MOST] if each.place not in placed and _shows(each)]


def _list_slots(word: Word, text: Reading, names: Names) -> Slots:
    """List what shows the place of a word in its clause: its kind, its role, its neighbours."""
    if kinds := _list_kinds(word, text, names):
        return kinds
    here = [each for each in text.by_clause[word.clause] if _shows(each) or each is word]
    at = here.index(word)
    role = _find_role(word, text)
    if text.language in UNSPACED:
        return role
    before, behind = here[at - 1 : at] if at else [], here[at + 1 : at + 2]
    near = {f"before {each.term}" for each in behind if each.term}  # `a full plot`, `a half plot`
    if not before:
        near.add("first")
    if role:
        return role | near
    if not behind:
        near.add("last")
    return frozenset(near | {f"behind {each.term}" for each in before if each.term})


def _list_kinds(word: Word, text: Reading, names: Names) -> Slots:
    number = next((each for each in find_quantities(text) if each.word is word), None)
    if number is not None and not word.has("quant"):
        return frozenset((f"number {number.scaled[0]} {number.is_clock}",))
    if identify(word, names):
        # A place is named as people are: `in Leiria` is no rival of `with her cousin`.
        placed = word.relations & (_PLACING - {"rel:by"})
        return frozenset((f"person {' '.join(sorted(placed))}",))
    return frozenset(each for each in _DATED if word.has(each))


def _find_role(word: Word, text: Reading) -> Slots:
    """Find the prepositions that a word is the first to stand behind."""
    if text.language in UNSPACED:
        return word.relations
    before = text.words[max(0, word.place - FARTHEST) : word.place]
    if any(
        each.clause == word.clause and _shows(each) and each.relations & word.relations
        for each in before
    ):
        return frozenset()
    placed = word.relations & _PLACING
    return placed and placed | {"governed"}
