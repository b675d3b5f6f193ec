"""Finds what a statement takes from one clause of a text and says of another that has its own.

`Ann leads the choir, Bob the band` has all words of "Bob leads the choir": the clause that says
most of the statement has somebody else, another count or the opposite in the place of one of them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from indexer.inference.acting.actors import OWN_SCRIPT, Names, identify, list_sure_names
from indexer.inference.acting.subjects import find_subject
from indexer.inference.alignment import Alignment, is_light, tells, weigh
from indexer.inference.figures.arithmetic import is_beyond, is_computed, is_next_to, is_total
from indexer.inference.figures.equality import same_quantity
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.figures.units import Quantity
from indexer.inference.matching import Match, compare
from indexer.inference.opposites import load_opposites
from indexer.inference.reading import FARTHEST, Reading, Word
from indexer.inference.vetoes.contrasts import counts_rest

_MOST = 12  # words that are compared
_GAPPED = 2  # words beside one in a clause without a verb
_DATED = frozenset(("day", "month", "season", "daypart"))
_TURNING = ("neg", "answer", "conj:but")
# Not `to`, which stands before verbs as well.
_ROLES = frozenset(("rel:in", "rel:at", "rel:by", "rel:for", "rel:with", "rel:from", "rel:about"))


def exchanges_part(found: Alignment) -> bool:
    """Tell if one part of the statement belongs to another clause than all the rest."""
    return miscounts(found) or any(_takes_part(found, each) for each in _group(found))


def _group(found: Alignment) -> Iterator[list[Match]]:
    """Group the matches by the clause of the statement; they may rest on several of the text."""
    groups: dict[int, list[Match]] = {}
    for match in found.matches:
        if not is_light(match.said):
            groups.setdefault(match.said.clause, []).append(match)
    yield from (each for each in groups.values() if len({one.known.clause for one in each}) > 1)


def _takes_part(found: Alignment, group: Sequence[Match]) -> bool:
    weights = Counter[int]()
    for each in group:
        weights[each.known.clause] += int(10 * weigh(each.said))
    home = max(weights, key=lambda clause: (weights[clause], -clause))
    placed = frozenset(found.places.values())
    left = [each for each in found.text.by_clause[home] if each.place not in placed]
    names = list_sure_names(found.statement, found.text)
    strangers = [each for each in group if each.known.clause != home][:_MOST]
    if any(
        _has_opposite(each, left)
        or _is_replaced(found, each, home)
        or _is_gapped(found, group, each, home)
        for each in strangers
    ):
        return True
    acting = _find_acting(found, group, names)
    if acting is None or acting not in strangers:
        return False
    return _has_rival(left, names) or _is_acted(found, acting, home)


def _is_replaced(found: Alignment, stranger: Match, home: int) -> bool:
    """Tell if something else stands in the clause behind the same preposition: `half for a bed`."""
    here, said = found.text.by_clause[home], stranger.said
    if found.is_translated or stranger.kind != "same" or stranger.known.is_heading:
        return False
    if said.is_number or any(compare(said, each) for each in here if each.counts):
        return False
    roles = _find_role(said, found.statement)
    placed = frozenset(found.places.values())
    rivals = [
        each
        for each in here
        if each.place not in placed
        and tells(each)
        and each.sense.is_anchor == said.sense.is_anchor
        and roles & _find_role(each, found.text)
    ]
    return bool(rivals) and not _goes_on(found, stranger.known, home)


def _is_gapped(found: Alignment, group: Sequence[Match], stranger: Match, home: int) -> bool:
    """Tell if a word stands in a clause that leaves out the verb and has another in one's place.

    `The tram runs until ten, the bus until eleven`: the bus does not run until ten.
    """
    clause = stranger.known.clause
    here = found.text.by_clause[clause]
    if clause < home or here[0].sentence != found.text.by_clause[home][0].sentence:
        return False
    free = [each for each in here if each is not stranger.known and (each.counts or each.is_figure)]
    if not free or len(free) > _GAPPED:
        return False
    names = list_sure_names(found.statement, found.text)
    placed = frozenset(found.places.values())
    return any(
        each.place not in placed and _is_like(each, one.known, names)
        for one in group
        if one.known.clause == home
        for each in free
    )


def _is_like(one: Word, other: Word, names: Names) -> bool:
    """Tell if two words are of one kind: two numbers, two days, two people."""
    if one.is_figure and other.is_figure:
        return True
    kinds = one.sense.kinds & other.sense.kinds & _DATED
    return bool(kinds) or bool(identify(one, names) and identify(other, names))


def _find_role(word: Word, reading: Reading) -> frozenset[str]:
    """Find the prepositions that a word is the first to stand behind."""
    before = reading.words[max(0, word.place - FARTHEST) : word.place]
    if any(each.clause == word.clause and each.relations & word.relations for each in before):
        return frozenset()
    return word.relations & _ROLES


def _goes_on(found: Alignment, word: Word, home: int) -> bool:
    """Tell if a clause goes on with the one before: `in dignity and rights`, `never here`."""
    here = found.text.by_clause[word.clause]
    if word.sentence != found.text.by_clause[home][0].sentence:
        return False
    if word.clause == home + 1 and here[0].has("conj:and"):
        return True
    turned = any(any(map(each.has, _TURNING)) for each in here)
    rest = [each for each in here if each.counts or each.is_figure]
    return turned and rest == [word]


def _find_acting(found: Alignment, group: Sequence[Match], names: Names) -> Match | None:
    """Find the match of the one who acts: who is named first, and behind no preposition."""
    words = (*found.statement.words, *found.resting)
    if any(each.has("voice") or "rel:by" in each.relations for each in words):
        return None
    ordered = sorted(group, key=lambda each: each.said.place)
    first = next((each for each in ordered if identify(each.said, names)), None)
    return None if first is None or first.said.relations - {"rel:subj"} else first


def _has_rival(left: Sequence[Word], names: Names) -> bool:
    """Tell if somebody else stands in the clause, in the same role."""
    return any(
        not each.has("kin") and identify(each, names) and not each.relations - {"rel:subj"}
        for each in left
    )


def _has_opposite(match: Match, left: Sequence[Word]) -> bool:
    """Tell if the clause has the opposite: `the small one`, where it has the large one."""
    opposites = frozenset[str]().union(
        *(load_opposites().get(each, frozenset()) for each in match.said.topics | match.said.marks)
    )
    return match.kind == "same" and any((each.topics | each.marks) & opposites for each in left)


def _is_acted(found: Alignment, match: Match, home: int) -> bool:
    """Tell if the clause leaves out its subject, who is another than the statement's."""
    if found.is_translated and {found.statement.language, found.text.language} & OWN_SCRIPT:
        return False
    names = list_sure_names(found.statement, found.text)
    subject = [each for each in find_subject(found.text, home) if identify(each, names)]
    who = {identify(each, names) for each in subject}
    return bool(who) and identify(match.said, names) not in who


