"""Decides if somebody goes elsewhere than they said: `scrap that, we're going to Madeira`. Pure.

Nothing but such words, or `instead`, says so: one may go to two places. Of another day than what
was said before it is another journey.
"""

from itertools import pairwise

from indexer.inference.reading import Reading, Word
from memory.text.changes.claims.subject import is_of_speaker
from memory.text.naming import is_strange, read_both
from memory.text.statement import Statement
from memory.text.values import are_of_other_times

GOING = frozenset(("excursion", "flight", "go", "holiday", "leave", "plane", "train", "vacation"))
PLANNED = "going to"  # which is read as a plan: we are going to | Rome
WAYS = frozenset(("rel:in", "rel:to"))
UNSURE = ("mod:if", "mod:maybe", "mod:wish", "mod:would", "neg")


def changes_destination(now: Statement, before: Statement) -> bool:
    """Tell if `now` takes back where the speaker goes, and says where instead."""
    mine, theirs = read_both(now.written, before.written)
    instead = any(each.has("rel:instead") for each in mine.words)
    if not (now.corrects or instead) or not all(map(is_of_speaker, (mine, theirs))):
        return False
    goals = _list_goals(mine)
    known = {each.term for each in theirs.words}
    elsewhere = bool(goals) and known.isdisjoint(each.term for each in goals)
    return elsewhere and _goes_somewhere(theirs) and not are_of_other_times(mine, theirs)


def _list_goals(reading: Reading) -> list[Word]:
    """List the names behind `to` in what says that somebody goes there."""
    words = reading.words
    if any(each.has(mark) for each in words for mark in UNSURE):
        return []
    if any(each.topics & GOING for each in words):
        return [each for each in words if each.is_name and each.relations & WAYS]
    return [two for one, two in pairwise(words) if one.text.lower() == PLANNED and two.is_name]


def _goes_somewhere(reading: Reading) -> bool:
    """Tell if a statement is of a journey to a place with a name."""
    goes = any(each.topics & GOING for each in reading.words)
    return goes and any(each.is_name and is_strange(each) for each in reading.words)
