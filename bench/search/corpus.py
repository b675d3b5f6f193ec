"""Generates any number of chunks and questions from real text, for the speed tests.

A chunk is 150 to 250 words in runs of 12 to 30 from two real documents of one source, so topics,
bursts and the frequencies of question terms stay natural; 3 % of the words come from an endless
tail, so the vocabulary keeps growing. Scopes: 60 % kb, 10 % admin, 30 % of 200 chats.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from bench.retrieval.collections import Collection, Question, load_collections
from indexer.text.analyzer import tokenize
from indexer.text.stopwords import load_stopwords

_SYLLABLES = [consonant + vowel for consonant in "bcdfghjklmnprstvz" for vowel in "aeiou"]
_TAIL = 2_000_000  # distinct words of the tail
FILE = 40  # chunks

OTHER_LANGUAGES = ("cmrc2018-dev", "xquad-zh", "xquad-de")
FEW = 10  # questions: a kind of text with fewer that are long enough is left out


class Sample(Struct, frozen=True):
    """A generated chunk with the label of its scope."""

    name: str
    text: str
    scope: str


class Generator:
    """Generates chunks from the English collections in a folder, the same for the same seed."""

    def __init__(self, folder: Path) -> None:
        collections = [
            each for each in load_collections(folder) if each.name not in OTHER_LANGUAGES
        ]
        talks = [each for each in collections if each.is_conversation]
        # All conversations together are one kind of text, and count as one.
        self._kinds = [[each] for each in collections if not each.is_conversation] + [talks]
        self._sources = [_list_texts(kind) for kind in self._kinds]

    def generate_chunks(self, count: int, seed: int = 1) -> Iterator[Sample]:
        chance = random.Random(seed)  # noqa: S311 - repeatable, not secret
        for _ in range(count):
            source = chance.choice(self._sources)
            words = _resample(chance, chance.choice(source), chance.choice(source))
            yield Sample(" ".join(words[:6]), " ".join(words), _choose_scope(chance))

    def generate_questions(self, terms: int, count: int) -> list[str]:
        """Generate real questions without stop words, each cut to `terms` distinct words."""
        chance = random.Random(7)  # noqa: S311 - repeatable, not secret
        pools = [
            [words for words in map(_list_content_words, kind) if len(words) >= terms]
            for kind in ([q for each in kind for q in each.questions] for kind in self._kinds)
        ]
        fitting = [pool for pool in pools if len(pool) >= FEW]
        chosen = (chance.choice(fitting[n % len(fitting)]) for n in range(count))
        return [" ".join(chance.sample(words, terms)) for words in chosen]


def _list_content_words(question: Question) -> list[str]:
    """List the distinct words of a question without its stop words."""
    words = tokenize(question.text.lower())
    return list(dict.fromkeys(word for word in words if word not in load_stopwords("en")))


def _list_texts(kind: Sequence[Collection]) -> list[list[str]]:
    """List the texts of collections as words; the texts of a conversation are its sessions."""
    sessions: dict[tuple[str, str], list[str]] = {}
    for collection in kind:
        for entry in collection.entries:
            key = (collection.name, entry.session or entry.id)
            sessions.setdefault(key, []).extend(f"{entry.title} {entry.text}".split())
    return [words for words in sessions.values() if len(words) > 40]


def _resample(chance: random.Random, first: list[str], second: list[str]) -> list[str]:
    wanted, words = chance.randint(150, 250), list[str]()
    while len(words) < wanted:
        source = second if chance.random() < 0.35 else first
        start = int(chance.random() * max(1, len(source) - 12))
        words += source[start : start + chance.randint(12, 30)]
    for _ in range(int(wanted * 0.03)):
        words[int(chance.random() * wanted)] = _build_tail_word(int(_TAIL ** chance.random()))
    return words[:wanted]


def _build_tail_word(number: int) -> str:
    number, word = number * 7919 + 11, ""
    while number:
        number, syllable = divmod(number, len(_SYLLABLES))
        word += _SYLLABLES[syllable]
    return word


def _choose_scope(chance: random.Random) -> str:
    share = chance.random()
    if share < 0.7:
        return "kb" if share < 0.6 else "admin"
    return f"user:bench:{int(200 ** chance.random()) - 1}"
