"""Finds what a span of time says of its ends: what is open until ten closes at ten."""

from collections.abc import Iterator, Sequence
from itertools import islice

from indexer.inference.figures.equality import same_quantity
from indexer.inference.figures.quantities import Quantity, find_quantities
from indexer.inference.reading import Reading, Word

BEGINNING = frozenset(("begin", "open", "office_hours"))
ENDING = frozenset(("end", "end_up", "close"))
FIRST = frozenset(("rel:from", "rel:since"))
_LIMITS = frozenset(("rel:until", "rel:before", "rel:after", "rel:max"))
LAST = frozenset(("rel:until", "rel:to"))
_HOUR = "unit:h"
_MOST = 12  # times of day that are compared


def list_ends(statement: Reading, text: Reading) -> Iterator[tuple[Word, Word]]:
    """List the verbs of a statement that name an end of a span, each with the text's time."""
    timed = (each for each in find_quantities(text) if each.is_clock or each.unit == _HOUR)
    known = list(islice(timed, _MOST))
    verbs = [each for each in statement.words if each.topics & (BEGINNING | ENDING)]
    for verb in verbs if known else ():
        ends = LAST if verb.topics & ENDING else FIRST
        for said in find_quantities(statement)[:_MOST]:
            # Who says `open from 7 to 10` names both ends; the verb is none of them.
            if said.word.clause != verb.clause or said.word.relations & (FIRST | {"rel:until"}):
                continue
            same = (each for each in known if same_quantity(said, each))
            yield from (
                (verb, each.word)
                for each in same
                if each.word.relations & ends
                or (ends is FIRST and _stands_alone(each, known, text))
            )


def _stands_alone(time: Quantity, known: Sequence[Quantity], text: Reading) -> bool:
    """Tell if an event has a single time, at which it begins."""
    there = [each for each in known if each.word.sentence == time.word.sentence]
    ends = any(each.topics & ENDING for each in text.by_sentence[time.word.sentence])
    return len(there) == 1 and time.is_clock and not (ends or time.word.relations & _LIMITS)
