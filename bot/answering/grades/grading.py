"""Grades how sure the best piece is.

- It *answers* if it has what decides (names, numbers, days, and whatever tells it from other
  pieces), most of the other words and a trace of each, and the kind of thing that is asked for;
  it may lack a word if it names that kind of thing and is worth much more than any other piece,
  or if it refuses what is asked for.
  Nothing in it may speak against it: see `doubts`.
- It *may* answer if it has a good part of them.
- Otherwise nothing is near, and nothing is quoted.

These are rules because weights did no better. A logistic regression over the same signs, found
without one labelled set, chose that set's pieces a little worse. Where the rules hedge, it added as
many wrong answers without a word of doubt as right ones to the halves set aside.
"""

from collections.abc import Sequence

from bot.answering.extracts.answer_signs import BARE, STRICT
from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.matching import ENOUGH, PART, TITLED, TRACE, match
from bot.answering.extracts.phrases import Grade
from bot.answering.extracts.table_rows import WHOLE
from bot.answering.grades.doubts import is_doubtful
from bot.answering.grades.missing_words import (
    MOSTLY,
    answers_whether,
    has_all_words,
    is_asked_of,
    is_asked_verb,
    is_row_of_code,
    is_told_by_times,
)
from bot.answering.grades.named_answers import is_of_other_code
from bot.answering.grades.other_passages import (
    is_less_relevant,
    is_off_earlier_topic,
    is_one_of_documents,
    is_said_by_the_way,
    is_told_of_others,
)
from bot.answering.grades.rivals import (
    APART_FROM,
    FITTING,
    PLAIN,
    is_blank_in_own_row,
    is_contested,
    is_headed_elsewhere,
    is_one_of_many,
    is_one_of_rows,
    is_only_done,
    is_outweighed,
    is_said_of_titled,
    is_told_in_rows,
    is_told_under_heading,
)
from bot.answering.question.asked_amounts import LEFT_OUT
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.meanings import (
    find_meanings,
)
from bot.answering.question.time_units import (
    asks_age,
    names_age,
)
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import OF, Kind
from indexer.text.stopwords import load_stopwords

COVERED = 0.5  # of the question's words: what an answer must have
NEAR = 0.22  # what may be an answer must have
ABROAD = 0.4  # ... in another language: one of two words
_SEVERAL = 2  # words
MEANT = 0.5  # what must be there of the words of somebody who tells something, and asks nothing
HALF = 0.45  # of that certainty, which any answer must have
PLENTY = 0.74  # of the question's words: enough, whatever the kind of thing
_COSTS = frozenset(("cost", "fee"))  # what prices mean
_NAMED = frozenset((Kind.WHERE, Kind.WHO))
# What may say that other pieces tell as much as the best; the first that does decides.
_RIVALLED = (
    is_one_of_many,
    is_one_of_rows,
    is_outweighed,
    is_told_of_others,
    is_told_under_heading,
    is_only_done,
    is_less_relevant,
    is_said_by_the_way,
    is_one_of_documents,
    is_off_earlier_topic,
)
_TOLD_ELSEWHERE = (
    is_said_of_titled,
    is_headed_elsewhere,
    is_blank_in_own_row,
)
_HEAD_LAST = frozenset(("de", "en", "nl"))  # where a noun stands behind its own: "shed key"


def grade_answer(
    ranked: Sequence[tuple[float, Candidate]], candidates: Sequence[Candidate]
) -> Grade:
    best = ranked[0][1]
    if _is_far(best):
        return Grade.NOTHING
    translated = best.question.translated  # a word of another language may mean another thing
    if is_told_in_rows(ranked) and not translated:
        return Grade.ANSWERS
    if translated or best.is_substitute or best.is_off_topic or is_contested(best, candidates):
        return Grade.MAYBE
    if any(has_rival(ranked) for has_rival in _RIVALLED):
        return Grade.MAYBE
    if any(is_told(best, candidates) for is_told in _TOLD_ELSEWHERE):
        return Grade.MAYBE
    answers = _holds_question(best) or _stands_apart(ranked)
    doubtful = _limits_another(best) or is_doubtful(best)
    return Grade.ANSWERS if answers and not doubtful else Grade.MAYBE


def _limits_another(best: Candidate) -> bool:
    """Return whether it only has a limit for as many, and lacks a thing that is asked of.

    "Can I rent a bike for a day?" is not answered by "Laptops can be borrowed for up to 14 days".
    """
    if best.question.kind is not Kind.WHETHER:
        return False
    limits = any(word.amount and LEFT_OUT <= found < 1 for word, found in best.pairs)
    others = ((word, found) for word, found in best.pairs if word.need >= 1 and not word.amount)
    return limits and any(
        found < ENOUGH and not is_asked_verb(best, word) for word, found in others
    )


def _is_far(best: Candidate) -> bool:
    """Return whether it is not even what may be meant."""
    untold = best.question.tells and not _is_about_told(best)
    least = ABROAD if best.question.translated else NEAR
    return best.covered < least or untold or is_of_other_code(best) or _is_titled_only(best)


