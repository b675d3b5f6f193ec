"""Tells of whom two statements are: the speaker, a relative, somebody with a name. Pure."""

from indexer.inference.reading import Reading
from indexer.text.normalize import fold
from memory.text.naming import is_strange
from memory.text.persons import find_heads

FIRST = 3  # words: `my husband Greg`
MARKS = ("pers:he", "pers:she", "pers:they")


def is_of_same_person(mine: Reading, theirs: Reading) -> bool:
    """Tell if two statements begin with the same person; a name needs no relative beside it."""
    here, there = _find_names(mine), _find_names(theirs)
    if here or there:
        return not here.isdisjoint(there)
    others = any(each.has(mark) for each in mine.words[:1] for mark in MARKS)
    return not others and find_heads(mine) == find_heads(theirs)


def is_of_speaker(reading: Reading) -> bool:
    """Tell if a statement names nobody else with whom it might begin."""
    return not (_find_names(reading) or find_heads(reading))


def _find_names(reading: Reading) -> frozenset[str]:
    """Find the names with which a statement begins."""
    first = reading.words[:FIRST]
    return frozenset(
        fold(each.text)
        for n, each in enumerate(first)
        if (n == 0 and each.is_opening and is_strange(each))
        or (each.is_name and n and first[n - 1].has("kin"))
    )
