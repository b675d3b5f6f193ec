"""Decides if a statement tells the contrary of a state: what leaked is mended, a debt paid. Pure.

Both must be of the same thing or person, which no word beside it tells from another one: the tap of
the kitchen is mended, that of the bath leaks on. Of a diet, which is of no thing, they must be of
the same person. Meanings are the same in all languages.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product

from indexer.inference.reading import Reading, Word
from indexer.text.word_lists import load_all_words
from memory.text.changes.claims.certainty import is_meant_so, is_sure
from memory.text.changes.claims.subject import is_of_same_person
from memory.text.naming import has_like, is_like, is_loud, is_strange, read_both
from memory.text.part import HOMES
from memory.text.persons import find_heads
from memory.text.statement import Statement
from memory.text.values import list_values, names_thing

Topics = frozenset[str]
BACK = frozenset(("back",))  # `brought the ladder | back`
# What is so of a thing, and what ends it, whoever does it.
OF_THINGS: tuple[tuple[Topics, Topics], ...] = (
    (frozenset(("break", "damage", "defect", "leak")), frozenset(("fix", "repair"))),
    (frozenset(("borrow", "debt", "lend")), frozenset(("bring", "return"))),
    (frozenset(("lose",)), frozenset(("find",))),
)
# What somebody does or has to do, and what ends it if it is they who do so.
OF_PERSONS: tuple[tuple[Topics, Topics], ...] = (
    (frozenset(("debt", "owe")), frozenset(("pay", "pay_back"))),
    (frozenset(("queue", "search", "wait")), frozenset(("find", "get", "receive"))),
)
PLACES = frozenset(("rel:behind", "rel:beside", "rel:in", "rel:on", "rel:under", "rel:with"))
PLANTS = frozenset(("vegan", "vegetarian"))
MEAT = frozenset(("meat",))
AGAIN = "again"
EATING = frozenset(("eat",))
TAKING = frozenset(("take",))
NO_MORE = frozenset(("stop_taking",))
MEDICINE = frozenset(("medicine",))
WITH, WITHOUT = "rel:with", "neg:without"
HOLDING = frozenset(("borrow", "lend"))


def reverses(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that the state of which `before` tells has turned to its contrary."""
    mine, theirs = read_both(now.written, before.written)
    return (
        _turns_thing(mine, theirs)
        or _turns_diet(mine, theirs)
        or _stops_taking(mine, theirs)
        or _takes_away(mine, theirs)
        or (now.changes and _leaves_out(mine, theirs))
    )


def _turns_thing(mine: Reading, theirs: Reading) -> bool:
    same = is_of_same_person(mine, theirs)
    pairs = (*OF_THINGS, *OF_PERSONS) if same else OF_THINGS
    if not find_heads(theirs) <= find_heads(mine):
        return False  # `mum's boiler`
    return any(
        _ends(ends, here)
        and _has(begins, there)
        and _is_of_same(here, there, theirs, begins | ends)
        for begins, ends in pairs
        for here, there in product(mine.by_clause.values(), theirs.by_clause.values())
        if is_sure(here) and is_sure(there)
    )


def _ends(topics: Topics, clause: Sequence[Word]) -> bool:
    """Tell if something of the kind has been done in a clause: not `comes to | fix it`."""
    done = [two for one, two in pairwise((None, *clause)) if one is None or not one.has("rel:to")]
    back = any(each.text.lower() in BACK for each in clause)
    return any(
        each.topics & topics and not _is_noun(each) and (back or "bring" not in each.topics)
        for each in done
        if each
    )


def _stops_taking(mine: Reading, theirs: Reading) -> bool:
    """Tell if somebody takes a medicine no more, which has a name of its own: not a bus."""
    takes = (each for each in theirs.by_clause.values() if _has(TAKING, each))
    return is_of_same_person(mine, theirs) and any(
        _ends(NO_MORE, here) and is_sure(here) and any(map(_is_medicine, _list_shared(here, there)))
        for there in takes
        for here in mine.by_clause.values()
    )


def _is_medicine(word: Word) -> bool:
    return is_strange(word) or bool(word.topics & MEDICINE)


def _takes_away(mine: Reading, theirs: Reading) -> bool:
    """Tell if somebody has borrowed a thing by now, of which it is said where it is."""
    there = theirs.by_clause.get(0, [])
    at = next((n for n, each in enumerate(there) if each.marks & PLACES), 0)
    thing = [each for each in there[:at] if "be" not in each.topics]
    placed = bool(thing) and thing[0].is_led and not any(each.has("kin") for each in there)
    return placed and any(
        _ends(HOLDING, here) and is_sure(here) and _is_of_same(here, thing, theirs, HOLDING)
        for here in mine.by_clause.values()
    )


