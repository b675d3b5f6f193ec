"""Finds what a statement says crosswise: oil is in the red can, and petrol in the blue one.

Two clauses of a text say two things of two; a statement that gives each what belongs to the other
has all of their words. So does one that gives the one who leads a clause what another clause says
of its own: `Showers are allowed from the third day, baths only later`.

Nor does "Turn left at the mill, right at the church" say to turn left at the church: that clause
has something else in the place of `left`, and the first one something else in that of `church`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from indexer.inference.acting.actors import Names, identify, list_sure_names
from indexer.inference.alignment import Alignment, tells, weigh
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.lexicon import UNSPACED
from indexer.inference.matching import Match, compare
from indexer.inference.nouns import is_noun
from indexer.inference.reading import FARTHEST, Reading, Word
from indexer.inference.vetoes.bindings import find_lead

_MOST = 12  # words of a clause that are compared


def crosses(found: Alignment) -> bool:
    """Tell if two clauses of the statement exchange what two clauses of the text say."""
    pairs = tuple(combinations(_group(found), 2))
    return any(
        _crosses(found, one, other) or _exchanges_figures(one, other) for one, other in pairs
    )


def _group(found: Alignment) -> list[list[Match]]:
    """Group the matches that show what is meant by clause, each in the order of the statement."""
    groups: dict[int, list[Match]] = {}
    for each in sorted(found.matches, key=lambda one: one.said.place):
        if _shows(each.said) and not each.known.is_heading:
            groups.setdefault(each.said.clause, []).append(each)
    return [each[:_MOST] for each in groups.values()]


def _shows(word: Word) -> bool:
    return word.is_figure or word.has("share") or tells(word)


def _crosses(found: Alignment, one: Sequence[Match], other: Sequence[Match]) -> bool:
    """Tell if one clause goes from a clause of the text to another, and its fellow goes back."""
    both = {each.known.clause for each in one} & {each.known.clause for each in other}
    return any(
        _are_near(found, first, second)
        and _turns(*(_list_clauses(each, (first, second)) for each in (one, other)))
        for first, second in combinations(sorted(both), 2)
    )


def _list_clauses(matches: Sequence[Match], among: Sequence[int]) -> list[int]:
    return [each.known.clause for each in matches if each.known.clause in among]


def _turns(one: Sequence[int], other: Sequence[int]) -> bool:
    return (one[0] != other[0] or one[-1] != other[-1]) and len({*one}) == len({*other}) == 2


def _are_near(found: Alignment, first: int, second: int) -> bool:
    one, other = (found.text.by_clause[each][0].sentence for each in (first, second))
    return abs(one - other) <= 1


def _exchanges_figures(one: Sequence[Match], other: Sequence[Match]) -> bool:
    """Tell if each clause has a number that the text has where the other clause belongs."""
    homes = [
        {each.known.clause for each in group if not _is_number(each)} for group in (one, other)
    ]
    return any(
        (own in homes[0] and there not in homes[0] and own not in homes[1])
        or (there in homes[1] and own not in homes[1] and there not in homes[0])
        for there, own in _pair_figures(one, other)
    )


def _pair_figures(one: Sequence[Match], other: Sequence[Match]) -> Iterator[tuple[int, int]]:
    """Pair the clauses of the text in which the numbers of two clauses stand, if they differ."""
    for first in filter(_is_number, one):
        for second in filter(_is_number, other):
            together = first.known.sentence == second.known.sentence
            if together and first.known.clause != second.known.clause:
                yield first.known.clause, second.known.clause


def _is_number(match: Match) -> bool:
    return match.said.is_figure or match.said.has("share")


def gives_to_another(found: Alignment) -> bool:
    """Tell if the statement gives one who leads a clause what another clause says of its own."""
    placed = frozenset(found.places.values())
    return any(
        bool(group)
        and _leads(found, group[0])
        and _says_more(found, group[0], placed)
        and _is_said_of_another(found, group, placed)
        for group in _group(found)
    )


def _leads(found: Alignment, match: Match) -> bool:
    if match.said.relations - {"rel:subj"} or not match.said.counts:
        return False
    return find_lead(found.text.by_clause[match.known.clause]) is match.known


def _says_more(found: Alignment, match: Match, placed: frozenset[int]) -> bool:
    """Tell if the clause of a word says something that the statement leaves out."""
    here = found.text.by_clause[match.known.clause]
    return any(_shows(each) and each.place not in placed for each in here)


def _is_said_of_another(found: Alignment, group: Sequence[Match], placed: frozenset[int]) -> bool:
    """Tell if most of what is said of the first of a clause is said of another in the text."""
    first, *said = group
    away = [
        each
        for each in said
        if each.known.clause != first.known.clause and each.known.sentence == first.known.sentence
    ]
    if 2 * sum(map(_weigh, away)) < sum(map(_weigh, said)):
        return False
    leads = (find_lead(found.text.by_clause[each.known.clause]) for each in away)
    return any(
        each is not None
        and each.place not in placed
        and not (each.is_figure or each.sense.is_anchor)
        and is_noun(each, found.text)
        for each in leads
    )


def _weigh(match: Match) -> float:
    return 1.0 if _is_number(match) else weigh(match.said)


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
    return any(_takes_from(found, group, names) for group in _group_same(found))


def _group_same(found: Alignment) -> Iterator[list[Match]]:
    groups: dict[int, list[Match]] = {}
    for each in found.matches:
        if _shows_place(each.said) and not each.known.is_heading and each.kind == "same":
            groups.setdefault(each.said.clause, []).append(each)
    yield from (each[:_MOST] for each in groups.values() if len(each) > 1)


def _shows_place(word: Word) -> bool:
    figure = word.is_number or any(map(word.has, _FIGURES))
    return figure or tells(word)


def _takes_from(found: Alignment, group: Sequence[Match], names: Names) -> bool:
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
    if any(compare(stranger.said, each) for each in home if each.counts):
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
    return [each for each in clause[:_MOST] if each.place not in placed and _shows_place(each)]


def _list_slots(word: Word, text: Reading, names: Names) -> Slots:
    """List what shows the place of a word in its clause: its kind, its role, its neighbours."""
    if kinds := _list_kinds(word, text, names):
        return kinds
    here = [each for each in text.by_clause[word.clause] if _shows_place(each) or each is word]
    at = here.index(word)
    role = _find_role(word, text)
    if text.language in UNSPACED:
        return role
    before, behind = here[at - 1 : at] if at else [], here[at + 1 : at + 2]
    near = {f"before:{each.term}" for each in behind if each.term}  # `a full plot`, `a half plot`
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
        each.clause == word.clause and _shows_place(each) and each.relations & word.relations
        for each in before
    ):
        return frozenset()
    placed = word.relations & _PLACING
    return placed and placed | {"governed"}
