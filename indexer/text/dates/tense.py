"""Tells of the past from what only looks like it: `je vais à Paris`, `ist geschlossen`. Pure.

The patterns of the past are matched on folded text, where `à` is an auxiliary and `школа` a verb.
What a language has of such words is taken out first, as it is written.
"""

import re
from functools import cache

from msgspec.structs import replace

from indexer.text.dates.grammar import NOTHING, Grammar, bound
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_entries

BREAK = " | "  # in place of such a word: no auxiliary reaches beyond it
INNER_WORD = re.compile(r"(?<=[\w,;] )[^\W\d_]\w+")  # no beginning of a sentence


def read_tense(text: str, grammar: Grammar) -> Grammar:
    """Return `grammar`, without its past if `text` does not tell of any."""
    written = unify(text)
    if not is_past(fold(written), grammar):
        return grammar
    unnamed = INNER_WORD.sub(_hide_name, written).lower()
    rest = _compile(grammar.language).sub(BREAK, unnamed)
    return grammar if is_past(fold(rest), grammar) else replace(grammar, past=NOTHING)


def _hide_name(found: re.Match[str]) -> str:
    """Return a break in place of a name or a German noun, which is no verb: `Осло`, `Gent`."""
    word = found.group()
    return BREAK if word[0].isupper() and word[1:].islower() else word


def is_past(text: str, grammar: Grammar) -> bool:
    return grammar.past.search(text) is not None


@cache
def _compile(language: str) -> re.Pattern[str]:
    patterns = load_entries("past_look_alikes", language)
    return re.compile(bound("|".join(patterns), language)) if patterns else NOTHING
