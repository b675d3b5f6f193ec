"""Tells which rules exclude a statement: all if it repeats the words of a text, else some do not.

What says the same in other words differs from a text in many places, and a rule that speaks
against it may not have seen that both are the same: `may not exceed` is `at most`. Another number,
name or time, another who acts, words that the text does not say of each other, or what is planned
and said to be done, is no matter of wording.
"""

from collections.abc import Collection

from indexer.inference.alignment import Alignment
from indexer.inference.lexicon import UNSPACED

# What other words seem to change, though they say the same.
WORDING = frozenset(("detail", "exchange", "roles", "part", "done_by", "aspect"))
# What a word that is not known may turn back: `not below` is `at least`.
TURNED = frozenset(
    ("negation", "quantifier", "doubt", "duty", "tense", "span", "sequence", "order"),
)
REPEATED = 0.65  # of the words, as they stand
WHOLE = 0.97  # of what a statement says: all but a light word


def list_excluding(found: Alignment, reasons: Collection[str]) -> frozenset[str]:
    """List those of `reasons` that exclude a statement in the words that it has."""
    if found.repeated >= REPEATED:
        return frozenset(reasons)
    return frozenset(reasons) - (WORDING if _is_understood(found) else WORDING | TURNED)


def _is_understood(found: Alignment) -> bool:
    """Tell if every word is known; where words are not told apart, some are found by chance."""
    return found.coverage >= WHOLE or found.text.language in UNSPACED
