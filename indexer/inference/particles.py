"""Joins a verb to the particle that ends its clause: `reist … ab` is `abreisen`.

German and Dutch set it apart, and it decides what the verb means: who `reist an` arrives.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from indexer.inference.lexicon import NONE, Meanings, load_lexicon
from indexer.inference.sources import Piece
from indexer.text.word_lists import load_words

_ENDS = frozenset(",;:()—–[]|.!?")
_ENDINGS = ("tet", "ete", "te", "et", "t", "e", "ten", "den", "de", "")
WORDS = 4096  # kept
_REACH = 15  # words between a verb and its particle


def join_particles(pieces: Iterable[Piece], language: str) -> list[Piece]:
    """Give verbs the meaning that they have with their particle, which is left out."""
    words = list(pieces)
    particles = load_words("verb_particles", language)
    if not particles:
        return words
    for at in reversed(range(1, len(words))):
        particle = words[at][0].lower()
        if particle in particles and _ends_clause(words, at):
            _join(words, at, particle, language)
    return words


def _ends_clause(words: Sequence[Piece], at: int) -> bool:
    return at + 1 == len(words) or _parts(words[at + 1])


def _parts(piece: Piece) -> bool:
    return piece[0] in _ENDS or any(each.startswith("conj:") for each in piece[2])


def _join(words: list[Piece], at: int, particle: str, language: str) -> None:
    for place, meanings in _list_verbs(words, at, particle, language):
        text, term, _meanings = words[place]
        words[place] = (text, term, meanings)
        del words[at]
        return


def _list_verbs(
    words: Sequence[Piece], at: int, particle: str, language: str
) -> Iterator[tuple[int, Meanings]]:
    """List the words of a clause that a particle makes a verb of, and what that means."""
    for place in reversed(range(max(0, at - _REACH), at)):
        if _parts(words[place]):
            return
        joined = particle + words[place][0].lower()
        if words[place][1] and (found := _find_meanings(joined, language)):
            yield place, found


@lru_cache(maxsize=WORDS)
def _find_meanings(joined: str, language: str) -> Meanings:
    """Find what a verb means with its particle: as it stands, or by its infinitive."""
    known = load_lexicon(language).words
    stems = (joined.removesuffix(each) for each in _ENDINGS if joined.endswith(each))
    found = (known.get(each, NONE) for each in (joined, *(f"{stem}en" for stem in stems)))
    return next((each for each in found if any(":" not in one for one in each)), NONE)
