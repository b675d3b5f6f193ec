"""Tells whether a word of a question has another attribute in a piece.

"El turno de infantil" is another than "el turno de secundaria", "the small car" than "the large
car": the same word stands there, and what stands beside it in the same way is another.
"""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from msgspec import Struct

from bot.answering.extracts.candidate import Candidate
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.meanings import (
    is_numeral,
)
from indexer.late_patterns import compile_late
from indexer.late_property import late_property
from indexer.text.normalize import fold, unify
from indexer.text.question_words import load_question_words
from indexer.text.stemming import stem
from indexer.text.stopwords import load_stopwords

LONGEST = 64  # words of a question
GAP = 2  # stop words at most between a word and its attribute
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_SHORTEST = 3  # letters of an attribute
_LETTERED = compile_late(r"(?<![^\W_])([^\W\d_]{3,40}+) ([^\W\d_])(?![\w'’.])")
_CAPITAL = compile_late(r"(?<![\w'’])[^\W\d_a-zа-яёіїєґ](?![\w'’])")


class _Neighbour(Struct, frozen=True):
    text: str  # "" if there is none
    stem: str = ""
    between: Collection[str] = ()  # stop words


NOBODY = _Neighbour("")


def has_other_attribute(question: AskedQuestion, missing: Collection[str], text: str) -> bool:
    """Return whether a word beside one of the `missing` has another beside it in `text`.

    `missing` are words of the question, folded. Both are of the question's language.
    """
    asked, held = _split(question.text)[:LONGEST], _Held(question, _split(text))
    known = {stem(each, question.language) for each in asked}
    known.update(stem(each, question.language) for each in _list_names(text, question.language))
    return any(
        each.stem not in known
        for place, word in enumerate(asked)
        for step in ((-1, 1) if word in missing else ())
        for each in held.list_rivals(_find_head(asked, place, step, question, missing), -step)
    )


def has_other_number(question: AskedQuestion, text: str) -> bool:
    """Return whether a word that the question numbers ("line 15") has only other numbers."""
    asked, held = _split(question.text)[:LONGEST], _split(text)
    numbers: dict[str, set[str]] = {}
    for word, behind in pairwise(held):
        if behind[0].isdigit():
            numbers.setdefault(word, set()).add(behind)
    return any(
        number not in numbers.get(word, {number})
        for word, number in pairwise(asked)
        if number[0].isdigit() and not _says_little(word, question)
    )


def has_other_letter(question: AskedQuestion, text: str) -> bool:
    """Return whether a word that a letter tells apart ("block C") has only other letters."""
    letters = _list_lettered(text)
    asked = _list_lettered(question.text.rstrip("?？؟ "), question.language)
    held = frozenset(_CAPITAL.findall(unify(text)))
    return any(
        letter not in held and letters.get(word, {letter}) != {letter}
        for word, each in asked.items()
        if not _says_little(word, question)
        for letter in each
    )


def _list_lettered(text: str, typed: str = "") -> dict[str, set[str]]:
    """Map words to the capitals right behind them.

    Who asks in a language `typed` in a hurry writes small letters, of which some are words: "the
    stairs to …" are "la scala a …". Nothing ends in such a word.
    """
    found: dict[str, set[str]] = {}
    for each in _LETTERED.finditer(unify(text)):
        small = typed and (each.end() == len(text) or each[2] not in load_stopwords(typed))
        if each[2].isupper() or small:
            found.setdefault(fold(each[1]), set()).add(each[2].upper())
    return found


def _find_head(
    asked: Sequence[str],
    place: int,
    step: int,
    question: AskedQuestion,
    missing: Collection[str],
) -> _Neighbour:
    """Find the word beside a missing one; behind a preposition stands what tells it from others."""
    head = _find_neighbour(asked, place, step, question)
    return NOBODY if head.text in missing or (head.between and step == 1) else head


class _Held(Struct, frozen=True, dict=True):  # its words are stemmed once
    question: AskedQuestion
    words: Sequence[str]

    @late_property
    def places(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at, word in enumerate(self.words):
            found.setdefault(stem(word, self.question.language), []).append(at)
        return found

    def list_rivals(self, head: _Neighbour, step: int) -> list[_Neighbour]:
        """List what stands beside each place of `head`, joined to it in the same way."""
        places = self.places.get(head.stem, ()) if head.text else ()
        found = [_find_neighbour(self.words, at, step, self.question) for at in places]
        return [each for each in found if each.text and _joins_alike(each.between, head.between)]


def _joins_alike(one: Collection[str], other: Collection[str]) -> bool:
    return not set(one).isdisjoint(other) if one and other else not (one or other)


def _find_neighbour(
    words: Sequence[str], place: int, step: int, question: AskedQuestion
) -> _Neighbour:
    stops = load_stopwords(question.language)
    between: list[str] = []
    at = place + step
    while 0 <= at < len(words) and words[at] in stops and len(between) < GAP:
        between.append(words[at])
        at += step
    found = words[at] if 0 <= at < len(words) else ""
    text = "" if _says_little(found, question) else found
    return _Neighbour(text, stem(text, question.language), between)


def _says_little(word: str, question: AskedQuestion) -> bool:
    lists = question.lists
    return (
        len(word) < _SHORTEST
        or word in load_stopwords(question.language)
        or word in question.phrase.split()
        or is_numeral(word, question.language)
        or lists.is_light(word)
        or lists.is_frame(question.kind, word)
    )


def _split(text: str) -> list[str]:
    return [fold(each) for each in _WORD.findall(unify(text))]


def _list_names(text: str, language: str) -> set[str]:
    """List the words with a capital: a boat may have a name. German writes all nouns with one."""
    words = () if language == "de" else _WORD.findall(unify(text))
    return {fold(each) for each in words if each[:1].isupper()}


def has_other_limit(best: Candidate) -> bool:
    """Return whether it tells the least, where the most is asked for, or the other way round."""
    asked = best.question.lists.list_limits(best.question.text)
    told = load_question_words(best.placed.language).list_limits(best.piece.text)
    return bool(asked and told) and asked.isdisjoint(told)
