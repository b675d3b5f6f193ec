"""Tells whether a piece names the person, the place or the price that is asked for.

A name may be anybody's, and a price that of something else in the same sentence.
"""

from collections.abc import Sequence

from bot.answering.extracts.answer_signs import measure_kind, names_person
from bot.answering.extracts.candidate import Candidate, cut_words
from bot.answering.extracts.matching import ENOUGH, TITLED, TRACE, match
from bot.answering.question.asked_words import SOFT, AskedWord
from bot.answering.question.meanings import has_condition, is_article
from bot.citations.statement import parse_sentence
from indexer.late_patterns import compile_late
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import Kind

NAMED = 0.9  # of certainty that a place, or a price, is named
LABELLED = 40  # characters of a label: "Founded by: …"
_PART = compile_late(r"[:;]\s|[.!?]\s(?=[^\W\d_a-z])")
_CLAUSE = compile_late(r"[,;]\s")


def lacks_person(best: Candidate) -> bool:
    """Return whether nobody is named, or not surely, and not what that person does, either."""
    if best.question.kind is not Kind.WHO or best.has_named_column:
        return False
    does = all(found >= TRACE for word, found in best.pairs if word.need == SOFT)
    text = _cut_to_deed(best) if does else best.piece.text
    known = cut_words(text, best.list_known())
    if not best.question.lists.is_spaced:
        known = best.cut_roles(known)
    if best.opens_with_name(known):
        return False
    titled = all(found == TITLED for word, found in best.pairs if word.need)
    # A row has more capitals than names, and so has a sentence that says nothing of them itself.
    surely = bool(best.piece.head) or not does or titled
    return not names_person(known, best.placed.language, surely=surely)


def _cut_to_deed(best: Candidate) -> str:
    """Cut a long sentence to the parts that say what was done: whoever did it stands there too."""
    parts = _PART.split(best.piece.text)
    deeds = [word for word, found in best.pairs if word.need == SOFT]
    said = [each for each in parts if has_any_word(each, deeds, best.placed.language)]
    return said[0] if said and len(parts[0]) > LABELLED else best.piece.text


def lacks_place(best: Candidate) -> bool:
    return best.question.kind is Kind.WHERE and best.kind < NAMED


def prices_another(best: Candidate) -> bool:
    """Return whether the price stands in a clause of its own, which says what else costs it."""
    question, language = best.question, best.placed.language
    if question.kind is not Kind.AMOUNT or question.language != language or best.piece.head:
        return False
    clauses = _CLAUSE.split(best.piece.own.original)
    priced = [each for each in clauses if measure_kind(each, question.kind, language) >= NAMED]
    words = [word for word, _found in best.pairs if word.need >= 1 and not word.taken]
    costs = question.lists.list_words("frames", Kind.AMOUNT.value)
    return (
        0 < len(priced) < len(clauses)
        and (
            all(any(fold(each) in costs for each in tokenize(clause)) for clause in priced)
            or all(_is_of_another_thing(each, best) for each in priced)
        )
        and not any(has_any_word(clause, words, language) for clause in priced)
        and any(has_any_word(clause, words, language) for clause in clauses)
        and not has_condition(best.piece.own.original, language)  # "if it is lost, we charge £6"
    )


def _is_of_another_thing(clause: str, best: Candidate) -> bool:
    """Return whether a semicolon and a thing of its own open a clause: "; the goggles cost €9"."""
    opener = tokenize(clause)[:1] if f"; {clause}" in best.piece.own.original else []
    return any(is_article(each, best.placed.language) for each in opener)


def has_any_word(clause: str, words: Sequence[AskedWord], language: str) -> bool:
    held = parse_sentence(clause, language)
    return any(match(each, held) >= ENOUGH for each in words)
