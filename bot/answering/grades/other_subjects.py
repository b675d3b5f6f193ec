"""Tells whether a sentence says of somebody or something else what is asked.

"By when do I have to call?" is not answered by when we call you, nor what a kettle costs by what
postage costs unless the kettle is faulty.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.matching import ENOUGH
from bot.answering.grades.named_answers import has_any_word
from bot.answering.grades.rivals import PLAIN
from bot.answering.question.meanings import has_condition
from bot.answering.question.verbs import is_done
from indexer.inference.reading import Word, read_text
from indexer.text.normalize import fold
from indexer.text.question_words import Kind

_ASKER = frozenset(("pers:speaker", "pers:we"))
_READER = frozenset(("pers:speaker", "pers:we", "pers:you"))
_IF, _BY = "mod:if", "rel:by"


def is_done_by_others(best: Candidate) -> bool:
    """Return whether others do to the reader what the person asks to do: "we will call you"."""
    question, language = best.question, best.placed.language
    asked = _list_deeds(read_text(question.text, question.language).words)
    if not asked or best.piece.head:
        return False
    words = read_text(best.piece.own.original, language).words
    told = [each for each in pairwise(words) if not asked.isdisjoint(each[0].topics)]
    return bool(told) and all(_is_done_to_reader(verb, behind, words) for verb, behind in told)


def _list_deeds(words: Sequence[Word]) -> frozenset[str]:
    """List what the asker does: the meanings of the first word behind "I" that has any."""
    places = (at for at, each in enumerate(words) if each.marks & _ASKER)
    behind = next((words[at + 1 :] for at in places), ())
    return next((each.topics for each in behind if each.topics), frozenset())


def _is_done_to_reader(verb: Word, behind: Word, words: Sequence[Word]) -> bool:
    """Return whether we do something to you."""
    before = [each for each in words if each.place < verb.place and each.marks & _READER]
    acting = bool(before) and "pers:we" in before[-1].marks
    return acting and "pers:you" in behind.marks


def prices_on_condition(best: Candidate) -> bool:
    """Return whether the one thing asked for only stands in a condition of another's price."""
    question, language = best.question, best.placed.language
    text = best.piece.own.original
    if question.kind is not Kind.AMOUNT or best.piece.head or question.before:
        return False
    words = [word for word, found in best.pairs if word.need >= 1]
    asks_case = has_condition(question.text, question.language)
    if len(words) != 1 or asks_case or not has_condition(text, language):
        return False
    told, supposed = map(" ".join, _split_condition(text, language))
    return has_any_word(supposed, words, language) and not has_any_word(told, words, language)


def prices_what_it_does(best: Candidate) -> bool:
    """Return whether the one thing asked for only does something to what has the price.

    "How much is the deposit?": "Damage below £150 is covered by the deposit."
    """
    question, language = best.question, best.placed.language
    if question.kind is not Kind.AMOUNT or best.piece.head or question.before:
        return False
    asked = [word for word, found in best.pairs if word.need >= 1 and found >= ENOUGH]
    words = read_text(best.piece.own.original, language).words
    named = [each for each in words if has_any_word(each.text, asked, language)]
    priced = next((each.place for each in words if each.is_number), len(words))
    return bool(named) and all(_BY in each.relations and each.place > priced for each in named)


def _split_condition(text: str, language: str) -> Iterator[list[str]]:
    """Yield the words outside of conditions, and those inside: up to the end of the clause."""
    words = read_text(text, language).words
    opened = {each.clause: each.place for each in words if _IF in each.marks}
    inside = [each.place >= opened.get(each.clause, len(words)) for each in words]
    for wanted in (False, True):
        yield [each.text for each, within in zip(words, inside, strict=True) if within is wanted]


def decides_nothing(best: Candidate) -> bool:
    """Return whether leave is asked for, and a piece neither decides nor says what is to be done.

    "Can she take her phone?" is not answered by "Hold the ring near the phone".
    """
    question = best.question
    if question.kind is not Kind.WHETHER or not question.asks_leave or best.kind >= PLAIN:
        return False
    if question.language != best.placed.language:
        return False
    asking = question.phrase.split()
    deeds = [
        found
        for word, found in best.pairs
        if not (word.need or word.taken or fold(word.text) in asking)
        and is_done(word.text, question.text, question.language)
    ]
    return bool(deeds) and max(deeds) < ENOUGH
