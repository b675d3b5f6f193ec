"""Weighs what speaks for a statement and against it, where no rule decides alone.

What says the same in other words differs from a text in many places, and one rule that speaks
against it may not have seen that both are the same: `may not exceed` is `at most`. Another number,
name or time, another who acts, words that the text does not say of each other, or what is planned
and said to be done, is no matter of wording, and excludes the statement (`HARD_WITHIN`); of what
repeats the words of the text, all rules do.

`python -m bench.citations.weights` finds the weights, by logistic regression over the labelled
pairs of the open halves.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from indexer.inference.alignment import Alignment, is_light, weigh
from indexer.inference.figures.equality import same_quantity
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.reading import Word

HARD = frozenset(("number", "name", "subject", "date", "taken", "time", "end"))
# Within one language also what is said of another; translations are aligned more loosely.
HARD_WITHIN = HARD | {
    "relation",
    "borrowed",
    "joined",
    "condition",
    "crossed",
    "gender",
    "given",
    "parallel",
    "done",
    "lacking",
    "other",
    "excepted",
    "freed",
    "changed",
}
# Where words are not told apart, other words are as often signs that two texts share by chance.
HARD_SIGNS = frozenset(("negation", "doubt"))
# What another wording changes as well.
WORDING = frozenset(
    ("detail", "exchange", "roles", "part", "done_by", "doubt", "aspect"),
)
LIKELY = 0.0  # as much speaks for a statement as against it
_MOST_LEFT = 6
_MOST_WORDS = 12
_MOST_CLAUSES = 4
_MOST_RELATED = 2
# Where and when, and who does what to whom.
_RELATING = frozenset(
    (
        *("rel:by", "rel:to", "rel:from", "rel:with", "rel:for"),
        *("rel:before", "rel:after", "rel:until"),
    )
)

Evidence = dict[str, float]
Weights = Mapping[str, float]

WEIGHTS: Weights = MappingProxyType(
    {
        "": 1.98,
        "firm": -1.56,
        "repeated": -1.3,
        "denied": 1.27,
        "turned": -0.47,
        "translated": -0.37,
        "words": 1.21,
        "computed": 1.75,
        "related": 0.5,
        "left": -1.93,
        "clauses": 1.1,
    }
)


def rate(evidence: Evidence, weights: Weights) -> float:
    """Return the logarithm of the odds that a statement holds: above 0 it is likely."""
    return weights[""] + sum(each * weights[name] for name, each in evidence.items())


def list_evidence(found: Alignment, reasons: Collection[str], *, repeated: bool) -> Evidence:
    """List the evidence on a statement; `reasons` are the rules against it."""
    words = sum(each.counts for each in found.statement.words)
    denied = any(each.has("neg") for each in found.statement.words)
    return {
        "firm": float(not WORDING.issuperset(reasons)),
        "repeated": float(repeated),
        "denied": float(denied),
        "turned": float(_is_turned(found, denied=denied)),
        "translated": float(found.is_translated),
        "words": min(words, _MOST_WORDS) / _MOST_WORDS,
        "computed": float(_computes(found)),
        "related": _count_related(found) / _MOST_RELATED,
        "left": min(sum(map(weigh, found.left)), _MOST_LEFT) / _MOST_LEFT,
        "clauses": min(len(found.clauses), _MOST_CLAUSES) / _MOST_CLAUSES,
    }


def _is_turned(found: Alignment, *, denied: bool) -> bool:
    """Tell if one of the two denies and the other does not, or they say opposites."""
    known = any(each.has("neg") or each.has("answer:no") for each in found.main)
    opposites = sum(each.kind == "opposite" for each in found.matches)
    return (denied != known) != (opposites % 2 == 1)


def _computes(found: Alignment) -> bool:
    """Tell if the statement has a number that the text does not have."""
    known = find_quantities(found.text)
    return any(
        not any(same_quantity(said, each) for each in known)
        for said in find_quantities(found.statement)
    )


def _count_related(found: Alignment) -> int:
    """Count the words that stand with another preposition in the text."""
    other = sum(
        bool((each.said.relations ^ each.known.relations) & _RELATING)
        for each in found.matches
        if _says(each.said)
    )
    return min(other, _MOST_RELATED)


def _says(word: Word) -> bool:
    return not word.counts or not is_light(word)
