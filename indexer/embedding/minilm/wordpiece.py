"""BERT's uncased WordPiece tokenizer: text -> the numbers of its pieces in a vocabulary.

Follows the model's published tokenizer: removes control characters and accents, separates
punctuation and Chinese characters, and splits each word greedily into the longest known pieces.
The library `tokenizers` gives the same numbers at a quarter of the speed, rejects lone surrogates
and reads a whole megabyte to keep 256 pieces; with the HTTP client it depends on, it takes 35 MB.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from indexer.text.normalize import compose

MAX_PIECES = 256  # what the model was trained on; the rest of a longer text is ignored
# 256 pieces never cover more of a real text; without a limit a megabyte would be split for them.
MAX_CHARACTERS = 10_000
MAX_WORD = 100  # characters; a longer word is unknown, as in the original
CACHED_WORDS = 50_000

CHINESE = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


class WordPiece:
    """Tokenizes by a vocabulary, in which the line numbers are the numbers of the pieces."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._number = {piece: number for number, piece in enumerate(vocabulary)}
        self._first, self._last = self._number["[CLS]"], self._number["[SEP]"]
        self._unknown = self._number["[UNK]"]
        self._spelling = _Spelling()
        self._word = lru_cache(CACHED_WORDS)(self._split_word)

    def encode(self, text: str) -> list[int]:
        """Return at most MAX_PIECES numbers, the marks of beginning and end included."""
        pieces = [self._first]
        plain = compose("NFD", text[:MAX_CHARACTERS])
        for word in plain.translate(self._spelling).split():
            pieces.extend(self._word(word))
            if len(pieces) >= MAX_PIECES:
                break
        return [*pieces[: MAX_PIECES - 1], self._last]

    def _split_word(self, word: str) -> tuple[int, ...]:
        if len(word) > MAX_WORD:
            return (self._unknown,)
        pieces: list[int] = []
        start = 0
        while start < len(word):
            end, number = self._find_longest(word, start)
            if number is None:
                return (self._unknown,)
            pieces.append(number)
            start = end
        return tuple(pieces)

    def _find_longest(self, word: str, start: int) -> tuple[int, int | None]:
        mark = "##" if start else ""
        for end in range(len(word), start, -1):
            number = self._number.get(mark + word[start:end])
            if number is not None:
                return end, number
        return start, None


class _Spelling(dict[int, str]):
    """A `str.translate` table that normalizes characters; filled as they occur."""

    def __missing__(self, point: int) -> str:
        self[point] = seen = _normalize_character(chr(point))
        return seen


def _normalize_character(character: str) -> str:
    category = unicodedata.category(character)
    if character in "\t\n\r" or category in ("Zs", "Zl", "Zp"):
        return " "
    if character == "\ufffd" or category in ("Cc", "Cf", "Co", "Cs", "Mn"):
        return ""
    if character in ASCII_PUNCTUATION or category[0] == "P" or _is_chinese(ord(character)):
        return f" {character} "
    return character.lower()


def _is_chinese(point: int) -> bool:
    return any(first <= point <= last for first, last in CHINESE)
