"""Finds how old a statement says that somebody is: `Ben is 7`, `my son turned 8`. Pure.

A bare number behind `is` is an age where a person is meant; `turned` and `years old` need none.
"""

import re
from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from indexer.inference.reading import read_text
from indexer.text.dates.finder import strip_dates
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_folded, load_all_words
from memory.text.statement import (
    Statement,
    drop_speaker,
    find_pattern,
    has_meaning,
    is_unspaced,
    list_tokens,
    parse_statement,
)

WEIGHING = "weigh"
OLDEST = 120  # years
SHORTEST = 3  # words: `Ben is seven`
LONGEST_SUBJECT = 4  # words
SHORT_HAS = re.compile("['’]s$")  # `Ben's turned 8`
TOPIC_SIGNS = "我的们們は がも，、"


class Age(Struct, frozen=True):
    """`subject` is whose, without `my`; empty for the speaker."""

    subject: tuple[str, ...]
    years: int


def are_measured_anew(said: str, old: str) -> bool:
    """Tell if both say how old somebody is, or what they weigh, which is so from then on."""
    if all(find_ages(parse_statement(each)) for each in (said, old)):
        return True
    readings = (read_text(said), read_text(old))
    return all(any(WEIGHING in each.topics for each in one.words) for one in readings)


def find_ages(statement: Statement) -> list[Age]:
    """Find the ages that the clauses of a statement give."""
    found = (_find_in_clause(each, statement.written) for each in statement.sentence)
    return [each for each in found if each]


def _find_in_clause(clause: str, written: str) -> Age | None:
    if told := find_pattern("age_patterns", clause):
        subject, said, rest = clause[: told.start()], told.group(), clause[told.end() :]
        return None if has_meaning(strip_dates(rest)) else _build(subject, said)
    tokens = list_tokens(clause)
    if len(tokens) < SHORTEST or tokens[-2] not in load_all_folded("role_verbs"):
        return None
    age = _build(" ".join(tokens[:-2]), tokens[-1])
    return age if age and _names_person(age.subject, written) else None


def _build(subject: str, said: str) -> Age | None:
    years = _read_number(said)
    whose = _strip_subject(subject)
    if years is None or not 0 < years <= OLDEST or len(whose) > LONGEST_SUBJECT:
        return None
    return Age(whose, years)


def _strip_subject(subject: str) -> tuple[str, ...]:
    """Return the words that say whose age it is."""
    if is_unspaced(subject):
        return tuple(each for each in subject if each not in TOPIC_SIGNS)
    tokens = drop_speaker(list_tokens(subject))
    own = load_all_folded("owners") | load_all_words("definite_articles")
    return tuple(SHORT_HAS.sub("", each) for each in tokens if each not in own)


def _names_person(subject: Sequence[str], written: str) -> bool:
    """Tell if words are for the speaker, a relative, or somebody by name."""
    words = read_text(written).words
    named = (each for each in words if fold(each.text) in subject)
    return not subject or all(
        each.has("kin") or (each.text[:1].isupper() and not each.is_led) for each in named
    )


def _read_number(said: str) -> int | None:
    """Read the last number of some words: in figures, or written out."""
    for token in reversed(list_tokens(said)):
        if token.isdecimal():
            return int(token)
        if token in _load_numbers():
            return _load_numbers()[token]
    return None


@cache
def _load_numbers() -> dict[str, int]:
    entries = (each.partition(" ") for each in load_all_words("numbers"))
    return {fold(word): int(figure) for figure, _space, word in entries if figure.isdecimal()}
