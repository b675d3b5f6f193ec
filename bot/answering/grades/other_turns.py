"""Tells whether a sentence has the words of a question but turns them to something else.

What comes after lunch does not tell what lunch is, what must not be brought not what must be, and
whoever is told to give something is not the one who gives the course.
"""

from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.matching import ENOUGH, match
from bot.answering.grades.named_answers import has_any_word
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.meanings import find_meanings
from bot.citations.statement import parse_sentence
from indexer.inference.reading import Word, read_text
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import Kind

_AROUND = frozenset(("rel:after", "rel:before"))
_MUST, _FORBIDDEN = "mod:must", "neg:forbid"
# Where a verb that opens a statement tells the reader to do something, if it is no participle.
_WITH_SECOND_VERBS = frozenset(("de", "nl"))
_BEGINNING = 3  # letters that an order shares with what is asked: "Gib", "gibt", but "gegeben"


def only_stands_around(best: Candidate) -> bool:
    """Return whether what is asked for stands only behind a word such as "after"."""
    if best.question.kind is not Kind.WHICH or best.piece.head:
        return False
    asked = read_text(best.question.text, best.question.language).words
    needed = [word for word, found in best.pairs if word.need and found >= ENOUGH]
    if len(needed) != 1 or any(not _AROUND.isdisjoint(each.relations) for each in asked):
        return False
    held = _list_places(needed[0], best)
    return bool(held) and all(not _AROUND.isdisjoint(each.relations) for each in held)


def _list_places(word: AskedWord, best: Candidate) -> list[Word]:
    language = best.placed.language
    words = read_text(best.piece.own.original, language).words
    return [each for each in words if match(word, parse_sentence(each.text, language)) >= ENOUGH]


def forbids_instead(best: Candidate) -> bool:
    """Return whether it forbids something where a duty is asked for: "What must I bring?"."""
    question = best.question
    if question.kind is not Kind.WHICH or best.piece.head:
        return False
    asked = read_text(question.text, question.language).words
    told = read_text(best.piece.own.original, best.placed.language).words
    due = any(each.has(_MUST) for each in asked) and not any(each.has("neg") for each in asked)
    forbidding = {each.clause for each in told if each.has(_FORBIDDEN)}
    beside = [each.text for each in told if each.clause not in forbidding]
    ordered = has_any_word(" ".join(beside), best.words, best.placed.language)
    return due and bool(forbidding) and not ordered and not any(each.has(_MUST) for each in told)


def tells_reader_to(best: Candidate) -> bool:
    """Return whether the verb that is asked about opens it, and so nobody who does it is named."""
    question, language = best.question, best.placed.language
    subject = question.kind is Kind.WHO and " " not in question.phrase
    if not subject or best.piece.head or language not in _WITH_SECOND_VERBS:
        return False
    first = next(iter(tokenize(best.piece.own.original)), "")
    verb = next(iter(tokenize(question.text)[1:2]), "")
    if not first or fold(first)[:_BEGINNING] != fold(verb)[:_BEGINNING]:
        return False
    asked = [word for word in best.words if word.text == verb]
    means = find_meanings(verb, question.language) & find_meanings(first, language)
    return bool(means) or has_any_word(first, asked, language)
