"""Finds two who act on each other and stand in each other's place."""

from collections.abc import Sequence
from itertools import combinations

from indexer.inference.acting.actors import Names, identify, list_names
from indexer.inference.alignment import Alignment
from indexer.inference.lexicon import UNSPACED
from indexer.inference.matching import Match
from indexer.inference.reading import Reading, Word

_BESIDE = 3  # words
_JOINED = 6  # words, with `and` between them
_PEOPLE = 12  # who are compared two by two


def exchanges_roles(found: Alignment) -> bool:
    """Tell if two who act on each other stand in each other's place."""
    names = list_names(found.statement, found.text)
    people = [each for each in found.matches if _acts(each, names)][:_PEOPLE]
    if found.is_compared_back:
        return False
    converse = any(each.kind == "converse" for each in found.matches)
    pairs = [(one, other) for one, other in combinations(people, 2) if _can_swap(one, other, found)]
    return any(_is_swapped(one, other, found) != converse for one, other in pairs)


def _acts(match: Match, names: Names) -> bool:
    person = bool(identify(match.said, names)) or match.said.has("pers") or _is_place(match.said)
    return person and match.kind == "same"


def _is_place(word: Word) -> bool:
    """Tell if a word is an unknown Chinese sign behind `from` or `to`, as those of names are."""
    sign = len(word.term) == 1 and "\u4e00" <= word.term <= "\u9fff" and not word.topics
    return sign and bool(word.relations & {"rel:from", "rel:to"})


def _can_swap(one: Match, other: Match, found: Alignment) -> bool:
    """Tell if two stand in one clause in both texts, and not side by side: `Ann and Bob`."""
    pairs = tuple(zip(_pair_up(one, other), (found.statement, found.text), strict=True))
    together = any(_stand_together(a, b, reading) for (a, b), reading in pairs)
    return not together and all(a.sentence == b.sentence for (a, b), _reading in pairs)


def _stand_together(one: Word, other: Word, reading: Reading) -> bool:
    first, last = sorted((one.place, other.place))
    between = reading.words[first:last]
    # `Ann and her brother Bob`, `the husband of Ann Lee`
    joined = any(each.has("conj:and") or "rel:of" in each.marks for each in between)
    return last - first < (_JOINED if joined else _BESIDE)


def _pair_up(one: Match, other: Match) -> tuple[tuple[Word, Word], tuple[Word, Word]]:
    return (one.said, other.said), (one.known, other.known)


def _is_swapped(one: Match, other: Match, found: Alignment) -> bool:
    said = _is_first(one.said, other.said, found.statement.words)
    ordered = (one.said.place < other.said.place) == (one.known.place < other.known.place)
    if ordered and found.text.language in UNSPACED:  # who is named by `由` may stand there too
        return False
    return said != _is_first(one.known, other.known, found.text.words)


def _is_first(one: Word, other: Word, words: Sequence[Word]) -> bool:
    """Tell if the first of two is the one who acts: whom `by` names stands behind and acts."""
    acts = [_is_agent(each, words) for each in (one, other)]
    return (one.place < other.place) != (acts[0] != acts[1])


def _is_agent(word: Word, words: Sequence[Word]) -> bool:
    if "rel:by" in word.relations:
        return True
    passive = any(each.has("voice") for each in words if each.sentence == word.sentence)
    return passive and "rel:from" in word.relations
