"""Tells verbs apart by the particle behind them: what is turned on is not turned off."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from indexer.text.normalize import fold
from indexer.text.word_lists import build_alternatives, load_entries

_ENDING = 4  # letters of a form behind the stem of its verb: "turned", "checking"
_BETWEEN = 4  # words: "turn the kitchen heating on"
KEPT = 256


class PhrasalVerb(NamedTuple):
    """A verb with a particle that has an opposite: "check", "in", "out"."""

    stem: str  # folded
    particle: str
    opposite: str


@cache
def _load_opposites(language: str) -> Mapping[str, str]:
    pairs = [entry.split() for entry in load_entries("opposite_particles", language)]
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


@lru_cache(maxsize=KEPT)
def find_phrasal_verb(word: str, stem: str, text: str, language: str) -> PhrasalVerb | None:
    """Return the verb that a word is in a question, with its particle: "check in", "check-in".

    `stem` is the term of the word, or of the verb that it is made of.
    """
    opposites = _load_opposites(language)
    if not opposites:
        return None
    any_particle = build_alternatives(opposites)
    folded, asked = fold(word), fold(text)
    joined = re.fullmatch(rf"(\w+)-({any_particle})", folded)
    if joined:
        return PhrasalVerb(joined[1], joined[2], opposites[joined[2]])
    between = rf"(?:\s\w+){{1,{_BETWEEN}}}"
    behind = rf"\b{re.escape(folded)}(?:\s|{between}\s(?=\w+\W*$))({any_particle})\b"
    found = re.search(behind, asked)
    return PhrasalVerb(stem, found[1], opposites[found[1]]) if found else None


def has_opposite(verb: PhrasalVerb, text: str) -> bool:
    """Return whether a text has the verb with the other particle, and nowhere with its own."""
    folded = fold(text)
    return _has(verb.stem, verb.opposite, folded) and not _has(verb.stem, verb.particle, folded)


def _has(stem: str, particle: str, folded: str) -> bool:
    between = rf"(?:\s\w+){{1,{_BETWEEN}}}"
    return bool(
        re.search(
            rf"\b{re.escape(stem)}\w{{0,{_ENDING}}}(?:[\s-]?|{between}\s){particle}\b", folded
        )
    )
