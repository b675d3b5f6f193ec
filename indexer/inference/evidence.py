"""Weighs what speaks for a statement and against it, where rules leave that open.

What repeats a text word for word and is false joins parts of two clauses, as a rule: `Ann leads the
band`, where Bob does. What says it in other words differs from it in many places, and one rule that
speaks against it may not have seen that both are the same: `may not exceed` is `at most`.

`python -m bench.citations.weights` finds the weights, by logistic regression over the labelled
pairs of the open halves.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from indexer.inference.alignment import Alignment, Match, counts, weigh
from indexer.inference.nouns import is_noun
from indexer.inference.reading import Word
from indexer.inference.vetoes.actors import Names, identify, list_names

_SAYING = 0.5  # weight of a word that says something
_MOST_FOUND = 8
_MOST_WORDS = 12
_MOST_RIVALS = 2
_FIGURES = ("num", "unit", "clock", "hour")

Evidence = dict[str, float]
Weights = Mapping[str, float]

REPEATED: Weights = MappingProxyType(
    {"": 0.91, "apart": -1.85, "name": -0.55, "noun": -0.68, "found": 1.31}
)
REWORDED: Weights = MappingProxyType(
    {
        "": 1.46,
        "firm": -1.13,
        "any": -0.82,
        "denied": 0.79,  # that the text has no denial: it limits or forbids in other words
        "translated": -0.52,
        "words": 0.87,
        "opposite": -0.9,
        "converse": -0.66,
        "name": -0.16,
        "found": 0.69,
    }
)


def rate(evidence: Evidence, weights: Weights) -> float:
    """Return the logarithm of the odds that a statement holds: above 0 it is likely."""
    return weights[""] + sum(each * weights[name] for name, each in evidence.items())


def list_repeated(found: Alignment) -> Evidence:
    """List the evidence on a statement that repeats a text, against which no rule speaks."""
    rivals = _list_all_rivals(found)
    return {
        "apart": max(map(_measure_apart, _group(found)), default=0.0),
        "name": float(min(rivals.count("name"), _MOST_RIVALS)),
        "noun": float(min(rivals.count("noun"), _MOST_RIVALS)),
        "found": min(found.found_weight, _MOST_FOUND) / _MOST_FOUND,
    }


def list_reworded(found: Alignment, firm: Collection[str]) -> Evidence:
    """List the evidence on a statement in other words; `firm` are the rules against it."""
    kinds = Counter(each.kind for each in found.matches)
    words = sum(counts(each) for each in found.statement.words)
    denied = any(each.has("neg") for each in found.statement.words)
    return {
        "firm": float(len(firm)),
        "any": float(bool(firm)),
        "denied": float(denied and not any(each.has("neg") for each in found.main)),
        "translated": float(found.is_translated),
        "words": min(words, _MOST_WORDS) / _MOST_WORDS,
        "opposite": float(kinds["opposite"]),
        "converse": float(kinds["converse"]),
        "name": float(min(_list_all_rivals(found).count("name"), _MOST_RIVALS)),
        "found": min(found.found_weight, _MOST_FOUND) / _MOST_FOUND,
    }


def _group(found: Alignment) -> list[list[Match]]:
    """Group the matches by the clause of the statement; headings are near to all clauses."""
    groups: dict[int, list[Match]] = {}
    for each in found.matches:
        if _weigh(each) >= _SAYING and not each.known.is_heading:
            groups.setdefault(each.said.clause, []).append(each)
    return list(groups.values())


def _find_home(group: Sequence[Match]) -> tuple[int, float]:
    """Find the clause of the text that says most of some words, and the share that it says."""
    weights = Counter[int]()
    for each in group:
        weights[each.known.clause] += int(10 * _weigh(each))
    home = max(weights, key=lambda clause: (weights[clause], -clause))
    return home, weights[home] / weights.total()


def _weigh(match: Match) -> float:
    """Weigh a word: `pm` belongs to its number, which a text may write without it."""
    if match.said.is_number:
        return 1.0
    return 0.0 if match.said.has("daypart") else weigh(match.said)


def _measure_apart(group: Sequence[Match]) -> float:
    """Measure the share of some words that stands outside the clause which says most of them."""
    return 1 - _find_home(group)[1]


def _list_all_rivals(found: Alignment) -> list[str]:
    return [each for group in _group(found) for each in _list_rivals(found, group)]


def _list_rivals(found: Alignment, group: Sequence[Match]) -> list[str]:
    """List the kinds of words from another clause where this one has its own: a name, a noun."""
    home, _share = _find_home(group)
    placed = frozenset(found.places.values())
    free = [each for each in found.text.by_clause[home] if each.place not in placed]
    names = list_names(found.statement, found.text)
    strangers = (each.said for each in group if each.known.clause != home)
    return [kind for each in strangers if (kind := _find_rival(found, each, free, names))]


def _find_rival(found: Alignment, said: Word, free: Sequence[Word], names: Names) -> str:
    if identify(said, names):
        return "name" * any(identify(each, names) for each in free)
    if _is_fixed(said) or not is_noun(said, found.statement):
        return ""
    return "noun" * any(
        counts(each)
        and is_noun(each, found.text)
        and not identify(each, names)
        and not each.is_number
        for each in free
    )


def _is_fixed(word: Word) -> bool:
    """Tell if a word is a number, a unit or a date, which other rules compare."""
    return any(map(word.has, _FIGURES)) or word.is_number or word.sense.is_anchor
