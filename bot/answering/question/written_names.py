"""Finds the names that a question writes without their capital, as people type in a chat.

The passages show which words they are: whatever has a capital wherever it stands there, also in the
middle of a sentence, and is no word of the language, is a name. Like one with its capital it
decides: without it, a piece tells of somebody or something else.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct, field
from msgspec.structs import replace

from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.meanings import is_article
from bot.answering.question.mentions import TELLING_CAPITALS
from bot.answering.question.verbs import find_word_before
from indexer.inference.lexicon import load_lexicon
from indexer.inference.said_for import has_told
from indexer.late_property import late_property
from indexer.text.normalize import fold
from indexer.text.question_words import load_question_words
from indexer.text.synonyms import has_synonyms

_SHORTEST = 3  # letters
# What stands right before a word inside a sentence; a line in capitals is a title.
_INSIDE = re.compile(r"[^\W\d_][,)]? \Z")
# What no word begins behind or ends before; an address of mail or of a page has no capitals.
_JOINED_BEFORE = re.compile(r"[\w.@/-]")
_JOINED_BEHIND = re.compile(r"[\w@/-]|\.\w")
_HEADING = re.compile(r"^\s{0,3}#.*$", re.MULTILINE)


class Writing(Struct, frozen=True, dict=True):  # each word is looked for in it once
    """Texts, as they write the words of a question."""

    texts: Sequence[str]
    known: dict[str, bool] = field(default_factory=dict)

    def has_name(self, word: str) -> bool:
        """Return whether they have a word, always with a capital and once inside a sentence."""
        if word not in self.known:
            self.known[word] = self._has_name(word)
        return self.known[word]

    def _has_name(self, word: str) -> bool:
        name = word.capitalize()
        if not any(name in each for each in self.texts):
            return False
        found = [
            (text, at)
            for text, lowered in zip(self._plain, self._lowered, strict=True)
            for at in _find_word(word, lowered)
        ]
        if any(not text.startswith(name, at) for text, at in found):
            return False
        return any(_INSIDE.search(text, max(0, at - 3), at) for text, at in found)

    @late_property
    def _plain(self) -> list[str]:
        """The texts without headings, all words of which may have capitals."""
        return [_HEADING.sub("", each) for each in self.texts]

    @late_property
    def _lowered(self) -> list[str]:
        """The same texts in lower case, with each letter where it was."""
        lowered = [each.lower() for each in self._plain]
        pairs = zip(self._plain, lowered, strict=True)
        return [low if len(low) == len(text) else _lower_each(text) for text, low in pairs]


def _lower_each(text: str) -> str:
    """Write each letter small that stays one letter: the Turkish İ does not."""
    return "".join(low if len(low := each.lower()) == 1 else each for each in text)


def _find_word(word: str, text: str) -> Iterator[int]:
    """Yield where a word stands in a text, and in no address of mail or of a page."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        joined = at and _JOINED_BEFORE.match(text, at - 1)
        if not (joined or _JOINED_BEHIND.match(text, end)):
            yield at
        at = text.find(word, end)


def decide_names(
    words: Sequence[AskedWord], writing: Writing, question: AskedQuestion
) -> tuple[AskedWord, ...]:
    """Return the words; each that is written as a name in the passages decides."""
    if question.language not in TELLING_CAPITALS:
        return tuple(words)
    return tuple(
        replace(each, decides=True, is_written_small=True)
        if each.text.islower() and writing.has_name(each.text) and _may_be_name(each, question)
        else each
        for each in words
    )


def _may_be_name(asked: AskedWord, question: AskedQuestion) -> bool:
    """Return whether a word that is written small has no article, and no list of words has it."""
    word = fold(asked.text)
    if asked.decides or asked.need < 1 or not word.isalpha():
        return False
    if is_article(find_word_before(asked.text, question.text), question.language):
        return False  # "a raspberry", of which a list of orders has "Raspberry"
    return len(word) >= _SHORTEST and not _is_known(asked, question.language)


def _is_known(asked: AskedWord, language: str) -> bool:
    term, word = asked.word.terms[0], fold(asked.text)
    if has_synonyms(term, language) or has_told(term, language):
        return True
    return word in load_lexicon(language).words or word in _list_words_of_signs(language)


@cache
def _list_words_of_signs(language: str) -> frozenset[str]:
    """List the words of all phrases that are signs of something: "de graça"."""
    signs = load_question_words(language).lists["signs"].values()
    return frozenset(fold(each) for phrases in signs for one in phrases for each in one.split())
