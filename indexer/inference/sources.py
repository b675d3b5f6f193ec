"""Leaves out what only says where something stands: `according to the rules`.

Whoever answers from passages names them so; the passages do not name themselves. A person is no
such source: what `according to the doctor` says, a passage must say the doctor said.
"""

from collections.abc import Iterable, Sequence

from indexer.inference.lexicon import UNSPACED, Meanings
from indexer.text.normalize import fold
from indexer.text.word_lists import load_words

_REACH = 3  # words between a preposition and its source: `according to the current rules`
_BY = "source:by"

Piece = tuple[str, str, Meanings]  # as written, its term, its meanings


def leave_sources(pieces: Iterable[Piece], language: str) -> list[Piece]:
    """Leave the names of sources out of the words of a sentence."""
    words = list(pieces)
    for at in reversed(range(len(words))):
        if _BY in words[at][2]:
            start, end = _find_source(words, at, language)
            del words[start:end]
    return words


def _find_source(words: Sequence[Piece], at: int, language: str) -> tuple[int, int]:
    """Find where a preposition and its source begin and end; empty if it has none."""
    nouns = load_words("source_nouns", language)
    for place in range(at + 1, min(at + 2 + _REACH, len(words))):
        text, _term, meanings = words[place]
        if fold(text) in nouns:
            return at, place + 1 + (words[place + 1 : place + 2] == [(",", "", frozenset())])
        if not text[0].isalpha() or any(each.startswith("kin:") for each in meanings):
            break
    before = words[at - 1 : at] if language in UNSPACED else []
    named = any(fold(text) in nouns for text, _term, _meanings in before)
    return (at - 1, at + 1) if named else (at, at)
