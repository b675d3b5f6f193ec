"""Finds what a span of time says of its ends: what is open until ten closes at ten."""

from collections.abc import Iterator

from indexer.inference.figures.quantities import find_quantities, same_quantity
from indexer.inference.reading import Reading, Word

_BEGINNING = frozenset(("begin", "open", "office_hours"))
_ENDING = frozenset(("end", "end_up", "close"))
_FIRST = frozenset(("rel:from", "rel:since"))
_LAST = frozenset(("rel:until", "rel:to"))
_MOST = 12  # times of day that are compared


def list_ends(statement: Reading, text: Reading) -> Iterator[tuple[Word, Word]]:
    """List the verbs of a statement that name an end of a span, each with the text's time."""
    known = [each for each in find_quantities(text) if each.is_clock or each.unit == "unit:h"][:_MOST]
    verbs = [each for each in statement.words if each.topics & (_BEGINNING | _ENDING)]
    for verb in verbs if known else ():
        ends = _LAST if verb.topics & _ENDING else _FIRST
        for said in find_quantities(statement)[:_MOST]:
            # Who says `open from 7 to 10` names both ends; the verb is none of them.
            if said.word.clause != verb.clause or said.word.relations & (_FIRST | {"rel:until"}):
                continue
            same = (each for each in known if same_quantity(said, each))
            yield from ((verb, each.word) for each in same if each.word.relations & ends)
