"""Numbers that may be added though nobody says so: those that count the same thing.

Twelve boats and five canoes are no 17 boats, and 20 guests on Monday and 35 on Tuesday no 55 on
Tuesday.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from indexer.inference.figures.units import Quantity
from indexer.inference.matching import compare
from indexer.inference.reading import ANCHORS, Reading, Word

_MOST = 12  # numbers that are looked at
_REACH = 5  # words from a number to what it counts
_DATES = ANCHORS - {"kin"}
_YEARS = range(1500, 2100)
_NO_NAMES = frozenset(("be", "have"))  # `has 12 boats`, unlike `bus 12`


def list_addable(
    said: Quantity, thing: Word, known: Sequence[Quantity], statement: Reading, text: Reading
) -> Sequence[Quantity]:
    """List the numbers of a text that count the `thing` that `said` counts, at the same time."""
    counts = [each for each in known[:_MOST] if not (each.unit or each.is_clock)]
    found: list[Quantity] = []
    for _sentence, same in groupby(counts, key=lambda each: each.word.sentence):
        group = _list_counting(thing, list(same), text)
        if group and _belong_together(group, said, statement, text):
            found += group
    return found


def _belong_together(
    group: Sequence[Quantity], said: Quantity, statement: Reading, text: Reading
) -> bool:
    """Tell if neither a date nor anything else that is said tells some numbers apart."""
    spans = [_list_behind(each.word, text) for each in group]
    told = {_list_told(each, statement) for each in spans if any(word.counts for word in each)}
    dates = set(_list_dates(text.by_sentence[group[0].word.sentence]))
    named = all(_share_name(said.word, each.word, statement, text) for each in group)
    return len(told) == 1 and len(dates) <= 1 and not named


def _list_counting(thing: Word, counts: Sequence[Quantity], text: Reading) -> list[Quantity]:
    """List the numbers that count a thing; if none does, those that count the same one."""
    others = (_list_behind(each.word, text) for each in counts)
    first = [word for words in others for word in words if word.counts][:1]
    # Who voted are counted by `seven votes to four`.
    found = (_list_counting_it(each, counts, text) for each in (thing, *first))
    return next((each for each in found if each), [])


def _list_counting_it(thing: Word, counts: Sequence[Quantity], text: Reading) -> list[Quantity]:
    """List the numbers that count a thing, or stand behind one that does and alone."""
    found: list[Quantity] = []
    for each in counts:
        behind = _list_behind(each.word, text)
        if _says(thing, behind) or (found and not any(word.counts for word in behind)):
            found.append(each)
    return found


def _list_behind(number: Word, text: Reading) -> Sequence[Word]:
    """List the next words of a clause up to another number: `12 red boats`."""
    behind = text.words[number.place + 1 : number.place + 1 + _REACH]
    ends = (at for at, each in enumerate(behind) if _ends(each, number))
    return behind[: next(ends, None)]


def _ends(word: Word, number: Word) -> bool:
    return word.clause != number.clause or word.is_figure


def _says(thing: Word, words: Sequence[Word]) -> bool:
    return any(compare(thing, each) == "same" for each in words)


def _list_told(behind: Sequence[Word], statement: Reading) -> frozenset[int]:
    """List the places of what a statement says of what stands behind a number."""
    return frozenset(each.place for each in statement.words if each.counts and _says(each, behind))


def _list_dates(words: Sequence[Word]) -> Iterator[str]:
    for word in words:
        yield from (each for each in word.marks if each.partition(":")[0] in _DATES)
        if word.text.isdecimal() and int(word.text) in _YEARS:
            yield word.text


def _share_name(said: Word, known: Word, statement: Reading, text: Reading) -> bool:
    """Tell if the same word stands before two numbers, which are part of a name: `bus 4`."""
    if not (said.place and known.place):
        return False
    one, other = statement.words[said.place - 1], text.words[known.place - 1]
    return one.counts and not one.topics & _NO_NAMES and compare(one, other) == "same"
