"""Finds who or what acts in a statement and is acted on in the text, by the order of their words.

In languages whose words keep their order, what stands before a verb acts, and what stands behind it
is acted on: `The volunteers thanked the director` is not `The director thanked the volunteers`.
"""

from collections.abc import Iterator, Sequence

from indexer.inference.alignment import LIGHT, Alignment, tells
from indexer.inference.matching import Match
from indexer.inference.reading import Reading, Word

_ORDERED = frozenset(("en", "es", "fr", "it", "pt", "zh"))
# What two do with each other, whoever is named first.
_MUTUAL = frozenset(("connect", "different", "include", "marry", "meet", "same_as", "similar"))
_SUBJECT = frozenset(("rel:subj",))
_PASSIVE = frozenset(("rel:by", "voice:passive"))
_MOST = 12  # words of a clause that are compared


def turns_order(found: Alignment) -> bool:
    """Tell if two stand on the other side of the verb between them, and neither text is passive."""
    languages = {found.statement.language, found.text.language}
    if len(languages) > 1 or not languages <= _ORDERED or _is_passive(found):
        return False
    if any(each.kind == "converse" for each in found.matches):
        return False
    return any(
        _turns(found, before, verb, behind)
        for group in _group(found)
        for before, verb, behind in _list_around_verbs(group, found)
    )


def _is_passive(found: Alignment) -> bool:
    words = (*found.statement.words, *found.text.by_sentence.get(found.focus, ()))
    return any(not each.marks.isdisjoint(_PASSIVE) for each in words)


def _group(found: Alignment) -> Iterator[list[Match]]:
    """Group the matches of a clause of the statement that stand in one clause of the text."""
    groups: dict[tuple[int, int], list[Match]] = {}
    for each in sorted(found.matches, key=lambda one: one.said.place):
        if each.kind == "same" and tells(each.said):
            groups.setdefault((each.said.clause, each.known.clause), []).append(each)
    yield from (each[:_MOST] for each in groups.values() if len(each) > 2)


def _list_around_verbs(
    group: Sequence[Match], found: Alignment
) -> Iterator[tuple[Match, Match, Match]]:
    """List the words around each that may be a verb: the first before it, and those behind it."""
    for at, verb in enumerate(group[1:-1], 1):
        if _may_be_verb(verb.said, found.statement) and _may_be_verb(verb.known, found.text):
            yield from ((group[0], verb, behind) for behind in group[at + 1 :])


def _may_be_verb(word: Word, reading: Reading) -> bool:
    if word.place and "be" in reading.words[word.place - 1].topics:
        return False  # `is free`
    plain = not word.is_name and not word.sense.is_anchor and not word.is_led
    return plain and not word.topics & (LIGHT | _MUTUAL)


def _leads(word: Word, reading: Reading) -> bool:
    """Tell if a clause begins with a word, behind no preposition."""
    here = reading.by_clause[word.clause]
    first = next(each for each in here if each.counts)
    before = reading.words[word.place - 1 : word.place]
    without = any("neg:without" in each.marks for each in before)
    return first.place == word.place and not (word.relations - _SUBJECT or without)


def _turns(found: Alignment, before: Match, verb: Match, behind: Match) -> bool:
    """Tell if what stands before the verb stands behind it in the text, and the other way round."""
    leads = _leads(before.said, found.statement) and _leads(behind.known, found.text)
    turned = behind.known.place < verb.known.place < before.known.place
    return leads and turned and not verb.said.has("neg")