def miscounts(found: Alignment) -> bool:
    """Tell if the text counts the same things otherwise: `three films`, where it has two."""
    known = find_quantities(found.text)
    counted = {each.word.place: each for each in known if not each.unit and not each.is_clock}
    return any(
        _counts_otherwise(found, said, counted)
        and not _leaves_out_things(found, said, counted)
        and not is_computed(said, known)
        and not counts_rest(found, (said.word.clause,))
        and not is_total(said, known)
        and not is_next_to(said, known)
        and not is_beyond(said, found.text)
        for said in find_quantities(found.statement)[:_MOST]
        if not said.unit and not said.is_clock
    )


def _counts_otherwise(found: Alignment, said: Quantity, counted: dict[int, Quantity]) -> bool:
    thing = next((each for each in found.matches if each.said.place == said.word.place + 1), None)
    if thing is None or not thing.known.term or thing.said.clause != said.word.clause:
        return False  # a month counts nothing
    before = counted.get(thing.known.place - 1)
    if before is None or before.word.clause != thing.known.clause:
        return False
    same = [each for each in found.text.words if each.term == thing.known.term]
    fits = (counted.get(each.place - 1) for each in same[:_MOST])
    return not any(each is not None and same_quantity(said, each) for each in fits)


def _leaves_out_things(found: Alignment, said: Quantity, counted: dict[int, Quantity]) -> bool:
    """Tell if a number counts what the clause before names: `the office in Porto has 40`."""
    clauses = {each.known.clause for each in found.matches if each.said.counts}
    elided = (each for each in counted.values() if _is_elided(found, each.word))
    return any(each.word.clause in clauses and same_quantity(said, each) for each in elided)


