"""Finds what a text excepts and a statement includes: `any food, fish too`, where fish is excepted.

Who says `every room` leaves out that the treasury is excepted. Where the text denies something with
an exception, it is the other way round, and `denial` tells.
"""

from indexer.inference.alignment import Alignment, counts, weigh
from indexer.inference.reading import Word
from indexer.inference.vetoes.denial import EXCEPT, is_clause_denied, list_excepted

_ALL = "quant:all"
_TURNING = ("neg", "answer", "quant:only", "mod:if")
_LEAST = 0.5  # weight of a word that names what is excepted
_EXCEPTING = frozenset(("rel:except",))


def includes_excepted(found: Alignment) -> bool:
    """Tell if the statement says of all, or of what is excepted, what the text excepts some from."""
    said = found.statement.words
    if any(each.marks & EXCEPT or any(map(each.has, _TURNING)) for each in said):
        return False
    if any(each.kind == "opposite" for each in found.matches):
        return False  # `closed on Sundays`, where it is open except on Sundays
    excepted = [each for each in found.text.words if _is_excepted(each, found)]
    placed = frozenset(found.places.values())
    named = [each for each in excepted if each.place in placed]
    if named:
        return any(_rests_on(found, each) for each in named)
    whole = any(_ALL in each.marks for each in said)
    return whole and any(each.sentence == found.focus for each in excepted)


def _is_excepted(word: Word, found: Alignment) -> bool:
    """Tell if a word names an exception to what its sentence says of all others."""
    here = found.text.by_clause[word.clause]
    if not (counts(word) and weigh(word) >= _LEAST and any(e.marks & _EXCEPTING for e in here)):
        return False
    clauses = {each.clause for each in found.text.by_sentence[word.sentence]}
    denied = any(is_clause_denied(found.text, each) for each in clauses)
    return not denied and word.place in list_excepted(found.text, word.clause)


def _rests_on(found: Alignment, excepted: Word) -> bool:
    """Tell if the statement rests on what the exception is made from."""
    return any(
        each.known.sentence == excepted.sentence
        and weigh(each.said) >= _LEAST
        and each.known.place not in list_excepted(found.text, each.known.clause)
        for each in found.matches
    )