def _is_titled_only(best: Candidate) -> bool:
    """Return whether only the title of its document has anything asked for, and in other words.

    Who is the landlord is nothing that an "Owner's manual" tells, where nobody is named.
    """
    titles = best.placed.passage.titles
    needed = [(word, found) for word, found in best.pairs if word.need]
    titled = max((TITLED * match(word, titles) for word, _found in needed), default=0.0)
    only = ENOUGH <= titled < PART and all(found <= titled for _word, found in needed)
    return only and best.kind < PLAIN


def _is_about_told(best: Candidate) -> bool:
    """Return whether it is on what somebody tells, who asks nothing: one word is too little."""
    found = [word for word, share in best.pairs if word.need and share >= ENOUGH]
    decided = all(share >= ENOUGH for word, share in best.pairs if word.decides)
    return best.covered >= MEANT and len(found) >= _SEVERAL and decided


def _holds_question(best: Candidate) -> bool:
    return _is_covered(best) and has_all_words(best) and _is_kind(best, HALF)


def _stands_apart(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether it names the kind of thing asked for, and no other piece comes close.

    Then a word that it lacks is likely another word for what it says.
    """
    score, best = ranked[0]
    second = next((found for found, each in ranked if each.piece.text != best.piece.text), 0.0)
    return (
        second <= APART_FROM * score
        and best.covered >= MOSTLY
        and _surely_shows_kind(best)
        and all(found >= ENOUGH for word, found in best.pairs if word.decides)
        and any(found >= ENOUGH for word, found in best.pairs if _tells_topic(word))
        and not any(is_asked_of(best, word) for word, found in best.pairs if found < TRACE)
    )


def _surely_shows_kind(best: Candidate) -> bool:
    """Return whether it shows by itself that it answers such a question, whatever its words.

    A table may have a time of each of several things, so its row does that only if the column is
    asked for.
    """
    kind, row = best.question.kind, bool(best.piece.head)
    if (row or kind not in STRICT) and _lacks_thing(best):
        return False
    if kind is Kind.WHETHER:
        return answers_whether(best)
    if kind is Kind.WHEN and row and not best.columns:
        return False
    shown = kind in STRICT or kind in _NAMED
    return shown and best.kind >= PLAIN


def _lacks_thing(best: Candidate) -> bool:
    """Return whether it lacks a thing that stands by itself in the question, or at a noun's head.

    "Where is the key of the shed?", "Is smoking allowed on the balcony?": what only tells of the
    shed, or of smoking, is a near miss.
    """
    question = best.question
    missing = {fold(word.text) for word, found in best.pairs if word.need and found < TRACE}
    missing -= {fold(word.text) for word, _found in best.pairs if is_asked_verb(best, word)}
    if not question.lists.is_spaced:  # there no words stand around it
        return any(fold(word.text) in missing for word, _found in best.pairs if word.need >= 1)
    if any(is_asked_of(best, word) for word, found in best.pairs if found < TRACE):
        return True
    known = {fold(word.text) for word, found in best.pairs if found >= TRACE}
    words = ["", *(fold(each) for each in tokenize(question.text)), ""]
    light = {"", *load_stopwords(question.language)}
    opening = {"", *question.phrase.split()}
    return any(
        (before in light - opening and behind in light)
        or behind in OF
        or (question.language in _HEAD_LAST and before in known)
        for before, word, behind in zip(words, words[1:], words[2:], strict=False)
        if word in missing
    )


def _tells_topic(word: AskedWord) -> bool:
    """Return whether a word says what is asked, and not only of whom or of which place."""
    return word.need >= 1 and not word.decides


def _is_covered(best: Candidate) -> bool:
    if best.covered >= PLENTY or _measure_untimed(best) >= PLENTY:
        return True
    if best.covered == COVERED and best.question.kind is Kind.WHETHER and best.question.asks_leave:
        return False  # any rule says yes or no to something
    fits = best.kind >= FITTING or best.is_cell or answers_whether(best) or _tells_age(best)
    return best.covered >= COVERED and (fits or is_row_of_code(best))


def _measure_untimed(best: Candidate) -> float:
    """Measure how far it has the words beside those of a time that its own times answer."""
    pairs = [each for each in best.pairs if each[0].need]
    left = [each for each in pairs if not is_told_by_times(best, each[0])]
    if len(left) == len(pairs):
        return 0.0  # no time is asked for
    needed = sum(word.need for word, _found in left)
    return sum(word.need * found for word, found in left) / needed if needed else 0.0


def _tells_age(best: Candidate) -> bool:
    """Return whether an age is asked for and told, which needs no such word: "from six years"."""
    language = best.question.language
    asked = any(asks_age(word.text, language) for word in best.words)
    return asked and names_age(best.piece.text, best.placed.language)


def _is_kind(best: Candidate, least: float) -> bool:
    """Return whether it names the kind of thing asked for, if that can be told at all."""
    if best.question.kind not in STRICT:
        return True
    loose = best.is_cell or (best.asks_anew and not best.question.names_cost)
    loose = loose and not _has_any_number(best)
    return best.kind >= (BARE if loose and best.question.kind is Kind.AMOUNT else least)


def _has_any_number(best: Candidate) -> bool:
    """Return whether it is a row of many columns, of which none is asked for or has prices."""
    piece, language = best.piece, best.placed.language
    heads = (find_meanings(each, language) for head in piece.columns for each in tokenize(head))
    return len(piece.cells) > WHOLE and not (best.columns or any(each & _COSTS for each in heads))