def _is_elided(found: Alignment, number: Word) -> bool:
    """Tell if no thing stands behind a number."""
    after = found.text.words[number.place + 1 : number.place + 2]
    return not any(each.counts and each.clause == number.clause for each in after)


def takes_other_of_two(found: Alignment) -> bool:
    """Tell if the statement says of one of two what the text says of the other.

    `By app or by phone; phone bookings cost extra` does not say so of the app, nor `the larger one
    bears her name, the smaller his` that the larger one bears his.
    """
    return any(
        _takes_alternative(found, each, group) or _takes_opposite(found, each, group)
        for group in _group(found)
        for each in group[:_MOST]
    )


def _takes_alternative(found: Alignment, said: Match, group: Sequence[Match]) -> bool:
    """Tell if `or` joins a word to another, in the place of which it stands."""
    others = [each for each in _list_alternatives(found.text, said.known) if not is_light(each)]
    homes = {each.known.clause for each in group} - {said.known.clause}
    placed = frozenset(found.places.values())
    return any(
        any(_is_named(other, each) and each.place not in placed for each in here)
        and not any(compare(said.said, each) for each in here if each.counts)
        for other in others
        if other.place not in placed
        for here in (found.text.by_clause[each] for each in homes - {other.clause})
    )


def _is_named(word: Word, again: Word) -> bool:
    return again.counts and compare(word, again) == "same"


def _list_alternatives(text: Reading, word: Word) -> list[Word]:
    """List the words that `or` joins to one: the first of the next clause, or the last before."""
    behind = text.by_clause.get(word.clause + 1, [])
    here = text.by_clause[word.clause]
    found: list[Word] = []
    if behind and behind[0].has("conj:or") and behind[0].sentence == word.sentence:
        found += [each for each in behind if each.counts][:1]
    if here[0].has("conj:or") and [each for each in here if each.counts][:1] == [word]:
        found += [each for each in text.by_clause.get(word.clause - 1, []) if each.counts][-1:]
    return [each for each in found if each.sentence == word.sentence]


def _takes_opposite(found: Alignment, said: Match, group: Sequence[Match]) -> bool:
    """Tell if a word is said of what is the opposite of another of its clause."""
    # What stands before may belong to both: `men six times a year, women four times`.
    fixed = said.said.is_name or said.said.is_number
    away = [
        each
        for each in group
        if each.known.clause != said.known.clause
        and (fixed or said.known.clause > each.known.clause)
        and _has_opposites(each.said)
    ]
    if not away:
        return False
    acting = find_subject(found.statement, said.said.clause)
    subject = find_subject(found.text, said.known.clause)
    there = {each.clause for each in subject}
    placed = frozenset(found.places.values())
    left = [each for each in subject if each.place not in placed]
    return said.said not in acting and any(
        _has_opposite(each, left)
        for each in away
        if each.said in acting and each.known.clause not in there
    )


def _has_opposites(word: Word) -> bool:
    return any(each in load_opposites() for each in word.topics | word.marks)
