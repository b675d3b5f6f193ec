"""Decides if two statements that a model put under one topic are about different things. Pure.

`School` is the school of a son and of a daughter, and `exam` that of maths and of history. What is
not the same thing does not end what is known.
"""

import re
from collections.abc import Sequence

from indexer.inference.reading import read_text
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import ListName, load_words
from memory.text.persons import find_heads
from memory.text.roles import find_role_values, give_other_roles
from memory.text.statement import is_unspaced, list_tokens, parse_statement

# Between a thing and what tells which it is: `the appointment with the dentist`.
JOINING: tuple[ListName, ...] = ("of_words", "with_words", "definite_articles")

HOUR = re.compile(r"\d[:.]\d\d(?!\d)|\d ?(?:h|uhr|am|pm|часов|点|點|時)")
CODE = re.compile(r"(?<![a-z0-9])[a-z]{1,4}-?\d{2,}")


def names_others(new: str, old: str) -> bool:
    """Tell if the two are about different relatives, or one of them about none."""
    return find_heads(read_text(new)) != find_heads(read_text(old))


def gives_value_of_another(new: str, old: str) -> bool:
    """Tell if two values are for different people, or one is an hour and the other a code.

    `Nursery is 68 a day for Isla`, `for Otis`; `mum's flight is CA1523`, `is at 8 pm`.
    """
    return _are_for_others(new, old) or _tells_when(new, old) or _tells_when(old, new)


def _tells_when(one: str, other: str) -> bool:
    """Tell if one text has an hour, and the other a code instead."""
    here, there = (fold(unify(each)) for each in (one, other))
    return bool(HOUR.search(here) and CODE.search(there)) and not HOUR.search(there)


def _are_for_others(new: str, old: str) -> bool:
    mine, theirs = (_find_receivers(each) for each in (new, old))
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _find_receivers(text: str) -> frozenset[str]:
    """Find the names behind `for`."""
    named = (each for each in read_text(text).words if each.is_name and "rel:for" in each.relations)
    return frozenset(fold(each.text) for each in named)


def names_another_kind(new: str, old: str, topic: str) -> bool:
    """Tell if a word of the topic has other words right beside it: `maths exam`, `history exam`."""
    if is_unspaced(new + old):
        return False
    language = detect_language(f"{new} {old}")
    words = topic.split()
    if len(words) != 1:
        return False
    mine, theirs = (_find_beside(each, words[0], language) for each in (new, old))
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _find_beside(text: str, word: str, language: str) -> frozenset[str]:
    """Find the terms that stand right before or behind a word."""
    tokens = list_tokens(fold(unify(text)))
    joining = frozenset[str]().union(*(load_words(each, language) for each in JOINING))
    terms = [_get_term(each, language) for each in tokens if each not in joining]
    meant = {word, _get_term(word, language)}
    near = [terms[at] for n, each in enumerate(terms) if each in meant for at in _around(n, terms)]
    return frozenset(each for each in near if each and not each.isdigit())


def _around(at: int, terms: Sequence[str]) -> list[int]:
    return [n for n in (at - 1, at + 1) if 0 <= n < len(terms)]


def _get_term(token: str, language: str) -> str:
    return next(iter(analyze(token, language).terms), "")


def is_of_other_role(said: str, old: str) -> bool:
    """Tell if words are of another role; who corrects or changes it may shorten it: `the PIN has
    changed, it's 5892`.
    """
    return give_other_roles(said, old) and not (_may_shorten(said) and _shortens_role(said, old))


def _may_shorten(said: str) -> bool:
    changed = any("change" in each.topics and not each.is_led for each in read_text(said).words)
    return changed or parse_statement(said).corrects


def _shortens_role(one: str, other: str) -> bool:
    """Tell if a text begins each role as the other does: `the PIN` of `the PIN for the bike`."""
    here, there = ([each.role for each in find_role_values(text)] for text in (one, other))
    return bool(here) and all(any(two[: len(one)] == one for two in there) for one in here)
