"""Finds two events whose order a statement turns round: the lift before the roof, the roof first.

`Before` and `after` stand between two events, in whichever order they are told; `afterwards` stands
with the later one, and what was told before it is the earlier.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from indexer.inference.alignment import Alignment, tells
from indexer.inference.lexicon import BEHIND
from indexer.inference.matching import compare
from indexer.inference.reading import Reading, Word

_AFTER, _BEFORE = "rel:after", "rel:before"
_FEW = 16  # words of an event that are compared
_MARKERS = 8  # of a text


class Sequel(Struct, frozen=True):
    earlier: tuple[Word, ...]
    later: tuple[Word, ...]


def turns_sequence(found: Alignment) -> bool:
    """Tell if what comes first in the statement comes later in the text."""
    if any(each.kind != "same" for each in found.matches):
        return False
    said = list(list_orders(found.statement, sorted(found.statement.by_sentence)))
    near = sorted({each.known.sentence for each in found.matches})
    known = list(list_orders(found.text, near)) if said else []
    return any(_turns(one, other) and not _keeps(one, other) for one in said for other in known)


def _turns(one: Sequel, other: Sequel) -> bool:
    return _share(one.earlier, other.later) and _share(one.later, other.earlier)


def _keeps(one: Sequel, other: Sequel) -> bool:
    return _share(one.earlier, other.earlier) and _share(one.later, other.later)


def _share(one: Sequence[Word], other: Sequence[Word]) -> bool:
    return any(compare(each, word) == "same" for each in one for word in other)


def list_orders(reading: Reading, sentences: Sequence[int]) -> Iterator[Sequel]:
    """List the events of some sentences that `before`, `after` or `afterwards` puts in order."""
    markers = [
        word
        for number in sentences
        for word in reading.by_sentence.get(number, ())
        if _get_mark(word)
    ]
    for word in markers[:_MARKERS]:
        around = _split_behind(word, reading) if _stands_behind(word) else _split(word, reading)
        if around is not None and all(around):
            first, second = around if _get_mark(word) == _AFTER else around[::-1]
            yield Sequel(_leave_out(first, second), _leave_out(second, first))


def _leave_out(words: Sequence[Word], others: Sequence[Word]) -> tuple[Word, ...]:
    """Leave out of one event what the other has too: `before lunch we eat, after lunch we sing`."""
    return tuple(each for each in words if not _share((each,), others))


def _get_mark(word: Word) -> str:
    """Return which of the two a word says; empty for one that says both, or neither."""
    if "later" in word.topics:
        return _AFTER
    own = {each.removeprefix(BEHIND) for each in word.marks} & {_AFTER, _BEFORE}
    return own.pop() if len(own) == 1 else ""


def _stands_behind(word: Word) -> bool:
    return any(each.startswith(BEHIND) for each in word.marks)


Around = tuple[tuple[Word, ...], tuple[Word, ...]]


def _split(marker: Word, reading: Reading) -> Around | None:
    """Split a sentence into what stands behind `after`, and what happens then."""
    here = reading.by_clause[marker.clause]
    governed = [each for each in here if each.place > marker.place]
    before = [each for each in here if each.place < marker.place]
    if _is_adverb(marker, here):
        rest = [each for each in reading.by_sentence[marker.sentence] if each.place > here[0].place]
        return _select(_list_clause(reading, marker, -1)), _select(rest)
    if _is_time(governed) or "later" in marker.topics:
        return None
    if any(each.counts for each in before):
        return _select(governed), _select(before)
    beside = _list_clause(reading, marker, -1) or _list_clause(reading, marker, 1)
    return _select(governed), _select(beside)


def _is_adverb(marker: Word, here: Sequence[Word]) -> bool:
    """Tell if `after` goes on with `and`, and governs nothing: `and the lift afterwards`."""
    begins = here[0].has("conj:and") and marker.place == here[0].place + 1
    return begins or (here[0].has("conj:and") and marker is here[-1])


def _split_behind(marker: Word, reading: Reading) -> Around | None:
    """Split a sentence whose `after` stands behind its event: `还车后退还`."""
    here = reading.by_clause[marker.clause]
    governed = [each for each in here if each.place < marker.place]
    behind = [each for each in here if each.place > marker.place]
    if _is_time(governed[-2:]):
        return None
    rest = behind if any(each.counts for each in behind) else _list_clause(reading, marker, 1)
    return _select(governed[-2:]), _select(rest)


def _is_time(words: Sequence[Word]) -> bool:
    """Tell if a time stands there, and no event: `after eight`, `before May`."""
    first = [each for each in words if each.counts or each.is_figure][:2]
    return any(each.is_figure or each.has("unit") or each.sense.is_anchor for each in first)


def _list_clause(reading: Reading, marker: Word, step: int) -> Sequence[Word]:
    """List the words of the clause beside that of a marker, in its sentence."""
    there = reading.by_clause.get(marker.clause + step, [])
    return [each for each in there if each.sentence == marker.sentence]


def _select(words: Sequence[Word]) -> tuple[Word, ...]:
    telling = (each for each in words if tells(each))
    return tuple(telling)[:_FEW]
