"""Decides if somebody has another one of what they have one of: a phone, a car, pay. Pure.

`Got a new phone` ends `my phone is a Pixel`, `new builder: Dave` ends `the builder is Colm`, and a
rise what somebody earns. What they have beside it, as a work phone, is another thing.
"""

from collections.abc import Sequence
from itertools import pairwise

from indexer.inference.reading import Reading, Word
from memory.text.changes.claims.certainty import is_sure
from memory.text.changes.claims.subject import is_of_same_person
from memory.text.naming import is_like, is_strange, read_both
from memory.text.statement import Statement

ALONE = frozenset(("call", "car", "computer", "phone"))  # `phone` also means to call
TAKING = frozenset(("buy", "collect", "get", "pick_up", "receive"))
NEW = "new"
LAST = frozenset(("last", "this"))  # `last week`
RISING = frozenset(("increase", "raise"))
EARNING = frozenset(("earn",))
HOURLY = frozenset(("unit:h", "unit:mo", "unit:wk", "unit:y"))


def replaces(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that the speaker has another one of what `before` names."""
    mine, theirs = read_both(now.written, before.written)
    if _names_next(mine, theirs):
        return True
    if not is_of_same_person(mine, theirs):
        return False
    return any(
        is_sure(clause) and (_takes_another(clause, theirs) or _earns_more(clause, mine, theirs))
        for clause in mine.by_clause.values()
    )


def _names_next(mine: Reading, theirs: Reading) -> bool:
    """Tell if words begin with who or what is new: `new builder: Dave`; `the builder is Colm`."""
    label = [each for each in mine.words if each.clause == 0]
    value = [each for each in mine.words if each.clause == 1][:1]
    if len(label) != 2 or NEW not in label[0].topics or not any(map(_is_written_name, value)):
        return False
    return any(
        is_like(label[1], thing, theirs.language)
        and "be" in verb.topics
        and _is_written_name(name)
        and not is_like(value[0], name, theirs.language)
        for thing, verb, name in zip(theirs.words, theirs.words[1:], theirs.words[2:], strict=False)
    )


def _is_written_name(word: Word) -> bool:
    return word.text[:1].isupper() and is_strange(word)


def _takes_another(clause: Sequence[Word], theirs: Reading) -> bool:
    """Tell if a clause says that the speaker got a new one of what they have one of."""
    taken = any(each.topics & TAKING for each in clause)
    new = (two for one, two in pairwise(clause) if NEW in one.topics and two.topics & ALONE)
    return taken and any(_has_one(each, clause, theirs) for each in new)


def _has_one(thing: Word, clause: Sequence[Word], theirs: Reading) -> bool:
    """Tell if nothing behind a thing makes it another, and the statement says which one it was."""
    behind = [each for each in clause if each.place == thing.place + 1]
    if any(each.term and not each.topics & LAST for each in behind):
        return False  # `a new phone case`
    return _says_which(thing, theirs) or ("car" in thing.topics and _drives_one(theirs))


def _says_which(thing: Word, theirs: Reading) -> bool:
    """Tell if a statement says of such a thing of the speaker's which it is: `my phone is a Pixel`,
    not `my phone is in the kitchen`.
    """
    return any(
        owner.has("poss")
        and not each.topics.isdisjoint(thing.topics & ALONE)
        and "be" in verb.topics
        and (value.is_led or value.is_name)
        and not value.has("rel")
        for owner, each, verb, value in zip(
            theirs.words, theirs.words[1:], theirs.words[2:], theirs.words[3:], strict=False
        )
    )


def _drives_one(theirs: Reading) -> bool:
    """Tell if a statement says that the speaker drives a car of some make: `I drive a Golf`."""
    return any(
        "drive" in verb.topics and make.is_led and make.is_name and n < 2
        for n, (verb, make) in enumerate(pairwise(theirs.words))
    )


def _earns_more(clause: Sequence[Word], mine: Reading, theirs: Reading) -> bool:
    """Tell if the speaker got a rise, and says how much they earn now."""
    rise = any(each.topics & RISING and each.is_led for each in clause)
    got = any(each.topics & TAKING for each in clause)
    return rise and got and _names_amount(mine) and _tells_pay(theirs)


def _tells_pay(theirs: Reading) -> bool:
    """Tell if a statement says how much the speaker earns: `I get 11 an hour`."""
    earns = any(each.topics & EARNING for each in theirs.words)
    gets = any(each.topics & TAKING for each in theirs.words)
    hourly = any(not each.marks.isdisjoint(HOURLY) for each in theirs.words)
    return (earns or (gets and hourly)) and _names_amount(theirs)


def _names_amount(reading: Reading) -> bool:
    return any(each.is_figure for each in reading.words)
