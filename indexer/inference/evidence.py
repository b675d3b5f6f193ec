"""Weighs what speaks for a statement in other words and against it, where rules leave that open.

What says the same in other words differs from a text in many places, and one rule that speaks
against it may not have seen that both are the same: `may not exceed` is `at most`. Another number,
name or time, another who acts, words that the text does not say of each other, or what is planned
and said to be done, is no matter of wording, and excludes the statement (`HARD_WITHIN`).

`python -m bench.citations.weights` finds the weights, by logistic regression over the labelled
pairs of the open halves.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from types import MappingProxyType

from indexer.inference.alignment import Alignment, counts

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
LIKELY = 0.1  # the least odds: a mark that is kept wrongly is worse than one that falls
_MOST_FOUND = 8
_MOST_WORDS = 12

Evidence = dict[str, float]
Weights = Mapping[str, float]

REWORDED: Weights = MappingProxyType(
    {
        "": 1.82,
        "firm": -1.32,
        "any": -1.02,
        "denied": 0.29,  # that the text has no denial: it limits or forbids in other words
        "translated": -0.54,
        "words": 1.1,
        "opposite": -0.5,
        "converse": -0.4,
        "found": 0.55,
    }
)


def rate(evidence: Evidence, weights: Weights) -> float:
    """Return the logarithm of the odds that a statement holds: above 0 it is likely."""
    return weights[""] + sum(each * weights[name] for name, each in evidence.items())


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
        "found": min(found.found_weight, _MOST_FOUND) / _MOST_FOUND,
    }
