"""Finds what a text excepts and a statement includes: `any food, fish too`, where fish is excepted.

Who says `every room` leaves out that the treasury is excepted. Where the text denies something with
an exception, it is the other way round, and `denial` tells.
"""

from collections.abc import Sequence
from functools import lru_cache

from indexer.inference.alignment import Alignment, is_light, tells
from indexer.inference.reading import READINGS, Reading, Word
from indexer.inference.vetoes.denial import is_clause_denied, list_excepted
from indexer.inference.vetoes.lacking import EXCEPT

_ALL = "quant:all"
_TURNING = ("neg", "answer", "quant:only", "mod:if")
_MOST = 12  # exceptions that are looked at
_EXCEPTING = frozenset(("rel:except",))


def includes_excepted(found: Alignment) -> bool:
    """Tell if the statement says of all, or of what is excepted, what excepts some in the text."""
    said = found.statement.words
    if any(each.marks & EXCEPT or any(map(each.has, _TURNING)) for each in said):
        return False
    if any(each.kind == "opposite" for each in found.matches):
        return False  # `closed on Sundays`, where it is open except on Sundays
    excepted = _list_excepted(found.text)
    placed = frozenset(found.places.values())
    named = [each for each in excepted if each.place in placed]
    if named:
        return any(_rests_on(found, each) for each in named[:_MOST])
    whole = any(_ALL in each.marks for each in said)
    return whole and any(each.sentence == found.focus for each in excepted)


@lru_cache(maxsize=READINGS)
def _list_excepted(text: Reading) -> Sequence[Word]:
    """List the words that name an exception to what their sentence says of all others."""
    marked = [word for word in text.words if word.marks & _EXCEPTING]
    clauses = {word.clause: word.sentence for word in marked}
    return tuple(
        word
        for clause, sentence in clauses.items()
        if not _is_denied(text, sentence)
        for word in text.by_clause[clause]
        if word.place in list_excepted(text, clause) and tells(word)
    )


def _is_denied(text: Reading, sentence: int) -> bool:
    clauses = {each.clause for each in text.by_sentence[sentence]}
    return any(is_clause_denied(text, each) for each in clauses)


def _rests_on(found: Alignment, excepted: Word) -> bool:
    """Tell if the statement rests on what the exception is made from."""
    return any(
        each.known.sentence == excepted.sentence
        and not is_light(each.said)
        and each.known.place not in list_excepted(found.text, each.known.clause)
        for each in found.matches
    )
