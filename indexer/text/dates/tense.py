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

BREAK = " ; "  # in place of such a word: no auxiliary reaches beyond it


def read_tense(text: str, grammar: Grammar) -> Grammar:
    """Return `grammar`, without its past if `text` does not tell of any."""
    written = unify(text).lower()
    if grammar.past.search(fold(written)) is None:
        return grammar
    rest = _compile(grammar.language).sub(BREAK, written)
    return grammar if grammar.past.search(fold(rest)) else replace(grammar, past=NOTHING)


@cache
def _compile(language: str) -> re.Pattern[str]:
    patterns = load_entries("past_look_alikes", language)
    return re.compile(bound("|".join(patterns), language)) if patterns else NOTHING
