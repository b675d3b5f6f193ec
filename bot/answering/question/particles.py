"""Tells verbs apart by the particle behind them: what is turned on is not turned off."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from indexer.late_patterns import compile_late
from indexer.text.normalize import fold
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import load_entries

LOOKED_AT = 2000  # characters of a question
KEPT = 256
_ENDING = 4  # letters of a form behind the stem of its verb: "turned", "checking"
_BETWEEN = 4  # words: "turn the kitchen heating on"
_PART = compile_late(r"\w+|[^\w\s-]")


class PhrasalVerb(NamedTuple):
    """A verb with a particle that has an opposite: "check", "in", "out"."""

    stem: str  # folded
    particle: str
    opposite: str
    language: str


@cache
def _load_opposites(language: str) -> Mapping[str, str]:
    pairs = [entry.split() for entry in load_entries("opposite_particles", language)]
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


@lru_cache(maxsize=KEPT)
def _split(text: str) -> tuple[str, ...]:
    """Split a text into its folded words and its other signs; "check-in" is two words."""
    return tuple(_PART.findall(fold(text)))


def find_phrasal_verb(word: str, stem: str, text: str, language: str) -> PhrasalVerb | None:
    """Return the verb that a word is in a question, with its particle: "check in", "check-in".

    `stem` is the term of the word.
    """
    opposites = _load_opposites(language)
    parts = _split(text[:LOOKED_AT])
    if opposites.keys().isdisjoint(parts):
        return None
    verb, *rest = _split(word)
    behind = (each for at in _find(verb, parts) for each in _list_particles(parts, at, language))
    particle = next((each for each in behind if each in opposites), "")
    if not particle:
        return None
    return PhrasalVerb(verb if rest else stem, particle, opposites[particle], language)


def has_opposite(verb: PhrasalVerb, text: str) -> bool:
    """Return whether a text has the verb with the other particle, and nowhere with its own."""
    parts = _split(text)
    if verb.stem + verb.opposite in parts:
        return verb.stem + verb.particle not in parts
    longest = len(verb.stem) + _ENDING
    places = [
        at for at, each in enumerate(parts) if each.startswith(verb.stem) and len(each) <= longest
    ]
    found = {each for at in places for each in _list_particles(parts, at, verb.language)}
    return verb.opposite in found and verb.particle not in found


def _find(word: str, parts: Sequence[str]) -> Iterator[int]:
    return (at for at, each in enumerate(parts) if each == word)


def _list_particles(parts: Sequence[str], at: int, language: str) -> list[str]:
    """List what may be the particle of a verb: the next word, or the last one of its clause.

    Before that stands what it is done to, as an article or a pronoun shows: "turn the heating on".
    """
    behind = list(parts[at + 1 : at + 3 + _BETWEEN])
    signs = (n for n, each in enumerate(behind) if not each[0].isalnum())
    clause = behind[: next(signs, len(behind))]
    ends = len(clause) <= _BETWEEN + 1  # a sign follows, or the text ends
    led = clause[:1] and clause[0] in load_stopwords(language)
    return [*clause[:1], *(clause[-1:] if ends and led else ())]
