"""Tells if two statements name different employers: who leaves Siemens still works at a school.

An employer stands behind a word such as `at` or `from`, or, with whom it lets go, before the verb.
Pure.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from indexer.inference.alignment import LIGHT
from indexer.inference.reading import Word, guess_language, read_text
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import list_languages, load_words
from memory.text.changes.times import strip_times
from memory.text.statement import KEPT, Statement, find_pattern, leave_reason, list_tokens
from memory.text.values import CHANGES, VALUES

NEAR = frozenset(("rel:from", "rel:in", "rel:obj", "rel:of", "rel:to"))
WORKING = frozenset(("be", "call", "cause", "give_up", "leave", "name", "start_work", "work"))
FIELD_LINK = "in"
SHORTEST_STEM = 4  # letters that two cases of a noun share


def names_other_employer(leaving: Statement, before: Statement) -> bool:
    """Tell if somebody leaves an employer that is not the one whom `before` names."""
    language = guess_language(f"{leaving.text} {before.text}")
    left = {each for clause in _list_leaving(leaving) for each in _list_places(clause, language)}
    left |= {each for clause in leaving.sentence for each in _list_dismissing(clause, language)}
    known = {each for clause in before.sentence for each in _list_places(clause, language)}
    return bool(left and known) and not any(_is_like(one, two) for one in left for two in known)


def _list_leaving(statement: Statement) -> Iterator[str]:
    """List the clauses that tell of an end, without the words for it."""
    for each in statement.sentence:
        if found := find_pattern("leaving_patterns", each):
            yield leave_reason(each.replace(found.group(), " ", 1))


def _list_dismissing(clause: str, language: str) -> Iterator[str]:
    """List who lets the speaker go: `Luigi's let me go`."""
    found = find_pattern("leaving_patterns", clause)
    if found and happens_to_speaker(found):
        for each in read_text(clause[: found.start()], language).words:
            if _names_employer(each):
                yield fold(unify(each.text)).removesuffix("'s")


def happens_to_speaker(found: re.Match[str]) -> bool:
    """Tell if somebody does it to the speaker: `the bank let me go`."""
    languages = (guess_language(found.string), *_list_languages_of(found.group()))
    words = (
        word
        for language in languages
        for each in list_tokens(found.group())
        for word in read_text(each, language).words
    )
    return any(each.has("pers:speaker") for each in words)


@lru_cache(maxsize=KEPT)
def _list_languages_of(leaving: str) -> tuple[str, ...]:
    """List the languages in which words say that somebody leaves a job: `m'a vire`."""
    return tuple(
        each
        for each in list_languages("leaving_patterns")
        if any(re.fullmatch(part, leaving) for part in load_words("leaving_patterns", each))
    )


def _list_places(clause: str, language: str) -> Iterator[str]:
    for each in read_text(strip_times(clause), language).words:
        if not each.relations.isdisjoint(NEAR) and _names_employer(each):
            yield fold(unify(each.text)).removesuffix("'s")


def _names_employer(word: Word) -> bool:
    valued = word.is_number or any(word.has(each) for each in (*VALUES, "kin", "asp"))
    return bool(word.term) and not valued and word.topics.isdisjoint(WORKING | CHANGES | LIGHT)


def tells_field(statement: Statement) -> bool:
    """Tell if somebody works in a field or department, and it is not said for whom: `in sales`.

    In English, where a place has an article.
    """
    reading = read_text(strip_times(statement.text), guess_language(statement.written))
    pairs = list(pairwise(reading.words)) if reading.language == "en" else []
    named = [fold(each.text) for link, each in pairs if link.has("rel:in")]
    fields = [fold(each.text) for link, each in pairs if _leads_to_field(link, each)]
    return bool(fields) and fields == named and all(each in statement.written for each in fields)


def _leads_to_field(link: Word, word: Word) -> bool:
    return link.text == FIELD_LINK and not word.is_led and _names_employer(word)


def _is_like(one: str, two: str) -> bool:
    short, long = sorted((one, two), key=len)
    same = min(len(short), max(SHORTEST_STEM, len(short) - 2))
    return short[:same] == long[:same]
