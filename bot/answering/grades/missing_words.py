"""Tells whether a piece has the words of a question, and which of them it may lack.

A verb may be put otherwise, a word of a long question too, and a time tells by itself that
something is so then; a thing that is missing is likely the one that was asked for.
"""

from collections.abc import Sequence
from itertools import pairwise

from bot.answering.extracts.answer_signs import STRICT, measure_kind
from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.leave_signs import refuses, says_whether
from bot.answering.extracts.matching import BESIDE, ENOUGH, PART, TRACE
from bot.answering.grades.rivals import PLAIN
from bot.answering.question.asked_amounts import LEFT_OUT
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import LIGHT, TAKEN_OVER, AskedWord
from bot.answering.question.meanings import (
    find_meanings,
    tells_time,
)
from bot.answering.question.time_signs import names_hours
from bot.answering.question.time_units import (
    names_age,
)
from bot.answering.question.verbs import is_done, is_subject, names_service
from indexer.inference.reading import read_text
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import Kind

NEARLY_ALL = 0.8  # of them: enough, where one of many is put otherwise
NEARLY = 0.7  # of them: with so many, one may be missing
MOSTLY = 0.6  # of its words, where no other piece is near
_SEVERAL = 2  # words
_BELONGING = frozenset(("rel:of",))
_BOUNDS = frozenset(("begin", "end"))  # what both ends of a span of time tell
_ORDERED = frozenset(("first", "next", "last_one"))


def answers_whether(best: Candidate) -> bool:
    """Return whether it says yes or no to what may be done, or tells a limit for as many."""
    if best.question.kind is not Kind.WHETHER:
        return False
    text, language = best.piece.text, best.placed.language
    limits = any(each.amount and found >= LEFT_OUT for each, found in best.pairs)
    limits = limits and any(
        found >= ENOUGH for each, found in best.pairs if each.need >= 1 and not each.amount
    )
    prices = measure_kind(text, Kind.AMOUNT, language) == 1.0  # "from 2 m³ on it costs £12"
    return (limits and not prices) or says_whether(text, language)


def has_all_words(best: Candidate) -> bool:
    """Return whether it has what decides, and a trace at least of each other new word.

    "Who is the engineer of the ship?" is not answered by what says nothing of engineers. Of many
    words a verb may be missing: a thing that is missing is likely the one that was asked for. Of
    the very cell that is asked for any word may be, if it has most of them.
    """
    missing = [
        word
        for word, found in best.pairs
        if found < (ENOUGH if word.decides else TRACE)
        and (word.decides or (word.need >= 1 and not word.taken))
        and not _is_told_by_hours(best, word)
        and not is_told_by_times(best, word)
    ]
    if _is_decided(best, missing) or (len(missing) == 1 and _has_nearly_all(best, missing[0])):
        return True
    if len(missing) != 1 or missing[0].decides or is_asked_of(best, missing[0]):
        return not missing
    if _is_done_to_all(best, missing[0]) or _is_done_to_topic(best, missing[0]):
        return True
    others = 1 - missing[0].need / sum(word.need for word, _ in best.pairs if not word.taken)
    many = others >= NEARLY and best.covered > NEARLY
    plain = is_asked_verb(best, missing[0]) or _names_kind(best, missing[0])
    if is_row_of_code(best) and is_asked_verb(best, missing[0]):
        return True
    return (many and plain) or (best.is_cell and best.covered >= MOSTLY)


def lacks_earlier_thing(best: Candidate) -> bool:
    """Return whether it lacks a thing of the earlier question, where the new one names none.

    "When does it end?", behind a question on a frozen membership, asks of no frozen stew.
    """
    if any(word.need and not word.taken for word, _found in best.pairs):
        return False
    before, language = best.question.before, best.question.language
    missing = (word for word, found in best.pairs if word.need >= TAKEN_OVER and found < TRACE)
    return any(not is_done(word.text, before, language) for word in missing)


def _has_nearly_all(best: Candidate, missing: AskedWord) -> bool:
    """Return whether it has so much of a long question that one word may be put otherwise.

    A name must stand right beside it at least. No number stands for another one, nor what is said
    to be so: "on the island", "for residents". Of somebody, who is named must be sure.
    """
    named = best.question.kind is not Kind.WHO or best.kind >= PLAIN
    if best.covered < NEARLY_ALL or not named:
        return False
    if missing.decides:
        found = next(share for word, share in best.pairs if word is missing)
        return missing.text.isalpha() and found >= BESIDE and _is_part_of_name(best, missing)
    return not (is_asked_of(best, missing) or _limits_question(missing, best.question))


def _is_part_of_name(best: Candidate, missing: AskedWord) -> bool:
    """Return whether it has the rest of a name of which one word is missing: "Mara Quist"."""
    asked = tokenize(best.question.text)
    held = {word.text for word, found in best.pairs if word.decides and found >= ENOUGH}
    return any(
        (one == missing.text and other in held) or (other == missing.text and one in held)
        for one, other in pairwise(asked)
    )