def _leaves_out(mine: Reading, theirs: Reading) -> bool:
    """Tell if somebody takes a thing without what they took it with by now, or turned round."""
    added = list(product(_list_added(mine), _list_added(theirs)))
    language = theirs.language
    turned = any(is_like(one, two, language) and how != way for (one, how), (two, way) in added)
    now = load_all_words("now")
    loud = (each for each in mine.words if is_loud(each) and each.text.lower() not in now)
    same = all(has_like(each, theirs) for each in loud)
    return turned and same and is_of_same_person(mine, theirs)


def _list_added(reading: Reading) -> list[tuple[Word, bool]]:
    """List what stands right behind `with` or `without`, and if it is there."""
    return [
        (thing, link.has(WITH))
        for link, thing in pairwise(reading.words)
        if (link.has(WITH) or link.has(WITHOUT)) and names_thing(thing)
        if not (thing.is_led or thing.is_name)
    ]


def _list_shared(mine: Sequence[Word], theirs: Sequence[Word]) -> list[Word]:
    """List the words of one clause that are in another as well."""
    known = {each.term for each in theirs if names_thing(each)}
    return [each for each in mine if names_thing(each) and each.term in known]


def _has(topics: Topics, clause: Sequence[Word]) -> bool:
    """Tell if a clause says so of something, and names no thing with such a word: `the repair`."""
    return any(each.topics & topics and not _is_noun(each) for each in clause)


def _is_noun(word: Word) -> bool:
    return word.is_led and "rel:on" not in word.relations  # `on the waiting list`


def _is_of_same(
    mine: Sequence[Word], clause: Sequence[Word], theirs: Reading, state: Topics
) -> bool:
    """Tell if two clauses share what the state is of, and the first tells it from no other one."""
    here = [each for each in mine if names_thing(each) and not each.topics & state]
    there = [each for each in clause if names_thing(each) and not each.topics & state]
    shared = [one for one in here if any(_is_like(one, two, theirs.language) for two in there)]
    beside = {each.place - 1 for each in shared if not each.is_led}
    others = [each for each in here if each.place in beside or each.is_name]
    owed = "owe" in state  # to somebody; all else is of things
    same = any(owed or not (each.is_name or each.has("kin")) for each in shared)
    same = same and all(has_like(each, theirs) for each in others if each not in shared)
    return same and not _give_other_amounts(mine, clause, theirs.language)


def _is_like(one: Word, two: Word, language: str) -> bool:
    """Tell if two words name the same thing; a home may be called a place, and a flat."""
    return is_like(one, two, language) or bool(one.topics & HOMES and two.topics & HOMES)


def _give_other_amounts(mine: Sequence[Word], theirs: Sequence[Word], language: str) -> bool:
    """Tell if only part of it is over: `paid Sam 20`, of 60."""
    values = [list_values(_read_alone(each, language)) for each in (mine, theirs)]
    here, there = ({v for vs in each.values() for v in vs} for each in values)
    return bool(here and there) and here.isdisjoint(there)


def _read_alone(clause: Sequence[Word], language: str) -> Reading:
    return Reading(tuple(replace(each, place=n) for n, each in enumerate(clause)), language)


def _turns_diet(mine: Reading, theirs: Reading) -> bool:
    """Tell if who ate no meat eats it again, or who ate it does no more: not `ate meat once`."""
    here, there = _find_diet(mine), _find_diet(theirs)
    again = here == "plants" or any(_says_again(each) for each in mine.words)
    return bool(here and there) and here != there and again and is_of_same_person(mine, theirs)


def _says_again(word: Word) -> bool:
    now = word.text.lower() in load_all_words("now")
    return now or AGAIN in word.topics or word.text.lower() in BACK or bool(word.topics & PLANTS)


def _find_diet(reading: Reading) -> str:
    """Find what somebody says they live on: "plants" or "meat"; "" if they do not say so."""
    for clause in filter(is_meant_so, reading.by_clause.values()):
        denied = any(each.has("neg") for each in clause)
        if any(each.topics & PLANTS for each in clause):
            return "meat" if denied else "plants"
        eats = any(each.topics & EATING for each in clause)
        if eats and not denied and any(each.topics & MEAT for each in clause):
            return "meat"
    return ""
