"""Finds what is had or done without: with the lid on, where the text has it without a lid.

What denies a clause is told here as well, from what only does without a thing.
"""

from collections.abc import Sequence

from indexer.inference.acting.subjects import find_subject
from indexer.inference.alignment import Alignment
from indexer.inference.matching import Match, compare
from indexer.inference.nouns import is_noun
from indexer.inference.reading import Reading, Word

_GOVERNED = 2  # words behind `without`
_WITHOUT = frozenset(("neg:without",))
_EXCEPTING = frozenset(("rel:except",))
EXCEPT = _EXCEPTING | {"rel:instead"}
_LESS = EXCEPT | {"decrease", "remove"}
_COMPARED = 16  # words that are compared one by one


def does_without(found: Alignment) -> bool:
    """Tell if one of the two does without a thing that the other has: `with the lid on`."""
    return any(
        is_lacking(each.said, found.statement)
        and each.kind == "same"
        and is_noun(each.known, found.text)
        and not any(map(_takes_away, found.text.by_clause[each.known.clause]))
        for each in found.matches
    ) or any(_has_without(found, each) for each in found.matches[:_COMPARED])


def _has_without(found: Alignment, said: Match) -> bool:
    """Tell if a thing is had by one who does without it, as where another has it is said, too."""
    subject = find_subject(found.statement, said.said.clause)
    homes = {each.known.clause for each in found.matches if each.said in subject}
    if said.said in subject or said.kind != "same" or is_lacking(said.said, found.statement):
        return False
    denied = denies_clause(found.statement.by_clause[said.said.clause])
    return not denied and any(
        compare(said.said, each) == "same" and is_lacking(each, found.text)
        for home in homes
        if any(map(_does_without, found.text.by_clause[home]))
        for each in found.text.by_clause[home][:_COMPARED]
    )


def _takes_away(word: Word) -> bool:
    return word.has("neg") or not (word.marks | word.topics).isdisjoint(_LESS)


def denies_clause(words: Sequence[Word]) -> bool:
    """Tell if a clause is denied: not one that does without, nor one that does not do without."""
    denials = [each for each in words if each.has("neg") or "answer:no" in each.marks]
    without = [each for each in denials if _does_without(each)]
    return bool(denials) and not without


def is_lacking(word: Word, reading: Reading) -> bool:
    """Tell if `without` stands right before a word or its adjective, and nothing else denies it."""
    here = reading.by_clause[word.clause]
    denials = [each for each in here if each.has("neg")]
    return len(denials) == 1 and any(
        _does_without(each) and word in _list_governed(each, here, reading) for each in denials
    )


def _list_governed(denial: Word, here: Sequence[Word], reading: Reading) -> list[Word]:
    behind = [each for each in here if 0 < each.place - denial.place <= _GOVERNED and each.counts]
    return behind[:1] + [each for each in behind[1:2] if is_noun(each, reading)]


def _does_without(word: Word) -> bool:
    """Tell if a word is `without`, and not also `not`, as `没有` is."""
    return bool(word.marks & _WITHOUT) and "neg:not" not in word.marks