def _limits_question(word: AskedWord, question: AskedQuestion) -> bool:
    """Return whether a preposition makes it a part of the question that stands by itself."""
    read = read_text(question.text, question.language).words
    return any(each.relations - _BELONGING for each in read if fold(each.text) == fold(word.text))


def is_row_of_code(best: Candidate) -> bool:
    """Return whether it is a row with the code asked for: "What if the boiler shows F75?"."""
    return bool(best.piece.head and best.found.codes)


def is_asked_verb(best: Candidate, word: AskedWord) -> bool:
    return is_done(word.text, best.question.text, best.question.language)


def is_asked_of(best: Candidate, word: AskedWord) -> bool:
    """Return whether a word says of whom something is asked: "How much do students pay?"."""
    question = best.question
    return word.need >= 1 and is_subject(word.text, question.text, question.language)


def _names_kind(best: Candidate, word: AskedWord) -> bool:
    """Return whether a word says what kind of thing is asked for: the "number" of an article."""
    return best.question.lists.is_frame(Kind.WHICH, word.text)


def _is_told_by_hours(best: Candidate, word: AskedWord) -> bool:
    """Return whether "from 7.30 to 9.45" tells when something begins or ends."""
    question = best.question
    if question.kind is not Kind.WHEN or word.decides or not names_hours(best.piece.text):
        return False
    return not find_meanings(word.text, question.language).isdisjoint(_BOUNDS)


def is_told_by_times(best: Candidate, word: AskedWord) -> bool:
    """Return whether times tell by themselves if something is so at the time asked for.

    "Is it open on Friday at 5 pm?": "Monday to Friday 9 am to 6 pm." Ages tell it of an age.
    """
    question, text = best.question, best.piece.own.original
    if question.kind is not Kind.WHETHER or not tells_time(word.text, question.lists):
        return False
    aged = names_age(question.text, question.language)
    return (names_age if aged else _names_time)(text, best.placed.language)


def _names_time(text: str, language: str) -> bool:
    """Return whether a text surely has a time of day or a day."""
    return measure_kind(text, Kind.WHEN, language) == 1.0


def _is_decided(best: Candidate, missing: Sequence[AskedWord]) -> bool:
    """Return whether it says yes or no to most of what is asked, and lacks only where or for what.

    "Can my son walk home from school at lunch?" is answered by "Nobody walks home from school". No
    name, no time and no number may be missing: what is so at one need not be so at another. Leave
    for something need not be leave for more, and what is refused at one place may be had elsewhere.
    """
    refused = best.question.kind is Kind.WHETHER and refuses(best.piece.text, best.placed.language)
    if best.covered < MOSTLY or not refused or _has_own_limit(best):
        return False
    return all(
        _limits_question(each, best.question) and not (each.decides or each.calendar or each.amount)
        for each in missing
    )


def _has_own_limit(best: Candidate) -> bool:
    """Return whether it says where, when or for whom something is so that was not asked."""
    read = read_text(best.piece.own.original, best.placed.language).words
    asked = best.placed.passage.sought.terms
    return any(each.relations - _BELONGING and each.term not in asked for each in read)


def _is_done_to_all(best: Candidate, missing: AskedWord) -> bool:
    """Return whether only a verb is missing, and leave is given or refused for all the rest.

    "Do juniors have to wear life jackets?": "Life jackets are compulsory for juniors."
    """
    found = [word for word, share in best.pairs if word.need >= LIGHT and share >= ENOUGH]
    return is_asked_verb(best, missing) and len(found) >= _SEVERAL and answers_whether(best)


def _is_done_to_topic(best: Candidate, missing: AskedWord) -> bool:
    """Return whether only a verb is missing, of a sentence that says just the kind of thing asked.

    "When can we light a bonfire?": "Bonfires are allowed after 4 pm only."
    """
    question = best.question
    tells = question.kind in STRICT or question.kind is Kind.WHERE
    if not tells or best.kind < PLAIN or question.before:
        return False
    if names_service(missing.text, question.kind, question.language):
        return False  # washing a car has another price than parking it
    own = best.placed.passage.match_words(best.piece.own)
    topics = [
        (here >= PART, word.need)
        for word, here in zip(best.words, own, strict=True)
        if word is not missing and word.need >= LIGHT
    ]
    named = all(there for there, _need in topics) and any(need >= 1 for _there, need in topics)
    if all(_counts(word, question.language) for word in best.words if word is not missing):
        return False  # a "first card" is not what was asked "at first"
    return named and is_asked_verb(best, missing)


def _counts(word: AskedWord, language: str) -> bool:
    """Return whether a word only says which of several things: "first"."""
    return word.need < LIGHT or not find_meanings(word.text, language).isdisjoint(_ORDERED)
