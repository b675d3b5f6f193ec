"""Tells whether a piece is on another case than the question: it denies it, or supposes another.

"Leave late, or else the deposit is not returned" does not tell when the deposit is returned.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise

from bot.answering.extracts.answer_signs import STRICT, UNKNOWN, measure_kind
from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.leave_signs import says_whether
from bot.answering.extracts.lines import find_label
from bot.answering.extracts.matching import SAID
from bot.answering.grades.named_answers import has_any_word
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.meanings import find_leave_word, has_condition, is_negated
from bot.answering.question.mentions import OWNING
from indexer.inference.reading import read_text
from indexer.late_patterns import compile_late
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words
from indexer.text.stemming import stem
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import (
    ListName,
    build_alternatives,
    load_folded,
    load_words,
)

_DENIED = frozenset((Kind.WHEN, Kind.WHERE))  # not told by what does not take place
_CLAUSE = compile_late(r"[,;:，；：]\s?")
_ASIDE = compile_late(r"[,;(]\s?")
_SENTENCE = compile_late(r"[.;!?]\s")
_TURNS: tuple[ListName, ...] = ("this_words", "next_words", "last_words")


def denies_what_is_asked(best: Candidate) -> bool:
    """Return whether it only denies something of what is asked for.

    "Leave late, or else the deposit is not returned" does not tell when the deposit is returned.
    """
    question, language = best.question, best.placed.language
    if question.kind not in _DENIED or question.before or best.piece.head:
        return False
    if is_negated(question.text, question.language):
        return False
    text = best.piece.own.original
    words = [word for word in best.words if word.need >= 1]
    return is_negated(text, language) and not any(
        has_any_word(each, words, language) and not is_negated(each, language)
        for clause in _CLAUSE.split(text)
        for each in _split_at_joints(clause, language)
    )


def _split_at_joints(clause: str, language: str) -> list[str]:
    """Split "Form back by 9 July or nobody may come" where something else is said."""
    joints = load_question_words(language).list_words("parts", "joints")
    parts = groupby(clause.split(), lambda word: word.lower() in joints)
    return [" ".join(words) for joins, words in parts if not joins]


def is_rejected(best: Candidate) -> bool:
    """Return whether it tells a time or a sum of what was only proposed, and nobody asks for that.

    "The proposal to raise the fee to £80 was rejected. It stays at £65."
    """
    language = best.placed.language
    if best.question.kind not in STRICT or best.piece.head:
        return False
    text = fold(best.piece.own.original)
    asked = _compile_rejected(language).search(fold(best.question.text))
    found = None if asked else _compile_rejected(language).search(text)
    # "Each rejected transfer costs £15": what is told behind it was not rejected.
    told = best.piece.own.original[found.end() :] if found else ""
    return bool(found) and measure_kind(told, best.question.kind, language) <= UNKNOWN


@cache
def _compile_rejected(language: str) -> re.Pattern[str]:
    words = build_alternatives(load_folded("rejected_words", language))
    edges = load_question_words(language).is_spaced
    return re.compile(rf"\b(?:{words})\b" if edges else words)


def is_of_other_turn(best: Candidate) -> bool:
    """Return whether it tells of last winter, where this one is asked about, or the next."""
    question, language = best.question, best.placed.language
    if question.language != language or not question.lists.is_spaced:
        return False
    asked = _list_turns(question.text, language)
    clauses = _ASIDE.split(best.piece.own.original) if asked else ()
    left = [each for each in clauses if not _has_other_turn(each, asked, language)]
    words = [word for word in best.words if word.need >= 1]
    return len(left) < len(clauses) and not any(
        has_any_word(each, words, language) for each in left
    )


def _has_other_turn(clause: str, asked: Mapping[str, set[str]], language: str) -> bool:
    told = _list_turns(clause, language)
    return any(told.get(noun, turns).isdisjoint(turns) for noun, turns in asked.items())


def _list_turns(text: str, language: str) -> dict[str, set[str]]:
    """Map the stems of nouns to the turns that stand beside them: this, next, or last."""
    found: dict[str, set[str]] = {}
    words, turns = [fold(each) for each in tokenize(text)], _load_turns(language)
    light = load_stopwords(language)
    for one, other in pairwise(words):
        for turn, noun in ((one, other), (other, one)):  # "last year", "l'an dernier"
            if turn in turns and noun not in light:
                found.setdefault(stem(noun, language), set()).add(turns[turn])
    return found


@cache
def _load_turns(language: str) -> Mapping[str, str]:
    return {each: name for name in _TURNS for each in load_words(name, language)}


def does_otherwise(best: Candidate) -> bool:
    """Return whether nothing is left out there: "without moving anything", "who was not there"."""
    question, text = best.question, best.piece.own.original
    ways = question.kind in (Kind.OPTION, Kind.HOW, Kind.WHO)
    asked = ways and is_negated(question.text, question.language)
    return asked and not is_negated(text, best.placed.language)


def supposes_otherwise(best: Candidate) -> bool:
    """Return whether it says what happens, but not if something does not happen.

    Nor does it where nothing new is named that it may be on: "What if I can't make it?".
    """
    question, text = best.question, best.piece.own.original
    if question.supposes and all(word.taken for word in best.words if word.need):
        return not has_condition(text, best.placed.language)
    if not is_negated(question.text, question.language):
        return False
    if not question.supposes and not has_condition(question.text, question.language):
        return False
    language = best.placed.language
    return not (has_condition(text, language) or is_negated(text, language))


def tells_other_side(best: Candidate) -> bool:
    """Return whether it tells what is so after something, where before it is asked about."""
    question, language = best.question, best.placed.language
    if question.language != language:
        return False
    asked, told = (_list_sides(each, language) for each in (question.text, best.piece.own.original))
    sides = zip(asked, told, reversed(told), strict=True)
    return any(not named.isdisjoint(others - same) for named, same, others in sides)


def _list_sides(text: str, language: str) -> list[set[str]]:
    """List the stems of what stands behind "before", and of what stands behind "after"."""
    words = read_text(text, language).words
    return [
        {stem(fold(each.text), language) for each in words if side in each.relations}
        for side in ("rel:before", "rel:after")
    ]


def repeats_earlier(best: Candidate) -> bool:
    """Return whether it answered what was asked before, and has another word for what is new.

    "Can I have a dog?", "And a hamster?": "Pets: dogs are not allowed."
    """
    if best.question.kind is not Kind.WHETHER or not best.question.before:
        return False
    own = best.placed.passage.match_words(best.piece.own)
    pairs = list(zip(best.words, own, strict=True))
    new = [here for word, here in pairs if word.need >= 1 and not word.taken]
    earlier = [here for word, here in pairs if word.need and word.taken]
    return bool(new and earlier) and max(new) < SAID <= max(earlier)


def answers_another(best: Candidate) -> bool:
    """Return whether it tells of another thing what is asked."""
    return _decides_on_another(best) or _places_another(best)


def _decides_on_another(best: Candidate) -> bool:
    """Return whether leave is asked for, and only a sentence on something else denies anything.

    "Are cats allowed?" is not answered by "The neighbour's cat comes in; please do not feed her."
    """
    question, language = best.question, best.placed.language
    text = best.piece.own.original
    if question.kind is not Kind.WHETHER or not question.asks_leave or best.piece.head:
        return False
    deciding = [each for each in _SENTENCE.split(text) if says_whether(each, language)]
    words = [word for word in best.words if word.need >= 1]
    if not words or not deciding or find_leave_word(text, language):
        return False
    asking = question.phrase.split()
    told = [word for word in best.words if fold(word.text) not in asking]  # what is done, too
    said = any(has_any_word(each, told, language) for each in deciding)
    return not said or _is_owned(text, words, language)


def _is_owned(text: str, words: Sequence[AskedWord], language: str) -> bool:
    """Return whether each of these words stands behind its owner: "the neighbour's cat"."""
    tokens = tokenize(text)
    places = [at for at, each in enumerate(tokens) if has_any_word(each, words, language)]
    return bool(places) and all(at and tokens[at - 1].endswith(OWNING) for at in places)


def _places_another(best: Candidate) -> bool:
    """Return whether it is the place of what its label names, and the question names no thing.

    "What is the address?" is not answered by "Bakery: 12 Quay Street".
    """
    label = find_label(best.piece.line)
    if best.question.kind is not Kind.WHERE or not label or best.question.before:
        return False
    words = [word for word in best.words if word.need >= 1]
    said = any(found >= SAID for word, found in best.pairs if word.need >= 1)
    return len(words) == 1 and not said and not has_any_word(label, words, best.placed.language)
